"""What can be chosen: tasks, abilities and limits, the names in their files, and the command."""

import json

import pytest
from click.testing import CliRunner

from smallbert import cli, compare
from smallbert.errors import UsageError, UserError
from smallbert.guide import answer, choices, complete, data, page

GUIDE, SOURCES = "data/survey/guide", "data/sources"
UNKNOWN = [
    (f"{GUIDE}/needs.csv", ",GOBO,", ",GOBOO,", "3: model: 'GOBOO' is unknown; it should be a mod"),
    (f"{GUIDE}/needs.csv", "shen2020qbert", "nobody", "2: cites: 'nobody' is unknown; it should"),
    (f"{GUIDE}/needs.csv", "pruning,,", "pruning,GOBO,", "1: no line says what 'pruning' needs"),
    (f"{GUIDE}/abilities.csv", "distil,", "distill,", "needs: 'distil' is unknown; use one of fin"),
    (f"{GUIDE}/releases.csv", "MobileBERT,", "MobilBERT,", "2: model: 'MobilBERT' is unknown; it"),
    ("data/survey/exhibits.csv", "004_24316d2e507e8064", "004", "document: '004.txt' is un"),
    (f"{SOURCES}/wu2022xtc/variants.csv", "XTC-BERT", "XTC-BRET", "2: model: 'XTC-BRET"),
    (f"{SOURCES}/ganesh2021case/aliases.csv", '"DeFormer, BERT', '"Former, BERT', "as: 'Former,"),
    (f"{SOURCES}/ganesh2021case/timed.csv", ",deformer,", ",deformr,", "has no row 'deformr'"),
    (f"{SOURCES}/cao2020deformer/ranked.csv", ",squad,", ",squat,", "table1 has no row 'squat'"),
    (f"{SOURCES}/cao2020deformer/grounds.csv", "/table1,", "/table9,", "table9 has no row 'squad'"),
    (f"{SOURCES}/lan2020albert/baselines.csv", "lan2020albert/table1", "table1", "'table1' is"),
    (f"{SOURCES}/lan2020albert/baselines.csv", "bert-base-uncased", "nosuch", "table1/nosuch' is"),
    (f"{SOURCES}/ganesh2021case/guide_suggestions.csv", ",always,", ",ever,", "when: 'ever' is un"),
]


@pytest.mark.parametrize(("name", "old", "new", "message"), UNKNOWN)
def test_a_name_that_nothing_has_is_named_with_its_place(edited, name, old, new, message):
    edited(name, old, new)
    assert message in "\n".join(map(str, choices.faults()))


def test_the_committed_names_are_all_known():
    assert choices.faults() == []


def test_a_suggestion_without_its_rule_is_named(edited):
    path = f"{SOURCES}/ganesh2021case/guide_suggestions.csv"
    edited(path, "compound-bert,", "compound-berth,")
    with pytest.raises(UserError, match="compound-bert, compound-berth"):
        choices.suggestions()


def test_each_condition_of_a_suggestion_is_counted():
    """One that nothing counts would end in a KeyError."""
    rules = [{"suggestion": "a", "says": "{n}", "when": each} for each in choices.WHEN]
    assert answer(data() | {"suggestions": rules}, complete())["rules"]


def test_the_keys_of_a_form_are_text():
    asked = data() | {"abilities": {'a"><script>': {"name": "a", "meaning": "b"}}}
    assert "<script>" not in page._fields(asked)


def test_a_released_checkpoint_is_at_one_commit():
    released = choices.releases()
    assert released["needs"].str.startswith("checkpoint+").all()
    assert released["commit"].str.fullmatch("[0-9a-f]{40}").all()


def test_every_task_of_the_comparison_can_be_chosen():
    assert list(choices.TASKS) == list(compare.SCORES)


@pytest.mark.parametrize(
    ("wishes", "message"),
    [
        ({"task": "cola"}, "task is 'cola'; use one of mnli, "),
        ({"can": "magic"}, "can is 'magic'; use one of finetune, "),
        ({"can": "all,distil"}, "use all or none by itself"),
        ({"max_mb": 0}, "max_mb is 0; give a number from 0.001"),
        ({"keep": float("nan")}, "keep is nan; give a number"),
        ({"max_ms": 20}, "max_ms is 20 without a device; add one of gpu, cpu, phone"),
        ({"device": "tpu"}, "device is 'tpu'; use one of gpu, cpu, phone"),
        ({"min_mb": 3}, "no requirement 'min_mb'"),
    ],
)
def test_a_wish_that_makes_no_sense_is_refused(wishes, message):
    with pytest.raises(UsageError) as error:
        complete(**wishes)
    assert message in str(error.value)


def test_abilities_come_in_the_order_of_the_file():
    assert complete(can="distil,finetune")["can"] == ["finetune", "distil"]
    assert complete(can="none")["can"] == []


def test_the_time_of_bert_base_may_be_the_readers_own():
    assert complete(device="gpu")["base_ms"] == 57.1  # the survey's Titan X
    assert complete(device="gpu", base_ms=8)["base_ms"] == 8


def run(*words):
    return CliRunner().invoke(cli.main, ["choose", *words])


def test_the_command_prints_the_methods_with_their_evidence_and_no_method_is_an_answer():
    found = run("--max-mb", "60", "--keep", "97", "--can", "distil,pretrain,finetune")
    assert found.exit_code == 0
    assert "with a score on MNLI" in found.output
    assert "ganesh2021case/effectiveness/tinybert-4/mnli-accuracy: Ganesh et al." in found.output
    found = run("--keep", "200")
    assert found.exit_code == 0
    assert "Nothing in this book offers at least 200 % of the score" in found.output


def test_the_command_answers_in_json():
    found = json.loads(run("--max-mb", "5", "--json").output)
    assert found["wishes"]["max_mb"] == 5
    assert found["answer"]["groups"] == []
    row = found["evidence"]["ganesh2021case/effectiveness/gobo/mnli-accuracy"]
    assert (row["score"], row["locator"].rsplit(", ", 1)[1]) == (83.7, "line 53")


@pytest.mark.parametrize("words", [["--task", "cola"], ["--max-mb", "-3"], ["--max-ms", "9"]])
def test_a_wrong_value_gets_one_line_and_status_2(words):
    found = run(*words)
    assert found.exit_code == 2
    assert len(found.output.splitlines()) == 1
