"""Ask a person at the terminal what a new work lacks."""

import textwrap
from collections.abc import Callable, Sequence

import click

from smallbert.book import proposals
from smallbert.data import paths
from smallbert.data.unfilled import Blank

SIGNS = "Enter takes what is in brackets; - none; ? leave open; < back to the one before"


def asking() -> Callable[[Blank, str], str]:
    """Return how to ask one question; before the first it says what short answers mean."""
    signs = [SIGNS]

    def ask(blank: Blank, guess: str) -> str:
        if signs:
            click.echo(f"\n{signs.pop()}")
        about = ", ".join(filter(None, (*blank.about, blank.name)))
        click.echo(f"\n{about} ({blank.path.relative_to(paths.root())}:{blank.line})")
        for line in filter(None, (blank.hint, blank.ask)):
            click.echo(textwrap.fill(line, 100, initial_indent="  ", subsequent_indent="  "))
        return click.prompt(blank.name, default=guess, show_default=bool(guess))

    return ask


def choose(told: Sequence[proposals.Proposal]) -> set[int]:
    """Show what may be taken, and return the positions of what is to be asked."""
    click.echo("What the file says, or what is customary; compare it with the table:\n")
    click.echo("\n".join(proposals.shown(told)))
    click.echo("\nEnter takes all; if some are wrong, give their numbers, such as 2 5-7")
    while (chosen := proposals.positions(_numbers(), len(told))) is None:
        click.echo(f"give numbers from 1 to {len(told)}, such as 2 5-7, or all")
    return chosen


def _numbers() -> str:
    return click.prompt("numbers", default="", show_default=False)
