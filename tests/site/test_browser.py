"""Pages as a reader uses them: charts, search, the way from a number to its card."""

import re

import matplotlib.pyplot as plt
import pytest

pytestmark = pytest.mark.site


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_page_shows_the_chart_of_its_theme(visit, theme):
    page = visit("notebooks/wu2022xtc.html", theme=theme)
    paper = page.locator("#wu2022xtc-figure svg path").first  # the first thing drawn
    light = paper.evaluate("path => getComputedStyle(path).fill") == "rgb(255, 255, 255)"
    assert light == (theme == "light")


def test_a_chart_is_saved_as_a_png_by_the_browser(visit, tmp_path):
    page = visit("notebooks/wu2022xtc.html", theme="dark")
    with page.expect_download() as saved:
        page.locator("#wu2022xtc-figure .sb-png").click()
    assert saved.value.suggested_filename == "wu2022xtc-figure.png"
    picture = plt.imread(saved.value.path(), format="png")
    assert picture.shape[1] > 1200
    assert picture[0, 0] == pytest.approx([0x12 / 255] * 3 + [1], abs=0.01)  # paper of the dark


HOME = "notebooks/pick.html"


@pytest.mark.parametrize(("width", "screens"), [(1280, 1), (390, 2)])
def test_the_home_page_has_a_card_for_each_size_on_the_first_screens(visit, width, screens):
    """At a desk on the first one, on a phone on the first two."""
    page = visit(HOME, width=width)
    cards = page.locator(".sb-budgets article")
    assert cards.count() == 4
    boxes = [card.bounding_box() for card in cards.all()]
    most = screens * page.viewport_size["height"]
    assert max(box["y"] + box["height"] for box in boxes) < most
    assert page.locator("article h1").first.is_visible()


def test_the_root_leads_to_the_home_page_which_loads_less_than_1_2_mb(visit):
    page = visit("index.html")
    page.wait_for_url(f"**/{HOME}")
    page.wait_for_load_state("networkidle")
    own = "performance.getEntriesByType('navigation')[0].decodedBodySize"
    loaded = dict(page.evaluate(LOADED))
    assert 500_000 < sum(loaded.values()) + page.evaluate(own) < 1_200_000
    assert not [each for each in loaded if re.search("searchindex|vega|lines.js", each)]


def test_the_home_page_prints_as_one_page_without_what_one_can_only_click(visit):
    page = visit(HOME)
    page.emulate_media(media="print")
    pages = len(re.findall(rb"/Type */Page\b", page.pdf(format="A4")))
    assert pages == 1
    assert page.locator(".sb-budgets").is_visible()
    assert not page.locator(".sb-choose form").is_visible()


SOUGHT = {
    "embedding": "book/reading_guide",
    "quantization": "notebooks/quantization",
    "MobileBERT": "models/mobilebert",
    "Memory3": "notebooks/yang2024memory3",
    "GLUE": "notebooks/glue_scores",
    "cite": "book/cite",
    "licence": "notebooks/pick",
    "Raspberry Pi": "notebooks/pick",
    "NER": "book/reading_guide",
    "zero-shot": "book/reading_guide",
    "reranker": "book/reading_guide",
}
"""To which page a search leads."""

DONE = """() => new Promise((done) => {
  const told = () => document.querySelector(".search-summary")?.textContent;
  const look = () => (/finished|did not match/.test(told()) ? done() : setTimeout(look, 50));
  look();
})"""


@pytest.mark.parametrize("query", SOUGHT)
def test_the_page_on_what_is_sought_is_among_the_first_three_found(visit, query):
    page = visit(f"search.html?q={query}")
    page.evaluate(DONE)
    links = page.locator("#search-results ul.search > li > a")
    found = links.evaluate_all("all => all.map(each => each.getAttribute('href'))")
    assert [each for each in found[:3] if each.startswith(f"{SOUGHT[query]}.html")]


def test_search_finds_no_code_of_notebooks(visit):
    page = visit("search.html?q=require_all")  # called in the first cell of most notebooks
    page.evaluate(DONE)
    found = page.locator("#search-results li a").evaluate_all("all => all.map(each => each.href)")
    assert not [each for each in found if "/notebooks/" in each]


@pytest.mark.parametrize("query", ["MobileBERT", "six tasks", "int8 cost", "half the layers"])
def test_what_a_search_shows_of_a_page_is_prose_without_menus_and_glued_digits(visit, query):
    page = visit(f"search.html?q={query}")
    page.evaluate(DONE)
    page.wait_for_function("document.querySelectorAll('#search-results p.context').length > 2")
    for text in page.locator("#search-results p.context").all_inner_texts()[:10]:
        assert 20 < len(text) < 260
        assert not re.search(r"\.md|Contents|import |Print to PDF|[a-z]\d{4,}[a-z]", text), text


@pytest.mark.parametrize("place", ["nothing.html", "models/no/such/model.html"])
def test_the_page_of_a_wrong_address_has_its_look_a_search_and_doors(reader, address, site, place):
    """A browser that reads ahead asks for some files before the script says where they are."""
    reader.route(f"**/{place}", lambda route: route.fulfill(path=site / "404.html"))
    page = reader.new_page()
    page.goto(f"{address}/{place}")
    assert page.locator("h1").inner_text().startswith("Page not found")
    home = page.locator("article li a").first
    assert home.evaluate("each => each.pathname") == f"/{HOME}"
    assert page.locator(".skip-link a").evaluate("each => each.pathname") == f"/{place}"
    assert page.evaluate("[...document.styleSheets].every(each => each.cssRules.length)")
    page.locator("article input").fill("distillation")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search.html?q=distillation")
    page.close()


@pytest.mark.parametrize("name", ["pick", "sanh2019distilbert", "speed", "sun2019pkd"])
def test_on_paper_no_table_is_cut_and_no_word_of_it_is_broken(visit, name):
    page = visit(f"notebooks/{name}.html", width=720)
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    cut = "all => all.filter(each => each.getBoundingClientRect().right > innerWidth).length"
    assert page.locator(".bd-article table").evaluate_all(cut) == 0
    breaks = "all => all.filter(each => getComputedStyle(each).overflowWrap === 'anywhere').length"
    assert page.locator(".bd-article :is(th, td)").evaluate_all(breaks) == 0
    assert page.locator("h1").is_visible()


def test_a_long_table_says_which_of_its_rows_are_seen(visit):
    page = visit("notebooks/intel2024inc.html")
    line = page.locator(".sb-rows").first
    first = re.match(r"Rows 1 to (\d+) of (\d+)", line.inner_text())
    assert 10 < int(first[1]) < int(first[2])
    line.evaluate("each => each.previousElementSibling.scrollTo(0, 1e6)")
    page.wait_for_function(
        "text => document.querySelector('.sb-rows').textContent !== text", arg=first.string
    )
    last = re.match(r"Rows (\d+) to (\d+) of (\d+)", line.inner_text())
    assert int(last[1]) > 1
    assert last[2] == last[3] == first[2]


LOADED = "() => performance.getEntriesByType('resource').map((e) => [e.name, e.decodedBodySize])"


def test_a_page_loads_900_kb_before_its_own_content_and_no_file_for_icons(visit):
    page = visit("notebooks/zhao2019extreme.html")
    loaded = dict(page.evaluate(LOADED))
    assert 500_000 < sum(loaded.values()) < 900_000
    assert [each for each in loaded if re.search("fontawesome|webfonts", each)] == []
    icon = page.locator(".fa-magnifying-glass").first
    assert icon.evaluate("each => getComputedStyle(each, '::before').content") == '"\uf002"'
    faces = "document.fonts.ready.then(all => [...all].map(each => each.family + each.status))"
    assert "Font Awesome 6 Freeloaded" in (seen := page.evaluate(faces))
    assert {"DejaVu Sansloaded", '"DejaVu Sans"loaded'} & {*seen}, "the letters of charts"


def test_a_word_of_the_glossary_says_what_it_means_to_pointer_and_keyboard(visit):
    page = visit("notebooks/pruning.html")
    word, box = page.locator("a.sb-term").first, page.locator(".sb-tip")
    word.hover()
    assert box.text_content() in page.evaluate("Object.values(MEANINGS)")
    page.keyboard.press("Escape")
    assert box.count() == 0
    word.focus()  # after a key, as the Tab key does
    assert box.is_visible()
    assert word.get_attribute("aria-description") == box.text_content()
    place = word.get_attribute("href").partition("#")[2]
    assert visit("book/reading_guide.html").locator(f"[id='{place}']").count() == 1


def test_the_first_tap_on_a_word_of_the_glossary_shows_its_box_and_the_second_one_goes(
    browser, address
):
    with browser.new_context(has_touch=True, viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        page.goto(f"{address}/notebooks/pruning.html")
        word, box = page.locator("a.sb-term").first, page.locator(".sb-tip")
        word.tap()
        assert box.text_content() in page.evaluate("Object.values(MEANINGS)")
        assert box.locator("strong").count() == 0, "a meaning is no name"
        word.tap()
        page.wait_for_url("**/book/reading_guide.html#term-*")


def test_a_cell_leads_to_the_card_of_its_number(visit):
    page = visit("notebooks/zhao2019extreme.html")
    page.locator("#zhao2019extreme-table3 td a", has_text="82.5").first.click()
    page.wait_for_url("**/numbers/zhao2019extreme-table3.html#dualtrain-192/mrpc-f1")
    card = page.locator("details[id='dualtrain-192/mrpc-f1']")
    assert card.get_attribute("open") is not None
    assert "Slides of a talk, slide 1, Table 3, line 17" in card.inner_text()
