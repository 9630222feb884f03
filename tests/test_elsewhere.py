"""The files with which others open the repository without installing it; they are read as text."""

import json
import os
import re
import tomllib

from smallbert import paths

BINDER = paths.CHECKOUT / ".binder"


def project() -> dict:
    text = (paths.CHECKOUT / "pyproject.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)["project"]


def test_binder_takes_its_environment_from_the_lock_alone():
    (line,) = (BINDER / "requirements.txt").read_text().split("\n", 1)[:1]
    option, name = line.split()
    assert option == "-r"
    assert (BINDER / name).resolve() == (paths.CHECKOUT / "requirements-lab.txt").resolve()


def test_binder_has_a_python_that_the_package_takes():
    version = (BINDER / "runtime.txt").read_text().strip().removeprefix("python-")
    assert project()["requires-python"].startswith(f">={version}")


def test_binder_installs_the_package_as_the_makefile_does():
    script = BINDER / "postBuild"
    assert os.access(script, os.X_OK)
    (command,) = [line for line in script.read_text().splitlines() if " pip " in line]
    made = (paths.CHECKOUT / "Makefile").read_text()
    for option in ("--no-deps", "--no-build-isolation", "--editable ."):
        assert option in command
        assert option in made


def test_the_container_has_the_same_python_and_a_target_that_exists():
    path = paths.CHECKOUT / ".devcontainer" / "devcontainer.json"
    said = json.loads(path.read_text())
    version = (BINDER / "runtime.txt").read_text().strip().removeprefix("python-")
    assert said["image"].endswith(f"python:{version}")
    make, target = said["postCreateCommand"].split()
    assert make == "make"
    assert f"\n{target}: $(STAMP)\n" in (paths.CHECKOUT / "Makefile").read_text()


def test_actions_are_pinned_by_commit():
    """A tag can be moved to other code; a commit cannot."""
    for path in (paths.CHECKOUT / ".github" / "workflows").glob("*.yml"):
        used = re.findall(r"uses: (\S+)", path.read_text())
        assert used
        assert [each for each in used if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", each)] == []


def test_the_lock_for_notebooks_by_hand_has_the_versions_of_the_books():
    book, lab = (
        set(re.findall(r"^(\S+==\S+)", (paths.CHECKOUT / name).read_text(), re.MULTILINE))
        for name in ("requirements.txt", "requirements-lab.txt")
    )
    assert book < lab
    names = {each.partition("==")[0] for each in lab - book}
    assert names > {"jupyterlab", "jupyterlab-myst"}
