"""The files with which others open the repository without installing it; they are read as text."""

import re

import pytest
import yaml

from smallbert import paths

ROOT = paths.CHECKOUT


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


def test_the_lock_of_the_measurements_has_versions_of_the_books():
    book, measured = (
        re.findall(r"^(\S+?)==(\S+)", (ROOT / name).read_text(), re.MULTILINE)
        for name in ("requirements.txt", "experiments/requirements.txt")
    )
    theirs = {name for name, _ in measured} - {name for name, _ in book}
    assert theirs > {"torch", "transformers", "onnx", "onnxruntime", "openvino", "safetensors"}
    assert {pair for pair in measured if pair[0] not in theirs} <= {*book}


def test_updates_leave_alone_what_a_pin_holds():
    """A pin has its reason in pyproject.toml; a monthly proposal to lift it would be noise."""
    asked = yaml.safe_load((ROOT / ".github" / "dependabot.yml").read_text())["updates"]
    left = {
        each["directory"]: {one["dependency-name"] for one in each.get("ignore", ())}
        for each in asked
        if each["package-ecosystem"] == "pip"
    }
    for folder, names in left.items():
        text = (ROOT / folder[1:] / "pyproject.toml").read_text()
        pinned = {*re.findall(r'"([\w-]+)==', text)} - {
            "seaborn"
        }  # a pin for a warning: may be lifted
        assert pinned <= names, folder
