"""The lines named here are those of document 002_00c6245384b3e8e5.txt."""

import pytest

from smallbert.data import parameters
from smallbert.errors import UserError

from .reading import in_a_line

NAME = "yang2024memory3"
OTHERS = [
    {"tasks": "english"},
    {"tasks": "chinese"},
    {"tasks": "no_gsm8k", "corrected": False, "published": False},
]


def drawn(ax, size):
    lines = [each[0] for each in ax.containers if each[0].get_markersize() == size]
    return sorted(
        (float(x), float(y)) for line in lines for x, y in zip(*line.get_data(), strict=True)
    )


def test_the_size_axis_is_logarithmic_with_a_tick_a_doubling(published):
    (ax,) = published(NAME).figures["yang2024memory3-figure"].axes
    ticks = [text.get_text() for text in ax.get_xticklabels()]
    assert ticks == ["1", "2", "4", "8", "16", "32"]  # line 6: from 1 to 32
    assert ax.get_xscale() == "log"
    assert set(range(40, 66, 5)) <= set(ax.get_yticks())  # line 7: from 40 to 65
    assert ax.get_xlabel() == "Non-embedding parameter size (billion)"  # line 6


@pytest.mark.parametrize(("tasks", "below"), [("all", 10), ("english", 11)])
def test_the_title_counts_the_larger_models_below_memory3(published, tasks, below):
    title = published(NAME, tasks=tasks).figures["yang2024memory3-figure"].get_suptitle()
    assert f"higher than {below} of 12 models" in in_a_line(title)


def test_published_points_follow_the_tasks(published):
    (ax,) = published(NAME, tasks="chinese").figures["yang2024memory3-figure"].axes
    falcon = dict(drawn(ax, 5))[41.0]  # (41.38 + 42.07) / 2, by hand
    assert falcon == pytest.approx(41.725)


def test_the_second_chart_has_every_row_of_table_16(published):
    left, right = published(NAME).figures["yang2024memory3-published"].axes
    names = [in_a_line(text.get_text()) for text in left.get_yticklabels()]
    assert len(names) == 18
    assert names[-1] == "Llama3-8B-it"
    assert names[0] == "Gemma-2B-it (low confidence)"
    for name, score in (
        ("Memory³-SFT", 63.31),
        ("Memory³-SFT without memory", 60.8),
        ("Falcon-40B", 55.75),
    ):
        assert (score, names.index(name)) in drawn(right, 10)
    assert (41.0, names.index("Falcon-40B")) in drawn(left, 10)
    assert (32.0, names.index("Falcon-40B")) in drawn(left, 6)


def test_the_errors_are_said_with_and_without_the_doubtful_row(published):
    said = published(NAME).said  # 41 for 36.64; 55 for 52.02; 2 for 1.2, by hand
    assert (said["worst"], said["largest_score"]) == ("Gemma-2B-it", "+4.4")
    assert (said["farthest"], said["sure_largest"]) == ("Vicuna-13B-v1.5", "+3.0")
    assert (said["widest"], said["largest_size"]) == ("Qwen1.5-1.8B-Chat", "+67 %")
    assert (said["mean_score"], said["sure_mean"]) == ("1.4", "1.2")
    assert said["mean_size"] == "13.7 %"


def test_the_doubtful_row_contradicts_itself(published):
    # (38.02 + 40.36 + 55.74 + 35.29 + 55.88 + 8.26 + 29.94) / 7 = 37.64, printed 36.64
    assert published(NAME).said["gap"] == "1.0 points"


def test_memory3_stands_with_and_without_its_memory(published):
    frame, _ = published(NAME).tables["yang2024memory3-memory"]
    assert list(frame["Average"]) == ["60.8", "63.31", "63.33", "+2.51"]
    assert set(frame["Parameters [B]"]) == {"2.4", ""}
    assert list(frame.columns[3:]) == [
        "ARC-C",
        "HellaSwag",
        "MMLU",
        "Winogrande",
        "GSM8k",
        "C-EVAL",
        "CMMLU",
    ]


@pytest.mark.parametrize(
    ("tasks", "place", "bare"),
    [("all", "3", "3"), ("english", "2", "5"), ("chinese", "3", "3"), ("no_gsm8k", "2", "4")],
)
def test_the_place_of_memory3_depends_on_the_tasks(published, tasks, place, bare):
    said = published(NAME, tasks=tasks).said
    assert (said["place"], said["bare_place"]) == (place, bare)


@pytest.mark.parametrize("chosen", [{}, *OTHERS])
def test_no_label_covers_another_or_a_point(published, overlaps, chosen):
    for figure in published(NAME, **chosen).figures.values():
        assert overlaps(figure) == []


def test_unknown_tasks_are_refused():
    with pytest.raises(UserError, match="all, english, chinese, no_gsm8k"):
        parameters.require(tasks="german")
