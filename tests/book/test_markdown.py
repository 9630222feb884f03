import pandas as pd

from smallbert.book import markdown


def test_a_markdown_table_stands_in_a_box_that_scrolls():
    assert markdown.table(pd.DataFrame({"x": [1], "y": ["a"]})) == (
        ":::{div} sb-scroll\n| x | y |\n| --- | --- |\n| 1 | a |\n:::"
    )


def test_pipes_and_html_are_escaped():
    page = markdown.table(pd.DataFrame({"x": ["a|b", "<b> & c"]}))
    assert "| a\\|b |" in page
    assert "| &lt;b&gt; &amp; c |" in page
