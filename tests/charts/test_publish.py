"""What a notebook displays is caught here instead of shown."""

import re

import matplotlib.pyplot as plt
import pandas as pd
import pytest

from smallbert import charts
from smallbert.charts import publish, tables
from smallbert.data import book_exhibits
from smallbert.errors import UserError

FRAME = pd.DataFrame({"size": [1.5, 2.0]}, index=pd.Index(["small", "large"], name="model"))


@pytest.fixture
def shown(monkeypatch):
    """Return the bundles that are displayed."""
    bundles = []
    monkeypatch.setattr(publish, "display", lambda bundle, raw, **_: bundles.append(bundle))
    return bundles


def draw():
    figure, axes = plt.subplots(figsize=(2, 1))
    axes.plot([0, 1], [1, 0])
    return figure


def chart(exhibit="wu2022xtc-figure"):
    publish.figure(exhibit, draw(), data=FRAME, alt="A line falls.", finding="Less")


def test_an_artifact_is_complete(shown):
    tables.table("zhao2019extreme-table3", FRAME, caption="Look.", grounds="Scores: F1.")
    assert shown[-1][book_exhibits.MIME] == {
        "id": "zhao2019extreme-table3",
        "kind": "table",
        "source": "zhao2019extreme",
        "document": "004_24316d2e507e8064.txt",
        "title": "Distilled models, teacher and baselines on GLUE",
        "status": "regenerated",
        "caption": "Look.",
        "credit": [
            {
                "key": "zhao2019extreme",
                "name": "Zhao et al. (2019)",
                "place": "Table 3, quoted in a talk",
            }
        ],
        "csv": "model,size\nsmall,1.5\nlarge,2.0\n",
        "grounds": "Scores: F1.",
        "numbers": [],
    }


def test_who_runs_a_notebook_by_hand_sees_what_it_says(shown, monkeypatch):
    glued = {}
    monkeypatch.setattr(publish, "glue", lambda name, text, display: glued.update({name: text}))
    publish.say("{:.1f} %", least=-1.25, most=3)
    assert glued == {"least": "−1.2 %", "most": "3.0 %"}
    assert shown[0]["text/plain"] == "least: −1.2 %\nmost: 3.0 %"
    assert '"least": "−1.2 %"' in shown[0]["text/html"], "JupyterLab puts it into the prose"


def test_a_chart_says_what_is_to_be_seen_alike_every_time_and_leaves_no_figure_open(shown):
    before = plt.get_fignums()
    chart()
    chart()
    assert shown[:2] == shown[2:]
    assert plt.get_fignums() == before
    assert 'role="img" aria-label="Less. A line falls."' in shown[-1]["image/svg+xml"]
    assert shown[-1]["text/plain"] == shown[-1][book_exhibits.MIME]["alt"] == "Less. A line falls."


def test_a_chart_is_drawn_for_a_desk_and_for_a_phone_and_a_schematic_once(shown):
    figure = draw()
    charts.place_labels(figure.axes[0], [0], [1], ["here"])
    publish.figure("wu2022xtc-figure", figure, data=FRAME, alt="A line falls.", finding="Less")
    phone, desk = shown[-1][book_exhibits.MIME]["phone"], shown[-1]["image/svg+xml"]
    for drawing, screen in ((phone, "phone"), (desk, "desk")):
        assert drawing.startswith(f'<svg class="sb-{screen}" role="img"')
        assert drawing.count(">here</text>") == 1
    ids = [set(re.findall(r' id="([^"]*)"', drawing)) for drawing in (phone, desk)]
    assert ids[0]
    assert not ids[0] & ids[1]
    plain = plt.figure(figsize=(2, 1), layout="none")
    publish.figure("wu2022xtc-figure", plain, data=FRAME, alt="A box.", finding="One")
    assert "phone" not in shown[-1][book_exhibits.MIME]
    assert shown[-1]["image/svg+xml"].startswith('<svg role="img"')


def test_an_unknown_exhibit_is_refused_with_the_list():
    with pytest.raises(
        UserError, match="'wu-figure' is unknown; add it to data/survey/exhibits.csv"
    ):
        chart("wu-figure")


def test_a_table_names_works_and_leads_to_their_pages_and_its_data_have_keys(shown):
    frame = pd.DataFrame({"Model": ["a", "b"], "Source": ["wu2022xtc", "ganesh2021case"]})
    tables.table("zhao2019extreme-table3", frame)
    assert '<a href="wu2022xtc.html">XTC</a>' in shown[-1]["text/html"]
    assert "a,wu2022xtc\n" in shown[-1][book_exhibits.MIME]["csv"]


def test_a_frame_of_the_working_looks_as_the_book_s_tables():
    frame = pd.DataFrame(
        {"source": ["wu2022xtc"], "weights_left": [-0.1 - 0.2], "what": [None], "fits": [True]}
    )
    page = tables.working(frame)
    assert page.count("<th") == 6  # thead, four names and the row's; no running number
    assert '<a href="wu2022xtc.html">XTC</a>' in page
    assert '<th class="sb-number" scope="col">weights left</th>' in page
    assert ">−0.3<" in page
    assert ">yes<" in page


def test_a_frame_brings_its_layout_and_a_call_may_say_more(shown):
    frame = tables.with_layout(pd.DataFrame({"Model": ["a", "a"], "Size": [1, 2]}), span=["Model"])
    tables.table("zhao2019extreme-table3", frame, groups="Model")
    assert '<th scope="row" rowspan="2">a</th>' in shown[-1]["text/html"]


def test_a_long_frame_is_shown_as_pandas_does():
    page = tables.working(pd.DataFrame({"a": range(5000)}))
    assert 'class="dataframe"' in page
    assert page.count("<tr") <= 13
    assert "<table" in tables.working(pd.DataFrame({"a": []}))
