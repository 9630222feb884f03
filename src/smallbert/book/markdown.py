"""Markdown that says what data say: a text in which nothing is markup, and a table."""

import re
from collections.abc import Collection

import pandas as pd

PUNCTUATION = re.compile(r"[!-/:-@\[-`{-~]")
"""What Markdown may interpret, unless a backslash stands before it."""


def escaped(value) -> str:
    r"""Return a value as text that Markdown does not interpret: no markup, role, formula, link.

    Examples
    --------
    >>> escaped("# a <b> of {num}`id`")
    '\\# a \\<b\\> of \\{num\\}\\`id\\`'
    """
    return PUNCTUATION.sub(r"\\\g<0>", " ".join(str(value).split()))


def markdown_table(frame: pd.DataFrame, *, fold: str = "", markup: Collection[str] = ()) -> str:
    """Return a frame as a Markdown table that scrolls, with `fold` in a box that says this.

    Only the cells of the columns `markup` are Markdown.
    """
    lines = [frame.columns, ["---"] * len(frame.columns)]
    for row in frame.to_dict("records"):
        lines.append(
            str(cell).replace("|", "\\|") if name in markup else escaped(cell)
            for name, cell in row.items()
        )
    rows = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    shown = f":::{{div}} sb-scroll\n{rows}\n:::"
    return f"::::{{dropdown}} {fold}\n{shown}\n::::" if fold else shown
