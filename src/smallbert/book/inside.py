"""Run the cells of a notebook inside this process, for papermill, as a kernel would.

A forked process has everything imported already. A kernel in it would take longer to start, to
talk through its sockets and to end than many notebooks take to run; here the kernel's own shell
runs the cells, and what it would send is kept. Kernels that start cold are what this is held
against: both give the same bytes.
"""

import io
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout

import nbformat
import papermill
from ipykernel.ipkernel import IPythonKernel
from ipykernel.zmqshell import ZMQInteractiveShell
from jupyter_client.session import Session
from papermill.engines import Engine, NotebookExecutionManager, papermill_engines
from traitlets.config import Config

from smallbert.book import child, clean
from smallbert.data import files

ENGINE = "inside"
"""The name by which papermill is asked for the engine of this module."""


def execute(job: child.Job, *, home: str, begins: Callable[[int], None]) -> None:
    """Execute a notebook in this process, which is thrown away afterwards.

    Parameters
    ----------
    job : smallbert.book.child.Job
    home : str
        A folder for what a shell writes for itself.
    begins : callable
        Given the index of each cell just before it runs.

    Raises
    ------
    papermill.exceptions.PapermillExecutionError
        A cell failed.
    """
    papermill.execute_notebook(
        str(job.notebook),
        str(job.staged),
        parameters=job.parameters,
        engine_name=ENGINE,
        kernel_name=clean.KERNEL,
        progress_bar=False,
        request_save_on_cell_execute=False,
        home=home,
        begins=begins,
    )


class Inside(Engine):
    """Papermill's way to this process."""

    @classmethod
    def execute_managed_notebook(
        cls,
        nb_man: NotebookExecutionManager,
        kernel_name: str,
        *,
        home: str,
        begins: Callable[[int], None],
        **_,
    ) -> None:
        """Run all cells until one fails."""
        session = Outputs()
        out, err = Stream(session, "stdout"), Stream(session, "stderr")
        nb_man.nb.metadata["language_info"] = IPythonKernel.language_info
        shell = _shell(session, home)
        with files.steady(), redirect_stdout(out), redirect_stderr(err):
            for index, cell in enumerate(nb_man.nb.cells):
                if cell.cell_type != "code":
                    continue
                cell.outputs = session.begin()
                if cell.source.strip():
                    begins(index)
                    cell.execution_count = shell.execution_count
                    if not shell.run_cell(cell.source, store_history=True).success:
                        break


def _shell(session: "Outputs", folder: str) -> ZMQInteractiveShell:
    """Return a shell that remembers no history and has none of the user's start-up files."""
    settings = Config({"HistoryManager": {"enabled": False}})
    shell = ZMQInteractiveShell.instance(config=settings, ipython_dir=folder)
    for sender in (shell.displayhook, shell.display_pub):
        sender.session = session
    child.show_frames(shell)
    return shell


class Outputs(Session):
    """A session that keeps what a shell sends, as outputs of a cell."""

    def begin(self) -> list:
        """Return the list to which outputs come from now on."""
        self.kept = []
        return self.kept

    def send(self, stream, msg_or_type, content=None, parent=None, ident=None, **_) -> None:
        """Keep a message, given whole or as its type and content."""
        if not isinstance(msg_or_type, str):
            msg_or_type, content = msg_or_type["msg_type"], msg_or_type["content"]
        content.pop("transient", None)
        sent = self.unpack(self.pack(content))  # images and the like are text from here on
        self.kept.append(nbformat.from_dict({"output_type": msg_or_type, **sent}))


class Stream(io.TextIOBase):
    """Standard output or error: text that comes in a row is one output."""

    def __init__(self, session: Outputs, name: str):
        self._session, self.name = session, name

    def write(self, text: str) -> int:
        """Add text to the outputs of the cell."""
        kept = self._session.kept
        if text and not (kept and kept[-1].get("name") == self.name):
            self._session.send(None, "stream", {"name": self.name, "text": ""})
        if text:
            kept[-1].text += text
        return len(text)


papermill_engines.register(ENGINE, Inside)
