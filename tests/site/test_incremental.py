"""A page rendered beside kept ones is the page that a rendering from nothing gives."""

import filecmp
import shutil

import pytest

from smallbert.book import render
from smallbert.data import paths

pytestmark = pytest.mark.site


def differences(left, right):
    names = sorted(path.relative_to(left) for path in left.rglob("*") if path.is_file())
    assert names == sorted(path.relative_to(right) for path in right.rglob("*") if path.is_file())
    return [
        str(name) for name in names if not filecmp.cmp(left / name, right / name, shallow=False)
    ]


def test_a_changed_output_gives_the_same_bytes_kept_or_from_nothing(tmp_path, site):
    executed, kept, empty = (tmp_path / name for name in ("executed", "kept", "empty"))
    shutil.copytree(paths.build() / "executed", executed)
    kept.mkdir()
    empty.mkdir()
    before = tmp_path / "before"
    shutil.copytree(render.render(executed, kept), before)
    notebook = executed / "gordon2020compressing.ipynb"
    text = notebook.read_text(encoding="utf-8")
    assert "'307 to 265 MiB'" in text
    notebook.write_text(text.replace("307 to 265 MiB", "308 to 266 MiB"), encoding="utf-8")
    changed = render.render(executed, kept)
    assert "notebooks/gordon2020compressing.html" in differences(before, changed)
    assert differences(changed, render.render(executed, empty)) == []
