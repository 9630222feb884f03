"""The audit's lines, what pages say of them, and what looks copied."""

import re

import pandas as pd
import pytest

from smallbert import audit, compare, data
from smallbert.charts import tables


@pytest.fixture(scope="module")
def found():
    return audit.audit_table().set_index("id")


def recomputed(values=None, drop=()):
    """Return the audit of changed cells, some of them gone."""
    frame, values = data.results(), values or {}
    assert set(frame["id"]) >= {*values, *drop}, "a planted error must hit a number"
    frame["value"] = frame["id"].map(values).fillna(frame["value"])
    return audit.recomputed(audit.Numbers(frame[~frame["id"].isin(drop)])).set_index("id")


def test_a_missing_input_or_a_divisor_of_0_is_said_and_no_error():
    gone = ("cao2020deformer/table1/mnli/bert-base", "turc2019wellread/table3/test-pd/qqp-f1")
    frame = recomputed({"cao2020deformer/table3/deformer-base/latency-gpu": 0.005}, drop=gone)
    drop = frame.loc["cao2020deformer/table1/mnli/drop/drop"]
    assert (drop["verdict"], drop["note"]) == ("cannot be recomputed", f"{gone[0]} is not printed")
    meta = frame.loc["turc2019wellread/table3/test-pd/glue-6-average/meta-score"]
    assert meta["note"] == "not printed: qqp-f1"
    assert pd.isna(meta["recomputed"])
    line = frame.loc["cao2020deformer/table1/squad/speedup/speedup"]
    assert line["note"] == "an input is 0 and cannot divide"


def test_a_changed_cell_turns_the_lines_that_rest_on_it(found):
    frame = recomputed({"sun2020mobilebert/table3/pkd-6/mnli-m-accuracy": 87.5})
    assert set(frame.index[frame["verdict"] != found["verdict"]]) == {
        "turc2019wellread/table3/test-sun/mnli-m-accuracy/shared-number",
        "yang2020textbrewer/public/pkd-6/mnli-m-accuracy/borrowed-number",
        "zhao2019extreme/table3/pkd-6/mnli-m-accuracy/shared-number",
    }


def test_what_is_off_has_an_explanation_and_no_note_is_of_a_line_that_is_not(found):
    off = found[found["verdict"] == "disagrees"]
    assert list(off.index[off["note"] == ""]) == []
    assert audit.unexplained() == []


def test_a_mean_over_groups_of_tasks_counts_each_by_its_tasks(found):
    line = "xiao2023bge/mteb/bge-large-en-v1-5/mteb-1-56-average/mean-of"
    # 15 x 54.29 + 11 x 46.08 + 3 x 87.12 + 4 x 60.03 + 10 x 83.11 + 31.61 + 12 x 75.97 = 3597.06
    assert found.loc[line, "recomputed"] == pytest.approx(3597.06 / 56)
    assert found.loc[line.replace("bge-large-en-v1-5", "instructor-xl"), "verdict"] == "disagrees"


def test_a_score_retained_is_recomputed_from_its_baseline(found):
    line = (
        "merrick2024arctic/dimensions/google-gecko/mteb-1-retrieval-retained-score/retained-score"
    )
    assert found.loc[line, "recomputed"] == pytest.approx(100 * 52.4 / 54.2)


def test_a_disagreement_that_nobody_explains_is_named_at_its_cell(edited):
    note = "wang2020minilm/xnli/xlm-100/xnli-average/mean-of,the average or one of the fifteen "
    note += "scores is wrong; the README does not say which,\n"
    edited("data/sources/wang2020minilm/audit_notes.csv", note, "")
    (fault,) = audit.unexplained()
    # the fifteen scores of line 67 add up to 1068.9
    told = "average over tasks: The source has 70.7 %; recomputed it is 71.26 %, a difference of"
    assert str(fault).startswith(f"data/sources/wang2020minilm/xnli.csv:3: average: {told}")
    assert str(fault).count("Mend the cell, or explain it in data/sources/") == 1


def test_two_reports_further_apart_than_laboratories_are_ask_for_an_explanation(edited, found):
    line = "sun2019pkd/results/bert-12-mnli/mnli-accuracy/repeated-report"  # 83.50 for 84.54
    mnli = compare.laboratory_spreads().set_index(["task", "split"])["sd"].loc["mnli-m", "dev"]
    assert found.loc[line, "spread"] == pytest.approx(2**0.5 * mnli.max())
    edited("data/sources/sanh2020movement/table1.csv", "84.5/84.9", "74.5/84.9")
    (fault,) = audit.unexplained("sanh2020movement")
    told = "one model, two reports: This table has 74.5 %; a table of oBERT has 84.54 %"
    assert told in str(fault)


def test_a_borrowed_size_that_its_original_lacks_is_to_be_explained(edited):
    """A table of MiniLM has no speedups, and BERT-base, as fast as itself, is 1x without it."""
    assert not audit.unexplained("mukherjee2021xtremedistil")
    table = "data/sources/mukherjee2021xtremedistil/table1.csv"
    edited(table, "bert-base,26,BERT,109,1x", "bert-base,26,BERT,109,2x")
    (fault,) = audit.unexplained("mukherjee2021xtremedistil")
    assert fault.message.startswith(
        "speedup: number taken from another source: The original, "
        "wang2020minilm/english_v1/bert-base, has no speedup. Name a row or an address that has it "
        "as the original, or explain it in data/"
    )


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (
            # MRPC of RoBERTa-large: 90.9, without a metric in its README
            "he2021debertav3/dev/roberta-large/mrpc-accuracy/borrowed-number",
            "The source has 90.9 %; the original, RoBERTa, has 90.9 % "
            "(one of the two names no metric).",
        ),
        (
            # NVIDIA's README prints 5.36130 for 2300 / 429, which is 5.361305
            "nvidia2021dist",
            "The source has 5.36130x; recomputed it is 5.361305x, cut off instead of rounded.",
        ),
        (
            "ganesh2021case/effectiveness/movement-pruning/poster-4-average-drop/average-drop",
            "The source has −4.73 points; recomputed it is −4.7 points, which fits if its inputs "
            "have more digits than are printed or read.",
        ),
        (
            # printed in millions; layers, relative positions, norms and head: 304,018,148
            "he2021debertav3/sizes/deberta-v3-large/parameters-without-embeddings/"
            "parameters-of-shape",
            "The source has 304 million; recomputed it is 304.018 million.",
        ),
        (
            # 92.44 / 92.99 - 1 is -0.5915 %, printed as a change of -0.58%
            "intel2024inc/int8/int8-286/relative-drop/relative-drop",
            "The source has −0.58 %; recomputed it is −0.5915 %, which fits if",
        ),
        (
            # a share of −59% in the README, and of 63.7 in the file of results of that checkpoint
            "lagunas2021block/squad/4/prune-ratio/borrowed-number",
            "The source has −59 %; the original, Block pruning, has 63.72",
        ),
    ],
)
def test_a_line_is_a_sentence_in_digits_that_tell_its_numbers_apart(line, words):
    lines = audit.described(audit.audit_table(line.split("/")[0]))
    own = lines["id"].eq(line) if "/" in line else lines["verdict"].eq("agrees if truncated")
    (text,) = lines.loc[own, "words"]
    assert text.startswith(words)


def test_a_mean_of_unstated_scores_cannot_be_recomputed_and_is_no_other_measurement(found):
    """No average of mmBERT's image is the mean of its row's eight scores."""
    lines = found[found["source"].eq("marone2025mmbert") & found["table"].eq("glue")]
    lines = lines[lines["rule"].eq("mean_of")]
    assert list(lines["verdict"]) == ["cannot be recomputed"] * 8
    assert lines["recomputed"].isna().all()
    frame = audit.of_work("marone2025mmbert").query("Lines == 8")
    (words,) = frame["In words"]
    assert words.startswith("Not stated: over which scores the average is taken")


def test_every_rule_says_to_the_reader_what_it_recomputes(found):
    for rule in found["rule"].unique():
        assert audit.rule_in_words(rule).startswith("Recompute ")
        assert "_" not in audit.RULE_NAMES[rule]
    assert set(found["verdict"]) == set(audit.AUDIT_VERDICTS)


def test_a_work_s_page_has_all_its_lines_and_tells_each_that_is_not_plain(found):
    frame = audit.of_work("guo2019rpp")
    assert frame["Lines"].sum() == (found["source"] == "guo2019rpp").sum()
    assert list(frame.loc[frame["Verdict"] == "disagrees", "Lines"]) == [1]
    assert "RPP, 59.3 %, MRPC change" in set(frame["Number"])


@pytest.mark.parametrize("key", ["guo2019rpp", "xia2022cofi"])
def test_a_page_shows_the_audit_in_one_way_with_lines_or_without(key):
    frame = audit.of_work(key)
    page = tables.table_html(frame, groups="Rule", span=["Rule"])
    assert page.count("<tr") == 1 + len(frame) >= 2
    nothing = "No printed number of this work can be recomputed from its others."
    assert (nothing in page) == (frame["Lines"].sum() == 0) == (key == "xia2022cofi")


def test_a_cell_that_is_found_wrong_is_marked_by_the_table_s_own_column_and_no_other():
    marks = audit.marks("ganesh2021case", "effectiveness")
    assert marks["adabert", "average"].startswith("audit, mean loss over tasks: disagrees.")
    assert not any(row == "q-bert" for row, _ in marks)  # (-0.7 - 0.9 - 0.2) / 3 is -0.6
    assert not any(row == "schubert" for row, _ in marks)  # -1.866, cut off to -1.86
    # -20.5 for -20.6 follows from hidden digits, -1.2 for -0.9 from nothing
    assert set(audit.marks("guo2019rpp", "table1a")) == {("rpp-59.3", "mrpc")}
    assert audit.marks("matsubara2023torchdistill", "glue") == {}  # other works' reports differ


def test_a_score_that_others_measured_otherwise_is_no_fault_of_its_cell():
    lines = audit.of_work("matsubara2023torchdistill").set_index("Number")
    assert lines.at["BERT-base, RTE accuracy", "Verdict"] == audit.ANOTHER  # 66.7, and 68.1
    assert audit.marks("matsubara2023torchdistill", "glue") == {}


def test_the_audit_finds_by_itself_what_is_copied_or_misnamed_and_no_more():
    frame = audit.copied().set_index("place")
    # BERT-large on QNLI runs at 173.82, as BERT-base does; PKD's files repeat matched MNLI
    # and EuroEval has one model under two names
    twice = "euroeval2026/spanish/distilbert-multilingual-nli-stsb-quora-ranking"
    others = ["sun2019pkd/results: mnli-m", "intel2024inc/int8/fp32-599"]
    assert list(frame.index) == [twice, *others]
    assert frame.loc["intel2024inc/int8/fp32-599", "like"] == "BERT-base"
    assert frame.loc["sun2019pkd/results: mnli-m", "words"] == "7 of 13 scores are equal"
    assert frame["known"].ne("").all()


def test_a_row_in_16_bits_may_repeat_the_scores_of_the_one_in_32(edited):
    """ERNIE's README, lines 1489 and 1490: six of ten scores are equal."""
    name = "data/sources/wang2023ernietiny/table2.csv"
    edited(name, "distillation+quantization,,16", "distillation+quantization,,")
    found = audit.copied().set_index("place")
    pair = found.loc["wang2023ernietiny/table2/ernie-3-0-medium"]
    assert pair["like"] == "wang2023ernietiny/table2/ernie-3-0-medium-fp16"


@pytest.mark.parametrize(
    ("table", "own", "copied", "pair"),
    [
        (  # of its own table: MiniLM with 12 layers
            "wang2020minilm/english_v1",
            "75.6,83.3,91.5,90.5,47.5,68.8,88.9,90.6",
            "81.7,85.7,93.0,91.5,58.5,73.3,89.5,91.3",
            ("wang2020minilm/english_v1/minilm-12-384", "wang2020minilm/english_v1/minilm-6-384"),
        ),
        (  # of another work: ELECTRA-Base
            "liu2019roberta/glue",
            "87.6,92.8,91.9,78.7,94.8,90.2,63.6,91.2",
            "88.8,93.2,91.5,82.7,95.1,89.5,67.7,91.2",
            ("clark2020electra/dev/electra-base", "liu2019roberta/glue/roberta-base"),
        ),
    ],
)
def test_a_planted_copy_of_another_model_s_row_is_found(edited, table, own, copied, pair):
    edited(f"data/sources/{table}.csv", own, copied)
    found = audit.copied().set_index(["place", "like"])
    assert found.loc[pair, "words"] == "8 of 8 scores are equal"
    assert found.loc[pair, "known"] == ""


def test_a_row_that_its_authors_withdraw_is_named_with_the_line_that_says_so():
    gone = audit.withdrawn()
    assert set(gone["row"]) == {"obert-90", "obert-97"}
    assert set(gone["notice"]) == {"112"}


COPIED = "lan2020albert/glue/roberta-large"


def test_a_row_that_repeats_another_s_scores_is_borrowed_or_explained(edited):
    """RoBERTa's page prints eight of them; ALBERT's repeats RoBERTa-large."""
    name = "data/sources/lan2020albert/glue.csv"
    edited(name, "borrowed,liu2019roberta/glue/roberta-large", "authors,")
    (fault,) = map(str, audit.unexplained("lan2020albert"))
    assert re.match(rf"{name}:\d+: measured_by: (\d) of \1 scores of this row equal those ", fault)
    assert "of RoBERTa-large in liu2019roberta/glue/roberta-large: borrowed? If so, write" in fault
    assert f"the line {COPIED}/borrowed-row and why" in fault
    assert not audit.unexplained("liu2019roberta"), "the first to print them"


def test_a_row_that_others_repeat_is_no_copy():
    """ALBERT's and DeBERTa's pages repeat RoBERTa; XtremeDistil's borrows from a paper of 2020."""
    for key in ("liu2019roberta", "sanh2019distilbert"):
        assert audit.repeated(key).empty


def test_lines_of_a_rule_stand_as_the_work_prints_their_numbers():
    """MiniRBT's README: CMRC 2018, DRCD, OCNLI, LCQMC, BQ Corpus, TNEWS, ChnSentiCorp."""
    page = audit.of_work("yao2023minirbt")
    reports = page.loc[page["Rule"] == audit.RULE_NAMES["repeated_report"], "Number"]
    own = [name.removeprefix("RBT3, ") for name in reports if name.startswith("RBT3, ")]
    of_two_numbers = ["CMRC 2018 F1", "CMRC 2018 exact match", "DRCD F1", "DRCD exact match"]
    of_one = ["OCNLI", "LCQMC", "BQ Corpus", "TNEWS", "ChnSentiCorp"]
    assert own == [*of_two_numbers, *(f"{task} accuracy" for task in of_one)]
