import pytest

from .reading import points

NAME = "sparsity_and_speed"


def test_the_more_regular_the_faster_and_single_weights_never_double_the_speed(published):
    page = published(NAME)
    assert [page.said[name] for name in ("unstructured", "blocks", "structured")] == [
        "1.1",
        "1.8",
        "3.4",
    ]
    fastest = page.names["rows"].groupby("pattern")["speedup"].max()[["unstructured", "structured"]]
    assert fastest.tolist() == pytest.approx([1.517, 3.644], abs=0.01)


def test_at_twice_the_speed_blocks_score_more_than_whole_heads_and_filled_ones_most(published):
    """Checkpoints 025, 203 and 031 of the results file: F1 87.705, 88.203 and 86.147."""
    said = published(NAME).said
    shown = said["hybrid_twice"], said["filled_twice"], said["structured_twice"]
    assert shown == ("87.7", "88.2", "86.1")


def test_whole_heads_keep_more_from_some_speed_on(published):
    """Their best has 86.147; c133 has 86.201 at 2.681 and c208, filled, 86.694 at 2.800."""
    said = published(NAME).said
    assert (said["hybrid_up_to"], said["filled_up_to"], said["loosest"]) == ("2.68", "2.80", "1.5")


def test_a_line_of_the_table_says_how_fast_its_best_network_is(published):
    """Checkpoint 031 has the highest F1 of whole heads, 70 to 80 % removed: 86.147 at 2.847."""
    lines = published(NAME).names["table"]
    best = lines.loc[("structured", "70 to 80 %"), ["score", "best_speedup"]].tolist()
    assert best == pytest.approx([86.147, 2.847], abs=0.001)


@pytest.mark.parametrize("given", [{}, {"score": "mnli"}])
def test_every_network_is_drawn_above_and_those_of_one_teacher_below(published, overlaps, given):
    page = published(NAME, **given)
    figure = page.figures[f"{NAME}-chart"]
    places = zip(page.names["rows"]["left"], page.names["rows"]["speedup"], strict=True)
    assert points(figure.axes[0]) == [pytest.approx(place) for place in sorted(places)]
    alike = page.names["alike"]
    assert len(points(figure.axes[1])) == len(alike) < len(page.names["rows"])
    assert overlaps(figure) == []
