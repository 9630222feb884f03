"""The guide's page in a browser: it answers as Python does, at once, and in its address."""

import ast
import json
import random
from itertools import product

import pytest

from smallbert import guide
from smallbert.book import notebooks
from smallbert.data import notebook_parameters
from smallbert.guide import choices

pytestmark = pytest.mark.site

PAGE = "notebooks/choose.html"
EVERY = list(choices.abilities())


ROWS = ".sb-answer > .sb-scroll tbody tr"


def models(page):
    """Return the models of the live answer, by rank."""
    names = page.locator(f"{ROWS} th[scope=row]")
    return names.evaluate_all("all => all.map(cell => cell.firstChild.textContent)")


def grid():
    """Yield wishes of every task: usual, impossible and contradictory ones."""
    for task, max_mb, keep in product(choices.TASKS, (None, 30), (95, 101)):
        yield guide.complete(task=task, max_mb=max_mb, keep=keep)
        yield guide.complete(task=task, max_mb=max_mb, keep=keep, can="finetune,checkpoint")
    chance = random.Random(5)
    known = {"min_factor": [1, 4, 17.54], "max_gops": [1.25, 5.7], "max_mb": [12.5, 96.94]}
    known |= {"keep": [90, 98.46], "device": [*choices.devices()], "task": [*choices.TASKS]}
    for _ in range(60):
        asked = {name: chance.choice(each) for name, each in known.items() if chance.random() < 0.6}
        asked |= {"max_ms": chance.choice([5, 62, 300])} if "device" in asked else {}
        yield guide.complete(can=",".join(chance.sample(EVERY, chance.randint(2, 8))), **asked)


def test_the_page_answers_as_python_does_what_can_be_had_and_what_cannot(visit):
    wishes, data = [*grid()], guide.data()
    answers = [json.loads(json.dumps(guide.answer(data, each))) for each in wishes]
    empty = sum(not each["groups"] for each in answers)
    assert 20 < empty < len(answers) - 20
    page = visit(PAGE)
    stored = "JSON.parse(document.getElementById('sb-choose-data').textContent).data"
    assert page.evaluate(stored) == json.loads(json.dumps(data))
    script = f"grid => {{ const data = {stored};"
    script += "return grid.map(each => JSON.stringify(smallbertAnswer.answer(data, each))); }"
    for each, own, text in zip(wishes, answers, page.evaluate(script, wishes), strict=True):
        assert json.loads(text) == own, each


def test_the_default_choice_is_the_notebooks(visit):
    declared = notebook_parameters.declared(notebooks.find("choose"))
    given = {name: ast.literal_eval(each["default"]) for name, each in declared.items()}
    wishes = {"task": given["score"], "can": given["can"]}
    wishes |= {"max_mb": given["largest_size"], "keep": given["least_kept"]}
    found = guide.answer(guide.data(), guide.complete(**wishes))
    page = visit(PAGE)
    assert page.locator(".sb-status").inner_text().startswith(found["summary"])
    assert models(page) == [each["model"] for each in found["entries"]]
    assert "EdgeBERT" in models(page)


def test_a_change_shows_at_once_in_table_chart_and_address(visit):
    page = visit(PAGE)
    page.wait_for_selector(".sb-plot svg")
    before = page.locator(".sb-plot svg").inner_html()
    page.locator("[name=max_mb]").fill("20")
    assert "GOBO" not in models(page)
    assert "max_mb=20" in page.evaluate("location.hash")
    page.wait_for_function(
        "old => document.querySelector('.sb-plot svg')?.innerHTML !== old", arg=before
    )


def test_the_chart_is_described_for_who_cannot_see_it(visit):
    page = visit(PAGE)
    page.wait_for_selector(".sb-plot[aria-label*=' models. ']")  # Vega's own until it has drawn
    label = page.locator(".sb-plot").get_attribute("aria-label")
    assert all(f"{rank}, {model}: " in label for rank, model in enumerate(models(page), start=1))


def test_a_shared_address_gives_the_same_choice_and_answer(visit):
    page = visit(PAGE)
    for name, chosen in (("task", "squad"), ("device", "cpu")):
        page.locator(f"[name={name}]").select_option(chosen)
    for name, text in (("max_ms", "250"), ("keep", ""), ("max_mb", "")):
        page.locator(f"[name={name}]").fill(text)
    for name in ("integer", "inputs"):
        page.locator(f"[value={name}]").uncheck()
    shared = page.evaluate("location.hash")
    other = visit(PAGE + shared)
    assert models(other) == models(page) != []
    assert other.locator("[name=max_ms]").input_value() == "250"
    assert not other.locator("[value=integer]").is_checked()
    assert other.evaluate("location.hash") == shared


@pytest.mark.parametrize(
    ("fragment", "words"),
    [
        ("#task=mnli&can=magic", "Ability magic is unknown"),
        ("#task=mnli&max_ms=3", "needs a device"),
    ],
)
def test_an_address_that_makes_no_sense_is_said_to(visit, fragment, words):
    page = visit(PAGE + fragment)
    status = page.locator(".sb-status").inner_text()
    assert words in status
    assert "The default choice is shown" in status
    assert "EdgeBERT" in models(page)


def test_the_page_works_from_a_folder(visit, site):
    page = visit(f"{(site / PAGE).resolve().as_uri()}#task=squad")
    page.wait_for_selector(".sb-plot svg")
    page.locator("[name=max_mb]").fill("100")
    assert "MobileBERT" in models(page)
    assert "max_mb=100" in page.evaluate("location.hash")


def test_without_a_script_the_default_answer_stands_on_the_page(visit):
    page = visit(PAGE, script=False)
    assert not page.locator(".sb-choose form").is_visible()
    assert page.locator(".sb-choose noscript").inner_text().startswith("The form needs JavaScript")
    assert "EdgeBERT" in page.locator("#choose-answer table").inner_text()
    assert page.locator("#choose-chart .sb-picture svg").first.is_visible()
