"""The command behind ``make speed-zeros``: zeros, factors, 8 bits and shares of components.

It measures our own encoder, which can be made in ways that no released implementation can.
"""

import os
import statistics
import sys
from pathlib import Path

import click
from tqdm import tqdm

from experiments.speed import measure, record, session
from experiments.speed.plan import runs
from smallbert import paths
from smallbert.errors import UsageError, UserError


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--repeats", default=31, show_default=True, help="Rounds that count.")
@click.option("--threads", default=os.cpu_count(), show_default=True, help="Of one product.")
@click.option("--arm", "wanted", multiple=True, help="Repeatable; all, if none is named.")
@click.option("--trial", is_flag=True, help="Print medians and record nothing.")
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), help="[_build/speed/zeros]"
)
def main(repeats: int, threads: int, wanted: tuple, trial: bool, out: Path | None) -> None:
    """Measure the documents' shapes and write _build/speed/zeros."""
    try:
        run(repeats, threads, wanted, trial, out or paths.build() / "speed" / "zeros")
    except UserError as error:
        click.echo(str(error), err=True)
        sys.exit(error.status)


def run(repeats: int, threads: int, wanted: tuple, trial: bool, out: Path) -> None:
    """Check the wishes, measure, and print or record."""
    plan = runs(*wanted)
    if not trial and (repeats < measure.LEAST or wanted):
        what = f"{repeats} rounds of {len(plan)} runs" if wanted else f"{repeats} rounds"
        raise UsageError(f"{what}: a record needs {measure.LEAST} and all arms; add --trial")
    if repeats < 1 or threads < 1:
        raise UsageError(f"--repeats {repeats}, --threads {threads}; give 1 or more")
    about = record.machine(threads)
    calls = session.prepare(plan, threads=threads, told=_tell)
    parts = {each.name: {} for each in plan if each.arm.name in session.PARTED}
    with tqdm(total=repeats, unit="round", disable=None) as bar:

        def after(_, results: dict) -> None:
            for name, components in parts.items():
                for component, seconds in results[name].items():
                    components.setdefault(component, []).append(seconds)
            bar.update()

        times = measure.rounds(calls, repeats=repeats, after=after)
    if trial:
        for name, seconds in times.items():
            click.echo(f"{name:36}{1000 * statistics.median(seconds):10.2f} ms")
        return
    record.write(out, plan, times=times, parts=parts, machine=about | {"rounds": str(repeats)})
    click.echo(f"written to {out}; to publish it: cp {out}/*.csv data/sources/speed")


def _tell(name: str) -> None:
    click.echo(f"building {name}", err=True)


if __name__ == "__main__":
    main()
