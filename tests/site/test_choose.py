"""The form of the home page, in a browser: it has the script's answer, and keeps the choice.

That the script answers as Python does, `tests/answers` test without a browser.
"""

import json

import pytest

from smallbert import answers
from smallbert.answers import page as form

pytestmark = pytest.mark.site

PAGE = "notebooks/pick.html"
OPENS = {"max_mb": 150, "keep": 97, "can": "finetune"}
"""The choice with which the form opens."""

ROWS = ".sb-answer > .sb-scroll tbody tr"

SAYS = "words => document.querySelector('.sb-status').innerText.includes(words)"


def models(page):
    """Return the lines that the page shows first."""
    return page.locator(f"{ROWS} th[scope=row] strong").all_inner_texts()


def test_the_page_loads_what_the_rule_reads_once_somebody_chooses(visit):
    data = json.loads(json.dumps(form.page_data()))
    page = visit(PAGE)
    assert page.evaluate("typeof smallbertData") == "undefined"
    page.locator("[name=max_mb]").focus()
    page.wait_for_function("typeof smallbertData === 'object'")
    found = page.evaluate("smallbertData")
    assert {name: found[name] for name in data} == data


def leads(**wishes):
    """Return the line with which the answer begins, as Python has it."""
    return answers.all_candidates()[first(**wishes).index]


def first(**wishes):
    """Return what is judged of it: the form opens with `OPENS`."""
    return answers.answer(answers.complete(**OPENS | wishes)).ranked[0]


def named(line):
    """Return a line's name as the page has it."""
    return f"{line.model} {line.precision}".strip()


def test_a_change_shows_at_once_in_answer_chart_and_address(visit):
    page = visit(PAGE)
    opened, other = named(leads()), named(leads(max_mb=50))
    assert page.locator(".sb-status").inner_text().startswith(f"Take {opened}: ")
    page.locator("[name=max_mb]").fill("50")
    page.wait_for_function(SAYS, arg=f"Take {other}: ")
    assert models(page)[0] == other != opened
    assert "max_mb=50" in page.evaluate("location.hash")
    page.wait_for_selector(".sb-plot svg")
    assert not page.locator("#pick-chart").is_visible()
    before = page.locator(".sb-plot svg").inner_html()
    page.locator("[name=axis]").select_option("time")
    changed = "old => document.querySelector('.sb-plot svg')?.innerHTML !== old"
    page.wait_for_function(changed, arg=before)
    assert "Time [ms]" in page.locator(".sb-plot").inner_text()


def test_the_form_goes_back_to_the_choice_with_which_it_opened(visit):
    page = visit(PAGE)
    page.locator("[name=max_mb]").fill("20")
    page.wait_for_function(SAYS, arg=f"Take {named(leads(max_mb=20))}: ")
    page.get_by_role("button", name="Back to the default choice").click()
    page.wait_for_function(SAYS, arg=f"Take {named(leads())}: ")
    assert page.locator("[name=max_mb]").input_value() == "150"


def test_a_card_leads_to_the_form_with_its_size(visit):
    """The first of its answer is the card's model: one question has one answer."""
    page = visit(PAGE)
    card = page.locator(".sb-budgets article", has_text="Up to 35 M weights")
    name = card.locator("strong").inner_text()
    card.locator(".sb-ask").click()
    page.wait_for_function("document.querySelector('[name=max_millions]').value === '35'")
    assert page.locator(".sb-status").inner_text().startswith(f"Take {name}")
    assert page.locator("[name=max_mb]").input_value() == ""


def test_a_time_of_bert_base_on_my_machine_scales_all_times(visit):
    page = visit(PAGE)
    page.locator(".sb-choose form summary").click()
    page.locator("[name=base_ms]").fill("50")
    page.wait_for_function(SAYS, arg="BERT-base takes 50 ms")
    assert page.locator(f"{ROWS} >> nth=0 >> td >> nth=3").inner_text().startswith("≈ ")
    assert "base_ms=50" in page.evaluate("location.hash")


def test_a_shared_address_gives_the_same_choice_and_answer(visit):
    page = visit(PAGE)
    page.locator(".sb-choose form summary").click()
    page.locator("[name=task]").select_option("squad")
    page.locator("[name=device]").select_option("a100")
    page.locator("[name=tokens]").select_option("384")
    for name, text in (("max_ms", "10"), ("keep", ""), ("max_mb", "")):
        page.locator(f"[name={name}]").fill(text)
    page.locator("[name=released]").check()
    page.wait_for_function("location.hash.includes('released=true')")
    shared = page.evaluate("location.hash")
    other = visit(PAGE + shared)
    other.wait_for_selector(ROWS)
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
    page = visit(PAGE + fragment)
    page.wait_for_function(SAYS, arg=words)
    assert "The default choice is shown" in page.locator(".sb-status").inner_text()


def test_a_name_leads_to_its_page_and_to_its_weights(visit, site):
    page = visit(f"{PAGE}#task=mnli&max_mb=150&keep=97&can=finetune")
    page.wait_for_selector(f"{ROWS} strong")
    links = page.locator(f"{ROWS} >> nth=0 >> a").evaluate_all("all => all.map(a => a.href)")
    assert links[0].endswith(leads().page)
    assert links[1] == first().source.url


def test_without_a_script_cards_and_answer_stand_on_the_page(visit):
    page = visit(PAGE, script=False)
    assert not page.locator(".sb-choose form").is_visible()
    assert page.locator(".sb-choose noscript").inner_text().startswith("The form needs JavaScript")
    assert page.locator(".sb-status").inner_text().startswith(f"Take {named(leads())}: ")
    assert named(leads()) in page.locator(".sb-answer table").inner_text()
    assert page.locator(".sb-budgets article").count() == 4
