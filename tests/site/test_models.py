"""The leaderboard in a browser: sorted, filtered, shared by its address, and as Python ranks."""

import pytest

from smallbert import compare
from smallbert.compare.leaderboard import places
from smallbert.data import sources, vocabulary

pytestmark = pytest.mark.site

PAGE = "notebooks/models.html"


def cells(page, title: str) -> list[str]:
    """Return the texts of a column as shown, from top to bottom."""
    heads = page.locator("#models-table thead th").all_inner_texts()
    at = next(at for at, head in enumerate(heads, start=1) if head.startswith(title))
    column = f"#models-table tbody tr:not([hidden]) > :nth-child({at})"
    return page.locator(column).all_inner_texts()


def names(page, css: str) -> set[str]:
    row = page.locator(f"#models-table tbody tr:not([hidden]):has({css}) > th")
    return set(row.all_inner_texts())


def test_the_first_click_shows_the_best_first_wherever_it_hits_the_heading(visit):
    page = visit(PAGE)
    for title, sign in (("SST-2", -1), ("Weights", 1)):
        head = page.locator("#models-table th", has_text=title)
        head.click(position={"x": 3, "y": 3})  # above the words
        known = [float(each.split(" ")[0].rstrip("‡")) for each in cells(page, title) if each]
        assert len(known) > 50
        assert known == sorted(known)[::sign]
        shown = cells(page, title)
        assert not any(shown[len(known) :])  # what is not known comes last


def test_three_clicks_tell_the_best_small_bert_on_glues_test_set(visit):
    """Three definitions of the average: ELECTRA-Small replicated 79.9, its authors' 77.4, and
    BERT-Mini's 65.8, which Turc et al. print with BERT-Tiny's 64.2."""
    page = visit(PAGE)
    page.locator("#models-table th", has_text="GLUE").click()
    page.get_by_label("Weights [M] ≤").fill("15")
    page.locator(".sb-filter").get_by_label("Technique").select_option("any but Not compressed")
    told = page.locator(".sb-first li").all_inner_texts()
    assert len(told) == 3
    assert told[0].startswith("Best of these on GLUE (test, 9 tasks): BERT-Mini, 65.8")
    assert "1.6 ahead of BERT-Tiny. Tied with it: BERT-Tiny." in told[0]
    assert "GLUE (test, 8 tasks): ELECTRA-Small, replicated, 79.9" in told[1]
    assert "ELECTRA-Small, 77.4" in told[2]


def test_who_may_be_best_within_a_budget_is_whom_python_names(visit):
    page = visit(PAGE)
    page.get_by_label("Weights [M] ≤").fill("35")
    page.get_by_text("More filters").click()
    page.get_by_label("Operations [G] ≤").fill("3")
    page.get_by_label("missing number").check()
    scores = compare.model_scores("mnli", "dev")
    costs = compare.model_costs().reindex(scores.index)
    inside = scores[costs["parameters"].le(35e6) & costs["operations"].le(3e9)]
    tied = places(scores)["ceiling"].reindex(inside.index) >= inside["score"].max()
    assert names(page, ".sb-best") == {*inside.index[tied]}


def test_the_address_keeps_the_choice(visit):
    page = visit(PAGE)
    page.get_by_label("Task").select_option("SQuAD 1.1, exact match [%]")
    page.get_by_label("Checkpoint").check()
    page.get_by_label("Find").fill("bert")
    other = visit(PAGE + page.evaluate("location.search"))
    assert cells(other, "Model") == cells(page, "Model") != []
    assert other.locator("th[aria-sort=descending]").inner_text().startswith("SQuAD 1.1, exact")
    with other.expect_download() as saved:
        other.get_by_role("button", name="CSV").click()
    lines = saved.value.path().read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1 + len(cells(other, "Model"))


@pytest.mark.parametrize("asked", ["DistilBERT", "mobilebert", "bert-base"])
def test_a_name_finds_its_model_first(visit, asked):
    page = visit(PAGE)
    page.get_by_label("Find").fill(asked)
    assert cells(page, "Model")[0].lower() == asked.lower()


def test_a_family_finds_all_its_models_whatever_their_size_and_scores(visit):
    page = visit(PAGE)
    page.get_by_label("Find").fill("minilm")
    family = sources.survey_models()["family"]
    assert {*family.index[family.eq("MiniLM")]} <= {*cells(page, "Model")}
    page.get_by_label("Find").fill("distilbert")
    assert "DistilRoBERTa" in cells(page, "Model")  # of the family, by another name


def test_the_works_that_report_a_model_are_not_searched(visit):
    """Sun et al. (2020), MobileBERT's, also report BERT-base."""
    page = visit(PAGE)
    page.get_by_label("Find").fill("mobilebert")
    assert all("mobilebert" in each.lower() for each in cells(page, "Model"))


def test_int8_and_8_bits_are_one_word_and_no_other_8_counts(visit):
    page = visit(PAGE)
    found = []
    for asked in ("int8", "8 bits", "8-bit"):
        page.get_by_label("Find").fill(asked)
        found.append(cells(page, "Model"))
    assert found[0] == found[1] == found[2]
    assert all("8 bit" in each for each in found[0])
    assert len(found[0]) > 50


def test_what_a_filter_hides_for_a_missing_number_is_counted_and_can_be_shown(visit):
    page = visit(PAGE)
    page.get_by_role("button", name="Remove size limit").click()
    before, told = cells(page, "CPU"), page.locator(".sb-count")
    page.get_by_label("CPU, 32 bits [ms] ≤").fill("100")
    hidden = before.count("")
    assert hidden > 50
    assert f"{hidden} whose time is not known" in told.inner_text()
    page.get_by_label("missing number").check()
    times = [each for each in cells(page, "CPU")]
    known = [float(each) for each in times if each]
    assert known
    assert max(known) <= 100
    assert times.count("") >= hidden
    assert "among them" in told.inner_text()


def test_a_limit_of_size_is_removed_by_a_button_that_says_so(visit):
    page = visit(PAGE)
    sizes = [float(each) for each in cells(page, "Weights")]
    assert max(sizes) <= 110
    page.get_by_role("button", name="Remove size limit").click()
    assert max(float(each or 0) for each in cells(page, "Weights")) > 300  # BERT-large has 335
    assert not page.get_by_role("button", name="Remove size limit").is_visible()


def test_the_longest_input_and_the_license_can_be_asked_for(visit):
    """ModernBERT reads 8,192 tokens and is released under Apache 2.0, as its paper says."""
    page = visit(PAGE)
    page.get_by_role("button", name="Remove size limit").click()
    page.get_by_text("More filters").click()
    page.get_by_label("Longest input [tokens] ≥").fill("8000")
    page.get_by_label("License").select_option("Apache-2.0")
    assert "ModernBERT-base" in cells(page, "Model")
    assert all(int(each) >= 8000 for each in cells(page, "Longest"))
    assert {each.partition(" (")[0] for each in cells(page, "License")} == {"Apache-2.0"}


def test_the_table_comes_before_the_chart(visit):
    page = visit(PAGE)
    page.locator(".sb-plot svg").wait_for()
    tops = [
        page.locator(f"#models-table {css}").bounding_box()["y"] for css in ("thead", ".sb-plot")
    ]
    assert tops == sorted(tops)
    assert tops[0] < 800


OTHERS = ("architecture", "none")  # no page is about these
TECHNIQUES = vocabulary.names("techniques").items()


@pytest.mark.parametrize(
    ("technique", "name"), [each for each in TECHNIQUES if each[0] not in OTHERS]
)
def test_a_techniques_page_leads_to_its_models(visit, technique, name):
    page = visit(f"notebooks/{technique}.html")
    page.locator("article a[href^='models.html?Technique=']").click()
    page.locator(".sb-filter").first.wait_for()  # the script filters a while after the click
    used = [each.split(" + ") for each in cells(page, "Technique")]
    assert used
    assert all(len(each) > 1 if technique == "compound" else name in each for each in used)


def test_without_a_script_all_models_are_there(visit):
    page = visit(PAGE, script=False)
    assert len(cells(page, "Model")) == compare.models_of_works()["model"].nunique()
    assert page.locator(".sb-filter").count() == 0


def test_the_page_of_all_models_and_each_models_own_are_light(site):
    assert (site / PAGE).stat().st_size < 400_000
    # Commands for a processor, a phone, a browser and a GPU are 9 kB of it.
    sizes = {each.name: each.stat().st_size for each in (site / "models").glob("*.html")}
    assert sizes.pop("index.html") < 130_000  # a table of each family
    # Times on all threads, and of sixteen texts, are 5 kB of it.
    assert max(sizes.values()) < 115_000
