"""What pages on all works say of the data holds for every line of what they publish."""

import pytest

from smallbert import answers, audit, claims, compare
from smallbert.book import notebooks
from smallbert.data import sources


def lines(run, exhibit: str) -> list[dict[str, str]]:
    """Return the rows of an exhibit's CSV by their headings."""
    table = run.table(exhibit)
    return [dict(zip([head[0] for head in table.heads], row, strict=True)) for row in table.rows]


@pytest.fixture(scope="module")
def findings(runs):
    """Return what the two tables of the page of errata say."""
    return [each for name in ("all", "figures") for each in lines(runs["errata"], f"errata-{name}")]


def ids(findings) -> set[str]:
    return {id for finding in findings for id in finding["evidence"].split()}


def test_lines_of_the_audit_are_counted_once(runs):
    run = runs["audit"]
    rules = {row[0]: [int(cell) for cell in row[2:]] for row in run.table("audit-counts").rows}
    every = rules.pop("All")
    assert all(row[0] == sum(row[1:]) for row in rules.values())
    assert [sum(column) for column in zip(*rules.values(), strict=True)] == every
    assert len(run.table("audit-lines").rows) == every[0] == len(audit.audit_table())


def test_each_work_s_page_shows_its_own_lines_of_the_audit(runs):
    works = audit.audit_table()["source"].value_counts()
    for work in works.index.intersection([*runs]):
        shown = sum(int(line["Lines"]) for line in lines(runs[work], f"{work}-audit"))
        assert shown == works[work], work


def test_every_claim_is_in_the_table_of_its_document(runs):
    table = runs["claims"].table("claims-all")
    assert sorted(row[0] for row in table.rows) == sorted(claims.all_claims())


def test_every_disagreement_correction_and_failing_statement_is_among_the_errata(findings):
    disagreeing = {
        line["id"]
        for line in audit.audit_table().query("verdict == 'disagrees'").to_dict("records")
    }
    corrected = {
        f"{key}/{mend.table}/{mend.row}/{mend.column}"
        for key in sources.keys()
        for mend in sources.corrections(key).itertuples()
    }
    stated = claims.all_claims().values()
    failing = [claim.id for claim in stated if claim.verdict == "fails" and claim.document]
    assert disagreeing
    assert corrected
    assert "layer-reduction-enlarges" in failing
    assert disagreeing | corrected | {*failing} <= ids(findings)


def test_a_finding_is_told_once(findings):
    for column in ("id", "statement"):
        told = [finding[column] for finding in findings]
        assert len(told) == len(set(told))


def test_the_line_of_a_finding_by_hand_is_not_blank(findings, documents):
    found = [each for each in findings if each["found_by"] == "reader" and each["line"]]
    found = [each for each in found if each["document"].endswith(".txt")]
    assert len(found) > 9
    for finding in found:
        with open(f"{documents}/{finding['document']}", encoding="utf-8") as stream:
            text = stream.read().split("\n")
        assert all(text[int(line) - 1].strip() for line in finding["line"].split("+"))


def test_every_figure_of_a_size_is_counted_once(runs):
    said = runs["costs"].about["said"]
    parts = ("agree", "other", "close", "open")
    assert sum(int(said[name]) for name in parts) == int(said["countable"])


def test_each_score_of_the_models_leads_to_its_number(runs, results):
    run, known = runs["models"], set(results["id"])
    table = lines(run, "models-table")
    assert len(table) == len(compare.models_of_works())
    own = [row[name] for row in table for name in row if name.endswith("_id") and row[name]]
    assert len(own) > 500
    assert set(own) <= known


def test_each_size_has_a_model_that_one_can_download(runs):
    """Its line is what the chooser answers, with where to get it and what else may be as good."""
    page = notebooks.read(runs["pick"].folder / "page.ipynb")
    outputs = [each for cell in page.cells for each in cell.get("outputs", [])]
    (shown,) = [
        html for each in outputs if 'id="pick-sizes"' in (html := each["data"].get("text/html", ""))
    ]
    first = lines(runs["pick"], "pick-sizes")
    assert [row["budget"] for row in first] == ["15", "35", "75", "110"]
    for row in first:
        choice = answers.complete(can="finetune", max_millions=float(row["budget"]))
        leader = answers.answer(choice).ranked[0]
        assert (leader.score.says, leader.source.url) == (row["score"], row["url"])
        assert f'href="{row["url"]}"' in shown
        assert f'href="../{row["page"]}"' in shown
