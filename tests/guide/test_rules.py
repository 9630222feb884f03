"""What the guide is told: abilities, needs, suggestions, wishes; and its command."""

import json

import pytest
from click.testing import CliRunner

from smallbert import cli, compare
from smallbert.data import bibliography, vocabulary
from smallbert.data.results import results
from smallbert.errors import UsageError, UserError
from smallbert.guide import choices, complete, data


def test_every_task_of_the_comparison_can_be_chosen():
    assert list(choices.TASKS) == list(compare.SCORES)


def test_every_technique_says_what_it_needs():
    for name in set(vocabulary.words("techniques")) - {"none", "compound"}:
        assert choices.needs(name, "any model")


def test_every_line_of_needs_and_devices_credits_a_work_of_the_bibliography():
    assert all(choices.needed()["cites"].map(bibliography.short))
    assert {each["credit"] for each in choices.devices().values()}


def test_a_method_that_has_a_line_of_its_own_is_one_of_the_book():
    known = {each["model"] for each in data()["methods"]}
    assert set(choices.releases().index) <= known
    assert set(choices.variants()) <= known
    assert set(choices.needed()["model"]) - {""} <= known
    assert set(choices.same().values()) <= known


def test_what_is_said_of_a_speedup_or_a_release_names_what_exists():
    tidy = results()
    assert set(choices.timed()) <= set(tidy[["source", "table", "row"]].agg("/".join, axis=1))
    released = choices.releases()
    named = {each for cell in released["needs"] for each in cell.split("+")}
    assert named <= set(choices.abilities())
    assert released["needs"].str.startswith("checkpoint+").all()
    assert released["commit"].str.fullmatch("[0-9a-f]{40}").all()


BROKEN = [
    ("survey/guide/needs.csv", "pruning,,", "trimming,,", "needs.csv has no line for 'pruning'"),
    ("survey/guide/needs.csv", "finetune+sparse", "finetune+sparce", "ability 'sparce' is unknown"),
    (
        "sources/ganesh2021case/guide_suggestions.csv",
        "compound-bert,",
        "compound-berth,",
        "compound-bert, compound-berth",
    ),
]


@pytest.mark.parametrize(("name", "old", "new", "message"), BROKEN)
def test_a_word_of_the_guide_that_nothing_has_is_named(edited, name, old, new, message):
    edited(f"data/{name}", old, new)
    with pytest.raises(UserError, match=message):
        _ = choices.needs("pruning", "any model"), choices.suggestions()


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
