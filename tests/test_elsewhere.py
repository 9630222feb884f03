"""The files with which others open the repository without installing it; they are read as text."""

import re

import pytest

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


def test_the_lock_for_speed_has_versions_of_the_books():
    book, speed = (
        re.findall(r"^(\S+?)==(\S+)", (ROOT / name).read_text(), re.MULTILINE)
        for name in ("requirements.txt", "requirements-speed.txt")
    )
    own = {name for name, _ in speed} - {name for name, _ in book}
    assert own > {"torch", "transformers", "onnx", "onnxruntime", "openvino"}
    assert {pair for pair in speed if pair[0] not in own} <= {*book}
