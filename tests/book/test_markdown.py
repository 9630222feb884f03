"""Data in Markdown are text: no markup in them works, and none begins a block."""

import re
from html import escape

import pandas as pd
import pytest
from markdown_it.renderer import RendererHTML
from myst_parser.config.main import MdParserConfig
from myst_parser.parsers.mdit import create_md_parser

from smallbert.book import markdown

PLANTED = "a|b <script>x()</script> {num}`id` [l](javascript:x) $1$ &lt; **b** `c` \\ ~~d~~ _e_"


@pytest.mark.parametrize(
    "where", [markdown.escaped, lambda text: markdown.markdown_table(frame(text))]
)
def test_markup_in_data_is_text(where):
    """What a parser of MyST makes of it is the text itself, and nothing else."""
    page = parsed(where(PLANTED))
    assert escape(PLANTED, quote=False) in page
    assert not re.search("<(script|a|strong|code|em|span|s)[ >]", page)


def parsed(text, *more):
    extensions = {"dollarmath", "deflist", "substitution", "attrs_inline", *more}
    parser = create_md_parser(MdParserConfig(enable_extensions=extensions), RendererHTML)
    return parser.render(text).strip()


def frame(text):
    return pd.DataFrame({"x": [text]})


@pytest.mark.parametrize(
    "text", ["# a", "- a", "1. a", "+ a", "> a", "(a)=", "% a", ":::{a}", "---"]
)
def test_a_text_begins_no_block(text):
    assert parsed(markdown.escaped(text), "colon_fence") == f"<p>{escape(text)}</p>"


def test_a_column_that_is_called_markup_is_markup():
    assert "| `a\\|b` |" in markdown.markdown_table(frame("`a|b`"), markup=["x"])
