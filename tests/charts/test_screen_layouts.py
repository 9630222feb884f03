"""One figure is laid out for a phone and for a desk."""

import matplotlib.pyplot as plt
import pytest

from smallbert import charts
from smallbert.charts import screen_layouts


def test_at_a_desk_a_chart_fills_the_column_and_is_no_higher_than_a_screen():
    fig, _ = plt.subplots(figsize=(charts.WIDTH, 13))
    screen_layouts.fit(fig)
    assert fig.get_size_inches() == pytest.approx([screen_layouts.DESK, screen_layouts.HIGHEST])


def test_labels_find_their_places_anew_and_the_old_ones_go():
    fig, ax = plt.subplots(figsize=(charts.WIDTH, 3))
    ax.plot([1, 2, 2.1], [1, 2, 2], "o")
    charts.place_labels(ax, [1, 2, 2.1], [1, 2, 2], ["one", "", "two"], ["", "", "#625ee6"])
    before = [each.get_window_extent().x0 for each in ax.texts]
    screen_layouts.fit(fig)
    assert [each.get_text() for each in ax.texts] == ["one", "two"]
    assert ax.texts[1].get_color() == "#625ee6"
    assert ax.texts[1].get_window_extent().x0 > 1.3 * before[1]


def test_a_legend_takes_as_many_columns_as_the_screen_has_room_for():
    fig, ax = plt.subplots(figsize=(charts.WIDTH, 3))
    names = [f"the name of series {each}" for each in range(4)]
    charts.legend_below(fig, [ax.plot([0, 1], label=name)[0] for name in names], names)
    tall = fig.get_figheight()
    screen_layouts.fit(fig)
    (legend,) = fig.legends
    assert legend._ncols == 4
    assert legend.get_window_extent().width <= fig.bbox.width
    assert 3 < fig.get_figheight() < tall


@pytest.mark.parametrize(("count", "rows"), [(2, 1), (3, 1), (4, 2)])
def test_panels_stand_side_by_side_and_each_names_its_values(count, rows):
    fig, axes = plt.subplots(count, sharex=True, sharey=True, figsize=(charts.WIDTH, 3 * count))
    axes[-1].set_xlabel("Size [MB]")
    axes[0].set_ylabel("Score [%]")
    screen_layouts.fit(fig)
    charts.place_labels(axes[0], [0.5], [0.5], ["laid out"])
    tops = {round(ax.get_position().y1, 2) for ax in axes}
    assert len(tops) == rows
    assert [ax.get_xlabel() for ax in axes] == ["Size [MB]"] * count
    named = [ax.yaxis.get_tick_params()["labelleft"] for ax in axes]
    assert named == [at % (count // rows) == 0 for at in range(count)]


def test_three_panels_with_names_of_their_own_stay_one_below_the_other():
    fig, axes = plt.subplots(3, figsize=(charts.WIDTH, 6))
    for ax in axes:
        ax.set_yticks([0, 1], ["a name", "another"])
    screen_layouts.fit(fig)
    charts.place_labels(axes[0], [0.5], [0.5], ["laid out"])
    assert len({round(ax.get_position().y1, 2) for ax in axes}) == 3


def test_long_names_are_broken_anew():
    fig, ax = plt.subplots(figsize=(charts.WIDTH, 3))
    name = "Score with date, operations fixed, as far as known"
    ax.set_yticks([0, 1], [name, "short"])
    charts.labels.lay_out(fig)
    assert "\n" in ax.get_yticklabels()[0].get_text()
    screen_layouts.fit(fig)
    assert " ".join(ax.get_yticklabels()[0].get_text().split()) == name


def test_a_headline_is_written_once():
    fig, _ = plt.subplots(figsize=(charts.WIDTH, 3))
    charts.labels.headline(fig, "It finds that " + 9 * "long words ", "What is drawn")
    lines = fig._suptitle.get_text().count("\n")
    screen_layouts.fit(fig)
    assert fig._suptitle.get_text().count("\n") < lines
    assert [each.get_text() for each in fig.artists] == ["What is drawn"]
    assert len(fig.texts) == 1
