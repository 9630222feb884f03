"""How a work's page opens: links, trust and chart, read by hand in the descriptors and tables."""

import math
import re
from html import unescape

import nbformat
import pytest

from smallbert.book import all_models_chart, work_openings
from smallbert.data import bibliography, sources

from .test_all_models_chart import circles, marks


def plain(html: str) -> str:
    text = unescape(re.sub("<[^>]*>", "", html.replace("<br>", "\n")))
    return text.replace("\N{NO-BREAK SPACE}", " ")


def test_a_works_head_leads_to_its_paper_and_its_repository_at_the_commit_that_was_read():
    for key in work_openings.works():
        links = re.findall('href="(https://[^"]+)"', work_openings.head(key))
        document = sources.work(key).document
        fields = bibliography.bibliography().entries[sources.work(key).cites].fields
        wanted = [f"https://doi.org/{fields['doi']}"] if "doi" in fields else []
        wanted += [f"https://arxiv.org/abs/{fields['eprint']}"] if "eprint" in fields else []
        if document.repository:
            place = f"https://github.com/{document.repository}/tree/{document.commit}"
            wanted.append(place)
        assert {*wanted} <= {*links}, key
        offline = "howpublished" in fields  # slides, which nobody put on the web
        assert wanted or fields.get("url", "") in links or offline, key


def test_a_head_has_no_links_that_nobody_stated(edited):
    edited("data/sources.bib", "  eprint = {1910.01108},\n", "")
    assert plain(work_openings.head("sanh2019distilbert")).startswith("Repository: huggingface/")


def test_a_head_names_code_weights_models_and_what_the_numbers_stand_on():
    """DistilBERT's README: 0 runs named; RoBERTa-base's scores are borrowed from its authors."""
    first, models, trust = plain(work_openings.head("sanh2019distilbert")).splitlines()
    paper, code, bibtex, weights = first.split(" · ")
    assert (paper, bibtex) == ("Paper: arXiv", "BibTeX")
    assert code == "Code: huggingface/transformers-research-projects at fccd0cd"
    assert "distilbert-base-uncased" in weights
    assert re.match("Models in this book: DistilBERT; ", models)
    baseline, scores, runs = trust.split(" · ")
    assert baseline.startswith("Baseline: scored by the authors; some borrowed from ")
    assert (scores, runs) == ("Scores: development set and test set", "Runs: not stated")


@pytest.mark.parametrize(
    ("key", "name", "words"),
    [
        ("goyal2020powerbert", "Times", "K80"),
        ("goyal2020powerbert", "Scores", "test set"),
        ("canete2022albeto", "Runs", "best of a search"),
        ("euroeval2026", "Runs", "mean of 10 runs"),
        ("nvidia2024tensorrt", "Scores", ""),
        (
            "clark2020electra",
            "Runs",
            "median of runs; mean of 10 to 14 runs; best of a search; not stated",
        ),
        ("mukherjee2021xtremedistil", "Baseline", "borrowed from MiniLM"),
        # ALBERT's README has no BERT-base on the development sets
        ("lan2020albert", "Baseline", "none of its own; this book takes that of DistilBERT"),
        ("xia2022cofi", "Times", "V100 32 GB"),
        # an Intel CPU, a GPU and a phone, and tables that name none
        ("cao2020deformer", "Times", "V100, Intel i9-7900X, OnePlus 6 and device not stated"),
    ],
)
def test_what_the_numbers_stand_on_is_that_of_the_tables(key, name, words):
    assert work_openings.trust(key)[name] == words


def test_the_models_of_a_work_are_lit_on_their_dots_and_a_page_grows_by_less_than_4_kilobytes():
    drawing, places = all_models_chart.chart_of_all_models()
    dots, shown = marks(drawing), 0
    for key in work_openings.works():
        html = work_openings.chart_of_work(key)
        lit = circles(html)
        own = [name for name in work_openings.models(key) if (name, 32) in places]
        assert len(lit) == len(own), key
        for at in lit:
            assert min(math.dist(at, dot) for dot in dots) < 0.1, key
        assert len((work_openings.head(key) + html).encode()) < 4000, key
        shown += bool(html)
    assert shown > 25


def test_the_head_is_below_the_title_and_the_chart_before_what_follows_an_exhibit():
    shown = nbformat.v4.new_output("display_data", {"text/html": '<figure class="sb-artifact">'})
    page = nbformat.v4.new_notebook(
        cells=[
            nbformat.v4.new_markdown_cell("(a)=\n# Title\n\nWhat it is.\n\n## Verdict\n\nYes."),
            nbformat.v4.new_markdown_cell("## First\n\nLook:"),
            nbformat.v4.new_code_cell("1", outputs=[shown]),
            nbformat.v4.new_markdown_cell("So it is.\n\n## Second\n\nMore."),
        ]
    )
    sources_of_cells = [cell.source for cell in page.cells]
    same = work_openings.headed(nbformat.from_dict(page), "quantization", "now")
    assert [cell.source for cell in same.cells] == sources_of_cells, "no work"
    headed = work_openings.headed(page, "sanh2019distilbert", "now")
    title, first, _, second = headed.cells
    assert title.source.startswith('(a)=\n# Title\n\n<div class="sb-head">Paper: ')
    assert title.source.endswith("</div>\n\nWhat it is.\n\n## Verdict\n\nYes.")
    assert first.source == "## First\n\nLook:"
    said, _, rest = second.source.partition("## Among all models\n\n")
    assert said == "So it is.\n\n"
    assert rest.startswith('<div class="sb-picture"><svg class="sb-lit"')
    assert rest.endswith("\n\n## Second\n\nMore.")


def test_an_opening_is_made_again_only_if_what_it_rests_on_is_another(shared_copy):
    made = work_openings.opening("sanh2019distilbert", "before")
    kept = shared_copy / "_build" / "openings" / "sanh2019distilbert.json"
    kept.write_text('["head", ""]')
    assert work_openings.opening("sanh2019distilbert", "before") == ("head", "")
    assert work_openings.opening("sanh2019distilbert", "after") == made
    kept.unlink()
