"""Kernels for papermill that start cold, each a new Python: what forks are held against."""

import asyncio
import contextlib
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from pathlib import Path

from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import AsyncKernelManager

from smallbert.book import child, forks, machine

_running: set["AsyncKernelManager"] = set()


def manager(reads: Path | None, started: Callable) -> type[AsyncKernelManager]:
    """Return the class of kernel manager for one execution.

    Parameters
    ----------
    reads : pathlib.Path, optional
        Receives the paths of the data that the kernel reads.
    started : callable
        Called with the manager of the kernel, once there is one.
    """
    command = [sys.executable, "-m", "smallbert.book.child", "-f", "{connection_file}"]
    environment = {child.READS: str(reads)} if reads else {}
    spec = KernelSpec(argv=command, language="python", env=environment)

    class PrivateManager(AsyncKernelManager):
        """Kernels that talk through sockets in a folder that only this user can enter."""

        kernel_spec = spec

        def __init__(self, **options):
            super().__init__(**options)
            if sys.platform != "win32":
                self.transport = "ipc"
                self._sockets = tempfile.mkdtemp(dir=machine.own_folder())
                self.ip = os.path.join(self._sockets, "k")
                self.connection_file = os.path.join(self._sockets, "kernel.json")
                spec.env["IPYTHONDIR"] = self._sockets  # none of the user's start-up files
            _running.add(self)
            started(self)

        async def _async_pre_start_kernel(self, **options):
            self.loop = asyncio.get_running_loop()
            return await super()._async_pre_start_kernel(**options)

        async def _async_cleanup_resources(self, restart: bool = False) -> None:
            await super()._async_cleanup_resources(restart=restart)
            _running.discard(self)
            if not restart and hasattr(self, "_sockets"):
                shutil.rmtree(self._sockets, ignore_errors=True)

    return PrivateManager


def kill(one: AsyncKernelManager) -> None:
    """End a kernel and its children at once; its execution then fails."""
    provisioner = one.provisioner
    process = getattr(provisioner, "process", None)
    if process is None:
        return
    with contextlib.suppress(ProcessLookupError):
        process.kill()  # it may not lead a group yet
    with contextlib.suppress(ProcessLookupError, AttributeError):  # Windows has no groups
        os.killpg(process.pid, signal.SIGKILL)


def end(jobs: Iterable[Future]) -> None:
    """Kill this process's kernels and forks until no job runs: one may just have been starting.

    What waits for them is cancelled; by itself it would look for dead kernels once a second.
    """
    told = set()
    while not all(job.done() for job in jobs):
        forks.stop()
        for one in list(_running):
            kill(one)
            if one not in told and (loop := getattr(one, "loop", None)):
                told.add(one)
                with contextlib.suppress(RuntimeError):  # it has just been closed
                    loop.call_soon_threadsafe(_cancel, loop)
        time.sleep(0.05)


def _cancel(loop: asyncio.AbstractEventLoop) -> None:
    for task in asyncio.all_tasks(loop):
        task.cancel()
