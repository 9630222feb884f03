"""How the commands take parameters, and how they end: a user's error is one line and a status."""

import os
import signal
from pathlib import Path

import click

from smallbert import paths
from smallbert.errors import UserError, of_machine

STOPS = ("SIGINT", "SIGTERM", "SIGHUP")
"""Ctrl-C and its like; one that is ignored, as by nohup, stays so."""


class Group(click.Group):
    """Commands whose user errors end in one line and the right status."""

    def invoke(self, ctx: click.Context):
        """Run a command; a user's error becomes a line on stderr, SIGTERM is as Ctrl-C."""
        os.environ["MPLBACKEND"] = "agg"  # wherever it was started, no window opens
        if not __debug__:
            click.echo(
                "Python runs without assertions; unset PYTHONOPTIMIZE, leave out -O", err=True
            )
            ctx.exit(1)
        if line := _nowhere(ctx.args):
            click.echo(line, err=True)
            ctx.exit(1)
        for name in STOPS:
            if (each := getattr(signal, name, None)) and signal.getsignal(each) != signal.SIG_IGN:
                signal.signal(each, signal.default_int_handler)
        try:
            return super().invoke(ctx)
        except UserError as error:
            click.echo(str(error), err=True)
            ctx.exit(error.status)
        except OSError as error:
            if not (line := of_machine(error)):
                raise
            click.echo(line, err=True)
            ctx.exit(1)
        except KeyboardInterrupt:
            click.echo("stopped; finished notebooks are kept", err=True)
            ctx.exit(130)


def _nowhere(words: list[str]) -> str:
    """Return why no command can work here, or nothing; help it can always give."""
    try:
        Path.cwd()
    except FileNotFoundError:
        return "the working folder was deleted; change to one that exists"
    if {"-h", "--help"} & set(words) or (paths.data() / "sources").is_dir():
        return ""
    return (
        f"no data at {paths.data()}; run this in a clone of the book's repository, installed as "
        "its README says, or name one in SMALLBERT_ROOT"
    )


class WithParameters(click.Command):
    """A command whose ``-p`` takes ``NAME VALUE`` and ``NAME=VALUE``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Split what follows ``-p`` at its first equals sign."""
        parted, value = [], False
        for word in args:
            at_name = bool(parted) and parted[-1] in ("-p", "--parameter") and not value
            value = at_name and "=" not in word
            parted += word.split("=", 1) if at_name else [word]
        return super().parse_args(ctx, parted)
