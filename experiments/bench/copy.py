"""A copy of the checkout to build in, so that the reader's own site stays as it is."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from smallbert.data import paths

COPIED = (
    "data",
    "notebooks",
    "book",
    "_config.yml",
    "_toc.yml",
    "CHANGELOG.md",
    "CITATION.cff",
    "requirements.txt",
)
"""What a build reads besides the package."""


class Copy:
    """The copy, in a new folder; its commands see it as the checkout."""

    def __init__(self, folder: Path):
        self.root, self.said = folder / "book", ""
        self._environment = os.environ | {"SMALLBERT_ROOT": str(self.root)}
        self.root.mkdir(parents=True)
        for name in COPIED:
            source = paths.root() / name
            copy = shutil.copytree if source.is_dir() else shutil.copy
            copy(source, self.root / name)

    def run(self, *command: str, folder: Path | None = None) -> float:
        """Run a command on the copy, keep what it `said`, and return its seconds."""
        began, folder = time.perf_counter(), folder or self.root
        done = subprocess.run(
            command, env=self._environment, cwd=folder, capture_output=True, text=True
        )
        taken = time.perf_counter() - began
        if done.returncode:
            raise SystemExit(f"{' '.join(command[:3])} failed:\n{done.stdout}{done.stderr}")
        self.said = done.stdout
        return taken

    @contextmanager
    def started(self, *command: str) -> Iterator[subprocess.Popen]:
        """Run a command on the copy beside the block, and end it as Ctrl-C does."""
        told = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
        process = subprocess.Popen(command, env=self._environment, cwd=self.root, **told)
        try:
            yield process
        finally:
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=60)

    def script(self, text: str, *arguments: str) -> list[float]:
        """Run a Python script on the copy and return the numbers that it reports."""
        program, report = self.root.parent / "script.py", self.root.parent / "report"
        program.write_text(text)
        self.run(sys.executable, str(program), str(report), *arguments)
        return [float(word) for word in report.read_text().split()]

    def clean(self) -> None:
        """Forget every earlier build."""
        shutil.rmtree(self.root / "_build", ignore_errors=True)


def tool(name: str) -> str:
    """Return the path of a command of this environment."""
    return str(Path(sys.executable).with_name(name))
