"""A work that `smallbert new` begins: from a pasted table to a page."""

import re
import subprocess
from pathlib import Path

import nbformat
import pandas as pd
import pytest
from click.testing import CliRunner

from smallbert import audit, cli, compare
from smallbert.book import cards, devices, guesses, model_guesses, new, prose, ratios, techniques
from smallbert.claims import errata
from smallbert.data import cells, check, clones, folders, pasted, sources, unfilled, vocabulary
from smallbert.data.faults import DataError, UsageError

from ..conftest import run_notebook

KEY = "roe2031small"
README = """# Small

Some words.

| Model | #Params | MNLI | QQP |
|:---|---:|---:|---:|
| **BERT-base** | 110M | 84.5 | 91.0 |
| [DistilBERT](a.html) | 66M | 82.1 | 88.5 |
| Tiny | 4.4M | 70.2 | 79.0 |
"""
FILLED = {
    "title: TODO": "title: A small work",
    "repository: TODO": "repository: roe/small",
    "commit: TODO": f"commit: {'a' * 40}",
    "path: TODO": "path: README.md",
    "place: TODO": "place: Small",
    "split: TODO": "split: dev",
    "protocol: TODO": "protocol: one-recipe",
    "{metric: 'TODO (score?)', task: qqp}": "{metric: accuracy, task: qqp}",
    f"task: {prose.asked(guesses.HALVES, [])}": "task: mnli",
}


@pytest.fixture
def readme(tmp_path):
    path = tmp_path / "README.md"
    path.write_text(README)
    return path


def fill(root):
    """Do what a person does who is asked."""
    folder = root / "data" / "sources" / KEY
    replace(folder / "datapackage.yaml", FILLED)
    replace(folder / "table1.csv", {"TODO": "architecture"})
    replace(folder / "exhibits.csv", {"TODO": "Small"})
    replace(root / "data" / "sources.bib", {"Given and TODO": "Given", "TODO": "A small work"})
    replace(root / "notebooks" / f"{KEY}.ipynb", {"TODO": "As"})


def replace(path, words):
    text = path.read_text()
    for old, fresh in words.items():
        text = text.replace(old, fresh)
    path.write_text(text)


def test_a_table_of_a_readme_becomes_a_page(root, readme):
    new.begin(KEY, readme)
    fill(root)
    assert [str(fault) for fault in check.faults(KEY)] == []
    found = sources.results(KEY).set_index("id")
    row = found.loc[f"{KEY}/table1/distilbert/mnli-accuracy"]
    assert (row["value"], row["technique"], row["model"]) == (82.1, "distillation", "DistilBERT")
    assert row["baseline"] == f"{KEY}/table1/bert-base/mnli-accuracy"
    assert row["address"].endswith("README.md#L8")
    page = run_notebook.__wrapped__(KEY, ())
    assert set(page.artifacts) == {f"{KEY}-table1", f"{KEY}-evidence", f"{KEY}-audit"}
    assert page.said["rows"] == "2"
    assert page.said["own_keep"] == "83.1 %"  # of 84.5; DistilBERT is an earlier work's
    empty = run_notebook.__wrapped__(KEY, (("size_axis", "speedup"),)).said
    assert (empty["rows"], empty["own_keep"]) == ("0", "83.1 %")  # in no chart, but in the table


ORIGINAL = "sanh2019distilbert/table1/distilbert-base-uncased"
EDGE = """# Edge

## Results

```bash
# a comment, no heading
```

| Model | Params (M) | SST-2 (dev) | Latency (ms) |
|---|---|---|---|
| BERT-base (teacher) | 109.5 | 92.9 | 1840 |
| DistilBERT | 66 | **91.3** ± 0.2 | 935 |
| DistilBERT-int8 | 66 | 90.4±.3 | 402 |
| Small-int8 | 14.5 | 80.1 | 58 |

```bibtex
@article{edge,
  title={{BERT} at the Edge},
  author={Moreau, Ana and Osei, Priya},
  journal={arXiv},
  year={2031}
}
```
"""


def test_what_a_readme_says_elsewhere_is_not_asked(root, readme):
    readme.write_text(EDGE)
    new.begin(KEY, readme)
    descriptor = sources.describe(KEY)
    assert descriptor["title"] == "BERT at the Edge"
    assert descriptor["document"]["path"] == "README.md"
    assert descriptor["resources"][0]["place"] == "Results"
    entry = (root / "data" / "sources.bib").read_text().partition(f"@article{{{KEY},")[2]
    assert "author = {Moreau, Ana and Osei, Priya}" in entry
    assert "title = {{{BERT} at the Edge}}" in entry  # its capitals stay
    assert "TODO" not in entry


def test_bits_of_weights_are_read_from_a_column_that_has_those_of_activations_too(root, readme):
    rows = "| BERT-base | 32/32 | 92.7 |\n| Byte-8 | 8/8 | 92.5 |\n| Byte-4 | 4/8 | 91.6 |\n"
    table = f"| Model | Bits (W/A) | SST-2 |\n|---|---|---|\n{rows}"
    readme.write_text(f"# Byte\n\nWe quantize BERT.\n\n{table}")
    new.begin(KEY, readme)
    assert list(sources.table(KEY, "table1")["bits"]) == ["", "8", "4"]


BYTE = """# Byte

We quantize BERT.

| Model | MNLI |
|---|---|
| BERT-base | 84.5 |
| Byte-S | 83.0 |
| Byte-L | 84.1 |

## Sizes

| Model | Bits | Size (MB) |
|---|---|---|
| BERT-base | 32 | 418 |
| Byte-S | 4 | 53 |
"""


@pytest.mark.parametrize(
    ("more", "bits"), [("", ["", "4", "TODO"]), ("| Byte-S | 8 | 106 |\n", ["", "TODO", "TODO"])]
)
def test_bits_that_another_table_prints_of_a_model_are_not_asked(root, readme, more, bits):
    readme.write_text(f"{BYTE}{more}")
    new.begin(KEY, readme)
    assert list(sources.table(KEY, "table1")["bits"]) == bits


def test_what_a_footnote_says_is_to_be_said_on_the_page(root, readme):
    readme.write_text(f"{EDGE}\n† Our own fine-tuning.\n")
    new.begin(KEY, readme)
    asked = [each.message for each in check.faults(KEY)]
    assert "cell 10: in your own words: † Our own fine-tuning." in asked


def started(root, readme):
    """Begin the work of `EDGE`, and do what is asked."""
    readme.write_text(EDGE)
    new.begin(KEY, readme)
    folder = root / "data" / "sources" / KEY
    assert "device: TODO" in (folder / "datapackage.yaml").read_text()
    replace(folder / "datapackage.yaml", FILLED | {"device: TODO": "device: a phone"})
    replace(folder / "table1.csv", {",TODO": ",3"})
    for path in (folder / "exhibits.csv", root / "notebooks" / f"{KEY}.ipynb"):
        replace(path, {"TODO": "At the edge"})


def test_spread_bits_device_and_unit_of_a_table_come_into_the_results(root, readme):
    started(root, readme)
    assert [str(fault) for fault in check.faults(KEY)] == []
    table = sources.table(KEY, "table1")
    assert list(table["technique"]) == [
        *("none", "distillation", "quantization+distillation", "quantization")
    ]
    assert list(table["bits"]) == ["", "", "8", "8"]
    assert list(table["architecture"]) == ["bert-base", "distilbert", "distilbert", ""]
    results = sources.results(KEY).set_index(["row", "metric"])
    assert results.loc[("distilbert", "accuracy"), ["value", "sd"]].tolist() == [91.3, 0.2]
    assert results.at[("distilbert-int8", "accuracy"), "sd"] == 0.3
    assert list(results["n"].dropna()) == [3, 3]  # no size and no time is of runs
    assert results.at[("bert-base-teacher", "parameters"), "value"] == 109.5
    assert list(results.loc[("bert-base-teacher", "latency"), ["value", "unit", "device"]]) == [
        *(1840, "ms", "a phone")
    ]
    rows = compare.rows(KEY).set_index("model")
    assert rows.at["DistilBERT-int8", "bytes"] == pytest.approx(6.48, abs=0.01)  # 4 for bits


def test_a_spread_that_was_split_off_has_no_printed_heading_and_its_cell_is_told_whole(
    root, readme
):
    started(root, readme)
    column = {each["name"]: each for each in sources.tables(KEY)["table1"]["schema"]["fields"]}
    assert column["sst_2_dev"]["header"] == ["SST-2 (dev)"]
    assert column["sst_2_dev_sd"]["header"] == []
    page = run_notebook.__wrapped__(KEY, ()).artifacts[f"{KEY}-table1"]
    assert page["csv"].splitlines()[0].split(",")[3:5] == ["SST-2 (dev)", "[SST-2 (dev) sd]"]
    assert page["caption"].startswith("A heading in square brackets is ours")
    told = {}
    for row in ("distilbert", "small-int8"):
        facts = cards.facts(cards.card(f"{KEY}/table1/{row}/sst-2-accuracy"))
        told[row] = {fact.name: fact.text for fact in facts}["Cell as printed"]
    assert told == {"distilbert": "91.3, with the spread 0.2", "small-int8": "80.1"}


@pytest.mark.parametrize("sign", ["†", "<sup>1</sup>", "<sup>†</sup>", " [1]", " [^a]", "¹"])
def test_a_footnote_on_scores_of_others_prepares_that_they_are_borrowed(root, readme, sign):
    readme.write_text(
        EDGE.replace("DistilBERT |", f"DistilBERT{sign} |") + f"\n{sign.strip()} Scores from Roe.\n"
    )
    new.begin(KEY, readme)
    table = sources.table(KEY, "table1")
    assert table.index[1] == "distilbert"
    assert table.at["distilbert", "name"] == "DistilBERT"
    assert list(table["scores_from"]) == ["", "TODO", "", ""]
    held = {each["metric"]: each for each in sources.quantities(sources.tables(KEY)["table1"])}
    told = {metric: each.get("original", "") for metric, each in held.items()}
    assert told == {"parameters": "", "accuracy": "$scores_from", "latency": ""}


def test_a_footnote_on_the_numbers_of_a_row_makes_all_of_it_borrowed(root, readme):
    words = EDGE.replace("DistilBERT |", "DistilBERT* |")
    readme.write_text(f"{words}\n\\* numbers are taken from the paper of DistilBERT.\n")
    new.begin(KEY, readme)
    table = sources.table(KEY, "table1")
    assert "scores_from" not in table
    assert list(table["measured_by"]) == ["", "borrowed", "", ""]
    assert list(table["original"]) == ["", "TODO", "", ""]
    assert list(table["baseline"])[1:] == ["TODO", "bert-base-teacher", "bert-base-teacher"]
    asked = {each.message.partition(":")[0]: each.message for each in check.faults(KEY)}
    assert f"; it may be {ORIGINAL} (1 of its numbers); the file says: * numb" in asked["original"]
    assert asked["baseline"].endswith("; no other row here is from that work, or all are small")
    folder = root / "data" / "sources" / KEY
    replace(folder / "datapackage.yaml", FILLED | {"device: TODO": "device: a phone"})
    lent = {"distillation,TODO": "distillation,", "borrowed,TODO": "borrowed,https://example.org"}
    replace(folder / "table1.csv", lent | {"TODO": "3"})
    numbers = sources.results(KEY)
    whose = numbers["measured_by"].groupby(numbers["row"]).unique().map(list)
    assert whose.pop("distilbert") == ["borrowed"]  # its latency, too
    assert set(map(tuple, whose)) == {("authors",)}


@pytest.mark.parametrize(
    ("words", "borrowed"),
    [
        ("Scores from Roe.", {"accuracy"}),
        ("Scores from Roe et al. (2031); latency measured by us.", {"accuracy"}),
        ("Accuracy as reported by Roe, sizes and times are our own.", {"accuracy"}),
        ("Scores and sizes are from Roe.", {"parameters", "accuracy", "latency"}),
        ("Size and score as reported by Roe.", {"parameters", "accuracy", "latency"}),
        ("Numbers from Roe; scores on the dev set.", {"parameters", "accuracy", "latency"}),
    ],
)
def test_a_footnote_leaves_sizes_the_authors_own_only_if_it_speaks_of_scores_alone(
    root, readme, words, borrowed
):
    rows = "| BERT-base | 109.5 | 92.9 | 20 |\n| DistilBERT† | 66 | 91.3 | 10 |\n"
    head = "| Model | Params (M) | SST-2 | Latency (ms) |\n|---|---|---|---|\n"
    readme.write_text(f"{head}{rows}\n† {words}\n")
    new.begin(KEY, readme)
    replace(root / "data" / "sources" / KEY / "table1.csv", {"TODO": ORIGINAL})
    numbers = sources.results(KEY).query("row == 'distilbert'").set_index("metric")
    assert set(numbers.index[numbers["measured_by"] == "borrowed"]) == borrowed


def test_protocol_and_runs_of_a_borrowed_row_are_asked_where_the_table_has_its_own(root, readme):
    lent = "| DistilBERT† | 82.2 | 88.5 | 6.2 |\n\n† taken from Roe.\n"
    readme.write_text(f"{ABOVE}{lent}")
    new.begin(KEY, readme)
    table = sources.table(KEY, "table1")
    assert list(table["protocol"]) == list(table["n"]) == ["", "TODO"]
    asked = {each.name: each for each in unfilled.blanks(sources.folder(KEY)) if each.about[1]}
    assert (
        "which score counts, in the work that it is from: one-recipe (the" in asked["protocol"].ask
    )
    assert asked["protocol"].guess == "unstated"
    assert asked["n"].ask.endswith("in the work that it is from; - if that does not say")
    readme.write_text(
        "| Model | Params |\n|---|---|\n| BERT-base | 110M |\n" + lent.replace(" | 88.5 | 6.2", "")
    )
    new.begin(f"{KEY}er", readme)
    assert "protocol" not in sources.table(f"{KEY}er", "table1")  # no scores


def test_the_errata_say_that_a_wrong_size_is_borrowed(root, readme):
    """DistilBERT has 66.4 million weights."""
    rows = "| BERT-base | 109.5 | 92.9 |\n| DistilBERT† | 76 | 91.3 |\n"
    head = "| Model | Params (M) | SST-2 (dev) |\n|---|---|---|\n"
    readme.write_text(f"{head}{rows}\n† Scores and sizes from Roe.\n")
    new.begin(KEY, readme)
    replace(root / "data" / "sources" / KEY / "table1.csv", {"TODO": ORIGINAL})
    wrong = (
        errata.findings()
        .set_index("id")
        .loc[f"{KEY}/table1/distilbert/parameters/parameters-of-shape"]
    )
    assert wrong["statement"].endswith(f" The number is borrowed from {ORIGINAL}.")


TRIMMED = """| Model | Sparsity | Latency (ms) | MNLI | Theoretical speedup |
|---|---|---|---|---|
| BERT-base | 0% | 20 | 84.0 | 1.0x |
| Thin* | 60% | 9 | 84.8 | 2.0x |
| Trim-60 | 60% | 9 | 83.1 | 2.2x |
| Trim-95 | 95% | 2 | 79.8 | 11.8x |

\\* results of Roe et al.
"""


def trimmed(root, readme):
    """Begin a work with a borrowed row, and do what is asked."""
    readme.write_text(TRIMMED)
    new.begin(KEY, readme)
    folder = root / "data" / "sources" / KEY
    lent = "Thin,pruning,bert-base,,borrowed,https://example.org,unstated"
    replace(folder / "table1.csv", {"Thin,TODO,TODO,,borrowed,TODO,TODO": lent})
    note = prose.asked("results of Thin: Roe et al.", ["* results of Roe et al."])
    told = {"device: TODO": "device: a phone", note: "Roe's, not ours"}
    told |= {"technique: TODO": "technique: pruning"}  # of Trim-60 and Trim-95, asked once
    replace(folder / "datapackage.yaml", told)
    fill(root)


def test_the_page_speaks_of_the_rows_that_are_not_borrowed(root, readme):
    """83.1 and 79.8 are 98.9 % and 95.0 % of 84.0; the borrowed 84.8 would be 101.0 %."""
    trimmed(root, readme)
    assert [str(fault) for fault in check.faults(KEY)] == []
    page = run_notebook.__wrapped__(KEY, ())
    assert page.said["rows"] == "3"
    assert page.said["own_keep"] == "95.0 % to 98.9 %"
    assert page.said["found"] == "Trim-60 keeps 98.9 % at 2.50x (development set)"


def test_the_page_of_a_table_without_sizes_shows_the_axis_that_it_has(root, readme):
    """100 by 100 - 95 is 20: the sparsity is what counts, and the page says so."""
    trimmed(root, readme)
    page = run_notebook.__wrapped__(KEY, ())
    drawn = page.artifacts[f"{KEY}-evidence"]["csv"].splitlines()
    assert drawn[-1].endswith(",20.0,printed,prune-ratio,False,True")
    assert page.said["behind"] == "prune ratio"
    empty = run_notebook.__wrapped__(KEY, (("size_axis", "with_embeddings"),)).said
    axes = "without_embeddings or speedup"
    assert empty["found"].endswith(f"but there are rows with size_axis = {axes}")


def test_the_page_notes_the_footnote_of_a_row_and_names_its_document(root, readme):
    trimmed(root, readme)
    page = run_notebook.__wrapped__(KEY, ())
    assert page.said["document"] == f"roe/small, {'a' * 40}, README.md"
    (note,) = sources.tables(KEY)["table1"]["shown"]["notes"]
    assert note == {"column": "model", "rows": ["thin"], "note": "Roe's, not ours"}
    assert page.artifacts[f"{KEY}-audit"]["caption"] == ""  # a sentence: nothing is derived


def test_a_finding_is_offered_with_what_holds_it(root, readme):
    """The example holds, also on an empty axis, until 95 % keep more than 60 %: 83.8 by 83.1."""
    trimmed(root, readme)
    path = root / "notebooks" / f"{KEY}.ipynb"
    assert "An assert holds a sentence on what follows" in path.read_text()
    replace(path, {"# falls": "falls", "# assert": "assert"})
    run_notebook.__wrapped__(KEY, ())
    run_notebook.__wrapped__(KEY, (("size_axis", "with_embeddings"),))
    replace(root / "data" / "sources" / KEY / "table1.csv", {"79.8": "83.8"})
    with pytest.raises(Exception, match="the smaller, the less it keeps"):
        run_notebook.__wrapped__(KEY, ())


def test_how_a_table_was_read_is_asked_only_where_the_machine_did_not(root, readme):
    new.begin(KEY, readme)
    assert sources.describe(KEY)["reading"] == "Transcribed by machine."
    new.begin(f"{KEY}er")
    *_, asked, _, _ = unfilled.blanks(sources.folder(f"{KEY}er"))
    assert (asked.name, asked.guess) == ("reading", "")
    assert asked.ask.startswith("say how the numbers came from the document into the book: how the")


def test_what_is_wrong_beside_what_is_asked_is_told_with_it(root, readme):
    readme.write_text(EDGE.replace("DistilBERT |", "DistilBERT† |") + "\n† Scores from Roe.\n")
    new.begin(KEY, readme)
    asked = len(check.faults(KEY))
    path = root / "data" / "sources" / KEY / "table1.csv"
    replace(path, {"91.3,0.2,935,DistilBERT,distillation": "91.3,0.2,935,DistilBERT,distilation"})
    assert any("'distilation' is unknown; use" in each.message for each in check.faults(KEY))
    wrong = {",TODO,TODO,TODO\n": ",sanh2019distilbert/table1/x,TODO,TODO\n"}
    replace(path, wrong | {"distilation": "distillation"})
    found = [each.message for each in check.faults(KEY)]
    assert len(found) == asked  # one `TODO` less, and one fault
    assert any("distilbert: original is 'sanh2019distilbert/table1/x', no row" in f for f in found)


def test_rows_that_may_be_the_original_are_named_by_the_numbers_that_they_share(root, readme):
    readme.write_text(EDGE.replace("DistilBERT |", "DistilBERT† |") + "\n† Scores from Roe.\n")
    new.begin(KEY, readme)
    (asked,) = [each.message for each in check.faults(KEY) if "scores_from" in each.message]
    assert f"; it may be {ORIGINAL} (1 of its numbers)" in asked  # 91.3 on SST-2


SUITE = """| Model | Params | SST-2 | QNLI | RTE | QQP (F1) | MRPC (F1) | CoLA |
|---|---|---|---|---|---|---|---|
| BERT-base | 109.5M | 92.7 | 91.8 | 69.3 | 88.0 | 88.6 | 58.0 |
| DistilBERT* | 66M | 91.3 | 89.2 | 59.9 | 86.9 | 87.5 | 51.3 |

\\* numbers are taken from the paper of DistilBERT.
"""


def test_scores_of_an_original_are_those_of_the_same_task_and_what_differs_is_told(root, readme):
    """DistilBERT's README has 86.9 on STS-B, 88.5 on QQP, names no metric of both, and no size."""
    readme.write_text(SUITE)
    new.begin(KEY, readme)
    (asked,) = [each.message for each in check.faults(KEY) if each.message.startswith("original:")]
    assert asked.endswith(
        f"; the footnote names the paper; not all scores are those of {ORIGINAL}: "
        "not 86.9 on QQP, there 88.5"
    )
    path = root / "data" / "sources" / KEY / "datapackage.yaml"
    replace(path, {"split: TODO": "split: test"})  # there dev
    (asked,) = [each.message for each in check.faults(KEY) if each.message.startswith("original:")]
    assert "of its numbers" not in asked


REPOSITORY = "huggingface/transformers-research-projects"


@pytest.mark.parametrize(
    ("note", "guess"),
    [
        ("numbers are taken from the paper of DistilBERT.", ""),
        ("numbers are from <https://example.org/board>.", "https://example.org/board"),
        ("numbers are taken from Sanh et al.", ORIGINAL),
        (f"numbers are from https://github.com/{REPOSITORY}.", ORIGINAL),
    ],
)
@pytest.mark.parametrize("score", ["86.9", "88.5"])
def test_an_original_with_another_score_is_no_guess_where_the_footnote_names_another_document(
    root, readme, note, guess, score
):
    """DistilBERT's README has 88.5 on QQP."""
    rows = SUITE.partition("\n\n")[0].replace("86.9", score)
    readme.write_text(f"{rows}\n\n\\* {note}\n")
    new.begin(KEY, readme)
    (asked,) = [each for each in unfilled.blanks(sources.folder(KEY)) if each.name == "original"]
    assert asked.guess == (ORIGINAL if score == "88.5" else guess)


@pytest.mark.parametrize(
    ("heads", "cells", "guess"),
    [
        ("SST-2 | RTE", "91.3 | 59.9", ORIGINAL),
        ("SST-2 | RTE | QNLI", "91.3 | 59.9 | 80.0", ""),
        ("SST-2", "91.3", ""),
        ("Params | SST-2 | RTE", "66M | 91.3 | 59.9", ORIGINAL),
    ],
)
def test_an_original_is_the_guess_where_all_of_a_few_scores_agree(
    root, readme, heads, cells, guess
):
    rule = "|---" * (heads.count("|") + 2)
    readme.write_text(
        f"| Model | {heads} |\n{rule}|\n| DistilBERT† | {cells} |\n\n† taken from Roe.\n"
    )
    new.begin(KEY, readme)
    (asked,) = [each for each in unfilled.blanks(sources.folder(KEY)) if each.name == "original"]
    assert asked.guess == guess


def test_a_borrowed_row_is_told_the_names_that_the_book_has(root, readme):
    rows = "| CoFi† | 85.3 |\n| BE† | 85.3 |\n\n† taken from the CoFi paper.\n"
    readme.write_text(f"| Model | MNLI |\n|---|---|\n{rows}")
    new.begin(KEY, readme)
    asked = [each.message for each in check.faults(KEY) if each.message.startswith("original:")]
    assert asked[0].endswith(
        "; in the book it is called 'CoFi, 60 %', and then here, too; "
        "it may be xia2022cofi/table1/mnli-s60 (1 of its numbers); "
        "the file says: taken from the CoFi paper."
    )
    assert asked[1].startswith("original: as above; no row of this book has its scores")  # short


def test_the_sign_of_a_footnote_beside_a_number_is_understood_if_the_file_explains_it(root, readme):
    readme.write_text(README.replace("88.5 |", "88.5 [1] |") + "\n[1] Scores from Roe.\n")
    new.begin(KEY, readme)
    row = sources.table(KEY, "table1").loc["distilbert"]
    assert list(row[["qqp", "scores_from"]]) == ["88.5", "TODO"]


def test_the_sign_of_a_footnote_beside_a_number_is_listed_with_its_cell(root, readme):
    readme.write_text(README.replace("88.5 |", "88.5 [1] |"))
    with pytest.raises(DataError, match=r"'88.5 \[1\]' has a footnote, \[1\]; take it out"):
        new.begin(KEY, readme)


ABOVE = """## Results on the GLUE dev set

Median of 5 runs. MNLI is accuracy on the matched set, QQP is F1.
Times were measured on one V100, as we’d say.

| Model | MNLI | QQP | Latency (ms) |
|---|---|---|---|
| BERT-base | 84.5 | 91.0 | 12.1 |
"""


def test_what_the_prose_above_a_table_says_is_quoted_where_it_is_asked(root, readme):
    readme.write_text(ABOVE)
    new.begin(KEY, readme)
    said = {}
    for fault in check.faults(KEY):
        name, _, words = fault.message.partition(": ")
        said.setdefault(name, words)
    assert said["split"].endswith("; dev? the file says: Results on the GLUE dev set")
    assert said["protocol"].endswith("; median-of-runs? the file says: Median of 5 runs.")
    assert said["n"].endswith("; 5? the file says: Median of 5 runs.")
    held = [*sources.quantities(sources.tables(KEY)["table1"])]
    assert held[:2] == [
        *({"metric": "accuracy", "task": "mnli-m"}, {"metric": "f1", "task": "qqp"})
    ]  # "MNLI is accuracy on the matched set, QQP is F1." is not asked about
    assert said["device"].endswith(
        "; V100? the file says: Times were measured on one V100, as we'd say."
    )


WHOLE = """All numbers are on the development sets (MNLI-m; F1 for SQuAD 1.1), averaged over three
seeds; see Roe et al. for more."""
TIMES = "Speedup is measured against BERT-base on an A100 with batch size 128 and length 128."
TRIM = f"""# TrimBERT: prune heads

## Results

{WHOLE} {TIMES}

| Model | Sparsity | MNLI | QQP | Speedup |
|---|---|---|---|---|
| BERT-base | 0% | 84.6 | 91.0 | 1.0x |
| TrimBERT-60 | 60% | 84.9 ± 0.1 | 90.0 | 2.2x |
| TrimBERT-80 | 80% | 83.1 ± 0.2 | 89.0 | 4.0x |
"""


def test_what_the_prose_answers_is_offered_with_the_whole_sentence(root, readme):
    readme.write_text(TRIM)
    new.begin(KEY, readme)
    said = {each.message.partition(": ")[0]: each.message for each in check.faults(KEY)}
    whole = WHOLE.replace("\n", " ")
    assert said["split"].endswith(f"; dev? the file says: {whole}")
    assert said["protocol"].endswith(f"; mean-of-runs? the file says: {whole}")
    assert "task" not in said  # MNLI-m, as the sentence names it
    device = "A100 with batch size 128 and length 128"
    assert said["device"].endswith(f"; {device}? the file says: {TIMES}")


RATIOS = """Latency on one CPU.

| Model | MNLI-m | Latency (ms) | Speedup |
|---|---|---|---|
| BERT-base | 84.0 | 20.0 | 1.0x |
| Thin* | 83.0 | 10.0 | 2.0x |
| Trim-6 distilled | 82.0 | 8.0 | 2.5x |
| Trim-3 distilled | 79.0 | 4.0 | 4.0x |

\\* taken from Roe.
"""


def test_the_audit_recomputes_speedups_from_the_times_beside_them(root, readme):
    """20 by 8 is 2.5, and 20 by 4 is 5, not 4; nobody says with what the borrowed row compares."""
    readme.write_text(RATIOS)
    new.begin(KEY, readme)
    replace(root / "data" / "sources" / KEY / "table1.csv", {"TODO": ""})
    lines = audit.table(KEY).query("rule == 'time_ratio'").set_index("row")
    assert lines["verdict"].to_dict() == {
        "bert-base": "agrees",
        "thin": "cannot be recomputed",
        "trim-6-distilled": "agrees",
        "trim-3-distilled": "disagrees",
    }
    assert lines.at["trim-3-distilled", "recomputed"] == 5
    assert "does not say with which row" in lines.at["thin", "note"]


@pytest.mark.parametrize(
    ("headings", "rule"),
    [
        (["Speedup", "Throughput (inputs/s)"], "rule: throughput_ratio, of: throughput"),
        (["GPU speedup", "Latency on GPU (ms)"], "rule: time_ratio, of: latency-gpu"),
        (["GPU speedup", "Latency on CPU (ms)"], ""),
        (["Speedup (Xeon)", "T4 (ms)", "Xeon (ms)"], "rule: time_ratio, of: latency-cpu"),
        (["Theoretical speedup", "Latency (ms)"], ""),
        (["Speedup", "Latency (ms)", "Latency, batch 8 (ms)"], ""),
        (["Speedup", "Latency (ms)", "Throughput"], ""),
        (["Speedup", "Speedup (batch 8)", "Latency (ms)"], ""),
        (["Speedup", "MNLI"], ""),
    ],
)
def test_a_speedup_has_a_rule_only_beside_the_one_column_that_it_follows_from(headings, rule):
    table = pasted.Table(columns=["Model", *headings], rows=[("3", ["A", "1.0", "20", "9"])])
    quantity = prose.quantity("{metric: speedup}", headings[0], table)
    told = f", derived: {{{rule}}}}}" if rule else "}"
    assert ratios.derived(quantity, headings[0], table) == quantity.removesuffix("}") + told


BRIEF = """# BriefBERT

All scores are the best of three seeds; F1 for QQP. Latency is the mean of 200 passes on one core
of a Xeon Gold 6248 with batch size 1.

| Model | MNLI-m/mm | QQP | SQuAD 1.1 (EM/F1) | Avg | Latency (ms) |
|---|:---:|---|---|---|---|
| BERT-base | 84.5/84.9 | 88.1 | 80.9/88.3 | 88.8 | 214.6 |
| DistilBERT [1] | 82.2/82.6 | 86.4 | 79.1/86.9 | 86.7 | 109.3 |

[1] Sanh et al., 2019; we fine-tuned the released checkpoint.
"""


def test_two_scores_of_a_cell_the_best_of_runs_and_models_scored_anew_are_understood(root, readme):
    readme.write_text(BRIEF)
    new.begin(KEY, readme)
    (table,) = sources.tables(KEY).values()
    held = {each["name"]: each.get("quantities") for each in table["schema"]["fields"]}
    halves = [{"metric": "accuracy", "task": half} for half in ("mnli-m", "mnli-mm")]
    assert held["mnli_m_mm"] == halves
    kinds = ("exact-match", "f1")
    assert held["squad_1_1_em_f1"] == [{"metric": each, "task": "squad-1.1"} for each in kinds]
    assert held["avg"] == [{"metric": "average", "task": "TODO (glue?)"}]
    assert "n" not in table
    said = {each.message.partition(": ")[0]: each.message for each in check.faults(KEY)}
    best = "All scores are the best of three seeds; F1 for QQP."
    assert said["protocol"].endswith(f"; best-of-search? the file says: {best}")
    assert "; one core of a Xeon Gold 6248 with batch size 1? the file" in said["device"]
    assert "original" not in said  # the authors scored it


LEAN = """# LeanQA

We prune BERT-base and store the weights of LeanQA at 8 bits: LeanQA is pruned and quantized.

Scores are on the validation set. We measured the throughput on two cores of an Ice Lake Xeon.

| Model | Sparsity | SQuAD 1.1 (EM/F1) | Throughput (items/s) |
|---|---|---|---|
| BERT-base | 0% | 80.9/88.4 | 4.1 |
| DistilBERT† | 0% | 79.1/86.9 | - |
| LeanQA-50 | 50% | 81.0/88.5 | 7.9 |
| LeanQA-50-int8 | 50% | 80.4/88.0 | 19.6 |

† as reported by Sanh et al.
"""


def test_a_table_without_numbers_is_left_out(root, readme):
    readme.write_text(
        f"# Models\n\n| Model | Checkpoint |\n|---|---|\n| Small-6 | `x/y` |\n\n{README}"
    )
    new.begin(KEY, readme)
    assert list(sources.tables(KEY)) == ["table1"]
    assert "mnli" in sources.table(KEY, "table1")


CHECKPOINTS = """# Models

| Model | Checkpoint | Date | MNLI | |
|---|---|---|---|---|
| Small-6 | `x/y` | 2031-02-03 | link | [a](b) |
| Small-4 | - | 2031-02-04 | - |

"""


def test_a_table_without_numbers_is_left_out_with_what_is_wrong_in_it_and_said(root, readme):
    readme.write_text(f"{CHECKPOINTS}{README}")
    said = CliRunner().invoke(cli.main, ["new", KEY, "--from", str(readme)])
    assert said.exit_code == 0, said.output
    assert f"left out {readme}:3: the table 'Models' has no numbers of results\n" in said.output
    assert list(sources.tables(KEY)) == ["table1"]
    assert list(sources.table(KEY, "table1")["line"]) == ["14", "15", "16"]


def test_a_file_without_a_table_of_numbers_is_one_line(root, readme):
    readme.write_text(CHECKPOINTS.replace("| - |\n", "| - | - |\n").replace(" | |\n", " | B |\n"))
    said = CliRunner().invoke(cli.main, ["new", KEY, "--from", str(readme)])
    assert said.exit_code == 1
    assert said.output.splitlines()[-1].endswith(
        "no table has numbers; give the file that prints the results"
    )
    assert not (root / "data" / "sources" / KEY).exists()


def test_rows_that_say_int8_leave_the_others_of_their_name_unquantized(root, readme):
    readme.write_text(LEAN)
    new.begin(KEY, readme)
    table = sources.table(KEY, "table1")
    assert table["technique"]["leanqa-50"] == ""
    assert table["technique"]["leanqa-50-int8"] == "quantization+TODO"
    assert list(table["architecture"])[2:] == ["bert-base", "bert-base"]
    assert list(table["bits"]) == ["", "", "", "8"]
    said = {each.message.partition(": ")[0]: each.message for each in check.faults(KEY)}
    (about,) = sources.tables(KEY).values()
    assert about["technique"].startswith("TODO (pruning? the file says: We prune")
    assert about["split"].startswith("TODO (dev? ")
    assert "; two cores of an Ice Lake Xeon? the file" in said["device"]
    assert about["schema"]["fields"][5]["quantities"] == [{"metric": "throughput"}]
    lent = "sanh2019distilbert/table3/distilbert-squad (1 of its numbers)"  # F1 of 86.9
    assert lent in said["original"]
    assert "in the book it is called 'DistilBERT, taught SQuAD too'" in said["original"]


THRIFT = """# ThriftBERT

ThriftBERT's layers share their weights in groups, and its embeddings are factorised.

## Released models

| Model | Layers | Groups | Params |
|---|---|---|---|
| ThriftBERT-S | 6 | 2 | 6.4M |

## Speed

Milliseconds for one input of 128 tokens, batch size 1, ONNX Runtime, one thread on an Intel Xeon
Platinum 8375C.

| Model | Latency (ms) | Peak memory (GB) |
|---|---|---|
| ALBERT-base v2 | 169 | 0.28 |
| ThriftBERT-S | 29 | 0.12 |

## Scores

| Model | CoLA | STS-B (Pearson) | RTE |
|---|---|---|---|
| DistilBERT* | 51.3 | 86.9 | 59.9 |
| ThriftBERT-S | 45.0 | 87.2 | 64.1 |

\\* from Sanh et al. (2019).

```bibtex
@misc{thrift,
  title={{ThriftBERT}: Sharing Layers in Groups}, author={Varga, Nora}, year={2033}
}
```
"""


def test_what_is_of_no_score_has_no_split_and_headings_are_titles(root, readme):
    readme.write_text(THRIFT)
    new.begin(KEY, readme)
    models, speed, scores = sources.tables(KEY).values()
    assert [each["title"] for each in (models, speed)] == ["Released models", "Speed"]
    assert not {"split", "protocol", "n"} & (models.keys() | speed.keys())
    assert scores["split"] == "TODO"
    shared = "parameter_sharing+matrix_decomposition? the file says: ThriftBERT's layers share"
    assert shared in models["technique"]
    held = {each["name"]: each.get("quantities") for each in speed["schema"]["fields"]}
    assert held["peak_memory_gb"] == [{"metric": "memory", "scale": 1024}]
    assert (
        "Intel Xeon Platinum 8375C, 128 tokens, batch size 1, ONNX Runtime, one thread?"
        in speed["device"]
    )
    albert = sources.table(KEY, "table2").loc["albert-base-v2"]
    assert (albert["architecture"], albert["name"]) == ("albert-base", "")  # another name: v2
    exhibits = pd.read_csv(root / "data" / "sources" / KEY / "exhibits.csv")
    assert (
        list(exhibits["title"])[:2] == list(exhibits["place"])[:2] == ["Released models", "Speed"]
    )
    page = nbformat.read(root / "notebooks" / f"{KEY}.ipynb", 4).cells[0].source
    assert "\n# ThriftBERT: TODO: the page's title" in page
    assert sources.describe(KEY)["short"] == "ThriftBERT"


SLIM = """# SlimQ

SlimQ removes attention heads from BERT-base and quantizes what remains.

## Results

Test set.

| Model | Bits | Size | MNLI |
|---|:---:|---|---|
| BERT-base | 32 | 418 MB | 84.6/83.4 |
| Q8BERT | 8 | 106 MB | 83.9/82.8 |
| DistilBERT [1] | 32 | 0.25 GB | - |
| SlimQ-75 | 4 | 44 MB | 83.0/82.1 |

On a Raspberry Pi 4 (four threads, batch size 1):

| Model | Latency [ms] |
|---|---:|
| BERT-base | 1,420 |
| SlimQ-75 | 498 |

[1] numbers are from <https://example.org/board>.
"""


def test_units_and_thousands_in_cells_and_pairs_of_scores_are_understood(root, readme):
    readme.write_text(SLIM)
    new.begin(KEY, readme)
    scores, times = sources.tables(KEY).values()
    assert [each["title"] for each in (scores, times)] == ["Results", "Results: Latency [ms]"]
    (both,) = [each for each in scores["schema"]["fields"] if each["name"] == "mnli"]
    assert [each["task"] for each in both["quantities"]] == ["mnli-m", "mnli-mm"]
    told = "pruning+quantization? the file says: SlimQ removes attention heads"
    assert all(told in each["technique"] for each in (scores, times))  # Q8BERT is no form of it
    assert "(Raspberry Pi 4, four threads, batch size 1? " in times["device"]
    assert "https://example.org/board" in scores["shown"]["notes"][0]["note"]
    numbers = sources.results(KEY).set_index(["row", "metric"])["value"]
    assert numbers["bert-base", "size"] == 418
    assert numbers["distilbert", "size"] == 256
    assert numbers["bert-base", "latency-cpu"] == 1420  # ms


LEAP = """# LeapBERT

## Main results

Development sets. We fine-tune each model five times and report the mean.

| Model | FLOPs | RTE |
|---|------:|-----:|
| BERT-base | 1.0x | 68.5 |
| PoWER-BERT | 2.3x | 66.8 |
| LeapBERT-r70 | 1.4x | 68.4 |
| LeapBERT-r50 | 2.0x | 67.9 |

FLOPs are the reduction over BERT-base.

## Time

Sequences per second on one A100 40GB, PyTorch 2.1, fp16, batch size 32, length 128.

| Model | Throughput |
|---|---:|
| BERT-base | 1,910 |
| LeapBERT-r50 | 3,240 |

```bibtex
@misc{leap,
  title={{LeapBERT}: Skipping Layers}, author={Kowalski, Ewa and Sato, Ren}, year={2033}
}
```
"""


def test_runs_devices_and_what_the_book_knows_of_a_model_are_understood(root, readme):
    readme.write_text(LEAP)
    new.begin(KEY, readme)
    asked = [(each.name, each.hint) for each in unfilled.blanks(sources.folder(KEY))]
    said = "the file says: We fine-tune each model five times and report the mean."
    assert ("protocol", f"mean-of-runs? {said}") in asked
    assert ("n", f"5? {said}") in asked
    assert ("metric", "the file says: FLOPs are the reduction over BERT-base.") in asked
    assert dict(asked)["device"].startswith(
        "A100 40GB, PyTorch 2.1, fp16, batch size 32, length 128? "
    )
    row = sources.table(KEY, "table1").loc["power-bert"]
    assert row["technique"] == "dynamic_inference"  # as in the works that have it
    assert [name for name, _ in asked].count("technique") == 2  # of LeapBERT, once a table
    assert ("cell 1", "the line begins: LeapBERT:") in asked
    assert ("cell 1", "the line begins: Kowalski and Sato (2033)") in asked


def test_a_work_is_begun_beside_one_whose_numbers_cannot_be_read(root, readme):
    other = root / "data" / "sources" / "sanh2019distilbert" / "table1.csv"
    replace(other, {"91.3": "9l.3"})
    readme.write_text(LEAP)
    new.begin(KEY, readme)
    assert sources.table(KEY, "table1").loc["power-bert", "technique"] in ("", "TODO")


def test_a_work_is_begun_beside_one_that_is_not_filled_yet(root, readme):
    readme.write_text(ABOVE)
    new.begin(KEY, readme)  # asks for the number of runs
    readme.write_text(LEAP)
    new.begin(f"{KEY}er", readme)
    row = sources.table(f"{KEY}er", "table1").loc["power-bert"]
    assert row["technique"] == "dynamic_inference"


def test_a_clone_tells_repository_commit_and_path(root, tmp_path, monkeypatch):
    def git(*words):
        command = ["git", "-c", "user.name=a", "-c", "user.email=a@b.c", *words]
        run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
        return run.stdout.strip()

    (folder := tmp_path / "clone" / "docs").mkdir(parents=True)
    file = folder / "README.md"
    file.write_text(README)
    git("init", "-q", "..")
    git("remote", "add", "origin", "git@github.com:roe/small.bert.git")
    assert clones.place(file) == {}  # not committed
    git("add", ".")
    git("commit", "-qm", "a")
    commit = git("rev-parse", "HEAD")
    known = {"repository": "roe/small.bert", "commit": commit, "path": "docs/README.md"}
    monkeypatch.chdir(folder)
    assert clones.place(Path(file.name)) == known
    new.begin(KEY, file)
    assert sources.describe(KEY)["document"] == known
    assert not clones.is_edited(file)
    file.write_text(f"More.\n{README}")
    assert clones.place(file) == known
    said = CliRunner().invoke(cli.main, ["new", f"{KEY}er", "--from", str(file)])
    assert f"README.md was edited since commit {commit[:7]}: addresses lead to that" in said.output
    assert sources.describe(f"{KEY}er")["document"] == known
    git("add", "-A")
    assert clones.is_edited(file)
    git("checkout", "-f", "HEAD")
    monkeypatch.setenv("SMALLBERT_ROOT", str(folder.parent))
    assert clones.place(file) == {}  # the book's own


def test_the_number_of_runs_is_asked_once(root, readme):
    readme.write_text(TRIM)
    new.begin(KEY, readme)
    (asked,) = [each.message for each in check.faults(KEY) if each.message.startswith("n: ")]
    assert "; 3? the file says: All numbers" in asked
    assert "n" not in sources.table(KEY, "table1")


OPENED = """# Trim

```bash
# needs a GPU
```

We report the dev set: median of five runs, MNLI on the matched half, F1 for MRPC.

## Results

{above}

| Model | MNLI | MRPC |
|---|---|---|
| BERT-base | 84.6 (0.1) | 88.0 (0.3) |

{below}

## Use
"""


@pytest.mark.parametrize(
    ("above", "below", "guessed"),
    [
        ("", "", {"split": "dev", "protocol": "median-of-runs", "n": "5"}),
        ("", "", {"task": "mnli-m", "metric": "f1"}),
        ("On the test set.", "", {"split": "test", "n": "5"}),
        ("Best scores of 3 seeds.", "", {"protocol": "best-of-search", "split": "dev"}),
        (
            "",
            "MNLI is mismatched, and MRPC is accuracy.",
            {"task": "mnli-mm", "metric": "accuracy"},
        ),
        ("MRPC is F1.", "MNLI is mismatched. MRPC has errors in accuracy.", {"task": "mnli-mm"}),
        ("MRPC is F1.", "MNLI is mismatched. MRPC has errors in accuracy.", {"metric": "f1"}),
        ("", "A mean of 3 runs, on the test set.", {"split": "", "protocol": ""}),
    ],
)
def test_what_opens_the_file_counts_where_the_section_of_a_table_says_nothing(
    root, readme, above, below, guessed
):
    brackets = "In brackets are standard deviations."
    readme.write_text(OPENED.format(above=f"{brackets} {above}", below=below))
    new.begin(KEY, readme)
    asked = {each.name: each.guess for each in unfilled.blanks(sources.folder(KEY))}
    mnli, mrpc = sources.quantities(sources.tables(KEY)["table1"])
    told = asked | {"task": mnli["task"], "metric": mrpc["metric"]}
    assert {name: told[name] for name in guessed} == guessed


RUNS = "Numbers are the median of 5 runs with different seeds."


@pytest.mark.parametrize(
    "readme_text",
    [
        f"# A\n\n{{table}}\n{RUNS}\n",
        f"# A\n\n## Results\n\n{{table}}\n\n{RUNS}\n\n## Use\n\nRun it.\n",
        f"# A\n\n## Results\n\n{{table}}\n\n## Details\n\nLatency: mean of 9 runs. {RUNS}\n",
        f"# A\n\n## Details\n\nWe fine-tune. {RUNS}\n\n## Results\n\n{{table}}\n",
    ],
)
def test_the_runs_are_told_away_from_the_table_too(root, readme, readme_text):
    readme.write_text(readme_text.format(table="| Model | RTE |\n|---|---|\n| A | 60.1 |\n"))
    new.begin(KEY, readme)
    asked = {each.name: each for each in unfilled.blanks(sources.folder(KEY))}
    assert (asked["protocol"].guess, asked["n"].guess) == ("median-of-runs", "5")
    assert asked["protocol"].hint.endswith(f"the file says: {RUNS}")


@pytest.mark.parametrize(
    ("said", "counted"),
    [
        ("Median of 5 runs for base, of 3 runs for large.", ("median-of-runs", "TODO")),
        ("Base: median of 5 runs. Large: mean of 5 seeds.", ("TODO", "5")),
        ("Median of 5 runs. Latency is the mean of 10 runs.", ("median-of-runs", "5")),
        ("Reported are means and standard deviations of 3 runs.", ("mean-of-runs", "3")),
    ],
)
def test_two_counts_or_two_protocols_are_no_guess(said, counted):
    told = prose.runs(pasted.Table(above=said)).values()
    assert tuple(re.search(r"TODO(?: \((.*?)\?)?", each)[1] or "TODO" for each in told) == counted


def test_two_splits_of_one_sentence_are_no_guess():
    assert guesses.split(["MNLI is the dev set, QQP the test set."]) == "TODO"


@pytest.mark.parametrize(
    ("said", "half"),
    [
        ("MNLI is MNLI-mm.", "mnli-mm"),
        ("MNLI on the mismatched set.", "mnli-mm"),
        ("MNLI, matched and mismatched.", None),
        ("MNLI is accuracy.", None),
        ("MNLI is MNLI-m/mm.", None),
    ],
)
def test_the_half_of_mnli_is_the_one_that_a_sentence_names(said, half):
    held = prose.quantity("{metric: accuracy, task: TODO}", "MNLI", pasted.Table(above=said))
    asked = f"'TODO ({guesses.HALVES}? the file says: {said})'"
    assert held == f"{{metric: accuracy, task: {half or asked}}}"


PRUNES = "TrimBERT prunes heads (at once), and distills BERT-base into what is left."
ITALIC = PRUNES.replace("TrimBERT", "*TrimBERT*")


def test_a_technique_that_the_prose_tells_is_asked_once_with_its_shape(root, readme):
    cofi = "| CoFi† | 60% | 85.3 | - | 2.0x |\n\n† taken from the CoFi paper.\n"  # the book has it
    code = "```\nTrimBERT quantizes\n```\n"
    readme.write_text(f"Others quantize.\n{code}{ITALIC}\n{TRIM}{cofi}")
    new.begin(KEY, readme)
    asked = [each.message for each in check.faults(KEY) if each.message.startswith("technique")]
    assert asked[0].endswith(f"? the file says: TrimBERT: prune heads. {PRUNES}")
    assert len(asked) == 1
    table = sources.table(KEY, "table1")
    assert list(table["technique"]) == ["none", "", "", "pruning+distillation"]
    assert list(table["architecture"]) == ["bert-base", "bert-base", "bert-base", ""]


@pytest.mark.parametrize(
    ("old", "fresh"),
    [
        ("BERT-base |", "Teacher |"),  # of no known shape
        ("Sparsity", "Share"),
        ("QQP", "#Params"),  # which give the size
        ("prune", "train"),
        ("|\n| TrimBERT-60", "|\n| BERT-large | | 1 | 1 | 1 |\n| TrimBERT-60"),  # of which?
        ("| 60% |", "| - |"),
    ],
)
def test_the_shape_that_is_pruned_is_not_guessed_without_its_grounds(root, readme, old, fresh):
    readme.write_text(f"{PRUNES}\n{TRIM}".replace(old, fresh))
    new.begin(KEY, readme)
    assert sources.table(KEY, "table1").at["trimbert-60", "architecture"] == ""


def test_bits_are_asked_of_rows_that_the_prose_calls_quantized(root, readme):
    readme.write_text(f"TrimBERT is quantized.\n{TRIM}")
    new.begin(KEY, readme)
    assert list(sources.table(KEY, "table1")["bits"]) == ["", "TODO", "TODO"]


def test_a_model_that_its_name_calls_pruned_has_the_shape_of_its_baseline(root, readme):
    readme.write_text(TRIM.replace("TrimBERT-60", "BERT-base, pruned").replace("prune heads", ""))
    new.begin(KEY, readme)
    assert list(sources.table(KEY, "table1")["architecture"]) == ["bert-base", "bert-base", ""]


def test_the_device_of_a_training_is_not_that_of_times():
    above = "We train on 8 V100. Latency is that on a Pixel 4 with 2 threads."
    assert devices.asked(pasted.Table(above=above)).startswith("'TODO (Pixel 4 with 2 threads? ")


@pytest.mark.parametrize(
    ("said", "metric"),
    [
        ("Sentences per second on one V100.", "speedup-gpu"),
        ("We train on one V100.", "speedup"),
    ],
)
def test_a_speedup_is_on_the_kind_of_device_of_the_sentence_on_speed(said, metric):
    held = prose.quantity("{metric: speedup}", "Speedup", pasted.Table(above=said))
    assert held == f"{{metric: {metric}}}"


def test_sentences_are_quoted_whole():
    said = ["Short one.", "x" * 290 + ".", "End."]
    assert prose.asked("dev", said) == "'TODO (dev? the file says: Short one.)'"
    assert prose.sentences("Faster vs. BERT (a; b) on one V100. No.", "bert") == [
        "Faster vs. BERT (a; b) on one V100."
    ]


def test_what_the_file_says_goes_when_it_is_answered(root, readme):
    readme.write_text(ABOVE)
    new.begin(KEY, readme)
    path = root / "data" / "sources" / KEY / "datapackage.yaml"
    path.write_text(re.sub(r"'TODO \(.*?\)'(?!')", "5", path.read_text()))
    assert "the file says" not in path.read_text()


def test_a_column_of_originals_makes_borrowed_what_it_names_and_nothing_else(root, readme):
    started(root, readme)
    folder = root / "data" / "sources" / KEY
    lines = (folder / "table1.csv").read_text().splitlines()
    ends = [",origin", "", "", ",https://example.org/table", ""]
    cells = [line + (end or ",") for line, end in zip(lines, ends, strict=True)]
    (folder / "table1.csv").write_text("\n".join(cells) + "\n")
    borrowed = "sd: sst_2_dev_sd, measured_by: borrowed, original: $origin"
    ours = "        - {name: architecture, type: string, ours: true}\n"
    column = ours.replace("architecture", "origin")
    descriptor = folder / "datapackage.yaml"
    replace(descriptor, {"sd: sst_2_dev_sd": borrowed})
    descriptor.write_text(descriptor.read_text() + column)
    assert [str(fault) for fault in check.faults(KEY)] == []
    scores = sources.results(KEY).query("task == 'sst-2'")
    assert list(scores["measured_by"]) == ["authors", "authors", "borrowed", "authors"]
    replace(folder / "table1.csv", {"https://example.org/table": ORIGINAL})
    line = audit.table(KEY).set_index("rule").loc["borrowed_number"]
    assert (line["row"], line["printed"], line["recomputed"]) == ("distilbert-int8", 90.4, 91.3)


def test_the_runs_of_a_table_are_those_of_its_own_scores(root, readme):
    readme.write_text(EDGE.replace("DistilBERT |", "DistilBERT† |") + "\n† Scores from Roe.\n")
    new.begin(KEY, readme)
    folder = root / "data" / "sources" / KEY
    protocol = "protocol: median-of-runs\n    n: 5"
    replace(folder / "datapackage.yaml", FILLED | {"protocol: TODO": protocol})
    lines = (folder / "table1.csv").read_text().replace(",TODO,TODO,TODO", f",{ORIGINAL},,")
    (folder / "table1.csv").write_text(lines.replace(",TODO", ","))
    runs = sources.results(KEY).set_index(["row", "metric"])[["protocol", "n"]].fillna(0)
    assert list(runs.loc["small-int8", "accuracy"]) == ["median-of-runs", 5]
    replace(folder / "datapackage.yaml", {"n: 5": "n: five"})
    assert "n is 'five'; give the number of runs" in str(check.faults(KEY)[0])
    for number in (("small-int8", "parameters"), ("small-int8", "latency")):
        assert list(runs.loc[number]) == ["", 0]
    assert list(runs.loc["distilbert", "accuracy"]) == ["", 0]  # borrowed


def test_a_spread_is_scaled_with_its_mean(root, readme):
    started(root, readme)
    descriptor = root / "data" / "sources" / KEY / "datapackage.yaml"
    replace(descriptor, {"sd: sst_2_dev_sd": "sd: sst_2_dev_sd, scale: 0.01"})
    row = sources.results(KEY).set_index("id").loc[f"{KEY}/table1/distilbert/sst-2-accuracy"]
    assert (row["value"], row["sd"]) == (pytest.approx(0.913), pytest.approx(0.002))


@pytest.mark.parametrize(
    ("name", "old", "fresh", "fault"),
    [
        ("datapackage.yaml", ", unit: ms", "", "latency_ms: the heading says ms; add 'unit: ms'"),
        (
            "table1.csv",
            ",distilbert,8",
            ",distilbert,",
            "4:96: a quantized row of a known shape: give its bits",
        ),
        ("table1.csv", ",distilbert,8", ",distilbert,8-bit", "bits: type is"),
        ("table1.csv", ",0.2,", ",small,", "sst_2_dev_sd: 'small' is no number"),
        (
            "datapackage.yaml",
            "sd: sst_2_dev_sd",
            "sd: sst_2_sd",
            "'sst_2_sd', and there is no such",
        ),
    ],
)
def test_numbers_that_would_count_wrongly_are_faults(root, readme, name, old, fresh, fault):
    started(root, readme)
    replace(root / "data" / "sources" / KEY / name, {old: fresh})
    assert fault in "\n".join(map(str, check.faults(KEY)))


def test_what_is_asked_again_in_a_file_is_explained_once(root, readme):
    without = README.replace("DistilBERT", "Thin, w/o heads")  # has a quoted cell
    readme.write_text(without.replace("Tiny", "Thin w/o blocks"))
    new.begin(KEY, readme)
    asked = [str(each) for each in check.faults(KEY) if "table1.csv" in str(each)]
    assert len(asked) == 2
    assert asked[0].endswith("join several by +")
    assert asked[1].endswith("technique: as above")


def test_the_page_has_at_most_ten_short_cells(root, readme):
    new.begin(KEY, readme)
    cells = nbformat.read(root / "notebooks" / f"{KEY}.ipynb", 4).cells
    assert len(cells) <= 10
    assert max(len(cell.source.splitlines()) for cell in cells) <= 10


def test_what_a_person_must_decide_is_asked_in_order(root, readme):
    said = CliRunner().invoke(cli.main, ["new", KEY, "--from", str(readme)])
    begins = f"smallbert fill {KEY} asks for what does not follow of: "
    asked = said.output.splitlines()[-1].removeprefix(begins).split(", ")
    assert asked[:3] == ["title", "repository", "commit"]
    assert asked[-3:] == ["technique", "author", "cell 1"]


def test_nothing_is_written_over(root, readme):
    new.begin(KEY, readme)
    before = (root / "_toc.yml").read_text()
    with pytest.raises(UsageError, match="is there; choose another key"):
        new.begin(KEY, readme)
    assert (root / "_toc.yml").read_text() == before


def test_a_work_without_a_table_is_begun_too(root):
    new.begin(KEY)
    assert any("table1.csv" in str(fault) for fault in check.faults(KEY))


def test_a_heading_that_yaml_reads_as_something_else_names_a_column(root, readme):
    readme.write_text("| Model | 128 | No | MNLI |\n|---|---|---|---|\n| A | 9 | 1 | 84.5 |\n")
    new.begin(KEY, readme)
    columns = sources.tables(KEY)["table1"]["schema"]["fields"]
    assert [each["name"] for each in columns][2:6] == ["model", "128", "no", "mnli"]


APART = """| Model | MNLI-m | RTE | MNLI-m (sd) | RTE std |
|---|---|---|---|---|
| BERT-base | 84.5 | 68.0 | 0.2 | 1.1 |
"""


def test_the_page_shows_spreads_next_to_their_means(root, readme):
    readme.write_text(APART)
    new.begin(KEY, readme)
    (table,) = sources.tables(KEY).values()
    assert table["shown"]["columns"] == ["model", "mnli_m", "mnli_m_sd", "rte", "rte_std"]
    printed = [each["name"] for each in sources.fields(table, printed=True)]
    assert printed == ["model", "mnli_m", "rte", "mnli_m_sd", "rte_std"]  # as in the document
    fill(root)
    replace(root / "data" / "sources" / KEY / "datapackage.yaml", {"TODO": "x"})
    page = run_notebook.__wrapped__(KEY, ())
    head = page.artifacts[f"{KEY}-table1"]["csv"].splitlines()[0]
    assert head.split(",")[1:] == ["Model", "MNLI-m", "MNLI-m (sd)", "RTE", "RTE std"]
    readme.write_text(APART.replace("| RTE | MNLI-m (sd) |", "| MNLI-m (sd) | RTE |"))
    new.begin(f"{KEY}er", readme)
    (table,) = sources.tables(f"{KEY}er").values()
    assert "shown" not in table


def test_a_spread_of_what_is_no_quantity_is_left_alone(root, readme):
    readme.write_text("| Model | Bits | MNLI |\n|---|---|---|\n| A | 4 ± 1 | 84.5 +/- .2 |\n")
    new.begin(KEY, readme)
    columns = sources.tables(KEY)["table1"]["schema"]["fields"]
    held = {each["name"]: each["quantities"] for each in columns if "quantities" in each}
    assert held["mnli"][0]["sd"] == "mnli_sd"
    assert list(held) == ["mnli"]


def test_a_path_that_yaml_would_read_otherwise_is_quoted(root, tmp_path):
    path = tmp_path / "values.csv"
    path.write_text(VALUES.replace("README.md", "|x.md"))
    new.begin(KEY, path, force=True)
    assert sources.describe(KEY)["document"]["path"] == "|x.md"


BAD = """| Model | MNLI | |
|---|---|---|
| A | 84.5<sup>1</sup> | 1 |
| B | 82.1 ms | 2 |
| C | 80.0 | 3 |
| D | 70.0 |
"""


def test_what_is_not_understood_is_one_list_and_nothing_is_written(root, readme):
    readme.write_text(BAD)
    with pytest.raises(DataError) as caught:
        new.begin(KEY, readme)
    places = [(fault.line, fault.column) for fault in caught.value.faults]
    assert places == [(1, 3), (3, 2), (4, 2), (6, 3)]
    assert not (root / "data" / "sources" / KEY).exists()
    new.begin(KEY, readme, force=True)
    assert (root / "data" / "sources" / KEY / "table1.csv").is_file()


def test_a_row_too_long_and_a_heading_within_are_listed(root, readme):
    readme.write_text("| Model | MNLI |\n|---|---|\n| *Students* | |\n| `A | B` | 80.0 |\n")
    with pytest.raises(DataError) as caught:
        new.begin(KEY, readme)
    said = {(fault.line, fault.column): fault.message for fault in caught.value.faults}
    assert said[3, 1] == "'Students' alone in its row: a heading within the table; take it out"
    assert said[4, 3].endswith("mend the row; --force drops what is beyond it")


LATEX = r"""\begin{tabular}{lrrr}
\toprule
Model & \#Params & MNLI & QQP \\
\midrule
BERT-base & 110M & 84.5 & 91.0 \\
DistilBERT~\cite{sanh} & 66M & \textbf{82.1} & 88.5 \\
Tiny & 4.4M & 70.2 & 79.0 \\
\bottomrule
\end{tabular}
"""


def test_a_table_of_latex_becomes_a_sound_work(root, tmp_path):
    path = tmp_path / "table.tex"
    path.write_text(LATEX)
    new.begin(KEY, path)
    fill(root)
    assert [str(fault) for fault in check.faults(KEY)] == []
    row = sources.results(KEY).set_index("id").loc[f"{KEY}/table1/distilbert/mnli-accuracy"]
    assert (row["value"], row["model"]) == (82.1, "DistilBERT")
    assert row["address"].endswith("table.tex#L6")


TWICE = """| Model | GPU (ms) | Speedup | CPU (ms) | Speedup |
|---|---|---|---|---|
| BERT-base | 10.0 | 1.0x | 200 | 1.0x |
| Lark-6 (distilled) | 5.0 | 2.0x | 100 | 2.0x |
| Lark-3 (distilled) | 2.5 | 4.0x | 40 | 4.5x |
"""


def test_a_heading_that_stands_twice_is_of_the_device_to_its_left(root, readme):
    """40 ms make 5.0, not 4.5."""
    readme.write_text(TWICE)
    new.begin(KEY, readme)
    fill(root)
    replace(root / "data" / "sources" / KEY / "datapackage.yaml", {"TODO": "one chip"})
    assert [str(fault) for fault in check.faults(KEY)] == []
    numbers = sources.results(KEY).query("row == 'lark-3-distilled'").set_index("metric")["value"]
    assert numbers.to_dict() == {
        **{"latency-gpu": 2.5, "speedup-gpu": 4.0},
        **{"latency-cpu": 40, "speedup-cpu": 4.5},
    }
    wrong = audit.table(KEY).query("verdict == 'disagrees'")
    assert list(wrong["id"]) == [f"{KEY}/table1/lark-3-distilled/speedup-cpu/time-ratio"]
    page = run_notebook.__wrapped__(KEY, ()).artifacts[f"{KEY}-table1"]
    headings = "Model,GPU (ms),Speedup [GPU],CPU (ms),Speedup [CPU]"
    assert page["csv"].splitlines()[0].endswith(headings)
    assert page["caption"].startswith("In Speedup [GPU] and Speedup [CPU] the words in square ")


def test_two_devices_of_one_kind_have_quantities_of_their_own(root, readme):
    readme.write_text(TWICE.replace("GPU", "Xeon").replace("CPU", "Ryzen"))
    new.begin(KEY, readme)
    numbers = sources.results(KEY)
    assert numbers["id"].is_unique
    assert set(numbers["metric"]) == {"latency-cpu", "speedup-cpu"}


def test_a_heading_that_stands_twice_is_a_fault_if_nothing_tells_which_is_which(root, readme):
    readme.write_text(TWICE.replace("GPU (ms)", "QNLI").replace("CPU (ms)", "RTE"))
    with pytest.raises(DataError, match="1:5: heading 'Speedup' stands twice") as caught:
        new.begin(KEY, readme)
    assert len(caught.value.faults) == 1


DOUBTFUL = """| Model | MNLI | QQP |
|---|---|---|
| A³ | 84.5* | n/a |
| B | 82.1† | 9l.0 |
"""


def test_forced_numbers_lose_their_footnotes_and_the_rest_stays(root, readme):
    readme.write_text(DOUBTFUL)
    said = CliRunner().invoke(cli.main, ["new", KEY, "--from", str(readme)])
    assert said.exit_code == 1
    *faults, last = said.output.splitlines()
    assert len([line for line in faults if "README.md:" in line]) == len(faults) == 5
    assert last == new.REFUSED
    assert re.match("nothing was written: .* --force", last)
    assert not (root / "data" / "sources" / KEY).exists()
    new.begin(KEY, readme, force=True)
    lines = (root / "data" / "sources" / KEY / "table1.csv").read_text().splitlines()
    assert lines[1:] == ["a3,3,A³,84.5,n/a,,,,", "b,4,B,82.1,9l.0,,,,"]
    descriptor = (root / "data" / "sources" / KEY / "datapackage.yaml").read_text()
    assert "quantities: [{metric: 'TODO (score?)', task: qqp}]" in descriptor


@pytest.mark.parametrize(
    ("said", "guess"),
    [
        ("We prune.", "score"),
        ("F1 for QQP.", "f1"),
        ("F1 and accuracy for QQP.", ""),
        ("F1 for MRPC, accuracy for the others.", "accuracy"),
        ("We report accuracy for RTE, SST-2 and QQP.", "accuracy"),
        ("MRPC, QQP: F1; the rest: accuracy.", "f1"),
        ("Accuracy/F1 for MRPC and RTE, QQP.", ""),
    ],
)
def test_a_score_is_the_guess_where_several_metrics_are_customary_and_none_is_named(
    root, readme, said, guess
):
    rows = "| Model | QQP | SST-2 |\n|---|---|---|\n| A | 88.1 | 92.0 |\n"
    readme.write_text(f"# A\n\n{said}\n\n{rows}")
    new.begin(KEY, readme)
    asked = [each for each in unfilled.blanks(sources.folder(KEY)) if each.name == "metric"]
    (qqp, _) = sources.quantities(sources.tables(KEY)["table1"])
    if guess in ("", "score"):
        assert [(each.about[1], each.guess) for each in asked] == [("QQP", guess)]
    else:
        assert (asked, qqp["metric"]) == ([], guess)


SETUP = """# A

## Results

| Model | MRPC | STS-B | QQP |
|---|---|---|---|
| A | 88.1 | 89.0 | 92.0 |

## Setup

We report accuracy for RTE, QNLI, SST2, F1 for MRPC and QQP, and Pearson
correlation for STS B and Matthews correlation for CoLA.

## Others

| Model | EM |
|---|---|
| A | 80.1 |

MRPC is accuracy.
"""


def test_a_section_without_a_table_tells_the_metric_of_each_task(root, readme):
    readme.write_text(SETUP)
    new.begin(KEY, readme)
    quantities = [*sources.quantities(sources.tables(KEY)["table1"])]
    assert {each["task"]: each["metric"] for each in quantities} == {
        **{"mrpc": "f1", "sts-b": "pearson", "qqp": "f1"}
    }


def test_what_no_heading_names_is_said_with_its_columns(root, readme):
    readme.write_text(
        "| Model | CoLA | RTE | SST-2 acc |\n|---|---|---|---|\n| A | 60 | 70 | 92 |\n"
    )
    said = CliRunner().invoke(cli.main, ["new", KEY, "--from", str(readme)]).output
    how = "what no heading names, as the prose says or as usual"
    assert f"{how}: matthews for CoLA; accuracy for RTE" in said.splitlines()
    readme.write_text("F1 for QQP.\n\n| Model | MNLI | QQP |\n|---|---|---|\n| A | 60 | 70 |\n")
    readme.write_text(f"MNLI is matched.\n\n{readme.read_text()}")
    said = CliRunner().invoke(cli.main, ["new", f"{KEY}est", "--from", str(readme)]).output
    assert f"{how}: accuracy for MNLI; mnli-m for MNLI; f1 for QQP" in said.splitlines()
    readme.write_text("| Model | SST-2 acc |\n|---|---|\n| A | 92 |\n")
    said = CliRunner().invoke(cli.main, ["new", f"{KEY}er", "--from", str(readme)]).output
    assert how not in said


def test_an_encoding_that_is_unknown_is_one_line_and_no_traceback(root, tmp_path):
    path = tmp_path / "table.csv"
    path.write_bytes("Modèle;MNLI\nA;84.5\n".encode("latin-1"))
    said = CliRunner().invoke(cli.main, ["new", KEY, "--from", str(path)])
    assert said.exit_code == 1
    assert said.output.strip().endswith(
        f"{path}:1: not in UTF-8; save it in UTF-8, from a spreadsheet as CSV UTF-8"
    )


def test_the_help_names_the_formats():
    words = CliRunner().invoke(cli.main, ["new", "--help"]).output
    assert all(each in words for each in ("Markdown", "LaTeX", ".xlsx", "CSV", "UTF-8"))


VALUES = """repo,commit,path,line,row,column,printed value,meaning
a/b,c,README.md,3,Layers of,17M,7,shape
a/b,c,README.md,9,One,MNLI,84.0,accuracy
a/b,c,README.md,10,Two,MNLI,83.0,accuracy
a/b,c,README.md,10,Two,MNLI,82.0,accuracy
a/b,d,README.md,10,Three,MNLI,81.0,accuracy
"""


def test_values_one_a_line_are_parted_into_tables(tmp_path):
    path = tmp_path / "values.csv"
    path.write_text(VALUES)
    found = pasted.read(path)
    assert [[cells for _, cells in table.rows] for table in found.tables] == [
        [["Layers of", "7"]],
        [["One", "84.0"], ["Two", "82.0"]],
        [["Three", "81.0"]],
    ]
    assert [str(fault).rpartition(": ")[2] for fault in found.faults] == [
        "a second value on line 10; drop one"
    ]


@pytest.mark.parametrize(
    ("heading", "quantity"),
    [
        ("MNLI-m acc (dev)", "{metric: accuracy, task: mnli-m}"),
        ("SST-2 acc (dev)", "{metric: accuracy, task: sst-2}"),
        ("MRPC F1 (dev)", "{metric: f1, task: mrpc}"),
        ("QNLI test", "{metric: accuracy, task: qnli}"),
        ("Dev set RTE", "{metric: accuracy, task: rte}"),
        ("MNLI", "{metric: accuracy, task: TODO}"),  # which half?
        ("Attested", "{metric: TODO}"),
        ("MNLI drop", "{metric: TODO}"),
        ("SST-2 latency (s)", "{metric: latency}"),
        ("Latency, ms", "{metric: latency, unit: ms}"),
        ("Inference time", "{metric: latency, unit: TODO}"),
        ("Params (B)", "{metric: parameters, derived: parameters_of_shape, scale: 1000}"),
        ("Bits", ""),
        ("#Params", "{metric: parameters, derived: parameters_of_shape}"),
        ("Encoder params (M)", "{metric: parameters-without-embeddings, scale: 0.001}"),
        ("Backbone Parameters(B)", "{metric: parameters-without-embeddings}"),
        ("#Transformer Params", "{metric: parameters-without-embeddings, scale: TODO}"),
        ("Non-embedding params", "{metric: parameters-without-embeddings, scale: TODO}"),
        ("Params w/o emb.", "{metric: parameters-without-embeddings, scale: TODO}"),
        (
            "Params (without word embeddings)",
            "{metric: parameters-without-embeddings, scale: TODO}",
        ),
    ],
)
def test_a_heading_tells_metric_task_and_unit(heading, quantity):
    assert guesses.quantities(heading) == ([quantity] if quantity else [])


@pytest.mark.parametrize(("cell", "billions"), [("85M", 0.085), ("0.3B", 0.3)])
def test_parameters_without_embeddings_need_no_scale_where_cells_say_it(cell, billions):
    held = guesses.quantities("Encoder params", [cell, "-"])
    assert held == ["{metric: parameters-without-embeddings}"]
    (number,) = cells.parse(cell, [vocabulary.units_of_metrics()["parameters-without-embeddings"]])
    assert number.value == pytest.approx(billions)


@pytest.mark.parametrize(
    ("headings", "split"),
    [
        (["Model", "MNLI (dev)", "SST-2 (Dev)"], "dev"),
        (["Model", "QNLI test set", "Size"], "test"),
        (["Model", "MNLI (dev)", "MNLI (test)"], "TODO"),
        (["Model", "MNLI"], "TODO"),
    ],
)
def test_a_table_has_the_one_split_that_its_headings_name(headings, split):
    assert guesses.split(headings) == split


@pytest.mark.parametrize(
    ("models", "kinds"),
    [
        (["BERT-base", "BERT-base-int8"], ["none", "quantization"]),
        (["Small-6", "Small-6 (8-bit)"], ["TODO", "quantization+TODO"]),
        (
            ["TinyBERT_w2a8", "Pruned student"],
            ["quantization+distillation", "distillation+pruning"],
        ),
        (["Q8BERT", "ALBERT"], ["quantization", "parameter_sharing"]),
        (["KD-4", "KD-4, 50% pruned"], ["distillation", "distillation+pruning"]),
        (["Thin", "Thin (pruned) int8"], ["TODO", "quantization+pruning+TODO"]),
        (["Thin w/o distill.", "Thin without distillation (8-bit)"], ["TODO", "quantization"]),
        (["- teacher", "no pruning", "Unpruned student"], ["TODO"] * 3),
        (["BERT-base, no pruning", "non-distilled, pruned"], ["none", "pruning"]),
    ],
)
def test_a_name_tells_all_its_techniques(models, kinds):
    assert model_guesses.techniques(models) == kinds


ALIKE = """# Wren

Wren shares one layer among all positions, then learns from a teacher.

## Scores

Fine-tuned once, all with one recipe, on the dev set.

| Model | SST-2 | Download (MB) |
|---|---|---|
| BERT-base | 92.9 | 418 |
| Wren-6 | 90.3 | 121 |
"""


def test_one_recipe_a_shared_layer_and_a_download_are_understood(root, readme):
    readme.write_text(ALIKE)
    new.begin(KEY, readme)
    text = (root / "data" / "sources" / KEY / "datapackage.yaml").read_text()
    assert "protocol: 'TODO (one-recipe? the file says: Fine-tuned once, all" in text
    assert "TODO (parameter_sharing+distillation? the file says" in (
        text + (root / "data" / "sources" / KEY / "table1.csv").read_text()
    )
    assert 'header: ["Download (MB)"], quantities: [{metric: size}]' in text


FOLD = """# FoldQuant: Folding Outliers

We distill FoldQuant from the full-precision teacher and quantize it.

## Results

GLUE dev set. F1 for MRPC. *Avg.* takes MNLI-m only. FoldQuant is the median of 5 runs; the teacher
and MixQ are single runs.

| Bits | Method | Size (MB) | MNLI-m/mm | MRPC | Avg. |
|---|---|---|---|---|---|
| 32 | BERT-base (teacher) | 418 | 84.5/84.9 | 90.9 | 87.7 |
| 8 | [OctoBERT](https://example.org/octo)† | 106 (3.9x) | 83.1/83.5 | 90.1 | 86.6 |
| 4 | MixQ | 55 (x7.6) | 78.6/79.0 | 86.1 | 82.4 |
| 4 | FoldQuant | 55 (7.6× smaller) | 83.9/84.3 | 90.6 | 87.3 |
| 4 | - folding | 55 (7.6x) | 82.0/– | 88.0 | 85.0 |

Results marked with † are copied from the paper of OctoBERT.

## More

| Method | MNLI-m | MRPC | Speed | Avg. |
|---|---|---|---|---|
| FoldQuant | 83.9 | 90.6 | 12 (1.5x) | 87.3 |
| MixQ | 78.6 | 86.1 | 12 (1.5x) | 82.4 |
"""
"""Factors in brackets, names that are not first, a footnote in a sentence, a mean of one half."""


@pytest.fixture
def fold(root, readme):
    """Return the first table of it, as `new` writes it, with its descriptor."""
    readme.write_text(FOLD)
    new.begin(KEY, readme)
    return sources.table(KEY, "table1"), sources.tables(KEY)["table1"]


def test_factors_in_brackets_have_a_column_beside_their_numbers(fold):
    rows, described = fold
    assert list(rows["size_mb"]) == ["418", "106", "55", "55", "55"]
    assert list(rows["size_mb_compression"]) == ["", "3.9x", "7.6", "7.6×", "7.6x"]
    field = {each["name"]: each for each in described["schema"]["fields"]}["size_mb_compression"]
    assert field["header"] == []
    assert [each["metric"] for each in field["quantities"]] == ["compression-factor"]
    results = sources.results(KEY, only=lambda table: table["name"] == "table1")
    assert list(results[results["metric"] == "compression-factor"]["value"]) == [3.9, 7.6, 7.6, 7.6]


def test_names_that_are_not_in_the_first_column_name_the_rows_and_the_page_keeps_the_order(fold):
    rows, described = fold
    names = ["bert-base-teacher", "octobert", "mixq", "foldquant", "without-folding"]
    assert list(rows.index) == names
    assert described["shown"]["columns"][:2] == ["bits", "method"]


def test_a_sentence_explains_a_sign_and_the_link_of_a_name_says_where_its_numbers_are_from(fold):
    rows, described = fold
    assert list(rows.loc["octobert", ["measured_by", "original"]]) == [
        *("borrowed", "https://example.org/octo")
    ]
    assert new.lent(KEY) == "octobert from https://example.org/octo"
    assert "Results are copied from the paper" in described["shown"]["notes"][0]["note"]


def test_few_bits_tell_the_technique_of_a_rival_and_the_prose_that_of_the_works_own(fold):
    rows, described = fold
    assert list(rows["technique"]) == ["none", "quantization", "quantization", "", "TODO"]
    assert described["technique"].startswith("TODO (distillation+quantization?")


def test_models_that_ran_once_are_told_from_those_that_did_not(fold):
    rows, _ = fold
    assert list(rows["n"]) == ["1", "TODO", "1", "", ""]


def test_of_several_means_that_fit_the_nearest_is_recomputed(fold):
    _, described = fold
    (mean,) = [each for each in sources.quantities(described) if each["metric"] == "average"]
    assert mean["derived"]["over"] == ["mnli-m-accuracy", "mrpc-f1"]


def test_an_average_beside_a_score_whose_metric_is_open_is_left_open(root, readme):
    readme.write_text(FOLD.replace(" F1 for MRPC.", ""))
    new.begin(KEY, readme)
    assert not any("derived" in each for each in sources.quantities(sources.tables(KEY)["table2"]))


SIEVE = """# SIEVE: Prune First, Round Later

SIEVE prunes BERT-base in 4-weight blocks, distills it, and quantizes it after training.

## Results

Development sets. Mean of 3 runs. Timed on a Xeon Gold 6252 at batch size 1.

| Model | Sparsity | Precision | SST-2 | Size (MB) | Latency (ms) |
|---|---|---|---|---|---|
| BERT-base | 0% | FP32 | 92.9 | 387 | 118 |
| BERT-base + PTQ | 0% | INT8 | 92.2 | 98 | 44 |
| SIEVE (ours) | 80% | FP32 | 92.5 | 164 | 41 |
| SIEVE (ours) | 90% | FP32 | 92.0 | 126 | 30 |
| SIEVE-Q (ours) | 90% | INT8 | 91.4 | 34 | 12 |

### On a laptop

The same, 4 cores of an Intel Core i7-1165G7:

| Model | Precision | Latency (ms) |
|---|---|---|
| SIEVE 90% | FP32 | 121 |

### Checkpoints

| Model | Layers | Link |
|---|---|---|
| SIEVE 90% | 12 | [hub](https://example.org) |
"""


@pytest.fixture
def sieve(root, readme):
    """Begin a work whose models are told apart by sparsity and precision; return its tables."""
    readme.write_text(SIEVE)
    new.begin(KEY, readme)
    return [sources.table(KEY, name) for name in sources.tables(KEY)]


def test_rows_of_one_name_are_told_apart_by_what_the_table_prints(sieve):
    scores, laptop = sieve  # the checkpoints are no results
    assert list(scores["name"]) == ["BERT_BASE", "", "SIEVE, 80 %", "SIEVE, 90 %", "SIEVE-Q"]
    assert list(laptop["name"]) == ["SIEVE, 90 %"]


def test_a_precision_says_whether_weights_are_quantized(sieve):
    scores, _ = sieve
    assert list(scores["technique"]) == ["none", "quantization", "", "", ""]
    assert list(scores["bits"]) == ["", "8", "", "", "8"]
    assert techniques.whole(KEY) == {"bert-base", "sieve-ours", "sieve-ours.2", "sieve-90"}


def test_times_on_a_laptop_have_its_processor(sieve):
    _, laptop = sources.tables(KEY).values()
    assert [each["metric"] for each in sources.quantities(laptop)] == ["latency-cpu"]
    assert "(4 cores of an Intel Core i7-1165G7? " in laptop["device"]


def test_columns_of_no_known_metric_are_asked_for_it_and_have_no_name(root, readme):
    rows = "| Model | Depth | Gain | Block | SST-2 |\n|---|---|---|---|---|\n"
    readme.write_text(f"{rows}| A | 6 | 2 | 4x1 | 92 |\n")
    new.begin(KEY, readme)
    fields = {each["title"]: each for each in folders.quantified(sources.tables(KEY)["table1"])}
    assert [*fields] == ["Depth", "Gain", "SST-2"]  # 4x1 is no number
    assert [fields[each]["quantities"] for each in ("Depth", "Gain")] == [[{"metric": "TODO"}]] * 2


def test_columns_of_one_metric_have_names_by_their_headings(root, readme):
    readme.write_text("| Model | len 64 (ms) | len 128 (ms) |\n|---|---|---|\n| A | 18 | 34 |\n")
    new.begin(KEY, readme)
    names = [each["name"] for each in sources.quantities(sources.tables(KEY)["table1"])]
    assert names == ["latency-len-64", "latency-len-128"]
