"""The command behind ``make compress``: fetch, run the grid, compare with what is committed."""

import os
import shutil
import statistics
import sys
import time
from pathlib import Path

import click
from scipy import stats

from experiments.compress import arms, packages, record, tasks
from smallbert import paths
from smallbert.errors import UsageError, UserError, of_machine

RATES = (5e-5, 1e-4, 2e-4)
"""Learning rates of which the baseline's is chosen, once for all."""

SMALL = ("baseline", "post-8", "post-4", "post-2", "cut-50", "layers-3", "aware-2")
"""Arms of ``make compress-small``, on SENT at the first seed."""

SURE = 0.95
"""Chance that all scores of ``make compress-small`` lie in their bands, if nothing has changed."""

ROOM = 2_000_000_000
"""Bytes that must be free before anything is run: stored models of a seed take them."""


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--prepare", is_flag=True, help="Fetch encoder and texts, write tasks.csv, and end.")
@click.option("--small", is_flag=True, help="Run a few arms and compare them with the book's.")
@click.option("--times", is_flag=True, help="Time the arms' shapes, write times and timed.csv.")
@click.option("--minutes", default=150.0, show_default=True, help="Begin no arm after so many.")
@click.option("--seeds", default=3, show_default=True, help="From 1; all arms at one, then next.")
@click.option("--task", "names", multiple=True, help="Repeatable; all, if none is named.")
@click.option("--arm", "wanted", multiple=True, help="Repeatable; all, if none is named.")
@click.option("--threads", default=os.cpu_count(), show_default=True)
@click.option("--device", type=click.Choice(["cpu", "cuda"]), default="cpu", show_default=True)
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="[_build/compress]")
def main(prepare, small, times, minutes, seeds, names, wanted, threads, device, out) -> None:
    """Run what is not measured yet; stopped at any time, it goes on where it was."""
    try:
        if minutes <= 0 or seeds < 1 or threads < 1:
            what = f"--minutes {minutes:g}, --seeds {seeds}, --threads {threads}"
            raise UsageError(f"{what}; give more than 0")
        out = out or paths.build() / "compress" / ("small" if small else "results")
        if small and not record.read(record.committed(), "runs"):
            raise UserError("no results are committed to compare with; run make compress first")
        packages.fetch()
        if prepare:
            return describe(out)
        require_torch(device).set_num_threads(threads)
        from experiments.compress import running

        machine = running.machine(threads, device)
        if times:
            from experiments.compress import latency

            for name, rows in latency.tables(machine["processor"]).items():
                record.write(out / f"{name}.csv", rows)
            return click.echo(f"to publish: cp {out}/time*.csv {record.committed()}")
        done = record.Record(out, begin=not small)
        if shutil.disk_usage(done.folder).free < ROOM:
            raise UserError(f"{out}: less than 2 GB are free; free some space")
        names, wanted = names or tuple(tasks.MAKERS), wanted or tuple(arms.plan())
        if small:
            names, wanted, seeds = ("sent",), SMALL, 1
        until = time.time() + 60 * minutes
        how = {"device": device, "machine": machine, "tell": click.echo, "until": until}
        rate = running.rate(done, RATES, **how)
        every = range(1, seeds + 1), names, wanted
        whole = rate and running.grid(done, rate, *every, **how)
        if small and whole:
            return compare(done)
        click.echo(f"{'all arms are' if whole else 'time is up; the rest is not'} measured")
        click.echo(f"to publish: cp {out}/*.csv {record.committed()}")
    except UserError as error:
        click.echo(str(error), err=True)
        sys.exit(error.status)
    except OSError as error:
        if not (line := of_machine(error)):
            raise
        click.echo(line, err=True)
        sys.exit(1)


def require_torch(device: str):
    """Return PyTorch, if it and the device are there."""
    try:
        import torch
    except ImportError:
        what = "PyTorch is not installed"
        raise UserError(f"{what}; make compress installs it and measures") from None
    if device == "cuda" and not torch.cuda.is_available():
        raise UserError("--device cuda: PyTorch finds no GPU here; leave it out")
    return torch


def describe(out: Path) -> None:
    """Write ``tasks.csv``: what each test holds, and what needs no encoder reaches there."""
    rows = []
    for task in map(tasks.task, tasks.MAKERS):
        for test, (majority, ngrams) in tasks.ngrams(task).items():
            row = {"row": f"{task.name}-{test}", "task": task.name, "test": test}
            row |= {"meaning": task.meaning, "package": task.package, "sha256": task.sha256}
            row |= {"classes": task.classes, "items": len(task[test])}
            rows.append(row | {"majority": f"{majority:.2f}", "ngrams": f"{ngrams:.2f}"})
            click.echo(f"{row['row']:14}{majority:8.2f} %{ngrams:8.2f} %")
    record.write(out / "tasks.csv", rows)


def compare(done: record.Record) -> None:
    """Say of each score whether it lies in the band of the committed ones; fail if one does not."""
    committed = record.read(record.committed(), "answers")
    known, new = scores(committed), scores(done.tables["answers"])
    missed = 0
    for (arm, test), (score,) in new.items():
        low, high = band(known[arm, test], [known[each, test] for each in SMALL], looks=len(new))
        inside = low <= score <= high
        missed += not inside
        where = "in" if inside else "NOT in"
        click.echo(f"{arm:10} {test:7} {score:.2f} % {where} the band from {low:.1f} to {high:.1f}")
    if missed:
        raise UserError(f"{missed} scores are outside the committed band; compare machines.csv")


def scores(answers: dict[str, dict]) -> dict[tuple[str, str], list[float]]:
    """Return the scores on SENT of each arm's runs, by arm and test."""
    found = {}
    for row in answers.values():
        task, _, arm = row["run"].split("-", 2)
        if task == "sent":
            found.setdefault((arm, row["test"]), []).append(float(row["accuracy"]))
    return found


def band(found: list[float], of_test: list[list[float]], *, looks: int) -> tuple[float, float]:
    """Return between which scores one more run of an arm should lie, as the committed ones scatter.

    It is a prediction interval: seeds scatter alike for the arms of a test, so that their variance
    is taken from all of them (`of_test`), and of `looks` such intervals all hold at once (`SURE`,
    by Bonferroni).
    """
    free = sum(len(each) - 1 for each in of_test)
    spread = sum(statistics.variance(each) * (len(each) - 1) for each in of_test if each[1:])
    if not free:
        raise UserError("one seed is committed, and no band can be told from it; run more seeds")
    quantile = stats.t.ppf(1 - (1 - SURE) / 2 / looks, free)
    half = quantile * (spread / free * (1 + 1 / len(found))) ** 0.5
    return statistics.mean(found) - half, statistics.mean(found) + half


if __name__ == "__main__":
    main()
