"""The command behind ``make speed``: measure, then write the record below ``_build/speed``."""

import os
import statistics
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path

import click
from tqdm import tqdm

from experiments.bench import machine
from experiments.speed import measure, record, session
from experiments.speed.arms import Run
from experiments.speed.plan import runs
from smallbert import paths
from smallbert.errors import UsageError, UserError


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--repeats", default=31, show_default=True, help="Rounds that count.")
@click.option("--threads", default=os.cpu_count(), show_default=True, help="Of one product.")
@click.option("--arm", "wanted", multiple=True, help="Repeatable; all, if none is named.")
@click.option("--trial", is_flag=True, help="Print medians and record nothing.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="[_build/speed]")
def main(repeats: int, threads: int, wanted: tuple, trial: bool, out: Path | None) -> None:
    """Measure the documents' shapes and write _build/speed; a stopped measurement goes on."""
    try:
        run(repeats, threads, wanted, trial, out or paths.build() / "speed")
    except UserError as error:
        click.echo(str(error), err=True)
        sys.exit(error.status)
    except KeyboardInterrupt:
        click.echo("stopped; finished rounds are kept, the next call goes on", err=True)
        sys.exit(130)


def run(repeats: int, threads: int, wanted: tuple, trial: bool, out: Path) -> None:
    """Check the wishes, measure, and print or record.

    Raises
    ------
    UserError
        A wish cannot be met, or PyTorch is not installed.
    """
    plan = runs(*wanted)
    if not trial and (repeats < measure.LEAST or wanted):
        what = f"{repeats} rounds of {len(plan)} runs" if wanted else f"{repeats} rounds"
        raise UsageError(f"{what}: a record needs {measure.LEAST} and all arms; add --trial")
    if repeats < 1 or threads < 1:
        raise UsageError(f"--repeats {repeats}, --threads {threads}; give 1 or more")
    about = _machine(threads)
    kept = out / "unfinished.json"
    names = [each.name for each in plan]
    state = None if trial else record.unfinished(kept, about, names)
    if kept.exists() and not (state or trial):
        click.echo(f"{kept} is of other code, another machine or other arms: begun anew", err=True)
    state = state or {"machine": about, "times": {name: [] for name in names}, "parts": {}}
    _measure(plan, state, repeats, threads, None if trial else kept)
    if trial:
        for name, seconds in state["times"].items():
            click.echo(f"{name:36}{1000 * statistics.median(seconds):10.2f} ms")
        return
    more = {"date": date.today().isoformat(), "rounds": str(len(state["times"][names[0]]))}
    record.write(
        out, plan, times=state["times"], parts=state["parts"], machine=state["machine"] | more
    )
    kept.unlink()
    click.echo(f"written to {out}; to publish it: cp {out}/*.csv data/sources/speed")


def _measure(plan: list[Run], state: dict, repeats: int, threads: int, kept: Path | None) -> None:
    """Add the missing rounds to the state, and keep it after each."""
    done = len(next(iter(state["times"].values())))
    if done >= repeats:
        return
    calls = session.prepare(plan, threads=threads, told=_tell)
    with tqdm(total=repeats, initial=done, unit="round", disable=None) as bar:
        measure.rounds(
            calls, repeats=repeats - done, seed=done, after=_gather(plan, state, kept, bar.update)
        )


def _gather(plan: list[Run], state: dict, kept: Path | None, told: Callable) -> Callable:
    """Return what is done after each round: its times and laps join the state."""
    parted = [each.name for each in plan if each.arm.name in session.PARTED]

    def after(times: measure.Times, results: dict) -> None:
        for name, seconds in times.items():
            state["times"][name].append(seconds[-1])
        for name in parted:
            for component, seconds in results[name].items():
                state["parts"].setdefault(name, {}).setdefault(component, []).append(seconds)
        if kept:
            record.keep(kept, state)
        told()

    return after


def _machine(threads: int) -> dict[str, str]:
    """Describe what the times depend on."""
    torch = session.require_torch()
    return machine() | {
        "threads": str(threads),
        "torch": torch.__version__,
        "instructions": torch.backends.cpu.get_cpu_capability(),
        "code": record.code_hash(),
    }


def _tell(name: str) -> None:
    click.echo(f"building {name}", err=True)


if __name__ == "__main__":
    main()
