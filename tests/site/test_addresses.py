"""One drawing, one address: marks, cells, numbers in prose, claims and lines of the audit."""

import re
from html import escape
from urllib.parse import unquote

import pandas as pd
import pytest

from smallbert import compare
from smallbert.book import citation, number_cards
from smallbert.data import anchors, bibliography

pytestmark = pytest.mark.site

CHART = "notebooks/wu2022xtc.html"
MARK = "#wu2022xtc-figure .sb-desk .sb-mark"


ONE = f"{MARK}[href*='xtc-6-1bit/glue-8-average']"
BOX = ".sb-tip"


def test_a_mark_leads_to_the_card_of_its_number(visit):
    page = visit(CHART)
    mark = page.locator(ONE).first
    told = mark.get_attribute("aria-label")
    mark.click()
    page.wait_for_url("**/numbers/wu2022xtc-points.html#xtc-6-1bit/glue-8-average")
    card = page.locator("details[id='xtc-6-1bit/glue-8-average']")
    assert card.get_attribute("open") is not None
    assert re.search(r"^[\d.]+", told.splitlines()[1])[0] in card.inner_text()


def test_a_pointer_over_a_mark_shows_model_score_cost_and_work_and_escape_closes_it(visit):
    page = visit(CHART)
    page.locator(ONE).first.hover()
    model, score, *places, work, link = page.locator(BOX).inner_text().splitlines()
    assert "XTC" in model
    assert re.match(r"[\d.]+( ± [\d.]+)? %, GLUE", score)
    assert re.match(r"Size: [\d.]+ MB", places[0])
    assert work == bibliography.label("wu2022xtc")
    assert page.locator(f"{MARK} title").count() == 0, "which the browser would show as well"
    assert link == "Card of this number"
    page.locator(f"{BOX} a").hover()  # the box stays as long as the pointer is in it
    page.wait_for_timeout(400)
    assert page.locator(BOX).is_visible()
    page.keyboard.press("Escape")
    assert page.locator(BOX).count() == 0


@pytest.mark.parametrize("then", [ONE, f"{BOX} a"])
def test_the_first_tap_on_a_mark_shows_the_box_and_the_second_one_goes(browser, address, then):
    """The second is on the mark again, or on the link of the box."""
    with browser.new_context(has_touch=True, viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        page.goto(f"{address}/{CHART}")
        page.locator(ONE.replace("sb-desk", "sb-phone")).first.tap()
        assert "XTC" in page.locator(BOX).inner_text()
        box = page.locator(BOX).bounding_box()
        assert 0 <= box["x"] <= 390 - box["width"]
        page.locator(then.replace("sb-desk", "sb-phone")).first.tap()
        page.wait_for_url("**/numbers/wu2022xtc-points.html#xtc-6-1bit/glue-8-average")


def test_a_cell_of_a_table_has_the_same_box(visit):
    page = visit("notebooks/zhao2019extreme.html")
    cell = page.locator("#zhao2019extreme-table3 td a", has_text="82.5").first
    told = cell.get_attribute("title")
    cell.hover()
    assert page.locator(BOX).inner_text() == f"{told}\nCard of this number"
    assert cell.get_attribute("title") is None


def test_a_mark_of_the_chart_of_all_models_has_the_box_too_and_leads_to_the_model(visit):
    page = visit("notebooks/models.html")
    marks = page.locator(".sb-board .mark-symbol.role-mark path")
    marks.first.hover()
    model, *told, _, link = page.locator(BOX).inner_text().splitlines()
    assert re.match(r"MNLI.*: [\d.]+ ± [\d.]+", told[0])
    assert re.match(r"Weights.*: [\d.]+", told[1])
    assert link == "Page of this model"
    marks.first.focus()
    page.keyboard.press("ArrowRight")
    assert page.locator(BOX).inner_text().splitlines()[0] != model
    marks.first.click()
    page.wait_for_url(re.compile("/models/|/notebooks/(?!models)"))


def test_the_keyboard_reaches_every_mark_and_shows_what_a_pointer_shows(visit):
    page = visit(CHART)
    marks = page.locator(MARK)
    assert marks.count() >= 11
    assert marks.evaluate_all("all => all.filter(each => each.tabIndex === 0).length") == 1
    page.locator("#wu2022xtc-figure").evaluate("each => each.setAttribute('tabindex', -1)")
    page.locator("#wu2022xtc-figure").focus()
    page.keyboard.press("Tab")
    seen = []
    for _ in range(marks.count()):
        seen.append(page.locator(BOX).inner_text().removesuffix("\nCard of this number"))
        page.keyboard.press("ArrowRight")
    assert seen == marks.evaluate_all("all => all.map(each => each.getAttribute('aria-label'))")
    page.keyboard.press("Enter")
    page.wait_for_url("**/numbers/wu2022xtc-published_*.html#**")  # drawn last


def test_a_score_of_one_work_in_the_table_of_all_models_leads_to_its_card(site):
    page = (site / "notebooks/models.html").read_text(encoding="utf-8")
    alone = compare.leaderboard().query("not reports > 1")
    assert len(alone) > 300
    assert all(f'href="../{escape(anchors.card(id))}"' in page for id in alone["id"])


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("numbers/zhao2019extreme-table3.html", "[id='teacher/mnli-m-accuracy']"),
        ("notebooks/zhao2019extreme.html", "#zhao2019extreme-table3"),
        ("notebooks/claims.html", "#claim-book-ettin-68m-beats-base"),
    ],
)
def test_a_part_is_cited_as_the_library_cites_it_after_the_work_that_it_is_from(visit, name, place):
    page = visit(f"{name}#{unquote(place[5:-2]) if place[0] == '[' else place[1:]}")
    button = page.locator(f"{place} .sb-cite").first
    told = [button.get_attribute(f"data-{each}") for each in ("id", "title", "note")]
    if name.startswith("numbers/"):
        card = number_cards.card_of_number("zhao2019extreme/table3/teacher/mnli-m-accuracy")
        works = ", ".join(map(bibliography.short, card.works))
        title = f"{card.amount}, {card.what}, of {card.number.model}"
        told = [card.number.id, title, f"reported by {works}, {card.number.locator}"]
    with page.expect_download() as saved:
        button.click()
    assert saved.value.suggested_filename == f"{told[0].replace('/', '-')}.bib"
    entries = [citation.entries_of_works()["zhao2019extreme"]] * ("zhao2019extreme" in name)
    text = "\n".join([*entries, citation.bibtex_entry(*told)])
    assert saved.value.path().read_text(encoding="utf-8") == text


def test_the_head_of_a_works_page_saves_the_works_own_entry(visit):
    page = visit("notebooks/sanh2019distilbert.html")
    with page.expect_download() as saved:
        page.get_by_role("button", name="BibTeX").click()
    assert saved.value.suggested_filename == "sanh2019distilbert.bib"
    entry = citation.entries_of_works()["sanh2019distilbert"]
    assert saved.value.path().read_text(encoding="utf-8") == entry


def test_every_line_of_the_audit_has_an_address(site):
    page = (site / "notebooks/audit.html").read_text(encoding="utf-8")
    lines = pd.read_csv(site / "data/audit.csv")["id"]
    on_page = set(re.findall(r'<tr id="audit-([^"]+)"', page))
    assert on_page <= set(lines)
    assert len(on_page) > 400
    cards = "".join(each.read_text("utf-8") for each in (site / "numbers").glob("*.html"))
    led = set(re.findall(r'href="\.\./notebooks/audit\.html#audit-([^"]+/[^"]+)"', cards))
    assert led <= on_page
    assert len(led) > 400
