"""Expected numbers stand in the poster, by line of the document, or were worked by hand."""

import pytest

from smallbert import claims, data
from smallbert.data import sources
from smallbert.errors import UserError

from .reading import in_a_line, signs, texts

NAME = "ganesh2021case"
PARAMETERS = [
    {},
    {"corrected": False, "averaging": "complete", "size_axis": "without_embeddings"},
    {"baseline": "own", "averaging": "relative", "size_axis": "speedup"},
    {"baseline": "own", "averaging": "zero", "convention": "macs", "embed": "product"},
    {"sequence_length": 512},
]


def places(figure):
    return signs(figure.axes[0])


@pytest.mark.parametrize("parameters", PARAMETERS, ids=str)
def test_every_exhibit_is_published_and_no_label_covers_another(published, overlaps, parameters):
    found = published(NAME, **parameters)
    names = ("motivation", "breakdown", "effectiveness", "averages", "scatter", "changes")
    names += ("findings", "suggestions", "audit", "embeddings")
    assert set(found.artifacts) == {f"{NAME}-{name}" for name in names}
    assert not overlaps(found.figures[f"{NAME}-motivation"])
    assert not overlaps(found.figures[f"{NAME}-scatter"])


@pytest.mark.parametrize(
    "wrong", [{"averaging": "median"}, {"baseline": "teacher"}, {"sequence_length": 513}], ids=str
)
def test_an_impossible_parameter_is_refused(published, wrong):
    with pytest.raises(UserError, match=next(iter(wrong))):
        published(NAME, **wrong)


# Motivation


def test_motivation_draws_sizes_of_every_origin(published):
    found = places(published(NAME).figures[f"{NAME}-motivation"])
    heights = {y for _, y in found}
    assert {65, 96, 117, 110, 335, 1500, 8300, 235} <= heights  # published table
    assert 25.3 in heights  # MobileBERT in the slide deck
    assert {2000, 4000, 6000, 7000, 8000, 13000, 32000} <= heights  # document 002, lines 28 to 43
    assert 4.386 in heights  # BERT-Tiny: 4,385,920 by hand


def test_motivation_has_a_logarithmic_axis_in_millions(published):
    (ax,) = published(NAME).figures[f"{NAME}-motivation"].axes
    assert ax.get_yscale() == "log"
    assert ax.get_ylabel() == "Parameters [M]"
    assert [each.get_text() for each in ax.get_yticklabels()] == ["10", "100", "1,000", "10,000"]


def test_motivation_labels_each_point_or_size(published):
    shown = texts(published(NAME).figures[f"{NAME}-motivation"])
    assert {"BERT_BASE", "Megatron", "MobileBERT", "Falcon (32 B)", "Qwen1.5 (4 B)"} <= set(shown)


def test_only_digitised_sizes_have_error_bars_of_35_per_cent(published):
    (ax,) = published(NAME).figures[f"{NAME}-motivation"].axes
    bars = [each[2][0].get_segments()[0] for each in ax.containers if each.has_yerr]
    assert len(bars) == 16
    assert min(round(float(bar[0][1])) for bar in bars) == 1300  # 2 B less 35 %


def test_each_model_read_by_eye_has_its_own_date(published):
    (ax,) = published(NAME).figures[f"{NAME}-motivation"].axes
    years = {y: [x for x, other in signs(ax) if other == y] for y in (32000, 8000)}
    assert years[32000] == pytest.approx([2023.33], abs=0.01)  # Falcon-40B: May 2023
    assert years[8000] == pytest.approx([2024.25], abs=0.01)  # Llama3: 18 April 2024


def test_the_headline_compares_sizes_of_one_kind(published):
    title = published(NAME).figures[f"{NAME}-motivation"].get_suptitle().replace("\n", " ")
    assert "Transformer to Megatron models grew 128-fold" in title  # 8300 / 65
    assert "to BERT-Tiny they shrank 25-fold" in title  # 110 / 4.386


def test_the_largest_model_is_31_times_short_of_a_trillion(published):
    assert published(NAME).said["short"] == "31"  # 1000 / 32, line 42 of document 002


# Breakdown: numbers worked by hand from BERT_BASE's shape at 256 tokens


def test_breakdown_of_bert_base_at_256_tokens(published):
    base = published(NAME).names["costed"]["bert-base"].round(2)
    base = base[base.any(axis=1)]  # BERT_BASE has no bottlenecks and no task head here
    assert list(base["parameters"]) == [23.44, 0.39, 21.26, 0.0, 7.09, 56.67, 0.04, 0.59]
    assert list(base["operations"]) == [0.0, 0.0, 10.87, 2.42, 3.62, 28.99, 0.0, 0.0]
    assert base.loc["attention output", "activations"] == 0.75  # 4 * 256 * 768 bytes


def test_breakdown_draws_base_and_large_side_by_side(published):
    figure = published(NAME).figures[f"{NAME}-breakdown"]
    assert [in_a_line(ax.get_xlabel()) for ax in figure.axes] == [
        "Parameters [M]",
        "Operations [G], 2 a multiply-add",
        "Results in memory [MiB]",
        "Least time [ms]",
    ]
    widths = [[round(bar.get_width(), 1) for bar in bars] for bars in figure.axes[0].containers]
    assert widths[0] == [23.4, 0.4, 21.3, 0.0, 7.1, 56.7, 0.0, 0.6]
    assert widths[1] == [31.3, 0.5, 75.6, 0.0, 25.2, 201.4, 0.1, 1.0]  # pooler: 1024² + 1024
    shown = [each.get_text() for each in figure.legends[0].get_texts()]
    assert shown[:2] == ["BERT_BASE", "BERT_LARGE"]


def test_the_title_of_the_breakdown_names_what_leads(published):
    figure = published(NAME).figures[f"{NAME}-breakdown"]
    # 56.67 M of 109.48 M by hand; at 8 tokens and other shares the title follows
    title = in_a_line(figure.get_suptitle())
    assert "Feed-forward: 52 % of BERT_BASE's weights" in title
    other = published("costs", sequence_length=8, batch=64, bandwidth=900.0, peak=15000.0)
    assert other.figures["costs-breakdown"].get_suptitle() != figure.get_suptitle()


def test_attention_doubles_its_share_with_the_length_and_macs_are_half(published):
    long = published(NAME, sequence_length=512).names["parts"]["bert-base"]["operations"]
    assert long["attention itself"] == pytest.approx(9.66, abs=0.01)  # 2.416 times 2 squared
    other = {"baseline": "own", "averaging": "zero", "convention": "macs", "embed": "product"}
    macs = published(NAME, **other).names["parts"]["bert-base"]["operations"]
    assert macs["attention itself"] == pytest.approx(1.208, abs=0.001)
    assert macs["word embeddings"] == pytest.approx(6.001, abs=0.001)  # 256 * 30522 * 768


# The table, lines 49 to 76


def test_table_has_the_posters_two_header_rows(published):
    frame, _ = published(NAME).tables[f"{NAME}-effectiveness"]
    upper, lower = (list(frame.columns.get_level_values(level)) for level in (0, 1))
    assert upper[4:] == ["Model Size"] * 2 + ["Speedup"] * 2 + ["Accuracy/F1"] * 4 + [
        "Avr. (published: Avr. Drop)"
    ]
    assert lower[4:12] == ["w/ emb", "w/o emb", "GPU", "CPU", "MNLI", "QQP", "SST-2", "SQD"]


def test_table_has_26_rows_in_the_posters_order(published):
    frame, _ = published(NAME).tables[f"{NAME}-effectiveness"]
    assert len(frame) == 26
    lines = {0: 51, 1: 52, 8: 59, 17: 68, 25: 76}
    cells = {
        51: ["100%", "100%", "1x", "1x", "84.6", "89.2", "93.5", "88.5", "0.0"],
        52: ["15%", "12.5%", "1x", "1x", "83.9", "-", "92.6", "88.3", "-0.6"],
        59: ["22.8%", "10.9%", "6.25x", "7.09x", "-", "88.6", "92.9", "-", "-0.6"],
        68: ["100%", "100%", "3.14x", "3.55x", "82.6", "90.3", "-", "87.1", "-0.76"],
        76: ["1.3%", "0.9%", "1.83x", "-", "84.4", "89.8", "88.5", "-", "-1.53"],
    }
    for at, line in lines.items():
        assert list(frame.iloc[at, 4:]) == cells[line], f"line {line}"


def test_headings_are_shown_as_printed_and_resolved_and_span(published):
    frame, layout = published(NAME).tables[f"{NAME}-effectiveness"]
    both = frame["Methods"]
    moved = both[both["as printed"] != both["resolved"]]
    assert moved.to_dict("index") == {
        "lightpaff": {"as printed": "Structured Pruning", "resolved": "KD from Output Logits"},
        "distilbert": {"as printed": "KD from Attn.", "resolved": "Multiple KD combined"},
        "deformer": {"as printed": "Dynamic Inference", "resolved": "Matrix Decomposition"},
    }
    assert layout["span"] == [("Methods", "as printed"), ("Methods", "resolved")]
    assert layout["groups"] == ("Methods", "resolved")


def test_moved_rows_carry_their_evidence_on_the_models_name(published):
    _, layout = published(NAME).tables[f"{NAME}-effectiveness"]
    noted = {row for row, column in layout["notes"] if column == ("Model", "")}
    assert noted == {"lightpaff", "distilbert", "deformer"}
    assert "Decomp-BERT-base" in layout["notes"]["deformer", ("Model", "")]


def test_works_are_named(published):
    frame, _ = published(NAME).tables[f"{NAME}-effectiveness"]
    assert frame.loc["movement-pruning", ("Work", "")] == "Sanh et al. 2020"
    assert (frame.drop("bert-base")["Work", ""] != "").all()


def test_as_printed_groups_by_the_printed_headings(published):
    _, layout = published(NAME, **PARAMETERS[1]).tables[f"{NAME}-effectiveness"]
    assert layout["groups"] == ("Methods", "as printed")


# The average


def test_average_over_reported_tasks_by_hand(published):
    frame, _ = published(NAME).tables[f"{NAME}-averages"]
    mean = frame["Recomputed", "reported"]
    assert mean["adabert"] == pytest.approx(-5.2 / 3)  # line 61: -3.0, -0.5, -1.7
    assert mean["movement-pruning"] == pytest.approx(-4.7)  # line 56: -5.6, +0.1, -8.6
    assert mean["lottery-ticket"] == pytest.approx(-0.625)  # line 55: -1.5, +0.3, -0.6, -0.7


def test_one_printed_average_does_not_follow_from_its_cells_and_one_needs_hidden_digits(published):
    frame, _ = published(NAME).tables[f"{NAME}-averages"]
    agrees = frame["Agrees (reported)", ""]
    assert set(agrees.index[agrees == "no"]) == {"adabert"}
    assert set(agrees.index[agrees == "if scores hide digits"]) == {"movement-pruning"}
    assert published(NAME).said["loose_hidden"] == "0.3"  # six scores, 0.05 each
    assert frame.loc["adabert", ("Printed", "")] == "−2.06"
    assert frame.loc["movement-pruning", ("Printed", "")] == "−4.73"


def test_five_averages_agree_when_digits_are_cut_off(published):
    frame, _ = published(NAME).tables[f"{NAME}-averages"]
    agrees = frame["Agrees (reported)", ""]
    cut = {"schubert", "mobilebert", "deformer", "deebert", "dynabert"}  # -1.8667 as -1.86, ...
    assert set(agrees.index[agrees == "if digits are cut off"]) == cut


def test_other_rules_by_hand(published):
    frame, _ = published(NAME).tables[f"{NAME}-averages"]
    row = frame.loc["gobo", "Recomputed"]  # line 53 has MNLI alone: 83.7 for 84.6
    assert row["zero"] == pytest.approx(-0.9 / 4)
    assert row["relative"] == pytest.approx(-90 / 84.6)
    assert frame["Recomputed", "complete"].notna().sum() == 4  # lines 51, 55, 63, 71


def test_own_baselines_cost_minilm_half_a_point(published):
    frame, _ = published(NAME, **PARAMETERS[2]).tables[f"{NAME}-averages"]
    mean = frame["Recomputed", "reported"]
    assert mean["minilm"] == pytest.approx(-2 / 3)  # 84.5, 91.3, 93.2 to 84.0, 91.0, 92.0
    assert mean["q-bert"] == pytest.approx(-0.6)  # no baseline of its own is known


def test_own_baselines_are_those_of_the_slide_deck():
    table = sources.table(NAME, "effectiveness")
    deck = data.values("cao2020deformer", "table1")["bert_base"]
    own = table.loc["deformer", ["baseline_mnli", "baseline_qqp", "baseline_sqd"]]
    assert list(own.astype(float)) == list(deck[["mnli", "qqp", "squad"]])
    teacher = data.values("zhao2019extreme", "table3").loc["teacher"]
    assert teacher["mnli_m_accuracy"] == float(table.loc["extreme-48", "baseline_mnli"])
    assert teacher["sst_2_accuracy"] == float(table.loc["extreme-48", "baseline_sst_2"])


# The scatter


def test_scatter_puts_rows_by_family(published):
    found = places(published(NAME).figures[f"{NAME}-scatter"])
    assert found[round(100 / 10.2, 2), -0.9] == ("s", "#0f7fc4")  # GOBO, quantization
    assert found[round(100 / 22.8, 2), -0.6] == ("o", "#009e73")  # LightPAFF, distillation
    assert found[1.0, -0.767] == ("D", "#b565c9")  # DeFormer, matrix decomposition
    assert found[round(100 / 1.3, 2), -1.533] == ("*", "#d6456b")  # EdgeBERT, compound
    assert len(found) == 26


def test_scatter_as_printed_colours_by_the_printed_heading(published):
    figure = published(NAME, corrected=False).figures[f"{NAME}-scatter"]
    found = places(figure)
    assert found[1.0, -0.767] == ("^", "#1f9bb5")  # DeFormer under Dynamic Inference
    assert found[round(100 / 22.8, 2), -0.6] == ("v", "#d55e00")  # LightPAFF under Pruning


def test_scatter_says_tasks_and_development_sets(published):
    shown = texts(published(NAME).figures[f"{NAME}-scatter"])
    assert {"GOBO (1)", "MiniLM (3, dev)", "ALBERT (4)", "BERT_BASE"} <= set(shown)


def test_scatter_against_speed_leaves_out_rows_without_it(published):
    found = places(published(NAME, **PARAMETERS[2]).figures[f"{NAME}-scatter"])
    assert (25.5, -13.602) in found  # line 66: 84.0 to 71.3 and 93.5 to 82.2, relative
    assert len(found) < 26  # line 57 has no speedup


# Findings and suggestions


def test_findings_are_the_posters_six_in_order_with_the_verdicts_of_their_claims(published):
    run = published(NAME)
    frame, layout = run.tables[f"{NAME}-findings"]
    stated = list(sources.table(NAME, "findings")["statement"])
    assert list(frame["Finding, in our words"].unique()) == stated
    assert layout["span"] == ["Finding, in our words"]
    accepted = claims.stated().loc[frame.index]
    assert list(frame["Verdict"]) == list(accepted["verdict"])
    assert {78, *range(79, 84)} <= {
        int(line) for each in accepted["line"] for line in each.split("+")
    }
    words = [run.said[each] for each in ("holds", "fails", "undecided")]
    assert words == ["four", "none", "two"]  # whether several losses or a teacher help is open


def test_printed_headings_turn_the_verdict_on_several_losses(published):
    frame, _ = published(NAME, corrected=False).tables[f"{NAME}-findings"]
    # DistilBERT is printed under attention, LightPAFF under structured pruning
    assert frame.loc["several-losses-help", "Verdict"] == "holds"


def test_suggestions_are_eight_and_name_pages(published):
    frame, _ = published(NAME).tables[f"{NAME}-suggestions"]
    assert len(frame) == 8  # lines 87 to 94
    assert frame["Key term"].iloc[0] == "appropriate baseline"
    assert frame["Key term"].str.startswith("– ").sum() == 4  # lines 90, 91, 93, 94
    assert frame.loc["compound", "Answered by"] == "Compound"
    assert "EdgeBERT" in frame.loc["compound-bert", "What the poster's rows add"]


def test_the_two_size_columns_tell_what_is_left_of_the_embeddings(published):
    frame, _ = published(NAME).tables["ganesh2021case-embeddings"]
    left, every = frame["Word vectors left [%]"], frame["All vectors left [%]"]
    # by hand, of 109.48 M weights and 86.04 M without the word vectors; lines 71, 53 and 54
    assert round(left["albert"], 1) == 17.7  # (10.7 * 109.48 - 8.8 * 86.04) / 23.44
    assert round(left["gobo"], 1) == 27.5  # (10.2 * 109.48 - 5.5 * 86.04) / 23.44
    assert round(left["rpp"], 1) == 100.3  # (67.6 * 109.48 - 58.7 * 86.04) / 23.44
    assert round(every["rpp"], 1) == 99.6  # (67.6 * 109.48 - 58.7 * 85.65) / 23.84
    # 4 bits of 32 for word vectors: 12.5; 48 of 768 numbers, 4928 of 30522 words: 1.0
    counted = frame["Counted from the shape [%]"]
    assert list(counted[["gobo", "extreme-48"]].round(1)) == [12.5, 1.0]


def test_four_rows_keep_what_their_shape_and_bits_do_not_leave(published):
    frame, _ = published(NAME).tables["ganesh2021case-embeddings"]
    off = frame[frame["What is left of them"].str.startswith("not")]
    assert list(off["Model"]) == ["GOBO", "TinyBERT, 4 layers", "ALBERT", "GOBO on DistilBERT"]


def test_the_second_column_leaves_out_the_word_vectors_alone(published):
    said = published(NAME).said
    assert (said["rows_by_word"], said["rows_by_all"]) == ("10", "8")
    assert said["telling"] == "RPP and DynaBERT"
    # lines 54 and 73; (31.2 * 109.48 - 12.4 * 86.04) / 23.44, and with 85.65 and 23.84
    assert said["telling_word"] == "100.3 % and 100.2 %"
    assert said["telling_all"] == "99.6 % and 98.8 %"
