"""Text and frames in Markdown, for generated pages; what is not called markup is text."""

import re
from collections.abc import Collection

import pandas as pd

MARKUP = re.compile(r"[\\`*{}\[\]<>&$|~^]|(?<!\w)_|_(?!\w)|:(?=//)|@")
"""What Markdown with the book's extensions may interpret inside a line."""

BEGIN = re.compile(r"^(?=[!-/:-@\[\]^_`{-~])|(?<=^\d)(?=[.)])")
"""Where a line may begin a heading, a list, a comment, a label or a rule."""


def text(value) -> str:
    r"""Return a value as text that Markdown does not interpret: no markup, role, formula, link.

    Examples
    --------
    >>> text("# a <b> of {num}`id`")
    '\\# a \\<b\\> of \\{num\\}\\`id\\`'
    """
    return BEGIN.sub(r"\\", _inline(value))


def _inline(value) -> str:
    return MARKUP.sub(r"\\\g<0>", " ".join(str(value).split()))


def table(frame: pd.DataFrame, *, fold: str = "", markup: Collection[str] = ()) -> str:
    """Return a frame as a Markdown table in a box that scrolls; with `fold`, one to open.

    Parameters
    ----------
    frame : pandas.DataFrame
    fold : str
        What the box says before it is opened.
    markup : collection of str
        The columns whose cells are Markdown; those of the others are shown as they are.
    """
    ways = [_markup if name in markup else _inline for name in frame.columns]
    lines = [" | ".join(frame.columns), " | ".join("---" for _ in frame.columns)]
    for row in frame.itertuples(index=False):
        lines.append(" | ".join(way(cell) for way, cell in zip(ways, row, strict=True)))
    shown = ":::{div} sb-scroll\n" + "\n".join(f"| {line} |" for line in lines) + "\n:::"
    return f"::::{{dropdown}} {fold}\n{shown}\n::::" if fold else shown


def _markup(value) -> str:
    return str(value).replace("|", "\\|")
