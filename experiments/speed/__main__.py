"""The command behind ``make speed``: build the models, time them in portions, write the tables."""

import shutil
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import click

from experiments.speed import files, models, portions, readings, tables
from smallbert import paths
from smallbert.errors import UsageError, UserError, of_machine

SMALL = ("bert-base", "bert-mini", "minilm-6-384", "distilbert", "mobilebert-released")
"""Models of ``--small``: at 128 tokens, one thread, in 32 and 8 bits."""

ROOM = 15e9
"""Bytes that all files of the models take."""

COMMITTED = "data/sources/stopwatch"


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--small", is_flag=True, help="Time a few models and compare them with the book's.")
@click.option("--minutes", type=float, help="Begin nothing after so many; without, run to the end.")
@click.option("--only", default="*", help="Settings of this pattern, such as '*-one'.")
@click.option("--tables", "write_only", is_flag=True, help="Write the tables of what is read.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="[_build/speed]")
def main(small: bool, minutes: float | None, only: str, write_only: bool, out: Path | None) -> None:
    """Time what is not timed yet; stopped at any time, it goes on where it was."""
    try:
        if minutes is not None and minutes <= 0:
            raise UsageError(f"--minutes {minutes:g}; give more than 0")
        chosen = portions.settings(only)
        out = out or paths.build() / "speed"
        require_packages()
        if small:
            return compare(out / "small")
        if not write_only:
            until = time.time() + 60 * minutes if minutes else float("inf")
            timed, every = models.timed(), models.every().values()
            others = [each for each in every if each.built and each not in timed]
            how = {"processes": portions.PROCESSES, "until": until}
            whole = measure(timed, chosen, out, others=others, **how)
            click.echo("all is measured" if whole else "time is up; the rest is not measured")
        tables.write(out)
        names = " ".join(f"{out}/{name}.csv" for name in ("models", "times", "machine"))
        click.echo(f"to publish: cp {names} {COMMITTED}")
    except UserError as error:
        click.echo(str(error), err=True)
        sys.exit(error.status)
    except OSError as error:
        if not (line := of_machine(error)):
            raise
        click.echo(line, err=True)
        sys.exit(1)


def require_packages() -> None:
    """Refuse to measure where one of the packages is missing."""
    for name in tables.PACKAGES:
        if not find_spec(name):
            raise UserError(f"{name} is not installed; make speed installs it and measures")


def measure(
    timed: list, chosen: list, out: Path, *, others: list = (), processes: int, until: float
) -> bool:
    """Build and time, and weigh the others; return whether all is done, else the time is up.

    Others are weighed after the first process of each setting: times matter more.
    """
    out.mkdir(parents=True, exist_ok=True)
    if not (out / "built.csv").exists() and shutil.disk_usage(out).free < ROOM:
        raise UserError(f"{out}: less than {ROOM / 1e9:.0f} GB are free; free some space")
    how = {"until": until, "tell": readings.tell}
    return (
        build(timed, out, keep=True, **how)
        and portions.run_all(timed, chosen, out, processes=1, **how)
        and build([*others], out, keep=False, **how)
        and portions.run_all(timed, chosen, out, processes=processes, **how)
    )


def build(every: list, out: Path, **how) -> bool:
    """Build models; return whether all are built, else the time is up."""
    if files.missing(every, out):
        portions.in_child(files.build_all, every, out, **how)
    return not files.missing(every, out)


def compare(out: Path) -> None:
    """Time a few models anew and say how far their ratios are from the committed ones."""
    book = paths.root() / COMMITTED / "times.csv"
    if not book.exists():
        raise UserError(f"{book} is missing: no times to compare with; run make speed first")
    shutil.rmtree(out, ignore_errors=True)
    every = [models.every()[key] for key in SMALL]
    short = [portions.Setting("onnxruntime", bits, 1, ((1, 128),)) for bits in files.BITS]
    if not measure(every, short, out, processes=2, until=time.time() + 300):
        raise UserError("five minutes are over and not all is timed; free the processor")
    new = tables.of_times(readings.read(out / "readings.csv"))
    for line in tables.compare(new, tables.load(book)):
        click.echo(line)


if __name__ == "__main__":
    main()
