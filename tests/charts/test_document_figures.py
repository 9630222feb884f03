"""Every figure that a document describes, redrawn from its folder; works come from the folders."""

import matplotlib.pyplot as plt
import pandas as pd
import pytest
from matplotlib.colors import same_color
from matplotlib.container import ErrorbarContainer

from smallbert import charts
from smallbert.charts import document_plan, publish
from smallbert.data import sources

DIGITISED = [
    (key, name)
    for key in sources.keys()
    for name, resource in sources.tables(key).items()
    if "figure" in resource
]


@pytest.fixture
def redrawn(monkeypatch):
    """Return a function that redraws a figure: its axes, and what is published with it."""

    def redraw(key, name, call=charts.document_figure, **more):
        caught = []
        monkeypatch.setattr(publish, "figure", lambda _, draw, **kw: caught.append((draw, kw)))
        call(key, name, **more)
        ((draw, published),) = caught
        with publish.style.context():
            figure = draw()
        figure.canvas.draw()
        return figure.axes[0], published

    yield redraw
    plt.close("all")


def marks(ax, size):
    """Return x, y, marker, colour and error bars of each point of a size."""
    bars = [each for each in ax.containers if isinstance(each, ErrorbarContainer)]
    return pd.DataFrame(
        [
            {"x": x, "y": y, "marker": line.get_marker(), "colour": line.get_color(), "at": at}
            | {"bars": [each.get_segments()[at] for each in ranges]}
            for line, _, ranges in bars
            if line.get_markersize() == size
            for at, (x, y) in enumerate(zip(*line.get_data(), strict=True))
        ]
    )


def plan(key, name, corrected=True):
    """Return the mapping of a figure, its cells, its places and looks."""
    how = document_plan.settings(key, name)
    read = sources.values(key, name, corrected=corrected)
    return how, read


def looks(key, how, read):
    """Return marker and colour of each point, as the folder has them, worked out row by row."""
    series = how["series"]
    if isinstance(series, list):
        fits = [
            next(s for s in series if all(row[c] == cell for c, cell in s["where"].items()))
            for row in read.to_dict("records")
        ]
        return [(each["marker"], each["colour"]) for each in fits]
    table = sources.table(key, series["table"]).loc[read[series["by"]]]
    markers = table[series["marker"]] if "marker" in series else ["o"] * len(table)
    return list(zip(markers, table[series["colour"]], strict=True))


def test_three_documents_describe_a_figure():
    assert len(DIGITISED) == 3


@pytest.mark.parametrize("corrected", [True, False])
@pytest.mark.parametrize(("key", "name"), DIGITISED)
def test_every_point_stands_where_it_was_read_with_the_look_of_its_series(
    redrawn, key, name, corrected
):
    how, read = plan(key, name, corrected)
    ax, _ = redrawn(key, name, published=False, corrected=corrected)
    drawn = marks(ax, how.get("marker_size", 8)).sort_values(["x", "y"], kind="stable")
    order = read.assign(look=looks(key, how, read)).sort_values([how["x"], how["y"]], kind="stable")
    assert sorted(zip(drawn["x"], drawn["y"], strict=True)) == sorted(
        zip(read[how["x"]], read[how["y"]], strict=True)
    )
    wanted = {(r[how["x"]], r[how["y"]], *r["look"]) for r in order.to_dict("records")}
    assert set(drawn[["x", "y", "marker", "colour"]].itertuples(index=False, name=None)) == wanted


@pytest.mark.parametrize(("key", "name"), DIGITISED)
def test_error_bars_are_as_long_as_the_margins_of_the_reading(redrawn, key, name):
    how, read = plan(key, name)
    ax, _ = redrawn(key, name, published=False)
    drawn = marks(ax, how.get("marker_size", 8))
    for row in read.to_dict("records"):
        here = drawn[(drawn["x"] == row[how["x"]]) & (drawn["y"] == row[how["y"]])]
        *across, upward = here["bars"].iloc[0]
        assert upward[1, 1] - upward[0, 1] == pytest.approx(2 * row[f"{how['y']}_half_width"])
        free = any(row[column] == cell for column, cell in how.get("no_width", {}).items())
        assert bool(across) != free
        for bar in across:
            assert bar[1, 0] - bar[0, 0] == pytest.approx(2 * row[f"{how['x']}_half_width"])


@pytest.mark.parametrize(("key", "name"), DIGITISED)
def test_every_label_stands_at_its_point(redrawn, key, name):
    how, read = plan(key, name)
    ax, _ = redrawn(key, name)
    wanted = {text: (x, y) for text, x, y in read[[how["label"], how["x"], how["y"]]].to_numpy()}
    drawn = {text.get_text(): text.xy for text in ax.texts if text.get_text() in wanted}
    assert {text: tuple(xy) for text, xy in drawn.items()} == {
        text: xy for text, xy in wanted.items() if text
    }


@pytest.mark.parametrize(("key", "name"), DIGITISED)
def test_printed_ticks_and_ends_of_the_axes_are_ticks(redrawn, key, name):
    ax, _ = redrawn(key, name)
    for which, axis in (("x", ax.xaxis), ("y", ax.yaxis)):
        shown = [text.get_text() for text in axis.get_ticklabels()]
        if "ticks" in sources.tables(key):
            ticks = sources.table(key, "ticks")
            printed = ticks.loc[ticks["axis"].str.lower().str.startswith(which), "tick"]
            assert shown == list(printed)
        if "axes" in sources.tables(key):
            said = sources.table(key, "axes").loc[f"{which}-axis"]
            assert {said["min"], said["max"]} <= set(shown)
            assert axis.get_scale() == said["scale"]


@pytest.mark.parametrize(("key", "name"), DIGITISED)
def test_lines_of_the_document_connect_their_series_and_part_its_sides(redrawn, key, name):
    if "lines" not in sources.tables(key):
        pytest.skip("the document's figure has no lines")
    how, read = plan(key, name)
    ax, _ = redrawn(key, name)
    for line in sources.table(key, "lines").itertuples():
        own = read[read[how["series"]["by"]] == line.connects].sort_values(how["x"])
        if line.kind == "connecting line":
            (drawn,) = [each for each in ax.lines if each.get_linestyle() == "--"]
            colour = how.get("colours", {}).get(line.colour, line.colour.lower())
            assert same_color(drawn.get_color(), colour)
            assert list(drawn.get_xdata()) == list(own[how["x"]])
            assert list(drawn.get_ydata()) == list(own[how["y"]])
        else:
            assert {line.left, line.right} <= {text.get_text() for text in ax.texts}


@pytest.mark.parametrize(("key", "name"), DIGITISED)
def test_legends_name_the_series_in_the_document_s_order(redrawn, key, name):
    how, _ = plan(key, name)
    ax, _ = redrawn(key, name)
    legends = [each for each in ax.artists if hasattr(each, "get_texts")] + [ax.get_legend()]
    shown = [text.get_text() for each in dict.fromkeys(legends) for text in each.get_texts()]
    series = how["series"]
    if isinstance(series, dict):
        assert shown == list(sources.table(key, series["table"])[series["label"]])
    else:
        assert shown == [each["label"] for each in series]


@pytest.mark.parametrize(("key", "name"), DIGITISED)
def test_published_values_stand_beside_the_reading_or_not_at_all(redrawn, key, name):
    how, read = plan(key, name)
    spec = how["published"]
    paper = sources.values(key, spec["table"])
    rings = paper[paper["reads"].isin(read.index)]
    y = rings[spec["y"]] if "y" in spec else read[how["y"]].reindex(rings["reads"])
    ax, _ = redrawn(key, name)
    drawn = marks(ax, spec.get("size", 9))
    assert set(zip(drawn["x"], drawn["y"], strict=True)) == set(
        zip(rings[spec["x"]], y, strict=True)
    )
    ax, _ = redrawn(key, name, published=False)
    assert marks(ax, spec.get("size", 9)).empty


@pytest.mark.parametrize(("key", "name"), DIGITISED)
def test_counted_places_may_replace_the_reading_and_lose_its_margin(redrawn, key, name):
    how, read = plan(key, name)
    counted = 1.1 * read[how["x"]]
    ax, published = redrawn(key, name, published=False, counted=counted, instead=True)
    drawn = marks(ax, how.get("marker_size", 8))
    assert set(drawn["x"]) == set(counted)
    assert drawn["bars"].str.len().eq(1).all()
    assert "{" not in published["alt"] + published["caption"]


@pytest.mark.parametrize(("key", "name"), DIGITISED)
def test_every_kind_of_mark_is_explained_below_the_axes(redrawn, key, name):
    ax, _ = redrawn(key, name)
    (legend,) = ax.figure.legends
    shown = [text.get_text() for text in legend.get_texts()]
    assert shown[0] == "read by eye; bars: its margin"
    assert ("line to the same model" in shown) == any(
        line.get_linestyle() == ":" for line in ax.lines
    )
    assert len(shown) >= 2
    ax, _ = redrawn(key, name, published=False)
    assert [text.get_text() for text in ax.figure.legends[0].get_texts()] == shown[:1]


@pytest.mark.parametrize(("key", "name"), DIGITISED)
def test_texts_say_how_many_points_there_are_and_leave_no_place_open(redrawn, key, name):
    _, read = plan(key, name)
    _, published = redrawn(key, name)
    assert f"{len(read)} models" in published["alt"]
    assert "{" not in published["alt"] + published["caption"]
    assert list(published["data"].index) == list(read.index)


def test_a_figure_of_which_the_folder_says_nothing_is_drawn_all_the_same(redrawn, edited):
    edited("data/sources/yang2024memory3/datapackage.yaml", "    figure:\n", "    figured:\n")
    ax, published = redrawn("yang2024memory3", "points")
    assert len(marks(ax, 8)) == 16  # lines 28 to 43
    assert "published_parameters" not in published["data"]


def test_a_trend_has_a_band_that_holds_its_line(redrawn):
    ax, published = redrawn("yang2024memory3", "points", call=charts.document_trend)
    assert len(marks(ax, 7)) == 16
    assert "The line goes from 54.2 to 56.9" in published["alt"]  # numpy.polyfit over log10 of x
