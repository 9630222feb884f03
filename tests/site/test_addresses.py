"""One drawing, one address: marks, cells, numbers in prose, claims and lines of the audit."""

import re
from html import escape
from urllib.parse import unquote

import pandas as pd
import pytest

from smallbert.book import cards, citation
from smallbert.compare import best
from smallbert.data import bibliography, exhibits

pytestmark = pytest.mark.site

CHART = "notebooks/wu2022xtc.html"
MARK = "#wu2022xtc-figure .sb-desk .sb-mark"


def test_a_mark_leads_to_the_card_of_its_number(visit):
    page = visit(CHART)
    mark = page.locator(f"{MARK}[href*='xtc-6-1bit/glue-8-average']").first
    told = mark.locator("title").text_content()
    assert re.match(r"[\d.]+ %, GLUE.*; 000_\w+\.txt", told), told
    mark.click()
    page.wait_for_url("**/numbers/wu2022xtc-points.html#xtc-6-1bit/glue-8-average")
    card = page.locator("details[id='xtc-6-1bit/glue-8-average']")
    assert card.get_attribute("open") is not None
    assert told.partition(",")[0] in card.inner_text()


def test_the_keyboard_reaches_every_mark_and_shows_value_and_place(visit):
    page = visit(CHART)
    marks = page.locator(MARK)
    assert marks.count() >= 11
    assert marks.evaluate_all("all => all.filter(each => each.tabIndex === 0).length") == 1
    page.locator("#wu2022xtc-figure").evaluate("each => each.setAttribute('tabindex', -1)")
    page.locator("#wu2022xtc-figure").focus()
    page.keyboard.press("Tab")
    seen = []
    for _ in range(marks.count()):
        seen.append(page.locator(".sb-tip").inner_text())
        page.keyboard.press("ArrowRight")
    assert seen == marks.locator("title").all_text_contents()
    page.keyboard.press("Enter")
    page.wait_for_url("**/numbers/wu2022xtc-published_*.html#**")  # drawn last


def test_a_score_of_one_work_in_the_table_of_all_models_leads_to_its_card(site):
    page = (site / "notebooks/models.html").read_text(encoding="utf-8")
    alone = best.leaderboard().query("not reports > 1")
    assert len(alone) > 300
    assert all(f'href="../{escape(exhibits.card(id))}"' in page for id in alone["id"])


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("numbers/zhao2019extreme-table3.html", "[id='teacher/mnli-m-accuracy']"),
        ("notebooks/zhao2019extreme.html", "#zhao2019extreme-table3"),
        ("notebooks/claims.html", "#claim-book-ettin-68m-beats-base"),
    ],
)
def test_a_part_is_cited_as_the_library_cites_it(visit, name, place):
    page = visit(f"{name}#{unquote(place[5:-2]) if place[0] == '[' else place[1:]}")
    button = page.locator(f"{place} .sb-cite").first
    told = [button.get_attribute(f"data-{each}") for each in ("id", "title", "note")]
    if name.startswith("numbers/"):
        card = cards.card("zhao2019extreme/table3/teacher/mnli-m-accuracy")
        works = ", ".join(map(bibliography.short, card["cites"]))
        title = f"{card['amount']}, {card['what']}, of {card['model']}"
        told = [card["id"], title, f"reported by {works}, {card['locator']}"]
    with page.expect_download() as saved:
        button.click()
    assert saved.value.suggested_filename == f"{told[0].replace('/', '-')}.bib"
    assert saved.value.path().read_text(encoding="utf-8") == citation.entry(*told)


def test_every_line_of_the_audit_has_an_address(site):
    page = (site / "notebooks/audit.html").read_text(encoding="utf-8")
    lines = pd.read_csv(site / "data/audit.csv")["id"]
    anchors = set(re.findall(r'<tr id="audit-([^"]+)"', page))
    assert anchors <= set(lines)
    assert len(anchors) > 400
    cards = "".join(each.read_text("utf-8") for each in (site / "numbers").glob("*.html"))
    led = set(re.findall(r'href="\.\./notebooks/audit\.html#audit-([^"]+/[^"]+)"', cards))
    assert led <= anchors
    assert len(led) > 400
