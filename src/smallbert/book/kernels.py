"""Kernels for papermill: forked from a server that has everything imported, or started cold.

The fork goes through `jupyter_client`'s own hook, a kernel provisioner, so that nbclient and
papermill meet a kernel like any other.
"""

import asyncio
import contextlib
import multiprocessing
import os
import queue
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from multiprocessing import forkserver
from multiprocessing.process import BaseProcess
from pathlib import Path

from jupyter_client.asynchronous import AsyncKernelClient
from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import AsyncKernelManager
from jupyter_client.provisioning.local_provisioner import LocalProvisioner
from traitlets import Type

from smallbert.book import child, machine
from smallbert.data import files

PROVISIONER = "smallbert-fork"
"""Name of the provisioner's entry point in ``pyproject.toml``."""

START_WITHIN = 120
"""Seconds for the server to import everything, make the common tables and fork."""

_starting = threading.Lock()
_made_of: list[tuple[str, int]] = []
"""The files of the data, and when each was written, as the server found them."""
_running: set["AsyncKernelManager"] = set()


def can_fork() -> bool:
    """Tell whether kernels may be forked: not on Windows, nor by default on macOS."""
    return sys.platform.startswith("linux")


def _server(*more: str):
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["smallbert.book.warm", *more])
    return context


def warm_up() -> None:
    """Start the server from which kernels are forked; it prepares while the caller goes on.

    One that made its tables of older data gives way: each of its kernels would make them anew.
    """
    if can_fork():
        machine.prepare()
        if (now := files.every()) != _made_of:
            _made_of[:] = now
            _end_server(wait=True)
        _server("smallbert.book.ready")
        forkserver.ensure_running()


class QuickClient(AsyncKernelClient):
    """A client that does not wait for silence once its kernel has answered.

    The usual one listens for another fifth of a second, to throw away what the kernel says
    of its start; nbclient passes over that anyway.
    """

    async def wait_for_ready(self, timeout: float | None = None) -> None:
        """Return once the kernel answers and its messages arrive.

        Raises
        ------
        RuntimeError
            The kernel died or did not answer in `timeout` seconds.
        """
        deadline = time.monotonic() + (timeout or float("inf"))
        while time.monotonic() < deadline:
            self.kernel_info()
            with contextlib.suppress(queue.Empty):
                reply = await self.shell_channel.get_msg(timeout=0.5)
                await self.iopub_channel.get_msg(timeout=0.2)
                if reply["msg_type"] == "kernel_info_reply":
                    self._handle_kernel_info_reply(reply)
                    return
            if not await self.is_alive():
                raise RuntimeError("the kernel died at its start")
        raise RuntimeError(f"the kernel did not answer in {timeout} s")


def _end_server(*, wait: bool = False) -> None:
    """Kill the server, which may be stopped: a start that waits for it then fails."""
    server = forkserver._forkserver._forkserver_pid
    with contextlib.suppress(ProcessLookupError, ChildProcessError, TypeError):  # gone, or none
        os.kill(server, signal.SIGKILL)
        if wait:
            os.waitid(os.P_PID, server, os.WEXITED | os.WNOWAIT)


def _fork(target: Callable, environment: dict[str, str], folder: str, *more) -> BaseProcess:
    """Return a process that the server forks for this one."""
    with _starting:
        limit = threading.Timer(START_WITHIN, _end_server)
        limit.start()
        try:
            arguments = (os.getpid(), environment, folder, *more)
            process = _server().Process(target=target, args=arguments)
            process.start()
            return process
        except EOFError:
            raise RuntimeError("what forks kernels was ended; build again") from None
        finally:
            limit.cancel()


def ask(question: Callable[[], object]):
    """Return what a function returns in a fork of the server, which has the common tables made.

    Where no fork gives an answer, it is called here, and says by itself what is wrong.
    """
    ours, theirs = multiprocessing.Pipe(duplex=False)
    try:
        process = _fork(child.answer, dict(os.environ), os.getcwd(), question, theirs)
    except RuntimeError:
        return question()
    theirs.close()
    try:
        return ours.recv()
    except EOFError:
        return question()
    finally:
        process.kill()
        process.join()


class Forked:
    """A forked kernel's process, with the part of `subprocess.Popen` that provisioners use."""

    stdin = stdout = stderr = None

    def __init__(self, connection_file: str, environment: dict[str, str], folder: str):
        self._process = _fork(child.serve, environment, folder, connection_file)
        self.pid = self._process.pid

    def poll(self) -> int | None:
        """Return the exit status, or None while the kernel runs."""
        return self._process.exitcode

    def wait(self) -> int:
        """Wait for the end and return the exit status."""
        self._process.join()
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        """Send a signal to the process."""
        os.kill(self.pid, number)

    def kill(self) -> None:
        """End the process at once."""
        self._process.kill()

    def terminate(self) -> None:
        """Ask the process to end."""
        self._process.terminate()


class ForkProvisioner(LocalProvisioner):
    """Start kernels by a fork instead of a command; all else is as for local kernels."""

    async def launch_kernel(self, cmd: list[str], **options) -> dict:
        """Fork a kernel; `cmd` is not run."""
        environment, folder = options["env"], options.get("cwd") or os.getcwd()
        self.process = Forked(self.parent.connection_file, dict(environment), folder)
        self.pid = self.process.pid
        self.pgid = self.pid  # the child leads a session of its own
        return self.connection_info


def manager(
    *, cold: bool, reads: Path | None = None, started: Callable | None = None
) -> type[AsyncKernelManager]:
    """Return the class of kernel manager for one execution.

    Parameters
    ----------
    cold : bool
        Start a new Python instead of a fork.
    reads : pathlib.Path, optional
        Receives the paths of the data that the kernel reads.
    started : callable, optional
        Called with the manager of the kernel, once there is one.
    """
    command = [sys.executable, "-m", "smallbert.book.child", "-f", "{connection_file}"]
    metadata = {} if cold else {"kernel_provisioner": {"provisioner_name": PROVISIONER}}
    environment = {child.READS: str(reads)} if reads else {}
    spec = KernelSpec(argv=command, language="python", metadata=metadata, env=environment)

    class PrivateManager(AsyncKernelManager):
        """Kernels that talk through sockets in a folder that only this user can enter."""

        client_factory = Type(QuickClient)
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
            if started:
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
    """Kill this process's kernels until no job runs: one may just have been starting.

    What waits for them is cancelled; by itself it would look for dead kernels once a second.
    """
    told = set()
    while not all(job.done() for job in jobs):
        if _starting.locked():
            _end_server()
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
