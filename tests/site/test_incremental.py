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


def test_a_changed_output_gives_the_same_bytes_kept_or_from_nothing(tmp_path, site, monkeypatch):
    """The site was rendered with the output as it is; here it is first another, then that again."""
    monkeypatch.setenv("SMALLBERT_ROOT", str(paths.CHECKOUT))  # its last commit dates the book
    executed, work = tmp_path / "executed", tmp_path / "work"
    shutil.copytree(site.with_name("executed"), executed)
    work.mkdir()
    notebook = executed / "gordon2020compressing.ipynb"
    own = notebook.read_text(encoding="utf-8")
    assert "'307 to 265 MiB'" in own
    notebook.write_text(own.replace("307 to 265 MiB", "308 to 266 MiB"), encoding="utf-8")
    other = render.render(executed, work)
    assert "notebooks/gordon2020compressing.html" in differences(site, other)
    notebook.write_text(own, encoding="utf-8")
    assert differences(site, render.render(executed, work)) == []
