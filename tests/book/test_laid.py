"""Pages are laid out once, and again when what they are made from has changed."""

import json

import nbformat
import pytest

from smallbert import claims
from smallbert.book import laid
from smallbert.data.exhibits import BY_HAND, MIME
from smallbert.data.faults import UserError

COMMON = {"the data": "1", "the package": "1"}

ARTIFACT = {
    "id": "costs-all",
    "kind": "table",
    "source": "",
    "document": "",
    "title": "Costs",
    "caption": "All of them.",
    "status": "re-derived",
    "credit": [],
    "csv": "model,size\nA,3\n",
}


@pytest.fixture
def page(tmp_path):
    """Return a function that writes a notebook and its result, and lays out its page."""

    def lay(*, prose="# Costs", cell="<td>3</td>", common=COMMON):
        source, executed = tmp_path / "notebooks" / "costs.ipynb", tmp_path / "costs.ipynb"
        source.parent.mkdir(exist_ok=True)
        for path, text in ((source, prose), (executed, "# As it was run")):
            notebook = nbformat.v4.new_notebook()
            code = nbformat.v4.new_code_cell("table()", id="table")
            if path == executed:
                data = {MIME: ARTIFACT, "text/html": cell}
                seen = nbformat.v4.new_output("display_data", {"text/plain": "size: 3"})
                seen.metadata = {BY_HAND: ""}
                code.outputs = [seen, nbformat.v4.new_output("display_data", data)]
            notebook.cells = [nbformat.v4.new_markdown_cell(text, id="title"), code]
            nbformat.write(notebook, path)
        return laid.keep(executed, source, tmp_path / "kept", common)

    return lay


@pytest.fixture
def runs(monkeypatch):
    """Count how often what a run published was made."""
    made, publish = [], laid.published
    monkeypatch.setattr(laid, "published", lambda *words: made.append(1) or publish(*words))
    return made


def test_a_page_has_the_prose_as_it_reads_and_what_its_run_published(page):
    each = page(prose="# Costs today")
    first, code = json.loads(each.page.read_text())["cells"]
    assert first["source"] == "# Costs today"
    (output,) = code["outputs"]
    assert "<td>3</td>" in output["data"]["text/html"]
    assert (each.files / "data" / "charts" / "costs-all.csv").read_text() == ARTIFACT["csv"]
    assert [line["page"] for line in each.listing] == ["notebooks/costs.html"]


def test_a_changed_sentence_makes_nothing_of_the_run_anew(page, runs):
    page(prose="# Before")
    each = page(prose="# After")
    assert "# After" in each.page.read_text()
    assert len(runs) == 1


@pytest.mark.parametrize("name", COMMON)
def test_other_data_or_another_package_makes_all_anew(page, runs, name):
    page()
    page(common=COMMON | {name: "2"})
    assert len(runs) == 2


def test_another_result_makes_all_anew(page, runs):
    page()
    each = page(cell="<td>4</td>")
    assert "<td>4</td>" in each.page.read_text()
    assert len(runs) == 2


@pytest.mark.parametrize("name", ["run.ipynb", "about.json", "files/data/charts/costs-all.csv"])
def test_what_was_kept_is_made_anew_when_it_is_damaged(page, name):
    damaged = page().files.parent / name
    whole = damaged.read_text()
    damaged.write_text("{}")
    page()
    assert damaged.read_text() == whole


def test_a_damaged_page_is_made_anew(page):
    each = page()
    whole = each.page.read_text()
    each.page.write_text("{}")
    assert page().page.read_text() == whole


def test_a_notebook_that_is_no_more_leaves_nothing(page, tmp_path):
    page()
    laid.forget(tmp_path / "kept", {"audit"})
    assert [path for path in (tmp_path / "kept").rglob("*") if path.is_file()] == []


def test_a_descriptor_says_which_chart_and_which_claim_the_home_page_shows():
    key, shown = laid.home()
    assert shown["chart"].startswith(f"{key}-")
    assert claims.stated().at[shown["claim"], "source"] == key


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("", "no datapackage.yaml says by 'home' what the home page shows"),
        ("home: {chart: small_bert-none, claim: a}\n", "'small_bert-none' is unknown; add it to"),
    ],
)
def test_a_home_page_without_its_chart_gets_one_line(tmp_path, monkeypatch, line, told):
    folder = tmp_path / "data" / "sources" / "small_bert"
    folder.mkdir(parents=True)
    monkeypatch.setenv("SMALLBERT_ROOT", str(tmp_path))
    (folder / "datapackage.yaml").write_text(f"name: small_bert\n{line}resources: []\n")
    (folder / "exhibits.csv").write_text("exhibit,title\nsmall_bert-best,Best\n")
    with pytest.raises(UserError, match=told):
        laid.home()
