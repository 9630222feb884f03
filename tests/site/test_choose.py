"""The page that chooses, in a browser: it answers as Python does, and keeps the choice."""

import json
import random
from itertools import product

import pytest

from smallbert import answers
from smallbert.answers import choose

from ..answers import handmade

pytestmark = pytest.mark.site

PAGE = "notebooks/choose.html"
ROWS = ".sb-answer > .sb-scroll tbody tr"


def models(page):
    """Return the models that the page shows first."""
    return page.locator(f"{ROWS} th[scope=row] strong").all_inner_texts()


def grid():
    """Yield wishes of every task: usual, impossible and contradictory ones."""
    for task, max_mb, keep in product(answers.TASKS, (None, 30), (95, 110)):
        yield answers.complete(task=task, max_mb=max_mb, keep=keep)
        yield answers.complete(task=task, max_mb=max_mb, keep=keep, can="finetune", released=True)
    chance = random.Random(5)
    known = {"min_factor": [1, 4, 17.5], "max_gops": [1.25, 5.7], "max_mb": [12.2, 96.9]}
    known |= {"keep": [90, 98.5], "score": [80, 91.2], "max_millions": [4.4, 33]}
    known |= {"max_ms": [0.64, 5, 62, 156], "task": [*answers.TASKS]}
    for _ in range(60):
        asked = {name: chance.choice(each) for name, each in known.items() if chance.random() < 0.5}
        device = chance.choice([*answers.devices()])
        asked["tokens"] = chance.choice(answers.devices()[device]["tokens"])
        can = ",".join(chance.sample([*answers.CAN], chance.randint(1, 3)))
        yield answers.complete(device=device, can=can, **asked)


def test_the_page_answers_as_python_does(visit):
    wishes, data = [*grid()], json.loads(json.dumps(choose.choice()))
    found = [json.loads(json.dumps(answers.answer(each))) for each in wishes]
    statuses = {line["status"] for each in found for line in each["lines"]}
    assert statuses == {"meets", "close", "not known", "misses"}
    page = visit(PAGE)
    stored = "JSON.parse(document.getElementById('sb-choose-data').textContent)"
    assert {name: page.evaluate(stored)[name] for name in data} == data
    script = f"grid => {{ const data = {stored};"
    script += "return grid.map(each => JSON.stringify(smallbertAnswer(data, each))); }"
    for each, own, text in zip(wishes, found, page.evaluate(script, wishes), strict=True):
        assert json.loads(text) == own, each


def test_what_nobody_knows_is_said_by_the_page_as_by_python(visit):
    script = "([data, all]) => all.map(each => JSON.stringify(smallbertAnswer(data, each)))"
    data, all_wishes = choose.choice() | {"lines": handmade.LINES}, handmade.asked()
    texts = visit(PAGE).evaluate(script, [json.loads(json.dumps(data)), all_wishes])
    for wishes, text in zip(all_wishes, texts, strict=True):
        own = answers.answer(wishes, handmade.LINES)
        assert json.loads(text) == json.loads(json.dumps(own)), wishes


def leads(**wishes):
    """Return the model with which the answer begins, as Python has it."""
    found = answers.answer(answers.complete(**wishes))["lines"]
    return answers.lines()[found[0]["at"]]["model"]


def test_a_change_shows_at_once_in_answer_chart_and_address(visit):
    page = visit(PAGE)
    page.wait_for_selector(".sb-plot svg")
    first = leads()
    assert models(page)[0] == first
    before = page.locator(".sb-plot svg").inner_html()
    page.locator("[name=max_mb]").fill("50")
    other = leads(max_mb=50)
    assert models(page)[0] == other != first
    assert page.locator(".sb-status").inner_text().startswith(f"Start with {other}")
    assert "max_mb=50" in page.evaluate("location.hash")
    page.wait_for_function(
        "old => document.querySelector('.sb-plot svg')?.innerHTML !== old", arg=before
    )


def test_a_shared_address_gives_the_same_choice_and_answer(visit):
    page = visit(PAGE)
    page.locator("[name=task]").select_option("squad")
    page.locator("[name=device]").select_option("a100")
    page.locator("[name=tokens]").select_option("384")
    for name, text in (("max_ms", "10"), ("keep", ""), ("max_mb", "")):
        page.locator(f"[name={name}]").fill(text)
    page.locator("[name=released]").check()
    shared = page.evaluate("location.hash")
    other = visit(PAGE + shared)
    assert models(other) == models(page)
    assert other.locator("[name=tokens]").input_value() == "384"
    assert other.locator("[name=released]").is_checked()


@pytest.mark.parametrize(
    ("fragment", "words"),
    [
        ("#task=mnli&can=magic", "Ability magic is unknown"),
        ("#task=mnli&tokens=7", "No time is known there for 7 tokens"),
        ("#task=mnli&keep=200", "give a number from 0.001 to 150"),
        ("#task=mnli&score=101", "give a number from 0.001 to 100"),
    ],
)
def test_an_address_that_makes_no_sense_is_said_to(visit, fragment, words):
    status = visit(PAGE + fragment).locator(".sb-status").inner_text()
    assert words in status
    assert "The default choice is shown" in status


def test_a_name_leads_to_its_page_and_to_its_weights(visit, site):
    page = visit(PAGE)
    links = page.locator(f"{ROWS} >> nth=0 >> a").evaluate_all("all => all.map(a => a.href)")
    line = next(each for each in answers.lines() if each["model"] == leads())
    assert links[0].endswith(line["page"])
    assert links[1] == line["get"].get("mnli", line["get"][""])["url"]


def test_without_a_script_the_default_answer_stands_on_the_page(visit):
    page = visit(PAGE, script=False)
    assert not page.locator(".sb-choose form").is_visible()
    assert page.locator(".sb-choose noscript").inner_text().startswith("The form needs JavaScript")
    assert leads() in page.locator("#choose-answer table").inner_text()
