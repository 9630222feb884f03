"""Prose with roles, made by hand, as who opens an executed notebook reads it."""

import nbformat
import pytest

from smallbert.book import notebook_prose
from smallbert.data import book_exhibits
from smallbert.errors import UserError


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("takes {glue:text}`size`.", "takes 29.8 MiB."),
        ("{glue:text}`nobody`", "(no value: nobody)"),
        # the deck, line 13: BERT-base's MNLI-m
        ("{num}`zhao2019extreme/table3/teacher/mnli-m-accuracy`", "84.0 %"),
        ("{cite:t}`sun2019pkd` say", "Sun et al. [2019] say"),
        ("so {cite:p}`zadeh2020gobo`", "so [Zadeh et al., 2020]"),
        ("{cite:p}`sun2019pkd, zadeh2020gobo`", "[Sun et al., 2019; Zadeh et al., 2020]"),
        ("{ref}`Which small\nencoder? <pick>`", "Which small\nencoder?"),
        ("see {ref}`symbols`", "see Costs and their symbols"),
        ("{ref}`model-of_none`", "model-of none"),
        ("{doc}`references <references>`, {term}`speedup`", "references, speedup"),
        ("(a_label)=\n# A\n\n(b)=\n## B", "# A\n\n## B"),
        (
            'Yes. <a class="sb-verdict"\nhref="claims.html#claim-a">{glue:text}`a`</a> So',
            "Yes. *(claim: holds)* So",
        ),
        (
            '<a href="../data/models.csv">models.csv</a>, <a\nhref="#x">below</a>',
            "models.csv, below",
        ),
        (
            '<a href="https://a.b">c</a> [d](https://e.f)',
            '<a href="https://a.b">c</a> [d](https://e.f)',
        ),
        (
            ":::{dropdown} What the words mean\n:class: a\nIf.\n\n:::\n\nEnd",
            "**What the words mean**\n\nIf.\n\n\nEnd",
        ),
        ("::::{note}\n:::{div} sb-scroll\n| a |\n:::\n::::", "**Note**\n\n| a |\n"),
        ("At $V_t$ of `code`: {a}", "At $V_t$ of `code`: {a}"),
    ],
)
def test_a_role_or_block_becomes_the_words_that_it_stands_for(written, read):
    values = {"size": "29.8 MiB", "a": "holds"}
    assert notebook_prose.plain_markdown(written, values) == read


def test_a_number_that_the_data_lack_is_named():
    with pytest.raises(UserError, match="number 'zhao2019extreme/no' is unknown; see results.csv"):
        notebook_prose.plain_markdown("{num}`zhao2019extreme/no`", {})


def test_a_run_has_its_values_in_its_prose_and_its_outputs_lead_nowhere():
    """What `charts.say` shows is the value for the page, and by hand the value with its name."""
    glued = nbformat.v4.new_output(
        "display_data",
        {"application/papermill.record/text/plain": "'5 * 3'"},
        metadata={"scrapbook": {"name": "many", "mime_prefix": "application/papermill.record/"}},
    )
    by_hand = nbformat.v4.new_output(
        "display_data",
        {"text/html": "<pre>many: 5</pre>"},
        metadata={book_exhibits.RUN_BY_HAND: "values"},
    )
    cell = (
        '<a class="sb-cell" href="number:zhao2019extreme/table3/teacher/mnli-m-accuracy">84.0</a>'
    )
    table = nbformat.v4.new_output("display_data", {"text/html": f"{cell} <a href='x.html'>y</a>"})
    table["data"]["text/html"] = table["data"]["text/html"].replace("'", '"')
    code = nbformat.v4.new_code_cell("a", outputs=[glued, by_hand, table])
    run = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_markdown_cell("There are {glue:text}`many`."), code]
    )
    notebook_prose.fill(run)
    assert run.cells[0].source == "There are 5 \\* 3."
    assert code.outputs == [glued, table], "the value stays for who reads the file by machine"
    shown = table["data"]["text/html"]
    assert shown.startswith('<span class="sb-cell" title="BERT-base\n84.0 ± ')
    assert shown.endswith('">84.0</span> y')
