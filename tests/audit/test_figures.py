"""What documents print is typed here from their lines; counts are worked by hand or published."""

import pytest

from smallbert.audit import figures, shares


@pytest.fixture(scope="module")
def found():
    return figures.beside().set_index("id")


@pytest.fixture(scope="module")
def sizes():
    return shares.sizes()


def line(found, name, metric):
    return found.loc[f"{name}/{metric}"]


def test_every_figure_has_a_verdict_and_every_other_rule_is_named(found):
    kinds = {"agrees", "close", "unexplained", "not countable"}
    assert set(found["verdict"].str.removesuffix(" by another rule")) == kinds
    other = found["verdict"].str.endswith("by another rule")
    assert (found.loc[other, "rule"] != figures.DEFAULT).all()
    assert (found["rule"] != "").all()


def test_what_cannot_be_counted_has_no_number_and_says_why(found):
    empty = found[found["verdict"] == "not countable"]
    assert empty["counted"].isna().all()
    student = line(found, "zhao2019extreme/table3/dualtrain-48", "compression-factor")
    assert student["rule"] == "the students' feed-forward width is not stated"


def test_a_known_shape_whose_figure_no_rule_counts_says_so(edited):
    rule = "metric: parameters-without-embeddings, scale: 0.001, derived: backbone_of_shape"
    name = "data/sources/he2021debertav3/datapackage.yaml"
    edited(name, rule, "metric: size-fraction, scale: 0.0001")
    sizes = figures.beside("he2021debertav3").set_index("model")
    assert sizes.at["DeBERTaV3-base", "rule"] == (
        "no rule of this book counts the remaining size from a shape"
    )
    unknown = "shape not stated, or not of such an encoder"
    assert sizes.at["DeBERTa-large", "rule"] == unknown


def test_minilm_counts_the_layers_alone(found):
    # README, lines 66 to 69: mBERT and XLM-R have 85M; 12 layers of 384 are 21.3 million, or 21M
    rows = found.filter(regex="wang2020minilm/(xnli|mlqa)/.*parameters", axis=0)
    known = rows[rows["verdict"] != "not countable"]
    assert len(known) == 7
    assert set(known["rule"]) == {"the layers alone"}


def test_bert_base_of_three_sources_has_three_rules(found):
    # 22.5B on line 53 and 58.4 on line 109 of the deck; 29 in the table of Desislavov et al.
    rules = {
        "sun2020mobilebert/table3/bert-base": "the pooler counted for every token",
        "cao2020deformer/table2/bert-base": "softmax, norms and activations counted, too",
        "desislavov2021compute/published_models/bert-base": "the script of ELECTRA's authors",
    }
    for name, rule in rules.items():
        assert line(found, name, "operations")["rule"] == rule


def test_pkd_with_six_layers_is_1_64_times_smaller_with_embeddings(found):
    factor = line(found, "zhao2019extreme/table3/pkd-6", "compression-factor")
    assert factor["counted"] == pytest.approx(109.482240 / 66.955008)
    assert factor["verdict"] == "agrees"


def test_gpt_has_more_weights_than_the_deck_prints(found):
    # line 52 prints 109M; Radford et al. 2019 give 117 M
    gpt = line(found, "sun2020mobilebert/table3/gpt", "parameters")
    assert (gpt["printed"], gpt["verdict"]) == ("109M", "unexplained")


def test_ternarybert_keeps_positions_norms_and_biases_in_float32(found):
    # Bai et al. 2021 print 28.0 MB. By hand: 84,934,656 weights in matrices, 23,440,896 in word
    # vectors and 589,824 in the pooler at 2 bits, 516,864 others at 32: 27.95 MiB
    ternary = line(found, "wu2022xtc/published_sizes/ternarybert", "size")
    assert ternary["rule"] == "pooler at few bits, biases in float32"


def test_bibert_with_12_layers_comes_close_with_norms_and_biases_in_float32(found):
    # Qin et al. 2022 print 13.4 MB; 13.50 MiB with 109,360,128 weights at one bit
    bibert = line(found, "wu2022xtc/published_sizes/bibert-12", "size")
    assert bibert["verdict"] == "close by another rule"
    assert bibert["rule"] == "norms and biases alone in float32"


def test_without_published_figures_those_of_the_documents_are_left(found):
    inside = figures.beside(published=False)
    assert set(inside["origin"]) == {"printed", "digitised"}
    assert len(inside) == (found["origin"] != "published").sum()


@pytest.mark.parametrize(
    ("counted", "verdict"),
    [
        ({"a": 10.04, "b": 10.0}, ("agrees by another rule", "a")),
        ({figures.DEFAULT: 10.04, "b": 10.0}, ("agrees", figures.DEFAULT)),
        ({figures.DEFAULT: 10.09, "b": 10.0}, ("agrees by another rule", "b")),
        ({figures.DEFAULT: 10.09, "b": 12}, ("close", figures.DEFAULT)),
        ({figures.DEFAULT: 12, "b": 10.09}, ("close by another rule", "b")),
    ],
)
def test_the_nearer_rule_wins_and_the_books_own_among_equals(counted, verdict):
    assert figures.explain(10.0, 0.05, counted) == verdict


def test_a_figure_that_no_rule_meets_is_unexplained_and_names_the_nearest():
    verdict, rule = figures.explain(10.0, 0.05, {figures.DEFAULT: 20, "b": 5})
    assert verdict == "unexplained"
    assert rule == "none tried; nearest: b, 0.50 times that"


def test_without_any_count_a_figure_is_unexplained():
    assert figures.explain(10.0, 0.05, {}) == ("unexplained", "none tried")


def test_operations_may_be_off_by_more_than_sizes():
    assert figures.explain(2500, 0.5, {figures.DEFAULT: 2526}, close=0.03)[0] == "close"
    assert figures.explain(2500, 0.5, {figures.DEFAULT: 2526})[0] == "unexplained"


def test_the_poster_has_26_rows_of_which_14_have_a_shape(sizes):
    assert len(sizes) == 26
    assert (sizes["shape"] != "").sum() == 14


def test_albert_is_counted_as_the_poster_prints_it(sizes):
    albert = sizes.loc["albert"]  # line 71: 10.7%, 8.8%
    assert albert["with_counted"] == pytest.approx(100 * 11_683_584 / 109_482_240)
    assert albert["with_verdict"] == "agrees"


def test_q_bert_has_four_bits_and_eight_in_the_embeddings(sizes):
    q_bert = sizes.loc["q-bert"]  # line 52: 15%, 12.5%
    assert (q_bert["with_verdict"], q_bert["without_rule"]) == (
        "agrees",
        "the model's pooler left out",
    )
    assert q_bert["embeddings_kept"] == pytest.approx(100 * 8 / 32, abs=2.5)


def test_movement_pruning_keeps_the_embeddings_whole(sizes):
    # line 56: 23.8 % and 3 %; (0.238 · 109.48 − 0.03 · 86.04) / 23.44, or 85.65 and 23.84
    assert sizes.loc["movement-pruning", "embeddings_kept"] == pytest.approx(100.1, abs=0.1)
    assert sizes.loc["movement-pruning", "looked_up_kept"] == pytest.approx(98.5, abs=0.1)


def test_a_row_may_tell_that_all_vectors_are_left_out(sizes, edited):
    assert shares.whole(sizes)["rpp"]
    assert not shares.whole(sizes, "looked_up_kept")["rpp"]
    # line 54: 58.7 % of 85.65 M and 23.84 M whole are 74.11 M, 67.7 % of 109.48 M
    edited("data/sources/ganesh2021case/effectiveness.csv", "67.6%,58.7%", "67.7%,58.7%")
    planted = shares.sizes()
    assert not shares.whole(planted)["rpp"]
    assert shares.whole(planted, "looked_up_kept")["rpp"]


def test_parameters_over_four_cut_off_give_mobilebert_in_8_bits(sizes):
    # line 75: 5.7 % for 5.79 %, a quarter of 25.36 M; 6.1 % for 6.185 %, a quarter of 21.19 M
    row = sizes.loc["mobilebert-8-bit"]
    assert row["with_rule"] == "this book's rule, digits cut off"
    assert row["without_rule"] == "position and type vectors left out, too, digits cut off"


def test_digits_are_cut_off_only_where_the_table_does_so(edited):
    edited(
        "data/sources/ganesh2021case/datapackage.yaml", "cuts_digits: true", "cuts_digits: false"
    )
    row = shares.sizes().loc["mobilebert-8-bit"]
    assert (row["with_verdict"], row["without_verdict"]) == ("unexplained", "unexplained")


def test_a_tick_beyond_the_break_is_no_size(edited):
    def found():
        return figures.beside("wu2022xtc", published=False).set_index("id")

    tick = found()[lambda frame: frame["printed"] == "200"]
    assert len(tick) == 4
    assert set(tick["verdict"]) == {"not countable"}
    assert set(tick["rule"]) == {"the tick beyond the break of the axis is not a size"}
    row = "points,xtc-6,size,the tick beyond the break of the axis is not a size\n"
    edited("data/sources/wu2022xtc/unusable.csv", row, "")
    # if it were one, 200 MB would be 255 within 35 %
    assert found().loc["wu2022xtc/points/xtc-6/size", "verdict"] == "agrees"


def test_as_printed_misread_factors_are_counted_less_often():
    printed = figures.beside(corrected=False, published=False)
    mended = figures.beside(published=False)
    assert len(printed) < len(mended)
