"""The commands that bring a model to where it shall run name it, and leave nothing to fill in."""

import ast
import re
import shlex

import pytest

from smallbert.answers import deployment, device_times, tasks

HUB = "maker/model-sst2"
PINNED = re.compile(r"^(pip|npm) install .*$", re.MULTILINE)


@pytest.mark.parametrize("place", deployment.PLACES)
@pytest.mark.parametrize("task", [*tasks.TASKS, ""])
def test_nothing_is_left_to_fill_in(place, task):
    text = deployment.commands(place, "fine-tuned", HUB, task)
    assert not re.search(r"\{\w+\}", text)
    assert HUB in text


@pytest.mark.parametrize("place", deployment.PLACES)
def test_what_is_to_be_fine_tuned_is_the_readers_own_folder(place):
    for kind, checkpoint in (("to fine-tune", HUB), ("fine-tuned", "https://host/file.zip")):
        text = deployment.commands(place, kind, checkpoint, "mnli")
        assert deployment.OWN_MODEL in text
        assert checkpoint not in text


@pytest.mark.parametrize("place", deployment.PLACES)
def test_python_in_the_commands_is_python(place):
    text = deployment.commands(place, "fine-tuned", HUB, "squad-1.1")
    scripts = re.findall(r"^python - <<'END'\n(.*?)\nEND$", text, re.DOTALL | re.MULTILINE)
    for script in scripts or [text] * (deployment.PLACES[place][1] == "python"):
        ast.parse(script)


def test_what_is_installed_has_its_version():
    """Commands that ran with one version need not run with the next."""
    for _, _, text in deployment.PLACES.values():
        for line in PINNED.finditer(text):
            words = shlex.split(line.group(), comments=True)[2:]
            for package in [each for each in words if not each.startswith("--")]:
                assert re.search(r"[=@]\d", package), package


def test_each_instruction_set_is_quantized_for():
    text = deployment.commands("cpu", "fine-tuned", HUB, "sst-2")
    assert all(flag in text for flag in ("SET=--avx2 ", ": --avx512_vnni\n", ": --arm64\n"))


def test_each_kind_of_device_has_commands():
    """But neural processors: each has a compiler of its own, and none runs here."""
    kinds = {each["kind"] for each in device_times.devices().values()}
    assert kinds - {"npu"} <= {*deployment.PLACES}
