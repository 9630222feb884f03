"""Execute notebooks with papermill: several at once, and only those that changed."""

import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

import nbformat
import papermill
from jupyter_client.manager import AsyncKernelManager
from nbclient.exceptions import CellTimeoutError, DeadKernelError
from papermill.exceptions import PapermillExecutionError
from tqdm import tqdm

from smallbert import paths
from smallbert.faults import UserError

CELL_TIMEOUT = 300
"""Seconds after which a cell counts as hung."""


class PrivateKernelManager(AsyncKernelManager):
    """Kernels that talk through a private folder, where the system has such sockets."""

    def __init__(self, **options):
        super().__init__(**options)
        if sys.platform != "win32":
            self.transport = "ipc"
            self._sockets = tempfile.mkdtemp(prefix="sb-")
            self.ip = os.path.join(self._sockets, "k")

    async def _async_cleanup_resources(self, restart: bool = False) -> None:
        await super()._async_cleanup_resources(restart=restart)
        if not restart and hasattr(self, "_sockets"):
            shutil.rmtree(self._sockets, ignore_errors=True)


def notebooks() -> list[Path]:
    """Return the book's notebooks, in alphabetical order."""
    return sorted((paths.root() / "notebooks").glob("*.ipynb"))


def find(name: str) -> Path:
    """Return the notebook called `name`, with or without its ending.

    Raises
    ------
    UserError
        There is none; the message lists those that exist.
    """
    stem = Path(name).stem if name.endswith(".ipynb") else name
    for path in notebooks():
        if path.stem == stem:
            return path
    names = ", ".join(path.stem for path in notebooks())
    raise UserError(f"notebook {name!r} is unknown; use one of {names}")


def execute(notebook: Path, output: Path, parameters: dict | None = None) -> None:
    """Execute one notebook; `output` appears only when every cell succeeded.

    Parameters
    ----------
    notebook, output : pathlib.Path
    parameters : dict, optional
        Values that replace the notebook's defaults; see `smallbert.parameters.convert`.

    Raises
    ------
    UserError
        A cell failed, wrote a warning to stderr, or a cell did not run.
    """
    output.parent.mkdir(parents=True, exist_ok=True)
    staged = output.with_suffix(".part.ipynb")
    try:
        papermill.execute_notebook(
            str(notebook),
            str(staged),
            parameters=parameters or {},
            kernel_name="python3",
            progress_bar=False,
            request_save_on_cell_execute=False,
            execution_timeout=CELL_TIMEOUT,
            kernel_manager_class=PrivateKernelManager,
        )
        _require_clean(notebook, staged)
        os.replace(staged, output)
    except PapermillExecutionError as error:
        message = f"{error.ename}: {error.evalue}".splitlines()[0]
        raise UserError(f"{_shown(notebook)}: cell {error.cell_index + 1}: {message}") from None
    except CellTimeoutError:
        raise UserError(f"{_shown(notebook)}: a cell took over {CELL_TIMEOUT} s") from None
    except DeadKernelError:
        raise UserError(f"{_shown(notebook)}: its kernel died; run it alone to see why") from None
    finally:
        staged.unlink(missing_ok=True)


def _shown(notebook: Path) -> str:
    inside = notebook.is_relative_to(paths.root())
    return str(notebook.relative_to(paths.root()) if inside else notebook)


def _require_clean(notebook: Path, executed: Path) -> None:
    """Refuse what Jupyter Book would publish without a word: errors, warnings, gaps."""
    cells = [cell for cell in nbformat.read(executed, as_version=4).cells if cell.source.strip()]
    code = [cell for cell in cells if cell.cell_type == "code"]
    for number, cell in enumerate(code, start=1):
        where = f"{_shown(notebook)}: code cell {number}"
        if cell.execution_count != number:
            raise UserError(f"{where} did not run in order; run the whole notebook")
        for output in cell.outputs:
            if output.output_type == "error":
                raise UserError(f"{where}: {output.ename}: {output.evalue}")
            if output.get("name") == "stderr":
                raise UserError(f"{where} wrote to stderr: {output.text.strip().splitlines()[0]}")


def execute_all(chosen: Iterable[Path], *, folder: Path) -> list[Path]:
    """Execute the notebooks that changed since `folder` was last written.

    Parameters
    ----------
    chosen : iterable of pathlib.Path
    folder : pathlib.Path
        Receives each executed notebook, and beside it the key of what it was made from.

    Returns
    -------
    list of pathlib.Path
        The notebooks that were executed now.

    Raises
    ------
    UserError
        Notebooks failed: a line for each. The others are kept.
    """
    chosen = list(chosen)
    shared = _shared_key()
    stale = [each for each in chosen if not _is_fresh(each, folder, shared)]
    failures = []
    bar = tqdm(total=len(stale), unit="notebook", disable=not stale)
    with bar, ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = {pool.submit(execute, each, folder / each.name): each for each in stale}
        waiting = [each.stem for each in stale]
        bar.set_description(" ".join(waiting[: os.cpu_count()]))
        for job in as_completed(jobs):
            notebook = jobs[job]
            waiting.remove(notebook.stem)
            bar.set_description(" ".join(waiting[: os.cpu_count()]) or "done")
            bar.update()
            if error := job.exception():
                if not isinstance(error, UserError):
                    raise error
                failures.append(str(error))
            else:
                _key_file(notebook, folder).write_text(_key(notebook, shared))
    if failures:
        raise UserError("\n".join(sorted(failures)))
    return stale


def _key_file(notebook: Path, folder: Path) -> Path:
    return folder / f"{notebook.stem}.key"


def _is_fresh(notebook: Path, folder: Path, shared: str) -> bool:
    key = _key_file(notebook, folder)
    there = (folder / notebook.name).is_file() and key.is_file()
    return there and key.read_text() == _key(notebook, shared)


def _key(notebook: Path, shared: str) -> str:
    return hashlib.sha256(shared.encode() + notebook.read_bytes()).hexdigest()


def _shared_key() -> str:
    """Return a hash of what every notebook may depend on: data, package, lock, Python."""
    root, state = paths.root(), hashlib.sha256(sys.version.encode())
    files = [root / "requirements.txt", *root.glob("data/**/*"), *root.glob("src/smallbert/**/*")]
    for path in sorted(files):
        if path.is_file() and "__pycache__" not in path.parts:
            state.update(str(path.relative_to(root)).encode() + path.read_bytes())
    return state.hexdigest()
