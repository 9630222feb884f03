"""The deck's chart, remarks and order, against the deck (document 004), line by line."""

import pytest

from smallbert import compare
from smallbert.errors import UserError
from smallbert.works import small_bert as deck

from .reading import works

REMARKS = {
    (6, 78): 84,  # line 33
    (20, 76): 84,  # line 35
    (60, 71): 84,  # line 37
    (4, 84): 84,  # line 59
    (2, 86): 86,  # line 67
    (4, 82): 84,  # line 120
    (2, 82.5): 84,  # line 139, as are the next two
    (3.5, 80): 84,
    (25, 72): 84,  # line 141
}
"""Ends and starts of the remarks whose end no other remark shares in its panel."""

FRACTIONS = ["1/6", "1/20", "1/60", "1/4", "1/4", "1/2", "1/3.5", "1/10", "1/25"]
"""As written beside BERT_BASE: lines 33 to 37, 59, 120, 139 and 141."""

HOLDS = ["1/2: 86 (?) => 86", "1/4: 84(?) => 84", "1/6: 84 => 78", "1/20: 84 => 76"]
HOLDS += ["1/60: 84 => 71"]


def chart(run, **parameters):
    return run("small_bert", **parameters).figures["small_bert-chart"]


def hollow(ax):
    """Return the places of the remarks' marks: single points, larger than any row's."""
    lines = [line for line in ax.lines if line.get_markersize() > 10]
    return {(float(line.get_xdata()[0]), float(line.get_ydata()[0])) for line in lines}


def arrows(ax):
    """Return end and start of each arrow without a text."""
    return {(note.xy, note.xyann) for note in ax.texts if note.arrow_patch and not note.get_text()}


def points(ax):
    """Return the places of all rows drawn."""
    return {
        (round(float(x), 2), round(float(y), 2))
        for group in ax.containers
        for x, y in zip(group[0].get_xdata(), group[0].get_ydata(), strict=True)
    }


def table(run, exhibit, **parameters):
    frame, layout = run("small_bert", **parameters).tables[exhibit]
    return frame, layout


def test_who_keeps_most_at_each_size_by_hand(published):
    """The poster, lines 34 and 76: 84.8 and 84.4 of 84.6; RPP 86.1 of 86.1; XTC 84.7 of 84.9."""
    rows = compare.evidence()
    own = deck.best_models(rows[rows["source"].isin(works())])
    assert list(own.loc[own["leads"], "retained"].round(2)) == [100.24, 100.0, 99.76]  # XTC: 99.76
    kept = published("small_bert").names["kept"].set_index("row")
    assert kept.at["mobilebert-without-opt", "retained"] == pytest.approx(100 * 84.3 / 84.6)
    assert not kept.at["mobilebert-without-opt", "leads"]
    assert set(kept["source"]) > {"turc2019wellread", "cao2020deformer", "zhao2019extreme"}


def test_a_leader_that_is_as_small_keeps_as_much_as_any_model():
    rows = compare.evidence()
    kept = deck.best_models(rows)
    leading = kept[kept["leads"]]
    for row in rows.itertuples():
        small = leading[leading["factor"] >= row.factor]
        assert small["retained"].round(1).max() >= round(row.retained, 1), row.id
    assert "base-v2" in set(leading["row"])  # ALBERT's, at 9.4 times


def test_a_model_that_is_smallest_and_keeps_most_leads_alone():
    rows = compare.evidence()
    rows.loc[rows["row"] == "dualtrain-48", ["factor", "retained"]] = (99.0, 110.0)
    found = deck.best_models(rows)
    assert list(found.loc[found["leads"], "row"]) == ["dualtrain-48"]
    assert "1 models" not in deck.best_finding(found)


def test_the_home_pages_chart_explains_and_names_every_point(published, overlaps):
    run = published("small_bert")
    figure = run.figures["small_bert-best"]
    (legend,) = figure.legends
    words = {text.get_text() for text in legend.get_texts()}
    kinds = {"matrix decomposition", "pruning", "several techniques", "distillation"}
    assert words > kinds | {"largest share at this size or smaller", "the baseline"}
    assert len(figure.axes[0].texts) == len(run.names["kept"])
    assert not overlaps(figure)


def test_every_remark_is_a_hollow_mark(published):
    base, large = chart(published).axes
    assert hollow(base) == {
        (6, 78), (20, 76), (60, 71), (4, 84), (4, 82), (2, 82.5), (3.5, 80), (10, 78), (25, 72)
    }  # fmt: skip
    assert hollow(large) == {(2, 86), (10, 82), (10, 84)}


def test_an_arrow_leads_from_the_full_model_to_each_remark(published):
    drawn = {pair for ax in chart(published).axes for pair in arrows(ax)}
    for (k, after), before in REMARKS.items():
        assert ((k, after), (1, before)) in drawn
    assert ((10, 84), (1, 87)) in drawn  # line 61, from the retrained teacher
    assert ((10, 82), (1, 86)) in drawn  # line 69


def test_a_dotted_arrow_leads_to_the_row_that_a_remark_speaks_of(published):
    base, large = chart(published).axes
    assert ((1.0, 82.6), (4.0, 82.0)) in arrows(base)  # line 102: DeFormer keeps all weights
    assert ((61.94, 70.6), (60.0, 71.0)) in arrows(base)  # line 25
    assert ((19.41, 76.1), (20.0, 76.0)) in arrows(base)  # lines 20 and 21
    assert len(arrows(base)) == 9 + 6
    assert len(arrows(large)) == 3 + 3


def test_rows_stand_where_the_tables_print_them(published):
    base, large = chart(published).axes
    assert {(5.74, 78.1), (5.74, 78.2), (19.41, 76.5), (61.94, 71.3)} <= points(base)  # lines 17-26
    assert {(4.31, 84.3), (4.31, 83.3)} <= points(base)  # lines 56 and 57: 109 M by 25.3 M
    assert {(1.0, 84.6), (1.0, 84.0), (1.0, 84.4)} <= points(base)  # lines 53, 13, 102
    assert {(1.64, 82.8), (1.64, 82.5)} <= points(base)  # lines 132 and 133
    assert 81.4 in {y for _, y in points(large)}  # line 89
    assert 86.1 in {y for _, y in points(large)}  # line 88


def test_the_axes_are_those_of_the_caption(published):
    base, large = chart(published).axes
    assert base.get_xscale() == "log"
    assert large.get_xlabel() == "Compression factor, embeddings counted [x]"
    assert base.get_ylabel() == "MNLI accuracy [%]"
    assert [base.get_title("left"), large.get_title("left")] == [
        "Made from BERT_BASE",
        "Made from BERT_LARGE",
    ]


def test_each_remark_is_labelled_with_its_fraction(published):
    base, large = chart(published).axes
    fractions = [note.get_text() for note in base.texts if note.get_text().startswith("1/")]
    assert sorted(fractions) == sorted(FRACTIONS)
    assert "1/10, retrained teacher" in [note.get_text() for note in large.texts]


def test_the_face_of_a_mark_tells_the_split(published):
    base, _ = chart(published).axes
    faces = {
        float(y): group[0].get_fillstyle()
        for group in base.containers
        for y in group[0].get_ydata()
    }
    assert faces[82.5] == "bottom"  # line 133, development set
    assert faces[82.8] == "full"  # line 132, test


def test_published_models_can_be_left_out(published):
    with_them, without = (chart(published, published=each).axes[0] for each in (True, False))
    assert 70.2 in {y for _, y in points(with_them)}  # BERT-Tiny, released
    assert 70.2 not in {y for _, y in points(without)}


def test_without_embeddings_the_prune_ratios_are_factors(published):
    _, large = chart(published, size_axis="without_embeddings").axes
    assert {(2.46, 86.1), (8.62, 81.4)} <= points(large)  # 1 / (1 - 0.593), 1 / (1 - 0.884)


def test_splits_apart_have_a_panel_each(published):
    titles = [ax.get_title("left") for ax in chart(published, splits="apart").axes]
    assert "Made from BERT_BASE, development set" in titles
    assert len(titles) == 5


def test_a_choice_without_rows_says_so(published):
    (ax,) = chart(published, teacher="bert_large", splits="dev").axes
    assert [note.get_text() for note in ax.texts] == ["no row and no remark of this kind"]


def test_all_twelve_remarks_are_listed_as_written(published):
    frame, _ = table(published, "small_bert-claims")
    assert len(frame) == 12
    written = set(frame["", "Remark"])
    assert {"1/4: 84(?) => 84", "1/10: 86 (?) => 82", "1/25: 84=> 72"} <= written


def test_five_remarks_hold(published):
    frame, _ = table(published, "small_bert-claims")
    assert list(frame.loc[frame["", "Verdict"] == "holds", ("", "Remark")]) == HOLDS


def test_the_remark_on_deformer_fails_in_its_factor_and_cuts_its_score_off(published):
    frame, _ = table(published, "small_bert-claims")
    row = frame[frame["", "Remark"] == "1/4: 84 => 82"].iloc[0]
    assert list(row["The tables have"][["factor [x]", "before [%]", "after [%]"]]) == [
        "1.00", "84.4", "82.6"
    ]  # fmt: skip  # line 102
    assert list(row["They agree"]) == ["no", "yes", "cut"]
    assert "4.3 times fewer operations" in row["", "Note"]  # line 108 by line 110


def test_as_printed_the_twentieth_has_no_factor(published):
    frame, _ = table(published, "small_bert-claims", corrected=False)
    row = frame[frame["", "Remark"] == "1/20: 84 => 76"].iloc[0]
    assert row["", "Verdict"] == "undecidable"  # line 21 has no factor; its block's is on line 20


def test_the_order_is_the_decks(published):
    frame, layout = table(published, "small_bert-ranking")
    assert list(frame["The deck", "sign"]) == ["Winner:", "", ">", ">", ">>"]  # lines 150-165
    assert [title.split()[0] for title in frame["The deck", "paper"]] == [
        "REWEIGHTED", "MOBILEBERT:", "FASTER", "WELL-READ", "EXTREME"
    ]  # fmt: skip
    assert ("rpp", ("The deck", "paper")) in layout["notes"]


def test_no_sign_can_be_decided(published):
    frame, _ = table(published, "small_bert-ranking")
    assert list(frame["", "Verdict"]) == ["", *["undecidable"] * 4]
    last = frame.iloc[-1]["Ground shared with the paper above"]
    assert (last["task"], last["split"]) == ("both MNLI matched", "both test")
    assert last["baseline"] == "none | BERT_BASE 84.0"  # line 13; line 131 has no teacher


def test_the_remarks_set_the_runner_up_before_the_winner(published):
    said = published("small_bert").said
    assert (said["tenth"], said["rpp_tenth"], said["mobile_tenth"]) == ("1/10", "82 %", "84 %")


def test_the_verdict_quotes_the_tables(published):
    said = published("small_bert").said
    assert (said["hold"], said["fail"], said["open"]) == ("5", "2", "5")
    assert (said["best_model"], said["best_score"]) == ("MobileBERT w/o OPT", "84.3 %")  # line 57
    assert (said["pd_score"], said["zhao_score"]) == ("82.8 %", "78.2 %")  # lines 132 and 18


@pytest.mark.parametrize("wrong", [{"teacher": "gpt"}, {"splits": "both"}, {"corrected": "yes"}])
def test_an_impossible_parameter_is_refused(published, wrong):
    with pytest.raises(UserError, match="use"):
        published("small_bert", **wrong)


def test_seven_remarks_fit_stored_weights_and_two_fit_nothing(published):
    frame, _ = published("small_bert").tables["small_bert-sizes"]
    k_is = frame.set_index("Remark")["k is"]
    assert k_is["1/4: 84(?) => 84"] == "weights"  # 109.48 M / 25.36 M is 4.3
    assert k_is["1/25: 84=> 72"] == "weights"  # 109.48 M / 4.39 M, 2 layers of 128, is 25.0
    assert "BERT_LARGE on SQuAD" in k_is["1/4: 84 => 82"]  # 204.1 / 47.7 and 1549.6 / 359.7
    # 100 / (100 - 88.4) is 8.6; 109.48 M / 28.76 M, 4 layers of 512, is 3.8
    assert set(k_is.index[k_is == "none of these"]) == {"1/10: 86 (?) => 82", "1/3.5: 84 => 80"}
    assert published("small_bert").said["sizes_stored"] == "7"
