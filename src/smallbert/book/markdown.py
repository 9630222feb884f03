"""Frames as tables in Markdown, for generated pages."""

import html

import pandas as pd


def table(frame: pd.DataFrame, *, fold: str = "") -> str:
    """Return a frame as a Markdown table in a box that scrolls; with `fold`, one to open."""
    lines = [" | ".join(frame.columns), " | ".join("---" for _ in frame.columns)]
    lines += [" | ".join(_cell(value) for value in row) for row in frame.itertuples(index=False)]
    shown = ":::{div} sb-scroll\n" + "\n".join(f"| {line} |" for line in lines) + "\n:::"
    return f"::::{{dropdown}} {fold}\n{shown}\n::::" if fold else shown


def _cell(value) -> str:
    return html.escape(str(value), quote=False).replace("|", "\\|")
