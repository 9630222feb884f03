"""The command behind ``make compress``: fetch, run what is due, compare with what is committed."""

import os
import shutil
import statistics
import sys
import time
from contextlib import contextmanager
from itertools import product
from pathlib import Path

import click
from scipy import stats

from experiments.compress import arms, packages, record, tasks
from smallbert import paths
from smallbert.errors import UsageError, UserError, of_machine

GRID_RATES = (5e-5, 1e-4, 2e-4)
"""Learning rates of which the baseline's is chosen, once for all arms of the grid."""

SMALL = (
    *((1, "order", name) for name in ("baseline", "layers-3", "cut-50", "post-2")),
    *((1, "sense", name) for name in ("baseline", "layers-3", "cut-50", "post-2")),
    *((1, "sent", name) for name in ("layers-3", "layers-1")),
)
"""Seeds, tasks and arms of ``make compress-small``, the longest first."""

SURE = 0.95
"""Chance that all scores of ``make compress-small`` lie in their bands, if nothing has changed."""

ROOM = 4_000_000_000
"""Bytes that must be free before anything is run: stored models of a seed take them."""

STAGES = ("grid", "equal")


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("stage", type=click.Choice(STAGES), default="grid")
@click.option("--prepare", is_flag=True, help="Fetch, describe tasks and items, and end.")
@click.option("--small", is_flag=True, help="Run a few arms and compare them with the book's.")
@click.option("--times", is_flag=True, help="Time the arms' shapes, write times and timed.csv.")
@click.option("--publish", is_flag=True, help="Add what is measured so far to the book, and end.")
@click.option("--minutes", default=150.0, show_default=True, help="Begin nothing that ends later.")
@click.option("--seeds", default=3, show_default=True, help="All arms at one, then at the next.")
@click.option("--task", "names", multiple=True, help="Repeatable; all, if none is named.")
@click.option("--arm", "wanted", multiple=True, help="Repeatable; all, if none is named.")
@click.option("--jobs", default=os.cpu_count(), show_default=True, help="Processes at once.")
@click.option("--threads", default=1, show_default=True, help="Of one process.")
@click.option("--scheduler", metavar="ADDRESS", help="Run on this cluster of dask instead.")
@click.option("--device", type=click.Choice(["cpu", "cuda"]), default="cpu", show_default=True)
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="[_build/compress]")
def main(minutes, seeds, jobs, threads, **wishes) -> None:
    """Run what is not measured yet; stopped at any time, it goes on where it was.

    STAGE is grid: all arms at one rate and length; or equal: arms with the same tries and steps.
    """
    try:
        if minutes <= 0 or min(seeds, jobs, threads) < 1:
            what = f"--minutes {minutes:g}, --seeds {seeds}, --jobs {jobs}, --threads {threads}"
            raise UsageError(f"{what}; give more than 0")
        run_stage(minutes=minutes, seeds=seeds, jobs=jobs, threads=threads, **wishes)
    except UserError as error:
        click.echo(str(error), err=True)
        sys.exit(error.status)
    except OSError as error:
        if not (line := of_machine(error)):
            raise
        click.echo(line, err=True)
        sys.exit(1)


def run_stage(
    *, stage, prepare, small, times, publish, threads, device, out, names, wanted, **wishes
) -> None:
    """Fetch what is missing, and do what is asked."""
    folder = "small" if small else "results" if stage == "grid" else "budgets"
    out = (out or paths.build() / "compress" / folder).resolve()  # workers may stand elsewhere
    if small and not record.read_table(record.committed(), "runs"):
        raise UserError("no results are committed to compare with; run make compress first")
    if publish and small:
        raise UsageError("--small --publish: a few arms are no results; leave one of them out")
    if publish:
        return publish_tables(out, stage)
    packages.fetch(*(packages.SECOND_ENCODER for name in names if name in tasks.OF_SECOND))
    if prepare:
        describe(out)
        return describe_items(out)
    require_torch(device).set_num_threads(threads)
    from experiments.compress import running

    machine = running.machine(threads, device)
    if times:
        return measure_times(out, machine["processor"])
    out.mkdir(parents=True, exist_ok=True)
    if shutil.disk_usage(out).free < ROOM:
        raise UserError(f"{out}: less than 4 GB are free; free some space")
    for name in names:
        tasks.task(name)
    for name in wanted:
        arms.find(name)
    with engine(threads=threads, device=device, **wishes) as made:
        seeds = wishes["seeds"]
        if stage != "grid":
            return run_budgets(made, out, machine, seeds=seeds, names=names, wanted=wanted)
        if small:
            return run_small(made, out, machine)
        run_grid(made, out, machine, seeds=seeds, names=names, wanted=wanted)


def publish_tables(out: Path, stage: str) -> None:
    """Add what a stage has measured so far to the tables of the book."""
    names = record.GRID_TABLES if stage == "grid" else record.BUDGET_TABLES
    if not record.read_table(out, "machines"):
        raise UserError(f"{out}: nothing is measured there; run experiments.compress {stage}")
    for name, count in record.publish(out, names, record.committed()).items():
        click.echo(f"{count:6} rows written to {record.committed() / name}.csv")


def measure_times(out: Path, processor: str) -> None:
    """Time the arms' shapes."""
    from experiments.compress import latency

    for name, rows in latency.tables(processor).items():
        record.write_table(out / f"{name}.csv", rows)
    click.echo(f"to publish: cp {out}/time*.csv {record.committed()}")


@contextmanager
def engine(*, jobs, threads, device, minutes, scheduler, seeds):
    """Yield what does the runs: processes of this machine, or a cluster."""
    from experiments.compress import running

    how = {"until": time.time() + 60 * minutes, "device": device}
    how |= {"threads": threads, "tell": click.echo}
    if scheduler:
        with running.cluster(scheduler, threads, device) as (executor, count):
            yield running.Engine(executor, count, **how)
        return
    with running.processes(jobs) as executor:
        yield running.Engine(executor, jobs, **how)


def run_grid(made, out: Path, machine: dict, *, seeds: int, names, wanted) -> None:
    """Choose the rate, and run every arm at it."""
    from experiments.compress import running

    done = recorded(out, machine, begin=record.committed())
    names, wanted = names or tuple(tasks.MAKERS), wanted or tuple(arms.plan())
    every = [(seed, task, arm) for seed, arm, task in product(range(1, seeds + 1), wanted, names)]
    whole = running.try_rates(made, done, GRID_RATES)
    if whole:
        rate = running.best_rate(done.tables["rates"], GRID_RATES)
        whole = running.run_arms(made, done, rate, every)
    click.echo(f"{'all arms are' if whole else 'time is up; the rest is not'} measured: {out}")
    if whole and seeds > 1 and {*names} == {*tasks.MAKERS} and {*wanted} == {*arms.plan()}:
        click.echo(f"to publish: python -m experiments.compress --publish --out {out}")


def run_small(made, out: Path, machine: dict) -> None:
    """Run a few arms at the committed rate, and compare them with what is committed."""
    from experiments.compress import running

    done = recorded(out, machine)
    rate = running.best_rate(record.read_table(record.committed(), "rates"), GRID_RATES)
    if not running.run_arms(made, done, rate, SMALL, paired=False):
        raise UserError("time is up; run it again, and it goes on")
    compare(done)


def run_budgets(made, out: Path, machine: dict, *, seeds: int, names, wanted) -> None:
    """Run the arms of `budgets`."""
    from experiments.compress import budgets, used_code

    refuse_another(out, machine["row"])
    kept = {"names": record.BUDGET_TABLES, "begin": record.committed()}
    done = recorded(out, machine, begins=used_code.RUN, **kept)
    asked = {"seeds": seeds, "wanted": wanted}
    whole = all(budgets.equal(made, done, task, **asked) for task in names or budgets.TASKS)
    click.echo(f"{'all fits are' if whole else 'time is up; the rest is not'} measured: {out}")
    click.echo(f"to publish: python -m experiments.compress equal --publish --out {out}")


def refuse_another(out: Path, machine: str) -> None:
    """Refuse a folder of fits of another machine, which would be written over."""
    if others := {*record.read_table(out, "machines")} - {machine}:
        what = f"{out}: machine {others.pop()} measured this, and here is {machine}"
        raise UserError(f"{what}; --publish it and move it away, or use another --out")


def recorded(out: Path, machine: dict, *, begins: tuple[str, ...] = (), **how) -> record.Record:
    """Return what is measured so far by the code of today."""
    from experiments.compress import used_code

    def code(arm: str, task: str) -> str:
        return used_code.code_of(arm, task, begins or used_code.GRID)

    return record.Record(out, machine=machine, code=code, **how)


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
    record.write_table(out / "tasks.csv", rows)


def describe_items(out: Path) -> None:
    """Write ``items.csv``: class and word pieces of each test item, but none of its text."""
    rows = []
    for task in map(tasks.task, {**tasks.MAKERS, **tasks.FURTHER}):
        if task.name in tasks.OF_SECOND:
            continue  # their items are those of another
        for test in task.tests:
            texts, labels = zip(*task[test], strict=True)
            pieces = map(len, tasks.encoded([*texts]))
            row = {"row": f"{task.name}-{test}", "task": task.name, "test": test}
            row |= {"items": len(texts), "classes": bytes(labels).hex()}
            rows.append(row | {"pieces": bytes(pieces).hex()})
    record.write_table(out / "items.csv", rows)


def compare(done: record.Record) -> None:
    """Say of each score whether it lies in the band of the committed ones; fail if one does not."""
    known = scores(record.read_table(record.committed(), "answers"))
    new = scores(done.tables["answers"])
    missed = 0
    for (task, arm, test), (score,) in new.items():
        alike = [each for key, each in known.items() if (key[0], key[2]) == (task, test)]
        low, high = band(known[task, arm, test], alike, looks=len(new))
        inside = low <= score <= high
        missed += not inside
        where = "in" if inside else "NOT in"
        name = f"{task} {arm} {test}"
        click.echo(f"{name:24} {score:.2f} % {where} the band from {low:.1f} to {high:.1f}")
    if missed:
        raise UserError(f"{missed} scores are outside the committed band; compare machines.csv")


def scores(answers: dict[str, dict]) -> dict[tuple[str, str, str], list[float]]:
    """Return the scores of the runs of `SMALL`, over seeds, by task, arm and test."""
    found, wanted = {}, {(task, arm) for _, task, arm in SMALL}
    for row in answers.values():
        task, _, arm = row["run"].split("-", 2)
        if (task, arm) in wanted:
            found.setdefault((task, arm, row["test"]), []).append(float(row["accuracy"]))
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
