"""What documents print is typed here from their lines; counts are worked by hand or published."""

import pytest

from smallbert import audit, data, paths
from smallbert.audit import rules_of_sizes

LAYERS = 12 * (4 * (768 * 768 + 768) + 2 * 768 * 3072 + 3072 + 768 + 4 * 768)
"""Weights of BERT_BASE's layers by hand: 85,054,464."""


def counted(*works, corrected=True):
    tidy = data.results(*works, corrected=corrected)
    return audit.counted(tidy, audit.METRICS + audit.SHARES).set_index("id")


@pytest.fixture(scope="module")
def found():
    return counted()


POSTER = "ganesh2021case/effectiveness"


@pytest.mark.parametrize(
    ("figure", "verdict", "rule"),
    [
        # 22.5B on line 53 and 58.4 on line 109 of the deck; 29 in the table of Desislavov et al.
        (
            "sun2020mobilebert/table3/bert-base/operations",
            "agrees by another rule",
            "the pooler counted for every token",
        ),
        (
            "cao2020deformer/table2/bert-base/operations",
            "agrees by another rule",
            "softmax, norms and activations counted, too",
        ),
        (
            "desislavov2021compute/published_models/bert-base/operations",
            "agrees by another rule",
            "the script of ELECTRA's authors",
        ),
        # 109,482,240 over 66,955,008 is 1.64
        ("zhao2019extreme/table3/pkd-6/compression-factor", "agrees", rules_of_sizes.DEFAULT),
        (
            "zhao2019extreme/table3/dualtrain-48/compression-factor",
            "not countable",
            "the students' feed-forward width is not stated",
        ),
        # line 52 prints 109M; Radford et al. 2019 give 117 M
        ("sun2020mobilebert/table3/gpt/parameters", "unexplained", "none tried; nearest"),
        # Bai et al. 2021 print 28.0 MB. By hand: 84,934,656 weights in matrices, 23,440,896 in
        # word vectors, 589,824 in the pooler at 2 bits, 516,864 others at 32: 27.95 MiB
        (
            "wu2022xtc/published_sizes/ternarybert/size",
            "agrees by another rule",
            "pooler at few bits, biases in float32",
        ),
        # Qin et al. 2022 print 13.4 MB; 13.50 MiB with 109,360,128 weights at one bit
        (
            "wu2022xtc/published_sizes/bibert-12/size",
            "close by another rule",
            "norms and biases alone in float32",
        ),
        (
            "wu2022xtc/points/xtc-6/size",
            "not countable",
            "the tick beyond the break of the axis is not a size",
        ),
        # line 71: 10.7 %; 11,683,584 of 109,482,240
        (f"{POSTER}/albert/size-with-embeddings", "agrees", rules_of_sizes.DEFAULT),
        # line 52: 12.5 %; four bits and eight in the embeddings
        (
            f"{POSTER}/q-bert/size-without-embeddings",
            "agrees by another rule",
            "the model's pooler left out",
        ),
        # line 75: 5.7 % for 5.79 %, a quarter of 25.36 M; 6.1 % for 6.185 %, of 21.19 M
        (
            f"{POSTER}/mobilebert-8-bit/size-with-embeddings",
            "agrees by another rule",
            "this book's rule, digits cut off",
        ),
        (
            f"{POSTER}/mobilebert-8-bit/size-without-embeddings",
            "agrees by another rule",
            "position and type vectors left out, too, digits cut off",
        ),
        # 108,310,272 weights of the cased model are its own 100 %
        ("yang2020textbrewer/sizes/bert-base/size-with-embeddings", "agrees", "this book's rule"),
    ],
)
def test_a_printed_size_has_its_verdict_and_what_explains_it(found, figure, verdict, rule):
    own = found.loc[figure]
    assert own["verdict"] == verdict
    assert own["rule"].startswith(rule)


def test_minilm_counts_the_layers_alone(found):
    # README, lines 66 to 69: mBERT and XLM-R have 85M; 12 layers of 384 are 21.3 million, or 21M
    rows = found.filter(regex="wang2020minilm/(xnli|mlqa)/.*parameters", axis=0)
    known = rows[rows["verdict"] != "not countable"]
    assert len(known) == 7
    assert set(known["rule"]) == {"the layers alone"}


def test_a_known_shape_whose_figure_no_rule_counts_says_so(edited):
    rule = "metric: parameters-without-embeddings, scale: 0.001, derived: backbone_of_shape"
    name = "data/sources/he2021debertav3/datapackage.yaml"
    edited(name, rule, "metric: size-fraction, scale: 0.0001")
    sizes = counted("he2021debertav3").set_index("model")["rule"]
    assert sizes["DeBERTaV3-base"] == "no rule of this book counts the remaining size from a shape"
    assert sizes["DeBERTa-large"] == "shape not stated, or not of such an encoder"


OWN = rules_of_sizes.DEFAULT


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ({"a": 10.04, "b": 10.0}, ("agrees by another rule", "a")),
        ({OWN: 10.04, "b": 10.0}, ("agrees", OWN)),
        ({OWN: 10.09, "b": 10.0}, ("agrees by another rule", "b")),
        ({OWN: 10.09, "b": 12}, ("close", OWN)),
        ({OWN: 12, "b": 10.09}, ("close by another rule", "b")),
        ({OWN: 20, "b": 5}, ("unexplained", "none tried; nearest: b, 0.50 times that")),
    ],
)
def test_the_nearer_rule_wins_and_the_books_own_among_equals(counts, expected):
    assert rules_of_sizes.explain(10.0, 0.05, counts) == expected


def test_weights_of_the_layers_alone_are_another_way_to_count_and_no_error(edited):
    edited("data/sources/he2021debertav3/sizes.csv", "V3-Base,128,86,", "V3-Base,128,85,")
    line = audit.table("he2021debertav3").set_index("row").loc["deberta-v3-base"]
    assert round(LAYERS / 1e6) == 85
    # word vectors left out: 12 layers, 512 positions, a norm and the pooler, 86.04 million
    assert line["recomputed"] == pytest.approx((LAYERS + 514 * 768 + 768 * 769) / 1e9)
    assert line["verdict"] == "disagrees"
    assert line["note"] == f"{audit.COUNTED}: the layers alone"


ENGLISH = "data/sources/wang2020minilm/english_v1.csv"


def test_parameters_printed_without_embeddings_raise_the_question(edited):
    edited(ENGLISH, "BERT-Base,109M", "BERT-Base,85M")
    id = "wang2020minilm/english_v1/bert-base/parameters/parameters-of-shape"
    line = audit.table("wang2020minilm").set_index("id").loc[id]
    asked = "counted without embeddings (the layers alone); if so, the metric is parameters-without"
    assert line["note"].startswith(f"{audit.COUNTED}: {asked}")


def test_a_shape_judges_no_weights_of_a_pruned_row(edited):
    edited(ENGLISH, '12 layers of 384",distillation', '12 layers of 384",pruning+distillation')
    own, why = "wang2020minilm/english_v1/minilm-12-384/parameters", rules_of_sizes.PRUNED
    line = audit.table("wang2020minilm").set_index("id").loc[f"{own}/parameters-of-shape"]
    assert (line["verdict"], line["note"]) == ("cannot be recomputed", why)
    figure = counted("wang2020minilm").loc[own]
    assert (figure["verdict"], figure["rule"]) == ("not countable", why)


@pytest.mark.parametrize("row", ["binarybert-twn", "xtc-12-1bit"])
def test_two_sizes_of_one_shape_are_set_against_each_other_unless_one_is_pruned(edited, row):
    id = "wu2022xtc/points/binarybert-twn/size/same-shape"
    assert id in set(audit.table("wu2022xtc")["id"])
    name = "data/sources/wu2022xtc/points.csv"
    own = next(line for line in (paths.CHECKOUT / name).open() if line.startswith(f"{row},"))
    edited(name, own, own.replace(",quantization", ",pruning+quantization", 1))
    assert id not in set(audit.table("wu2022xtc")["id"])
