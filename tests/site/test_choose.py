"""The page that chooses, in a browser: it has the script's answer, and keeps the choice.

That the script answers as Python does, `tests/answers` test without a browser.
"""

import json

import pytest

from smallbert import answers
from smallbert.answers import page as form

pytestmark = pytest.mark.site

PAGE = "notebooks/choose.html"
OPENS = {"max_mb": 150, "keep": 97, "can": "finetune"}
"""The choice with which the form opens."""

ROWS = ".sb-answer > .sb-scroll tbody tr"


def models(page):
    """Return the lines that the page shows first."""
    return page.locator(f"{ROWS} th[scope=row] strong").all_inner_texts()


def test_the_page_holds_what_the_rule_reads(visit):
    data = json.loads(json.dumps(form.data()))
    stored = "JSON.parse(document.getElementById('sb-choose-data').textContent)"
    found = visit(PAGE).evaluate(stored)
    assert {name: found[name] for name in data} == data


def leads(**wishes):
    """Return the line with which the answer begins, as Python has it."""
    return answers.lines()[first(**wishes).at]


def first(**wishes):
    """Return what is judged of it: the form opens with `OPENS`."""
    return answers.answer(answers.complete(**OPENS | wishes)).lines[0]


def named(line):
    """Return a line's name as the page has it."""
    return f"{line.model} {line.precision}".strip()


def test_a_change_shows_at_once_in_answer_chart_and_address(visit):
    page = visit(PAGE)
    page.wait_for_selector(".sb-plot svg")
    opened = named(leads())
    assert models(page)[0] == opened
    before = page.locator(".sb-plot svg").inner_html()
    page.locator("[name=max_mb]").fill("50")
    other = named(leads(max_mb=50))
    assert models(page)[0] == other != opened
    assert page.locator(".sb-status").inner_text().startswith(f"Take {other}: ")
    assert "max_mb=50" in page.evaluate("location.hash")
    page.wait_for_function(
        "old => document.querySelector('.sb-plot svg')?.innerHTML !== old", arg=before
    )


def test_a_time_of_bert_base_on_my_machine_scales_all_times(visit):
    page = visit(PAGE)
    page.locator("[name=base_ms]").fill("50")
    assert "BERT-base takes 50 ms" in page.locator(".sb-status").inner_text()
    assert page.locator(f"{ROWS} >> nth=0 >> td >> nth=3").inner_text().startswith("≈ ")
    assert "base_ms=50" in page.evaluate("location.hash")


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
        ("#task=mnli&keep=201", "give a number from 0.001 to 200"),
        ("#task=mnli&score=101", "give a number from 0.001 to 100"),
        ("#task=mnli&base_ms=0", "give a number from 0.001"),
    ],
)
def test_an_address_that_makes_no_sense_is_said_to(visit, fragment, words):
    status = visit(PAGE + fragment).locator(".sb-status").inner_text()
    assert words in status
    assert "The default choice is shown" in status


def test_a_name_leads_to_its_page_and_to_its_weights(visit, site):
    page = visit(PAGE)
    links = page.locator(f"{ROWS} >> nth=0 >> a").evaluate_all("all => all.map(a => a.href)")
    assert links[0].endswith(leads().page)
    assert links[1] == first().source.url


def test_without_a_script_the_default_answer_stands_on_the_page(visit):
    page = visit(PAGE, script=False)
    assert not page.locator(".sb-choose form").is_visible()
    assert page.locator(".sb-choose noscript").inner_text().startswith("The form needs JavaScript")
    assert named(leads()) in page.locator("#choose-answer table").inner_text()
