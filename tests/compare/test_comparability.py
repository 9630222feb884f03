"""What stands below a document's table: metric, split, protocol and device of its numbers."""

import pandas as pd
import pytest

from smallbert import data
from smallbert.compare import comparability
from smallbert.compare.comparability import numbers_in_words as grounds
from smallbert.data import vocabulary


def of(source: str, table: str) -> str:
    return grounds(data.results(source).query("table == @table"))


@pytest.mark.parametrize(
    ("place", "words"),
    [
        (  # the README's own headings name neither metric nor split of most of this
            ("goyal2020powerbert", "table1"),
            "Scores: accuracy, but Matthews correlation (CoLA), F1 (QQP, MRPC), Spearman "
            "correlation (STS-B); test set; protocol not stated. Latency and speedup: K80.",
        ),
        (
            ("lan2020albert", "table1"),
            "Scores: accuracy, but F1 and exact match (SQuAD 1.1, SQuAD 2.0); development set, but "
            "split not stated (RACE); protocol not stated.",
        ),
        (  # rows borrowed from the paper have no protocol of these runs
            ("clark2020electra", "replicated_dev"),
            "Scores: accuracy, but Matthews correlation (CoLA), Spearman correlation (STS-B); "
            "development set; mean of runs (10); scores copied from other works may differ.",
        ),
        (  # its page names no split; the paper does
            ("zafrir2019q8bert", "table1"),
            "Scores: F1, but Matthews correlation (CoLA), accuracy (QNLI, RTE, SST-2), Pearson "
            "correlation (STS-B); development set by other evidence; mean of runs (5).",
        ),
        (("gordon2020compressing", "published_anchors"), "Scores: means; development set."),
        (("speed", "latency"), "Latency: AMD EPYC."),
    ],
)
def test_a_table_tells_what_its_numbers_are(place, words):
    assert of(*place) == words


def test_more_tasks_than_a_line_holds_are_counted():
    tasks = [*vocabulary.choices("tasks")][:11]
    scores = {"task": tasks, "metric": ["accuracy"] * 6 + ["f1"] * 5, "split": "dev"}
    scores |= {"protocol": "", "measured_by": "authors", "n": float("nan"), "baseline": ""}
    scores |= {"source": "made-up", "table": "table1", "row": "one"}
    assert grounds(pd.DataFrame(scores)) == "Scores: accuracy, but F1 (5 tasks); development set."


@pytest.mark.parametrize(
    ("devices", "words"),
    [
        (["V100", "not stated"], "Speedup: V100; borrowed numbers aside."),
        (["not stated", "not stated"], "Speedup: device not stated."),
        (["V100", "a phone"], "Speedup: V100, a phone."),
    ],
)
def test_the_device_of_borrowed_numbers_is_told_where_it_is_stated(devices, words):
    numbers = {"task": "", "metric": "speedup", "measured_by": ["authors", "borrowed"]}
    assert grounds(pd.DataFrame(numbers | {"device": devices})) == words


def definitions(source, table, quantities, task="glue"):
    scores = pd.DataFrame({"source": source, "table": table, "quantity": quantities, "task": task})
    ids = scores["source"] + "/" + scores["table"] + "/one/" + scores["quantity"]
    return comparability.definitions_of_averages(scores.assign(id=ids))


def test_an_average_is_of_the_tasks_that_its_table_or_the_column_says(edited):
    """DistilBERT's table has one with WNLI and one without; how two metrics are one, it leaves."""
    both = ["glue-9-average", "glue-8-average"]
    own = ["as in sanh2019distilbert/table1"] * 2
    assert definitions("sanh2019distilbert", "table1", both) == own
    path = "data/sources/sanh2019distilbert/glue_scores.csv"
    edited(path, "Macro-score,9,yes,,", "Macro-score,9,yes,one metric,")
    edited(path, "without WNLI,8,no,,", "without WNLI,8,no,averaged first,")
    assert definitions("sanh2019distilbert", "table1", both) == [
        "9 tasks with WNLI; two metrics of a task: one metric",
        "8 tasks without WNLI; two metrics of a task: averaged first",
    ]
    of_table = ["8 tasks without WNLI; two metrics of a task: one metric"]
    assert definitions("clark2020electra", "replicated_dev", ["glue-8-average"]) == of_table
    assert definitions("clark2020electra", "replicated_dev", ["mnli-accuracy"], "mnli") == [""]


def test_numbers_that_are_neither_scores_nor_times_have_no_grounds():
    tidy = data.results("goyal2020powerbert")
    assert grounds(tidy[tidy["metric"].eq("parameters")]) == ""


def test_a_page_has_them_below_tables_of_documents(runs):
    page = (runs["goyal2020powerbert"].folder / "page.ipynb").read_text(encoding="utf-8")
    assert page.count("Latency and speedup: K80.") == 1
