"""The guide's page in a browser: it answers as Python does, at once, and in its address."""

import ast
import json
import random
from itertools import combinations, product

import pytest

from smallbert import guide
from smallbert.book import notebooks
from smallbert.data import parameters
from smallbert.guide import choices

pytestmark = pytest.mark.site

PAGE = "notebooks/choose.html"
EVERY = list(choices.abilities())


ROWS = ".sb-answer > .sb-scroll tbody tr"


def models(page):
    """Return the models of the live answer, by rank."""
    names = page.locator(f"{ROWS} th[scope=row]")
    return names.evaluate_all("all => all.map(cell => cell.firstChild.textContent)")


def timed(page):
    """Return the times of the live answer by model."""
    heads = page.locator(".sb-answer > .sb-scroll").first.locator("thead th").all_inner_texts()
    cells = page.locator(f"{ROWS} > :nth-child({heads.index('Time [ms]') + 1})")
    return dict(zip(models(page), cells.all_inner_texts(), strict=True))


def grid():
    """Yield wishes of every task: usual, impossible and contradictory ones."""
    sizes, kept = (None, 4, 30, 60, 300), (None, 50, 95, 97.5, 99.9, 101)
    can = ("all", "none", "integer", "finetune,distil", "finetune,checkpoint")
    for task, max_mb, keep, able in product(choices.TASKS, sizes, kept, can):
        yield guide.complete(task=task, max_mb=max_mb, keep=keep, can=able)
    for device, keep in product(choices.devices(), (95, 97)):
        yield guide.complete(device=device, max_mb=60, max_ms=100, keep=keep)
    chance = random.Random(5)
    known = {"min_factor": [1, 4, 17.54], "max_gops": [1.25, 5.7], "max_mb": [12.5, 96.94]}
    known |= {"keep": [90, 98.46], "device": [*choices.devices()], "task": [*choices.TASKS]}
    for _ in range(400):
        asked = {name: chance.choice(each) for name, each in known.items() if chance.random() < 0.6}
        asked |= {"max_ms": chance.choice([5, 62, 300])} if "device" in asked else {}
        yield guide.complete(can=",".join(chance.sample(EVERY, chance.randint(2, 8))), **asked)


@pytest.fixture(scope="module")
def answers():
    """Return each wish of the grid with its answer, as JSON."""
    data = guide.data()
    return [(each, json.dumps(guide.answer(data, each))) for each in grid()]


def test_the_page_answers_as_python_does_on_the_whole_grid(visit, answers):
    wishes, data = [each for each, _ in answers], guide.data()
    assert len(wishes) > 500
    page = visit(PAGE)
    stored = "JSON.parse(document.getElementById('sb-choose-data').textContent).data"
    assert page.evaluate(stored) == json.loads(json.dumps(data))
    script = f"grid => {{ const data = {stored};"
    script += "return grid.map(each => JSON.stringify(smallbertAnswer.answer(data, each))); }"
    found = page.evaluate(script, wishes)
    for (each, own), text in zip(answers, found, strict=True):
        assert json.loads(text) == json.loads(own), each


def test_the_grid_holds_what_can_be_had_and_what_cannot(answers):
    answers = [json.loads(own) for _, own in answers]
    empty = [each for each in answers if not each["groups"]]
    assert 100 < len(empty) < len(answers) - 100
    said = " ".join(sentence for each in empty for sentence in each["trouble"])
    for words in (
        *("Nothing in this book", "possible, but not both together", "but not all of them"),
        *("no row shows both together", "No row shows", "but no row shows all of them"),
    ):
        assert words in said
    assert any("could be tried" in near["text"] for each in empty for near in each["nearest"])
    assert any(each["unknown"] for each in answers)
    assert any(entry["close"] for each in answers for entry in each["entries"])


def test_the_default_choice_is_the_notebooks(visit):
    declared = parameters.declared(notebooks.find("choose"))
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


def test_a_heading_sorts_the_answer_by_its_column(visit):
    page = visit(PAGE)
    ranked = models(page)
    for turn in (1, -1):
        page.locator(".sb-answer > .sb-scroll thead button", has_text="Size [MB]").click()
        sizes = page.locator(f"{ROWS} td:nth-of-type(3)").all_inner_texts()
        shown = [turn * float(each) for each in sizes]
        assert shown == sorted(shown)
    assert sorted(models(page)) == sorted(ranked)
    assert len(shown) > 2


def test_form_answer_and_chart_are_on_one_screen_of_a_desk(visit):
    page = visit(PAGE)
    page.wait_for_selector(".sb-plot svg")
    form, answer, chart = (
        page.locator(f".sb-choose {css}").first.bounding_box()
        for css in ("form", ".sb-status", ".sb-plot")
    )
    assert form["y"] < 500
    assert answer["y"] < 500
    assert answer["x"] > form["x"] + form["width"] - 1
    assert 0 <= chart["x"] - answer["x"] < 16  # a figure is set in a little
    assert chart["y"] < 700


def test_no_rank_of_the_chart_covers_another(visit):
    page = visit(PAGE)
    page.wait_for_selector(".sb-plot svg")
    ranks = page.locator(".sb-plot .role-mark.mark-text text")
    found = {each.text_content(): each.bounding_box() for each in ranks.all()}
    assert len(found) == len(models(page))
    for one, other in combinations(found.values(), 2):
        across, up = (
            min(one[at] + one[by], other[at] + other[by]) - max(one[at], other[at])
            for at, by in (("x", "width"), ("y", "height"))
        )
        assert min(across, up) <= 1, f"{found}"


def test_the_chart_is_described_for_who_cannot_see_it(visit):
    page = visit(PAGE)
    page.wait_for_selector(".sb-plot[aria-label*=' models. ']")  # Vega's own until it has drawn
    label = page.locator(".sb-plot").get_attribute("aria-label")
    title = page.locator(".sb-plot .role-title-text text").first.text_content()
    assert label.startswith(title[:20])
    assert all(f"{rank}, {model}: " in label for rank, model in enumerate(models(page), start=1))


def test_the_keyboard_reaches_the_form_at_its_second_stop(visit):
    page = visit(PAGE)
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the form"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.name") == "task"
    assert page.evaluate("location.hash") == ""


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
    can = ",".join(each for each in EVERY if each not in ("integer", "inputs"))
    wishes = guide.complete(task="squad", device="cpu", max_ms=250, can=can)
    found = guide.answer(guide.data(), wishes)
    assert models(other) == [each["model"] for each in found["entries"]]


@pytest.mark.parametrize(
    ("fragment", "words"),
    [
        ("#task=cola", "Task cola is unknown"),
        ("#task=mnli&can=magic", "Ability magic is unknown"),
        ("#task=mnli&max_mb=-3", "give a number from 0.001"),
        ("#task=mnli&max_ms=3", "needs a device"),
    ],
)
def test_an_address_that_makes_no_sense_is_said_to(visit, fragment, words):
    page = visit(PAGE + fragment)
    status = page.locator(".sb-status").inner_text()
    assert words in status
    assert "The default choice is shown" in status
    assert "EdgeBERT" in models(page)


def test_a_device_alone_is_answered_with_the_times_that_are_known_on_it(visit):
    page = visit(f"{PAGE}#task=mnli&max_mb=60&keep=95")
    page.locator("[name=device]").select_option("phone")
    assert "say how long" not in page.locator(".sb-status").inner_text()
    assert page.evaluate("location.hash").endswith("device=phone&max_mb=60&keep=95&base_ms=341")
    times = timed(page)
    assert times["MobileBERT_TINY"] == "40"  # published: 40 ms on a Pixel 4
    assert times["XtremeDistil, 6 layers of 256"] == "–"
    row = page.locator(ROWS, has_text="XtremeDistil")
    assert "its speedup of 8.7 is printed without a device" in row.text_content()
    page.locator("[name=max_ms]").fill("100")
    assert models(page) == ["MobileBERT_TINY"]
    page.locator("[name=device]").select_option("")
    assert "needs a device" not in page.locator(".sb-status").inner_text()
    assert page.evaluate("location.hash").endswith("&max_mb=60&keep=95")


def test_the_column_of_times_fits_on_a_desk(visit):
    page = visit(f"{PAGE}#task=mnli&device=cpu")
    assert page.locator("[name=base_ms]").input_value() == "750.9"
    assert timed(page)["TinyBERT, 4 layers"] == "80.7"  # 750.9 / 9.3, line 65 of the poster
    assert page.locator(".sb-answer > .sb-scroll").first.evaluate(
        "box => box.scrollWidth <= box.clientWidth + 1"
    )


def test_a_field_that_makes_no_sense_is_said_to_and_the_address_stays(visit):
    page = visit(f"{PAGE}#task=mnli&max_mb=50")
    page.locator("[name=max_mb]").fill("-3")
    assert "Largest size: give a number" in page.locator(".sb-status").inner_text()
    assert page.evaluate("location.hash") == "#task=mnli&max_mb=50"


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


def test_the_chart_fits_a_phone(visit):
    page = visit(PAGE, width=360)
    page.wait_for_selector(".sb-plot svg")
    assert page.locator(".sb-plot").evaluate("box => box.scrollWidth <= box.clientWidth + 1")


def test_every_control_has_a_name_and_the_keyboard_reaches_it(visit):
    page = visit(PAGE)
    controls = page.locator("#sb-choose form :is(input, select, button)")
    names = controls.evaluate_all("all => all.map(e => (e.labels?.[0] ?? e).textContent.trim())")
    assert all(names)
    page.locator("[name=task]").focus()
    reached = set()
    for _ in range(controls.count()):
        reached.add(page.evaluate("document.activeElement.name || document.activeElement.type"))
        page.keyboard.press("Tab")
    assert {"task", "max_mb", "keep", "device", "can", "reset"} <= reached
    assert page.locator(".sb-status").get_attribute("aria-live") == "polite"


def test_the_chart_follows_the_theme(visit):
    for theme, dark in (("light", False), ("dark", True)):
        page = visit(PAGE, theme=theme)
        title = ".sb-plot .role-axis-title text"  # drawn anew once the theme has its colors
        page.wait_for_function(
            """([title, dark]) => {
              const ink = document.querySelector(title)?.getAttribute("fill");
              const parts = [1, 3, 5].map((at) => parseInt(ink?.slice(at, at + 2), 16));
              return parts[0] + parts[1] + parts[2] > 3 * 127 === dark && !isNaN(parts[0]);
            }""",
            arg=[title, dark],
        )


def test_the_home_of_each_row_of_evidence_is_a_link_of_the_book(visit):
    page = visit(PAGE)
    page.locator(".sb-answer th details summary").first.click()
    link = page.locator(".sb-answer th details a").first
    target = link.get_attribute("href")
    assert target.startswith("../book/references.html#ref-")
    link.click()
    page.wait_for_url("**/book/references.html*")
    assert page.locator(f"[id='{target.split('#')[1]}']").count() == 1
