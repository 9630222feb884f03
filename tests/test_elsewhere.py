"""The files with which others open the repository without installing it; they are read as text."""

import json
import re
import tomllib

import pytest

from smallbert import paths

ROOT = paths.CHECKOUT


def test_others_get_the_same_lock_python_and_installation():
    version = (ROOT / ".binder" / "runtime.txt").read_text().strip().removeprefix("python-")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["requires-python"].startswith(f">={version}")
    container = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text())
    assert container["image"].endswith(f"python:{version}")
    made = (ROOT / "Makefile").read_text()
    assert f"\n{container['postCreateCommand'].removeprefix('make ')}: $(STAMP)\n" in made
    assert (ROOT / ".binder" / "requirements.txt").read_text() == "-r ../requirements-lab.txt\n"
    for option in ("--no-deps", "--no-build-isolation", "--editable ."):
        assert option in made
        assert option in (ROOT / ".binder" / "postBuild").read_text()


@pytest.mark.parametrize("path", [*(ROOT / ".github" / "workflows").glob("*.yml")], ids=str)
def test_actions_are_pinned_by_commit(path):
    """A tag can be moved to other code; a commit cannot."""
    used = re.findall(r"uses: (\S+)", path.read_text())
    assert used
    assert [each for each in used if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", each)] == []


def test_the_lock_for_notebooks_by_hand_has_the_versions_of_the_books():
    book, lab = (
        set(re.findall(r"^(\S+==\S+)", (ROOT / name).read_text(), re.MULTILINE))
        for name in ("requirements.txt", "requirements-lab.txt")
    )
    assert book < lab
    assert {each.partition("==")[0] for each in lab - book} > {"jupyterlab", "jupyterlab-myst"}
