import re
from html import escape

import pandas as pd
import pytest
from markdown_it.renderer import RendererHTML
from myst_parser.config.main import MdParserConfig
from myst_parser.parsers.mdit import create_md_parser

from smallbert.book import markdown


def test_a_markdown_table_stands_in_a_box_that_scrolls():
    assert markdown.table(pd.DataFrame({"x": [1], "y": ["a"]})) == (
        ":::{div} sb-scroll\n| x | y |\n| --- | --- |\n| 1 | a |\n:::"
    )


PLANTED = "a|b <script>x()</script> {num}`id` [l](javascript:x) $1$ &lt; **b** `c` \\ ~~d~~ _e_"


@pytest.mark.parametrize("where", [markdown.text, lambda text: markdown.table(frame(text))])
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
    assert parsed(markdown.text(text), "colon_fence") == f"<p>{escape(text)}</p>"


def test_a_text_stays_readable():
    plain = "BERT_BASE: 1.5 times, 3 % (of 4), – and “x” + y = z; a/b-c"
    assert markdown.text(plain) == plain


def test_a_column_that_is_called_markup_is_markup():
    assert "| `a\\|b` |" in markdown.table(frame("`a|b`"), markup=["x"])
