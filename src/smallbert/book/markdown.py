"""Frames as tables in Markdown, for generated pages."""

import html

import pandas as pd


def table(frame: pd.DataFrame) -> str:
    """Return a frame as a Markdown table in a box that scrolls."""
    lines = [" | ".join(frame.columns), " | ".join("---" for _ in frame.columns)]
    lines += [" | ".join(_cell(value) for value in row) for row in frame.itertuples(index=False)]
    return ":::{div} sb-scroll\n" + "\n".join(f"| {line} |" for line in lines) + "\n:::"


def _cell(value) -> str:
    return html.escape(str(value), quote=False).replace("|", "\\|")
