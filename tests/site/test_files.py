"""What lies in the built site: exhibits, data, cards, links, and nothing from elsewhere."""

import json
import os
import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlparse
from xml.etree import ElementTree

import pandas as pd
import pytest
from frictionless import Package

from smallbert import paths
from smallbert.book import citation, feed, notebooks
from smallbert.data import anchors, book_exhibits

from ..charts.test_svg import font

LOADS = {"script": "src", "img": "src", "iframe": "src", "source": "src", "link": "href"}


class Page(HTMLParser):
    """The links, loads, anchors and pictures' words of a page."""

    def __init__(self, path: Path):
        super().__init__()
        self.links, self.loads, self.anchors, self.words = [], [], set(), []
        self.text = path.read_text(encoding="utf-8")
        self.feed(self.text)

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.anchors |= {found[key] for key in ("id", "name") if found.get(key)}
        if tag == "a" and found.get("href"):
            self.links.append(found["href"])
        if tag == "svg" and found.get("role") == "img":
            self.words.append(found.get("aria-label", ""))
        loads = tag != "link" or found.get("rel") in ("stylesheet", "preload", "icon")
        if tag in LOADS and found.get(LOADS[tag]) and loads:
            self.loads.append(found[LOADS[tag]])


@pytest.fixture(scope="module")
def parsed(site):
    return {path: Page(path) for path in [*site.glob("*.html"), *site.glob("*/*.html")]}


@pytest.fixture(scope="module")
def listing(site):
    return json.loads((site / "data" / "artifacts.json").read_text())


def test_a_drawing_by_itself_brings_a_font_with_all_its_characters(site, listing):
    drawings = list(site.glob("data/charts/*.svg"))
    pictures = [each["image"] for each in listing if each["image"]]
    assert len(drawings) == sum(image.endswith(".svg") for image in pictures) > 0
    known = {*font("normal").getBestCmap()}
    for path in drawings:
        drawing = path.read_text(encoding="utf-8")
        assert drawing.count("<style>/* DejaVu Sans") == 1
        texts = unescape("".join(re.findall(r"<t(?:ext|span)\b[^>]*>([^<\n]*)", drawing)))
        assert set(map(ord, texts)) <= known, path.name


def test_every_exhibit_has_its_line_page_anchor_csv_and_picture(site, listing, parsed):
    assert sorted(each["id"] for each in listing) == sorted(book_exhibits.by_id().index)
    assert sum(each["document"].endswith(".txt") for each in listing) >= 27
    for each in listing:
        assert each["anchor"] in parsed[site / each["page"]].anchors, each["id"]
        assert len(pd.read_csv(site / each["csv"])) > 0, each["id"]
        drawn = each["kind"] == "figure" and each["status"] != "caption-only"
        assert (each["image"] is not None) == drawn, each["id"]
        if drawn:
            assert (site / each["image"]).stat().st_size > 5_000


def test_the_results_are_a_valid_data_package_and_each_number_has_its_card(site, parsed):
    assert Package(str(site / "data" / "datapackage.json")).validate().valid
    results = pd.read_csv(site / "data" / "results.csv")
    assert results["id"].is_unique
    assert len(results) > 1000
    for id in results["id"]:
        page, anchor = anchors.card(id).split("#")
        assert anchor in parsed[site / page].anchors, id


def test_a_page_offers_its_notebook_as_it_is_in_the_repository(site):
    for path in notebooks.every():
        assert (site / "_sources" / "notebooks" / path.name).read_bytes() == path.read_bytes()


def test_no_page_loads_anything_from_another_host_or_names_the_building_machine(site, parsed):
    for path, page in parsed.items():
        assert [load for load in page.loads if urlparse(load).netloc] == [], path
        assert not re.search(r"cdn\.|unpkg|jsdelivr|(fonts|ajax)\.googleapis", page.text), path
        assert str(paths.CHECKOUT) not in page.text, path
        assert '"papermill"' not in page.text, path


def test_every_inner_link_leads_somewhere(site, parsed):
    broken = []
    for path, page in parsed.items():
        for link in page.links:
            target, fragment = (unquote(part) for part in urldefrag(link))
            if urlparse(link).scheme or link.startswith("#top"):
                continue
            target = target.partition("?")[0]  # what follows chooses among what is there
            there = Path(os.path.normpath(path.parent / target)) if target else path
            known = parsed[there].anchors if there in parsed else {fragment}
            asks = "=" in fragment  # a choice that the form reads
            if not there.exists() or (fragment and not asks and fragment not in known):
                broken.append(f"{path.relative_to(site)}: {link}")
    assert broken == []


def test_every_page_has_a_title_of_its_own_a_description_and_a_picture_to_share(site, parsed):
    titles, picture, address = {}, site / "_static" / "share.png", citation.site_address()
    assert picture.read_bytes().startswith(b"\x89PNG")
    for path, page in parsed.items():
        if path.stem in ("search", "genindex", "404") or path.parent.name in ("runs", "_static"):
            continue
        if path == site / "index.html":  # it leads to another
            continue
        said = dict(re.findall(r'<meta (?:name|property)="([\w:]+)" content="([^"]*)"', page.text))
        assert len(said["description"]) > 30, path
        assert said["description"] == said["og:description"], path
        place = path.relative_to(site).as_posix()
        assert said.get("og:url", "") == (address and f"{address}{place}"), path
        image = said["og:image"].removeprefix(address) if address else said["og:image"]
        assert ((site if address else path.parent) / image).resolve() == picture, path
        title = unescape(re.search("<title>(.*?)</title>", page.text)[1])
        assert len({*title.split(" — ")}) == len(title.split(" — ")), path
        assert page.text.count("<h1") == 1, path
        assert titles.setdefault(said["og:title"], path) == path


def test_every_page_names_the_feed_of_changes(site, parsed):
    ElementTree.parse(site / feed.FEED_PLACE)
    for path, page in parsed.items():
        if path != site / "index.html" and path.parent.name != "_static":
            up = "../" * (len(path.relative_to(site).parts) - 1)
            assert (
                f'type="application/atom+xml" title="Changes of this book" href="{up}' in page.text
            )


def test_every_chart_has_words_for_who_cannot_see_it(parsed):
    words = [each for page in parsed.values() for each in page.words]
    assert len(words) > 20
    assert min(map(len, words)) > 40


def test_the_means_of_embedding_models_follow_from_the_published_results_alone(site):
    results = pd.read_csv(site / "data/results.csv", low_memory=False)
    scores = results[results["id"].str.startswith("mteb2026small/scores/")]
    means = scores.groupby("model")["value"].mean()
    table = pd.read_csv(site / "data/charts/mteb2026small-averages.csv").set_index("Model")
    assert len(table) == 30
    assert (means[table.index] - table["41 tasks"]).abs().max() < 0.051  # rounded to a tenth
