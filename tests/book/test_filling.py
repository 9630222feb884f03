"""What a new work lacks is asked for, and the answers are put in their places."""

import math
import re

import nbformat
import pytest
from click.testing import CliRunner

from smallbert import audit, cli
from smallbert.book import filling, new, proposals
from smallbert.claims import errata
from smallbert.data import check, sources, unfilled

from .test_new import ABOVE, EDGE, KEY, README, THRIFT, fill, readme, replace

__all__ = ["readme"]

REPOSITORY, COMMIT = "roe/small", "0123456789" * 4


@pytest.fixture(autouse=True)
def one_by_one(monkeypatch):
    """Let each question be asked, as if there were no list of guesses before them."""
    monkeypatch.setattr(proposals, "_guesses", lambda key: [])


def answered(*answers: str) -> str:
    """Return what the command says to some answers."""
    lines = "".join(f"{each}\n" for each in answers)
    run = CliRunner().invoke(cli.main, ["fill", KEY], input=lines)
    assert run.exit_code == 0, run.output
    return run.output


def test_answers_and_guesses_make_the_data_sound(root, readme):
    readme.write_text(ABOVE)
    new.begin(KEY, readme)
    guessed = [""] * 4  # dev, median, 5, V100; the prose tells mnli-m and f1
    work = "A small work [and cheap]"
    named, done = "Small: half of it", "by halves. It is `quick`."
    answered(work, REPOSITORY, COMMIT, *guessed, "Jo", work, named, done)
    assert check.faults(KEY) == []
    page = nbformat.read(root / "notebooks" / f"{KEY}.ipynb", 4).cells[0].source
    assert f"\n# {named}\n\n{{cite:t}}`{KEY}` {done}\n" in page
    about, (table,) = sources.describe(KEY), sources.tables(KEY).values()
    assert about["document"]["commit"] == COMMIT  # digits alone, and no number
    assert about["reading"] == "Transcribed by machine."
    assert (about["title"], table["split"], table["n"]) == (work, "dev", 5)
    numbers = sources.results(KEY).set_index("metric")
    assert numbers.loc["accuracy", "task"] == "mnli-m"
    assert numbers.loc["latency-gpu", "device"] == "V100"
    bib = (root / "data" / "sources.bib").read_text()
    assert re.search(rf"{KEY},\s*author = {{Jo}}", bib)


def test_a_word_that_the_vocabulary_lacks_is_asked_for_again(root, readme):
    readme.write_text(ABOVE)
    new.begin(KEY, readme)
    said = answered(*["?"] * 3, "tset", "test", *["?"] * 20)
    assert "'tset' is none of: test, dev, mixed" in said
    (table,) = sources.tables(KEY).values()
    assert table["split"] == "test"


def test_a_word_of_the_vocabulary_may_have_capitals_and_spaces(root, readme):
    readme.write_text("| Model | Ease | Params |\n|---|---|---|\n| Tiny | 70.1 | 4.4M |\n")
    new.begin(KEY, readme)
    said = answered(*["?"] * 5, "Dev", "Best of search", *["?"] * 20)
    assert "is none of" not in said
    (table,) = sources.tables(KEY).values()
    assert (table["split"], table["protocol"]) == ("dev", "best-of-search")


def test_what_is_left_open_stays_and_a_row_may_do_without(root, readme):
    rows = EDGE.replace("DistilBERT |", "DistilBERT* |")
    readme.write_text(f"{rows}\n\\* numbers are taken from the paper of DistilBERT.\n")
    new.begin(KEY, readme)
    descriptor = root / "data" / "sources" / KEY / "datapackage.yaml"
    before = descriptor.read_text()
    answered(*["?"] * 40)
    assert descriptor.read_text() == before
    asked = [each.name for each in unfilled.blanks(sources.folder(KEY))]
    kept = ["?"] * asked.index("original")
    answered(*kept, *[""] * 40)
    row = sources.table(KEY, "table1").loc["distilbert"]
    assert (row["original"], row["measured_by"]) == ("TODO", "borrowed")  # no Enter says otherwise
    said = answered(*kept, "-", *[""] * 40)
    row = sources.table(KEY, "table1").loc["distilbert"]
    assert list(row[["baseline", "original", "measured_by"]]) == ["", "", ""]
    assert "to do data/sources/roe2031small/datapackage.yaml" in said


def test_an_answer_is_the_guess_where_another_table_asks_the_same(root, readme):
    readme.write_text(THRIFT)
    new.begin(KEY, readme)
    work, other, guess = ["?"] * 2, "parameter_sharing", "parameter_sharing+matrix_decomposition"
    said = answered(*work, other, "", *[""] * 30)
    assert said.count("technique [") == said.count(f"technique [{guess}]") == 1  # the words are
    models, speed, scores = sources.tables(KEY).values()
    assert {each["technique"] for each in (models, speed, scores)} == {other}
    assert "quantities" not in models["schema"]["fields"][4]  # groups are of no metric
    assert "table1, Groups, metric (data/sources/roe2031small/datapackage.yaml:" in said
    row = sources.table(KEY, "table3").loc["distilbert"]
    assert row["original"] == "sanh2019distilbert/table1/distilbert-base-uncased"


def test_a_guess_is_refused_where_nothing_may_stand(root, readme):
    readme.write_text(THRIFT)
    new.begin(KEY, readme)
    asked = [each.name for each in unfilled.blanks(sources.folder(KEY))]
    said = answered(*["?"] * asked.index("original"), "-", *["?"] * len(asked))
    assert "original [sanh2019distilbert/table1/distilbert-base-uncased]" in said
    row = sources.table(KEY, "table3").loc["distilbert"]
    assert (row["original"], row["measured_by"]) == ("", "")


def test_an_unknown_work_gets_a_line():
    run = CliRunner().invoke(cli.main, ["fill", "roe2031nothing"])
    assert run.exit_code == 2
    assert "begin it with: smallbert new roe2031nothing" in run.output


def asked_before(name: str) -> list[str]:
    """Return answers that leave open what is asked before the question on something."""
    asked = [each.name for each in unfilled.blanks(sources.folder(KEY))]
    return ["?"] * asked.index(name)


def test_a_baseline_that_is_no_row_is_asked_for_again_with_the_rows_called_alike(root, readme):
    rows = EDGE.replace("DistilBERT |", "DistilBERT* |")
    readme.write_text(f"{rows}\n\\* numbers are taken from the paper of DistilBERT.\n")
    new.begin(KEY, readme)
    wrong = ("BERT-base", "bert-base-teacher")
    said = answered(*asked_before("baseline"), *wrong, *["?"] * 20)
    assert "'BERT-base' is no row of this table; name bert-base-teacher, or nothing" in said
    assert sources.table(KEY, "table1").at["distilbert", "baseline"] == "bert-base-teacher"


NOTED = """# Thin

We report accuracy. `#Params` counts the encoder only, i.e. embeddings are excluded.

## Results (dev)

| Model | #Params | RTE |
|---|---|---|
| BERT-base | 85M | 69.7 |
| Elsewhere-6 † | 43M | 59.9 |
| Elsewhere-4 † | 4.7M | 64.6 |
| Thin-6 ‡ | 34M | 68.6 |

† Numbers are taken from the paper of Moe (2029). ‡ Run with their code.
"""


def test_the_footnotes_of_one_line_are_two_and_rows_of_one_have_one_address(root, readme):
    """And parameters that a sentence says to be without embeddings are so."""
    readme.write_text(NOTED)
    new.begin(KEY, readme)
    folder, place = root / "data" / "sources" / KEY, "https://example.org/moe"
    before = list(unfilled.blanks(folder))
    assert [blank.name for blank in before].count("note") == 2
    assert [blank.guess for blank in before if blank.name == "original"] == ["", ""]
    table = folder / "table1.csv"
    table.write_text(table.read_text().replace("borrowed,TODO", f"borrowed,{place}", 1))
    after = unfilled.blanks(folder)
    assert [blank.guess for blank in after if blank.name == "original"] == [place]
    quantities = sources.quantities(sources.tables(KEY)["table1"])
    assert quantities[0] == {"metric": "parameters-without-embeddings"}


def test_an_original_that_is_no_row_is_asked_for_again(root, readme):
    readme.write_text(THRIFT)
    new.begin(KEY, readme)
    wrong = ("sanh2019distilbert/table1/x", "")
    said = answered(*asked_before("original"), *wrong, *["?"] * 20)
    assert "no row of the survey; give source/table/row, as" in " ".join(said.split())
    row = sources.table(KEY, "table3").loc["distilbert"]
    assert row["original"] == "sanh2019distilbert/table1/distilbert-base-uncased"


def test_a_device_of_a_column_that_is_not_there_is_asked_for_again(root, readme):
    readme.write_text(ABOVE)
    new.begin(KEY, readme)
    said = answered(*asked_before("device"), "$gpu", "A100 at $2", *["?"] * 20)
    assert "there is no column 'gpu'; use one of row, line, model, mnli, " in said
    (table,) = sources.tables(KEY).values()
    assert table["device"] == "A100 at $2"  # words are free


def test_repository_commit_and_runs_have_a_form(root, readme):
    readme.write_text(ABOVE)
    new.begin(KEY, readme)
    address, short = f"https://github.com/{REPOSITORY}", COMMIT[:7]
    place = ["?", address, REPOSITORY, short, COMMIT]
    said = answered(*place, *["?"] * 2, "five", "5", *["?"] * 20)
    wrong = re.findall(r"'(\S+)' has another form", said)
    assert wrong == [address, short, "five"]
    (table,) = sources.tables(KEY).values()
    assert table["n"] == 5


def test_an_answer_is_taken_back_and_asked_for_again(root, readme):
    readme.write_text(ABOVE)
    new.begin(KEY, readme)
    said = answered("<", "A work", "x/y", "<", "<", "A small work", REPOSITORY, *["?"] * 20)
    assert said.count("title (data/sources/roe2031small/") == 3  # nothing is before the first
    about = sources.describe(KEY)
    assert (about["title"], about["document"]["repository"]) == ("A small work", REPOSITORY)


def test_what_followed_from_an_answer_or_was_left_open_is_taken_back_with_it(root, readme):
    readme.write_text(THRIFT)
    new.begin(KEY, readme)
    before = asked_before("technique")
    answered(*before, "parameter_sharing", "?", "<", "<", "", *["?"] * 30)
    descriptor = sources.describe(KEY)
    kinds = {each["technique"] for each in descriptor["resources"]}
    assert kinds == {"parameter_sharing+matrix_decomposition"}  # of all three tables


def test_an_answer_of_the_page_is_taken_back(root, readme):
    readme.write_text(ABOVE)
    new.begin(KEY, readme)
    page = asked_before("cell 1")
    answered(*page, "Wrong", "<", "Small: half", "by halves.")
    text = nbformat.read(root / "notebooks" / f"{KEY}.ipynb", 4).cells[0].source
    assert f"\n# Small: half\n\n{{cite:t}}`{KEY}` by halves.\n" in text


def test_what_the_audit_finds_wrong_is_told_once_all_is_filled(root, readme):
    readme.write_text(README.replace("66M", "76M").replace("110M", "109.5M"))
    new.begin(KEY, readme)
    fill(root)
    *told, then, last = answered("-").splitlines()
    (asked,) = [line for line in told if line.startswith("to ")]
    assert asked.startswith(f"to explain data/sources/{KEY}/table1.csv:3:25: parameters of shape: ")
    assert f"the line {KEY}/table1/distilbert/parameters/parameters-of-shape, why" in asked
    assert then.startswith("smallbert check says what is left")
    assert then.endswith(f"/html/notebooks/{KEY}.html")
    descriptor = f"data/sources/{KEY}/datapackage.yaml"
    assert last == (
        f"once you have compared the page with the file, {descriptor} may say so under reading"
    )
    notes = root / "data" / "sources" / KEY / "audit_notes.csv"
    id = f"{KEY}/table1/distilbert/parameters/parameters-of-shape"
    notes.write_text(f"line,note,severity\n{id},a misprint,label\n")
    assert check.faults(KEY) == []
    assert "to explain" not in answered()
    assert errata.findings().set_index("id").at[id, "severity"] == "label"


def wrong_sizes(root, readme, base="110M"):
    """Begin a work whose sizes disagree with their shapes: 109.48, 66.36 and 4.39 million."""
    words = README.replace("66M", "76M").replace("4.4M", "4.8M").replace("110M", base)
    readme.write_text(words)
    new.begin(KEY, readme)
    fill(root)
    folder = root / "data" / "sources" / KEY
    table = (
        (folder / "table1.csv")
        .read_text()
        .replace(
            "4.8M,70.2,79.0,,architecture,bert-base,",
            "4.8M,70.2,79.0,,architecture,bert-base,bert-tiny",
        )
    )
    (folder / "table1.csv").write_text(table)
    assert check.faults(KEY) == []
    return folder / "audit_notes.csv"


SIZE = "parameters/parameters-of-shape"


def test_what_explains_a_disagreement_is_asked_with_a_draft_of_what_the_numbers_show(root, readme):
    notes = wrong_sizes(root, readme)
    said = answered("", "label", "a misprint", "grave", "")
    assert "to explain" not in said
    assert "'grave' is none of: conclusion, number, label, cosmetic" in said
    assert "The source has 110; the rule gives 109.5" not in said  # is rounded, and not asked
    whole = (
        "no error if counted another way: with the head of masked words, or 109.5 M rounded to 110"
    )
    untold = "no way known here to count the weights of this shape gives"
    assert f"noted {KEY}/table1/bert-base/parameters: {whole}\n" in said
    shown = CliRunner().invoke(cli.main, ["show", f"{KEY}/table1/bert-base/parameters"])
    assert "110" in shown.output
    assert notes.read_text().splitlines() == [
        "line,note,severity",
        f'{KEY}/table1/bert-base/{SIZE},"{whole}",cosmetic',
        f"{KEY}/table1/distilbert/{SIZE},{untold} 76,label",
        f"{KEY}/table1/tiny/{SIZE},a misprint,number",
    ]
    assert check.faults(KEY) == []
    assert errata.faults() == []


def test_a_disagreement_is_left_for_later_or_asked_again(root, readme):
    notes = wrong_sizes(root, readme, base="119M")
    said = answered("<", "-", "rounded", "", "<", "cut off", "<", "short", "cosmetic", "?")
    assert (
        notes.read_text() == f"line,note,severity\n{KEY}/table1/distilbert/{SIZE},short,cosmetic\n"
    )
    assert said.count("\nto explain ") == 2
    again = answered("mended", "", "-")
    assert [line.split(",")[1] for line in notes.read_text().splitlines()] == [
        "note",
        "short",
        "mended",
    ]
    assert again.count("\nto explain ") == 1


def test_a_borrowed_size_that_its_original_lacks_is_explained_without_a_severity(root, readme):
    """DistilBERT's README prints the scores of its table 1 without sizes."""
    readme.write_text(
        "| Model | Params (M) | SST-2 | RTE | QNLI |\n|---|---|---|---|---|\n"
        "| BERT-base | 109.5 | 92.7 | 69.3 | 91.8 |\n"
        "| DistilBERT* | 66.4 | 91.4 | 59.9 | 89.2 |\n\n"
        "\\* numbers are taken from Sanh et al.\n"
    )
    new.begin(KEY, readme)
    folder = root / "data" / "sources" / KEY
    row = "sanh2019distilbert/table1/distilbert-base-uncased"
    text = (folder / "table1.csv").read_text().replace("distillation,TODO", "distillation,")
    (folder / "table1.csv").write_text(
        text.replace("borrowed,TODO,TODO", f"borrowed,{row},unstated")
    )
    fill(root)
    descriptor = folder / "datapackage.yaml"
    descriptor.write_text(
        re.sub(r"note: 'TODO .*", "note: from Sanh et al.", descriptor.read_text())
    )
    assert check.faults(KEY) == []
    said = answered("", "cosmetic")
    own = f"{KEY}/table1/distilbert"
    assert f"noted {own}/parameters: the original, {row}, has no parameters\n" in said
    apart = "they are one unit of the last digit apart; nothing here says which of the two is right"
    assert (folder / "audit_notes.csv").read_text().splitlines()[1:] == [
        f'{own}/parameters/borrowed-number,"the original, {row}, has no parameters",',
        f"{own}/sst-2-accuracy/borrowed-number,{apart},cosmetic",
    ]
    assert check.faults(KEY) == []
    replace(folder / "table1.csv", {row: "https://example.org/board"})
    gone = "is no line of the audit any more, and needs no note; remove this line"
    assert [each.message.partition("' ")[2] for each in errata.faults()] == [gone, gone]
    answered()
    assert not (folder / "audit_notes.csv").exists()


def test_a_note_goes_once_its_line_agrees_or_is_gone(root, readme):
    notes = wrong_sizes(root, readme, base="119M")
    answered("a", "", "b", "", "c", "")
    table = notes.with_name("table1.csv")
    table.write_text(table.read_text().replace("76M", "66M").replace(",bert-tiny", ","))
    mended, gone, kept = (
        f"{KEY}/table1/{row}/{SIZE}" for row in ("distilbert", "tiny", "bert-base")
    )
    assert [each.message for each in errata.faults()] == [
        f"line: {mended!r} agrees now, and needs no note; remove this line",
        f"line: {gone!r} cannot be recomputed now, and needs no note; remove this line",
    ]
    said = answered()
    assert f"removed the note on {mended}, which agrees now\n" in said
    assert notes.read_text() == f"line,note,severity\n{kept},a,number\n"
    assert errata.faults() == []
    table.write_text(table.read_text().replace("119M", "109M"))
    answered()
    assert not notes.exists()


LENT = f"{ABOVE}| DistilBERT† | 82.2 | 88.5 | 6.2 |\n\n† taken from Roe.\n"


def test_a_borrowed_row_has_the_protocol_and_the_runs_that_are_answered(root, readme):
    readme.write_text(LENT)
    new.begin(KEY, readme)
    note, origin, told = "Roe's", "https://example.org/board", ["best-of-search", "3"]
    kept = ["x", REPOSITORY, COMMIT, *[""] * 4, origin, *told, "?", "?", note]
    answered(*kept, *["?"] * 20)
    assert sources.tables(KEY)["table1"]["shown"]["notes"][0]["note"] == note
    numbers = sources.results(KEY).query("metric == 'accuracy'").set_index("row")
    assert list(numbers["protocol"]) == ["median-of-runs", "best-of-search"]
    assert list(numbers["n"]) == [5, 3]
    assert list(numbers["measured_by"]) == ["authors", "borrowed"]


def test_what_the_table_has_holds_for_a_row_that_its_authors_measured(root, readme):
    readme.write_text(LENT)
    new.begin(KEY, readme)
    answered(*asked_before("original"), "-", *["?"] * 20)
    row = sources.table(KEY, "table1").loc["distilbert"]
    assert set(row[["original", "measured_by", "protocol", "n"]]) == {""}


PARTED = """# Lean

Mean of 3 runs on the dev set.

| Model | CoLA | SST-2 | RTE |
|---|---|---|---|
| BERT-base | 58.0 | 92.7 | 69.3 |
| Q8BERT* | 58.48 | 92.24 | 68.78 |

\\* taken from Zafrir et al.
"""
ROWS = [f"zafrir2019q8bert/table1/{task}-q8bert" for task in ("cola", "rte", "sst-2")]


@pytest.mark.parametrize(
    "answer", ["", ", ".join(ROWS), f"{ROWS[0]}, {ROWS[1]} and {ROWS[2]}", " ".join(ROWS)]
)
def test_rows_with_a_task_each_are_the_original_together(root, readme, answer):
    """Q8BERT's scores are means of five runs; what else its rows print is of no runs."""
    readme.write_text(PARTED)
    new.begin(KEY, readme)
    said = answered(*asked_before("original"), answer, *["?"] * 20)
    assert f"original [{' '.join(ROWS)}]" in said
    row = sources.table(KEY, "table1").loc["q8bert"]
    assert list(row[["original", "protocol", "n"]]) == [" ".join(ROWS), "mean-of-runs", "5"]
    numbers = sources.results(KEY).query("row == 'q8bert'").set_index("task")
    assert list(numbers.loc[["cola", "rte", "sst-2"], "original"]) == ROWS


SPREADS = "".join(f"| Trim-{n} | {80 + n}.1 ± 0.2 |\n" for n in range(8))
EIGHT = f"# Trim\n\n| Model | SST-2 |\n|---|---|\n| BERT-base | 92.7 |\n{SPREADS}"


@pytest.mark.parametrize(("answer", "cells"), [("5", {"5"}), ("", {""}), ("?", {"TODO"})])
def test_the_runs_of_all_rows_with_a_spread_are_asked_once(root, readme, answer, cells):
    readme.write_text(EIGHT)
    new.begin(KEY, readme)
    said = answered(*asked_before("n"), answer, *["?"] * 20)
    assert said.count("table1, trim-0, n ") == said.count(", n (data/") == 1
    table = sources.table(KEY, "table1")
    assert set(table["n"][1:]) == cells
    assert table["n"].iloc[0] == ""  # has no spread


def test_the_runs_that_were_answered_for_all_rows_are_taken_back_with_the_answer(root, readme):
    readme.write_text(EIGHT)
    new.begin(KEY, readme)
    answered(*asked_before("n"), "5", "<", "3", *["?"] * 20)
    assert set(sources.table(KEY, "table1")["n"][1:]) == {"3"}


def test_the_runs_of_a_borrowed_row_are_its_own(root, readme):
    lent = EIGHT.replace("Trim-7 ", "Trim-7† ")
    readme.write_text(f"{lent}\n† taken from Roe.\n")
    new.begin(KEY, readme)
    lender = ["?", "?", "https://example.org/board", "unstated", "3"]
    answered(*asked_before("n"), "5", *lender, *["?"] * 20)
    assert list(sources.table(KEY, "table1")["n"]) == ["", *["5"] * 7, "3"]


STEPS = """# Trim

We start from BERT-base, distil Trim into six layers and then remove heads.

## Scores

| Model | SST-2 |
|---|---|
| BERT-base | 92.7 |
| Trim-6 | 91.9 |
| Trim-6-h50 | 91.2 |

## Times

| Model | Latency (ms) |
|---|---|
| Trim-6 | 70.1 |
| Trim-6-h50 | 58.3 |
"""


@pytest.mark.parametrize(
    ("answers", "kinds"),
    [
        ([""], ["distillation", "distillation+pruning"]),
        (["pruning"], ["", ""]),
        (["pruning, none, pruning", "none,pruning"], ["none", "pruning"]),
        (["none, prune", "none,pruning"], ["none", "pruning"]),
        (["pruning", "<", "none, pruning", "<", "pruning, none"], ["pruning", "none"]),
    ],
)
def test_the_technique_of_each_row_that_the_question_names_is_entered(root, readme, answers, kinds):
    readme.write_text(STEPS)
    new.begin(KEY, readme)
    said = answered(*asked_before("technique"), *answers, *["?"] * 30)
    words = " ".join(said.split())
    assert (
        "for Trim-6, Trim-6-h50 (one word for all, or one for each, with commas between)" in words
    )
    assert "technique [distillation, distillation+pruning]" in words
    for table, rows in (("table1", slice(1, 3)), ("table2", slice(0, 2))):
        assert list(sources.table(KEY, table)["technique"][rows]) == kinds
        of_table = sources.tables(KEY)[table].get("technique")
        assert of_table == (None if any(kinds) else "pruning")
    own = dict(zip(["Trim-6", "Trim-6-h50"], kinds, strict=True))
    for model, kind in own.items():
        (line,) = [
            each
            for each in said.splitlines()
            if each.startswith(f"technique {kind or 'pruning'}: ")
        ]
        assert model in line.partition(": ")[2].split("; ")


def test_a_row_that_lacks_a_technique_is_asked_by_itself_and_guessed_without_it(root, readme):
    ablated = "| Trim-3 | 90.1 |\n| w/o distill. | 90.3 |\n| Trim-6 w/o pruning | 91.9 |\n"
    readme.write_text(STEPS.replace("| Trim-6-h50 | 91.2 |\n", ablated, 1))
    new.begin(KEY, readme)
    asked = [each for each in unfilled.blanks(sources.folder(KEY)) if each.name == "technique"]
    assert [each.guess for each in asked if not each.about[1]] == ["distillation+pruning"] * 2
    assert [each.about[1] for each in asked if each.about[1]] == [
        *("w-o-distill", "trim-6-w-o-pruning")
    ]
    answered(*asked_before("technique"), *[""] * 5, *["?"] * 20)
    kinds = sources.table(KEY, "table1")["technique"]
    assert list(kinds) == ["none", "", "", "pruning", "distillation"]


def test_a_row_borrowed_from_the_survey_has_its_protocol_and_runs_and_no_baseline_here(
    root, readme
):
    """DistilBERT's README states neither."""
    readme.write_text(LENT)
    new.begin(KEY, readme)
    asked = asked_before("original")
    said = answered(*asked, "sanh2019distilbert/table1/distilbert-base-uncased", *["?"] * 20)
    row = sources.table(KEY, "table1").loc["distilbert"]
    assert list(row[["protocol", "n", "baseline"]]) == ["unstated", "", ""]
    assert not re.search(r"distilbert, (protocol|baseline)", said)
    assert "the chart of the score kept leaves out DistilBERT: this table borrows" in said


def test_a_borrowed_row_beside_another_one_of_the_same_work_has_no_guessed_baseline(root, readme):
    readme.write_text(LENT.replace("\n† ", "| BERT-base† | 84.0 | 88.9 | 12.1 |\n\n† "))
    new.begin(KEY, readme)
    place = "https://example.org/board"
    before = asked_before("original")
    said = answered(*before, f"{place}#2", "?", "?", f"{place}#1", *["?"] * 20)
    assert "\nbaseline:" in said
    assert "baseline [-]" not in said


def test_a_row_that_its_authors_measured_is_compared_as_the_others_are(root, readme):
    readme.write_text(LENT)
    new.begin(KEY, readme)
    said = answered(*asked_before("original"), "-", "", *["?"] * 20)
    assert "name the row of this table with which it is compared" in said
    assert sources.table(KEY, "table1").at["distilbert", "baseline"] == "bert-base"


def test_a_sentence_that_the_question_before_quotes_is_not_quoted_again(root, readme):
    told = "Dev scores are the median of five runs"
    readme.write_text(
        ABOVE.replace("Median of 5 runs", told).replace("Results on the GLUE dev", "A")
    )
    new.begin(KEY, readme)
    said = " ".join(answered(*["?"] * 20).partition("to do ")[0].split())
    assert said.count(told) == 1
    assert "the file says: the same sentence say how its rows were trained and which" in said
    assert "the file says: the same sentence give the number of runs behind a score; - if" in said
    again = " ".join(answered(*asked_before("n"), "0", *["?"] * 20).split())
    assert "'0' has another form give the number of runs behind a score n [5]" in again
    assert again.count("file says: the same sentence ") == 2


def test_a_footnote_on_whose_numbers_they_are_is_offered_as_a_fact(root, readme):
    readme.write_text(LENT)
    new.begin(KEY, readme)
    said = answered(*["?"] * len(asked_before("note")), "", *["?"] * 20)
    assert "note [numbers of DistilBERT: Roe]" in said
    (below,) = sources.tables(KEY)["table1"]["shown"]["notes"]
    assert below["note"] == "numbers of DistilBERT: Roe"


def test_a_footnote_that_says_more_is_left_to_ones_own_words(root, readme):
    readme.write_text(LENT.replace("taken from Roe.", "taken from Roe, who ran it twice."))
    new.begin(KEY, readme)
    assert "note [numbers of DistilBERT: Roe]" in answered(*["?"] * 20)
    page = root / "data" / "sources" / KEY / "datapackage.yaml"
    replace(page, {"(numbers of DistilBERT: Roe? ": "("})
    assert "\nnote: " in answered(*["?"] * 20)


NARROW = """# Narrow: half the width

Narrow teaches a narrow model with the wide one.
Scores are the median of five runs on the dev set.

## Scores

| Model | Params | MNLI (m/mm) | SST-2 | QNLI | CoLA |
|---|---|---|---|---|---|
| BERT-base | 109M | 84.4/84.6 | 92.9 | 91.5 | 57.8 |
| Narrow-384 | 41M | 81.9/82.3 | 91.2 | 89.1 | 47.7 |
| Narrow-384 (int8) | 41M | 81.6/82.0 | 91.1 | 88.9 | 47.1 |
| MiniLM-L6xH384 * | 22M | 83.3/- | 91.5 | 90.5 | 47.5 |

\\* from the repository of MiniLM; we did not run it.

## Speed

We timed one sentence at a time, on one core of a Xeon E5 and on a T4, with ONNX Runtime.

| Model | Bits (W/A) | Xeon (ms) | Speedup (Xeon) | T4 (ms) |
|---|---|---|---|---|
| BERT-base | 32/32 | 190 | 1.0x | 9.8 |
| Narrow-384 | 32/32 | 63 | 3.0x | 5.9 |
| Narrow-384 (int8) | 8/8 | 27 | 7.0x | - |

@misc{narrow, author={Roe, Jo}, title={Narrow: half the width}, year=2031
}
"""
"""One of two scores unreported, a borrowed row of another name, two devices in one sentence."""


@pytest.fixture
def narrow(root, readme):
    """Return what is said when all guesses are taken."""
    readme.write_text(NARROW)
    new.begin(KEY, readme)
    return answered(REPOSITORY, COMMIT, *[""] * 30)


def test_each_column_of_times_has_the_device_that_its_heading_names(narrow):
    times = sources.results(KEY).query("unit == 'ms' or unit == 'x'")
    on = "one sentence at a time, ONNX Runtime"
    assert times.groupby("metric")["device"].agg(set).to_dict() == {
        "latency-cpu": {f"one core of a Xeon E5, {on}"},
        "speedup-cpu": {f"one core of a Xeon E5, {on}"},
        "latency-gpu": {f"T4, {on}"},
    }
    assert narrow.count("Speedup (Xeon), device") == 0  # as that of the times


def test_a_table_of_times_has_no_split_and_no_protocol(narrow):
    assert not {"split", "protocol", "n"} & sources.tables(KEY)["table2"].keys()


def test_a_technique_that_was_answered_is_that_of_a_quantized_form_and_named_once(narrow):
    assert "besides quantization" not in narrow
    kinds = sources.results(KEY).set_index("row")["technique"]
    assert set(kinds["narrow-384"]) == {"distillation"}
    assert set(kinds["narrow-384-int8"]) == {"quantization+distillation"}


def test_an_original_of_another_name_is_guessed_by_its_scores_and_gives_the_name(narrow):
    row = sources.table(KEY, "table1").loc["minilm-l6xh384"]
    assert row["original"] == "wang2020minilm/english_v1/minilm-6-384"
    assert row["name"] == "MiniLM, 6 layers of 384"
    assert "in the book it is called" in " ".join(narrow.split())


def test_one_of_two_scores_may_be_unreported(narrow):
    scores = sources.results(KEY).query("row == 'minilm-l6xh384' and metric == 'accuracy'")
    assert list(scores["task"]) == ["mnli-m", "sst-2", "qnli"]


def test_what_follows_the_name_in_the_title_is_the_guess_for_the_page(narrow):
    assert "cell 1 [half the width]" in narrow


@pytest.mark.parametrize(
    ("note", "borrowed"),
    [
        ("from the authors' repository.", True),
        ("we did not train it.", True),
        ("with the script from the authors' repository, which we ran.", False),
    ],
)
def test_a_footnote_says_in_other_words_that_a_row_is_borrowed(root, readme, note, borrowed):
    readme.write_text(NARROW.replace("from the repository of MiniLM; we did not run it.", note))
    new.begin(KEY, readme)
    assert ("measured_by" in sources.table(KEY, "table1")) == borrowed


FAST = """# Lark

{said}

| Model | GPU (ms) | Speedup | CPU (ms) | Speedup | Memory (MB) |
|---|---|---|---|---|---|
| BERT-base | 10.0 | 1.0x | 200 | 1.0x | 420 |
| Lark-6 | 5.0 | 2.0x | 100 | 2.0x | 260 |
"""
ON = "GPU: one NVIDIA V100 (16GB), batch size 32, fp32. CPU: 4 threads of an i7, batch size 1."


@pytest.mark.parametrize(
    ("said", "gpu", "cpu"),
    [
        (
            "Latency on a V100 and a Xeon 8275 (CPU), batch size 1.",
            "V100, batch size 1",
            "Xeon 8275, CPU, batch size 1",
        ),
        (
            f"We time a sequence length of 128. {ON}",
            "NVIDIA V100, 16GB, batch size 32, fp32, sequence length of 128",
            "4 threads of an i7, batch size 1, sequence length of 128",
        ),
        ("Time on a T4 is for batch size 32, on a Xeon for batch size 1.", "T4", "Xeon"),
        ("Speed is that of one chip.", "", ""),
    ],
)
def test_each_column_has_its_device_from_one_sentence_or_is_named(root, readme, said, gpu, cpu):
    readme.write_text(FAST.format(said=said))
    new.begin(KEY, readme)
    asked = {
        each.about[1]: each for each in unfilled.blanks(sources.folder(KEY)) if "device" in each
    }
    told = {heading: each.guess for heading, each in asked.items()}
    assert told == {
        **{"GPU (ms)": gpu, "Speedup [GPU]": gpu, "CPU (ms)": cpu, "Speedup [CPU]": cpu},
        "Memory (MB)": "",
    }
    assert "say on what the numbers of 'CPU (ms)' were measured" in asked["CPU (ms)"].ask


def test_the_device_of_one_column_is_not_that_of_another(root, readme):
    readme.write_text(FAST.format(said="Speed is that of one chip."))
    new.begin(KEY, readme)
    answered(*asked_before("device"), "a T4", "a Xeon", "not stated", *["?"] * 20)
    numbers = sources.results(KEY).query("row == 'lark-6'").set_index("metric")["device"]
    assert numbers.to_dict() == {
        **{"latency-gpu": "a T4", "speedup-gpu": "a T4"},
        **{"latency-cpu": "a Xeon", "speedup-cpu": "a Xeon", "memory": "not stated"},
    }


def test_a_device_that_a_section_without_a_table_names_is_offered_with_the_length_beside(
    root, readme
):
    table = "| Model | Latency (ms) |\n|---|---|\n| A | 5.0 |\n"
    said = "The sequence length is 128. GPU: one NVIDIA V100 (16GB), batch size 32, fp32."
    readme.write_text(f"# A\n\n## Speed\n\n{table}\n\n## Notes\n\nWe ran it. {said}\n")
    new.begin(KEY, readme)
    (asked,) = [each for each in unfilled.blanks(sources.folder(KEY)) if each.name == "device"]
    assert asked.guess == "NVIDIA V100, 16GB, batch size 32, fp32, sequence length 128"
    length, device = said.split(". ", 1)
    assert asked.hint.endswith(f"the file says: {device} {length}.")


PRUNED = """# Trim

{said}

| Model | Heads left | MNLI-m | Latency (ms) |
|---|---|---|---|
| BERT-base | 144 | 84.0 | 20 |
| Trim-60 | 58 | 83.1 | 9 |
"""


@pytest.mark.parametrize(
    ("said", "technique", "guess", "removed"),
    [
        ("Trim removes attention heads.", "", "yes", True),
        ("Trim is pruned to an unstructured sparsity of 60%.", "", "no", None),
        ("Trim is structured.", "pruning", "yes", True),
        ("Trim is structured.", "distillation", None, None),  # not asked
        ("We prune.", "", "", "TODO"),
    ],
)
def test_whether_parts_are_taken_out_is_asked_once_of_a_table_that_prunes(
    root, readme, said, technique, guess, removed
):
    readme.write_text(PRUNED.format(said=said))
    new.begin(KEY, readme)
    told = answered(*asked_before("technique"), technique, *[""] * 20)
    question = f"\nremoved{f' [{guess}]' if guess else ''}: "
    assert told.count(question) == (guess is not None)
    (table,) = sources.tables(KEY).values()
    assert table.get("removed") == removed
    assert "quantities" not in table["schema"]["fields"][3]  # those of a layer are another metric


SLIM = """# SlimPrune: Structured Pruning with Layerwise Distillation

SlimPrune removes heads and neurons from BERT-base while it distills the teacher. We also release
quantized checkpoints.

## Main results

Results on the GLUE development sets: F1 for QQP and accuracy for the other tasks. All SlimPrune
numbers are the median of 5 runs; CoFi† is a single run. `#Params` excludes embeddings. Speedup is
measured on a V100 with batch size 128.

| Model | #Params | Speedup | MNLI-m | QQP | RTE | Avg. |
|---|---|---|---|---|---|---|
| BERT-base (teacher) | 85M | 1.0x | 84.6 | 88.1 | 70.4 | 81.0 |
| DistilBERT-6* | 43M | 2.0x | 82.2 | 88.5 | 59.9 | 76.9 |
| TinyBERT-4 (w/o DA)* | 4.7M | 11.4x | 80.5 | 87.0 | 60.5 | 76.0 |
| CoFi† | 4.7M | 12.0x | 80.6 | 87.6 | 64.7 | 77.6 |
| SlimPrune-5 | 4.3M | 12.3x | 81.2 | 87.5 | 65.3 | 78.0 |
| SlimPrune-5 + INT8 | 4.3M | 12.3x | 80.9 | 87.2 | 64.6 | 77.6 |

\\* numbers taken from the TinyBERT paper (Jiao et al., 2020, https://arxiv.org/abs/1909.10351).
† re-run by us with the released code.

## Latency

Latency on one core of a Xeon with batch size 1.

| Model | Latency (ms) | Model size (MB) |
|---|---|---|
| BERT-base | 172.4 | 418 |
| SlimPrune-5 | 14.1 | 106 |
| SlimPrune-5 + INT8 | 6.3 | 27 |

```bibtex
@article{slim, title={SlimPrune: Structured Pruning}, author={van der Maren, Ilse}, year={2031}}
```
"""


@pytest.fixture
def slim(root, readme):
    """Return what is said of a file with borrowed and repeated rows when all guesses are taken."""
    readme.write_text(SLIM)
    new.begin(KEY, readme)
    return answered(REPOSITORY, COMMIT, *[""] * 30)


def test_what_an_answer_settles_is_not_asked_of_other_rows(slim):
    asked = re.findall(r"^(\S.*?) \(\S+:\d+\)$", slim, re.MULTILINE)
    assert [each.removeprefix("table1, ") for each in asked[2:]] == [
        *("split", "protocol", "n", "technique", "device", "table2, device"),
        *("distilbert-6, original", "distilbert-6, protocol", "cofi, protocol", "removed"),
        *("note", "note", "the page, cell 1", "the page, cell 1"),
    ]
    rows = sources.table(KEY, "table1")
    address = "https://arxiv.org/abs/1909.10351"
    lent = rows.loc[["distilbert-6", "tinybert-4-w-o-da"]]
    assert (
        lent[["original", "protocol", "n", "baseline"]].to_numpy().tolist()
        == [[address, "unstated", "", ""]] * 2
    )
    assert "the score kept leaves out DistilBERT; TinyBERT-4 (w/o DA): this" in slim
    pruned = "are taken out of CoFi, SlimPrune-5, SlimPrune-5 + INT8, no if"
    assert pruned in " ".join(slim.split())


def test_a_row_that_the_authors_ran_has_runs_and_a_protocol_of_its_own(slim):
    """The book has CoFi, at several sizes, as pruned and distilled."""
    numbers = sources.results(KEY).query("metric == 'accuracy'").drop_duplicates("row")
    numbers = numbers.set_index("row")[["protocol", "n", "measured_by", "technique"]]
    own = ["median-of-runs", 5, "authors"]
    assert numbers.loc["cofi"].tolist() == ["own-recipe", 1, "authors", "pruning+distillation"]
    assert numbers.loc["slimprune-5"].tolist() == [*own, "pruning+distillation"]
    assert numbers.loc["slimprune-5-int8"].tolist() == [
        *own,
        "quantization+pruning+distillation",
    ]


def test_the_chart_of_the_page_has_the_axis_that_is_printed_beside_the_scores(slim, root):
    """The sizes in MB are in another table, and the count leaves the embeddings out."""
    page = nbformat.read(root / "notebooks" / f"{KEY}.ipynb", 4).cells[1].source
    assert 'size_axis: str = "without_embeddings"' in page


def test_an_average_that_follows_from_its_row_has_its_rule(slim):
    (average,) = [
        each for each in sources.quantities(sources.tables(KEY)["table1"]) if "derived" in each
    ]
    scores = ["mnli-m-accuracy", "qqp-f1", "rte-accuracy"]
    assert average == {
        **{"metric": "average", "task": "glue"},
        "derived": {"rule": "mean_of", "over": scores},
    }
    lines = audit.table(KEY).query("rule == 'mean_of'")
    assert set(lines["verdict"]) == {"agrees"}


def test_how_to_answer_is_told_when_first_asked(root, readme):
    readme.write_text(SLIM)
    new.begin(KEY, readme)
    said = " ".join(answered(*asked_before("split"), "devel", *["?"] * 40).split())
    how, known = "say on which part of the data", "test, dev, mixed, unstated, train"
    assert f"accuracy for the other tasks. {how}: {known} split [dev]: devel " in said
    assert f"'devel' is none of: {known} {how} split [dev]: ?" in said


def test_a_footnote_has_a_draft_that_keeps_whose_numbers_they_are(slim):
    notes = [each["note"] for each in sources.tables(KEY)["table1"]["shown"]["notes"]]
    paper = "the TinyBERT paper (Jiao et al., 2020, https://arxiv.org/abs/1909.10351)"
    assert notes == [
        f"numbers of DistilBERT-6 and TinyBERT-4 (w/o DA): {paper}",
        "CoFi: run again by the authors of this work, with the released code",
    ]


FOLD = """# Fold: Folding Factors Across Layers

Fold factorizes the weights of BERT-base and lets neighbouring layers *share* a factor. The lost
accuracy is recovered by a short distillation from the teacher. Others are pruned.

## Scores

Results on the GLUE development set. Our numbers are the median of five runs.

| Model | SST-2 | RTE |
|---|---|---|
| BERT-base (teacher) | 93.0 | 69.3 |
| MiniLM-6x768† | 92.0 | 71.5 |
| TinyBERT-6† | 93.1 | 73.4 |
| CoFi (95%)‡ | 90.4 | 63.9 |
| Fold-60 | 92.8 | 69.7 |

† taken from the original papers. ‡ our run of the official code, one seed only.

## Speed

Latency is measured with ONNX Runtime at batch size 1. The Xeon is a Gold 6338 with four threads,
the Raspberry Pi 5 has 8 GB of memory.

| Model | Xeon latency (ms) | Raspberry Pi 5 latency (ms) | Speedup (Xeon) |
|---|---|---|---|
| BERT-base | 41.3 | 612 | 1.0x |
| Fold-60 | 27.9 | 405 | 1.5x |
"""
"""Footnotes on one line, rows from several papers, a rival's run, and two devices of one kind."""


@pytest.fixture
def fold(root, readme):
    """Return what is asked of it by row or heading, before any answer."""
    readme.write_text(FOLD)
    new.begin(KEY, readme)
    return {(each.about[1], each.name): each for each in unfilled.blanks(sources.folder(KEY))}


def test_rows_of_several_papers_are_asked_for_their_own_originals(fold):
    said = "no row of this book has its scores; the file says: taken from the original papers."
    assert fold["tinybert-6", "original"].hint == said
    answered(*asked_before("original"), "https://example.org/minilm", *["?"] * 30)
    (asked,) = [each for each in unfilled.blanks(sources.folder(KEY)) if each.name == "original"]
    assert (asked.about[1], asked.guess) == ("tinybert-6", "https://arxiv.org/abs/1909.10351")


def test_models_that_the_book_has_are_called_as_there_with_their_shape(fold):
    rows = sources.table(KEY, "table1").set_index("model")
    assert rows.at["TinyBERT-6†", "name"] == "TinyBERT, 6 layers"
    assert rows.at["TinyBERT-6†", "architecture"] == "bert-base-6"
    assert rows.at["CoFi (95%)‡", "name"] == "CoFi, 95 %"
    assert new.called(KEY) == (
        "BERT-base (teacher) is BERT_BASE; TinyBERT-6† is TinyBERT, 6 layers; "
        "CoFi (95%)‡ is CoFi, 95 %; BERT-base is BERT_BASE"
    )


def test_a_footnote_tells_that_a_row_ran_once(fold):
    assert sources.table(KEY, "table1").at["cofi-95", "n"] == "1"
    assert fold["cofi-95", "protocol"].guess == "own-recipe"
    assert fold["cofi-95", "protocol"].hint.endswith("one seed only.")


def test_what_goes_on_in_a_paragraph_tells_techniques_too(fold):
    kinds = "matrix_decomposition+parameter_sharing+distillation"
    assert fold["", "technique"].guess == kinds


def test_a_speedup_follows_from_the_times_on_the_device_that_its_heading_names(fold):
    speedup = {each["metric"]: each for each in sources.quantities(sources.tables(KEY)["table2"])}
    rule = {"rule": "time_ratio", "of": "latency-cpu-xeon"}
    assert speedup["speedup-cpu"]["derived"] == rule
    on = "ONNX Runtime, batch size 1"
    assert [
        fold[f"{name} latency (ms)", "device"].guess for name in ("Xeon", "Raspberry Pi 5")
    ] == [*(f"Xeon Gold 6338 with four threads, {on}", f"Raspberry Pi 5, {on}")]


QUILL = """# Quill: Learned Clipping

QuillBERT quantizes BERT with the full-precision model as the teacher.

## GLUE

Results on the GLUE development sets. We report F1 for MRPC and accuracy for the rest. Our numbers
are the median of five runs. *Avg.* counts MNLI once.

| Model | W-E-A | MRPC | QQP | MNLI-m/mm | Avg. |
|---|---|---|---|---|---|
| BERT-base | 32-32-32 | 90.4 | 91.1 | 84.5/84.7 | 88.7 |
| Q8BERT† | 8-8-8 | 89.6 | 88.0 | - | - |
| GOBO‡ | 3-4-32 | 88.7 | 90.9 | 83.9/84.2 | 87.9 |
| QuillBERT-4 | 4-4-8 | 89.9 | 90.8 | 84.0/84.1 | 88.3 |
| QuillMiniLM-4 | 4-4-8 | 88.8 | 90.1 | 81.4/81.6 | 86.8 |

† Numbers are taken from the respective papers; both report F1 for QQP. ‡ Our re-implementation.

## SQuAD

| Model | W-E-A | SQuAD v1.1 |
|---|---|---|
| BERT-base | 32-32-32 | 81.2 / 88.6 |
| QuillBERT-4 | 4-4-8 | 80.5 / 88.0 |
"""
"""Bits of three kinds in one column, a footnote on a task, two families of models."""


@pytest.fixture
def quill(root, readme):
    """Return the tables of it, as `new` writes them."""
    readme.write_text(QUILL)
    new.begin(KEY, readme)
    return [sources.table(KEY, table) for table in sources.tables(KEY)]


def test_bits_of_weights_embeddings_and_activations_are_read_and_of_no_metric(quill):
    assert [list(table["bits"]) for table in quill] == [["", "8", "3", "4", "4"], ["", "4"]]
    for table in sources.tables(KEY).values():
        (column,) = [each for each in table["schema"]["fields"] if each["name"] == "w_e_a"]
        assert "quantities" not in column


def test_a_footnote_on_other_rows_tells_no_metric_and_exact_match_comes_before_f1(quill):
    scores, answers = (
        [(each["task"], each["metric"]) for each in sources.quantities(table) if "task" in each]
        for table in sources.tables(KEY).values()
    )
    assert scores[:3] == [("mrpc", "f1"), ("qqp", "accuracy"), ("mnli-m", "accuracy")]
    assert answers == [("squad-1.1", "exact-match"), ("squad-1.1", "f1")]


def test_an_average_may_count_two_scores_of_a_task_once(quill):
    *_, average = sources.quantities(sources.tables(KEY)["table1"])
    twice = [each for each in ("mrpc-f1", "qqp-accuracy") for _ in range(2)]
    halves = ["mnli-m-accuracy", "mnli-mm-accuracy"]
    assert average["derived"] == {"rule": "mean_of", "over": [*twice, *halves]}


def test_models_of_one_method_are_asked_together_and_a_part_of_a_name_is_no_technique(quill):
    assert list(quill[0]["technique"][3:]) == ["", ""]
    said = answered(*asked_before("technique"), "", *["?"] * 40)
    assert "for QuillBERT-4, QuillMiniLM-4 (one word" in said
    assert "technique [quantization+distillation]" in said


def test_a_row_with_a_protocol_of_its_own_has_not_the_runs_of_its_table(quill):
    answered(*asked_before("n"), "", *["?"] * 40)  # five
    replace(sources.folder(KEY) / "table1.csv", {",TODO,TODO\nquill": ",unstated,\nquill"})
    runs = sources.results(KEY).query("task == 'mrpc'").set_index("row")["n"]
    assert runs["quillbert-4"] == 5
    assert math.isnan(runs["gobo"])


def test_what_has_to_stand_is_asked_again_if_it_is_left_out(root, readme):
    readme.write_text(ABOVE)
    new.begin(KEY, readme)
    said = answered(*asked_before("split"), "-", "dev", *["?"] * 20)
    assert "split cannot be left out; ? leaves it open" in said
    assert sources.tables(KEY)["table1"]["split"] == "dev"


ABLATED = """# Rung: Distilled by Steps

Rung is distilled from BERT-base.

## GLUE dev set

| Model | SST-2 |
|---|---|
| BERT-base | 92.9 |
| Half^1 | 91.2 |
| Pair^2 | 91.5 |
| Grid^3 | 91.0 |
| Rung-6 | 92.4 |
| Rung-6 w/o steps | 91.9 |

<sub><sup>1</sup> From Roe (2020). <sup>2</sup> From Poe. <sup>3</sup> Median, from Doe et al.</sub>

## Long inputs

| Model | RTE |
|---|---|
| BERT-base | 68.1 |
| Rung-6 | 66.2 |
"""


def test_what_no_footnote_tells_is_asked_once_and_what_lacks_no_technique_not_at_all(root, readme):
    readme.write_text(ABLATED.replace("From", "Taken from"))
    new.begin(KEY, readme)
    answers = {"split": "dev", "protocol": "own-recipe", "technique": ""}
    asked = []

    def ask(blank, guess):
        asked.append((blank.name, blank.about[1], guess))
        if blank.name == "original":
            return f"https://example.org/{blank.about[1]}"
        return answers.get(blank.name, "?") if blank.path.suffix == ".yaml" else ""

    filling.fill(KEY, ask)
    rows = sources.table(KEY, "table1")
    assert rows.loc["rung-6-w-o-steps", "technique"] == "distillation"
    assert ("technique", "rung-6-w-o-steps", "distillation") not in asked
    assert [row for name, row, _ in asked if name == "protocol" and row] == ["half", "grid"]
    assert list(rows.loc[["half", "pair", "grid"], "protocol"]) == ["unstated"] * 3
    assert [each for each in asked if each[0] == "split"] == [("split", "", "dev")] * 2


def test_a_footnote_that_is_none_goes_with_all_that_is_left_empty(root, readme):
    rows = EDGE.replace("DistilBERT |", "DistilBERT* |")
    readme.write_text(f"{rows}\n\\* numbers are taken from the paper of DistilBERT.\n")
    new.begin(KEY, readme)
    answered(*asked_before("note"), "-", *["?"] * 20)
    descriptor = root / "data" / "sources" / KEY / "datapackage.yaml"
    assert "note" not in descriptor.read_text()
    assert "shown:" not in descriptor.read_text()


TWO_NOTES = """# Thin

| Model | RTE |
|---|---|
| BERT-base | 69.7 |
| Elsewhere-6 † | 59.9 |
| Thin-6 ‡ | 68.6 |

† Numbers are taken from the paper of Moe (2029). ‡ One more layer.
"""


def test_the_other_footnote_stays(root, readme):
    readme.write_text(TWO_NOTES)
    new.begin(KEY, readme)
    answered(*asked_before("note"), "", "-", *["?"] * 20)
    (table,) = sources.tables(KEY).values()
    assert table["shown"]["notes"] == [
        {
            "column": "model",
            "rows": ["elsewhere-6"],
            "note": "numbers of Elsewhere-6: the paper of Moe (2029)",
        }
    ]


def test_a_row_without_a_footnote_that_has_the_scores_of_another_work_is_told(root, readme):
    """DistilBERT's README prints these scores of its table 1."""
    rows = "| Model | SST-2 | RTE | QNLI |\n|---|---|---|---|\n| BERT-base | 92.7 | 69.3 | 91.8 |\n"
    readme.write_text(
        f"{rows}| DistilBERT [4] | 91.3 | 59.9 | 89.2 |\n| Thin | 90.1 | 58.0 | 88.1 |\n"
    )
    new.begin(KEY, readme)
    said = answered(*["?"] * 30)
    place = "sanh2019distilbert/table1/distilbert-base-uncased"
    assert f"table1, distilbert has the scores of {place}: if they are from there" in said
    assert said.count("has the scores of") == 1
