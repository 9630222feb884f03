"""Run every arm in turn, some rounds, and write what was found."""

import json
import tempfile
from pathlib import Path

import click

from experiments.bench import report
from experiments.bench.arms import arms
from experiments.bench.copy import Copy
from smallbert.data import paths


@click.command()
@click.option("--repeats", default=5, show_default=True, help="Rounds; figures are medians.")
def main(repeats: int) -> None:
    """Measure the build and write _build/bench.json."""
    rounds = _measure(repeats)
    median = report.medians(rounds)
    found = {
        "machine": report.machine(),
        "repeats": repeats,
        "median": median,
        "rounds": rounds,
        "goals": report.goals(median),
        "profile": report.profile(median),
    }
    target = paths.build() / "bench.json"
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps(found, indent=1) + "\n")
    _print(found)
    click.echo(f"written to {target}")


def _measure(repeats: int) -> dict[str, list[dict[str, float]]]:
    """Return what each arm measured in each round; the arms take turns."""
    rounds: dict[str, list[dict[str, float]]] = {}
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        work = Copy(Path(folder))
        for number in range(1, repeats + 1):
            for name, measure in arms(work).items():
                result = measure()
                rounds.setdefault(name, []).append(result)
                click.echo(f"round {number}: {name}: {_words(result)}", err=True)
    return rounds


def _words(result: dict[str, float]) -> str:
    return ", ".join(f"{key} {value:.2f}" for key, value in result.items())


def _print(found: dict) -> None:
    for name, values in found["median"].items():
        click.echo(f"{name:32}{_words(values)}")
    for each in found["goals"]:
        mark = "met" if each["met"] else "NOT met"
        click.echo(f"{each['goal']:48}{each['reached']:>8} (wanted {each['wanted']}) {mark}")
    for each in found["profile"]:
        click.echo(f"{each['of']:40}{each['part']:30}{each['seconds']:>8.2f} s")


if __name__ == "__main__":
    main()
