"""Expected numbers are printed in the documents or worked by hand from them, as each test says."""

import re
from collections import Counter

import pytest

from smallbert import compare
from smallbert.errors import UserError

from .reading import drawn, near, texts, works

NAME = "compare_fronts"
DECK = "mnli-m accuracy, test, BERT_BASE, base teacher"
POSTER = "mnli accuracy, mixed in ganesh2021case, BERT_BASE, base teacher"


def verdicts(run, key):
    found = run.artifacts["compare_fronts-rows"] and run.names["compressed"]
    return found[found["key"] == key].set_index("model")["verdict"]


def test_a_panel_for_each_of_the_eight_largest_groups_and_no_other(published):
    """The deck's test scores, the poster's and XTC's on dev are the documents' among them."""
    run = published(NAME)
    axes = run.figures["compare_fronts-keys"].axes
    titles = [" ".join(ax.get_title(loc="left").split()) for ax in axes]
    assert titles[:2] == [
        "A: MNLI matched, accuracy, test set, against BERT_BASE",
        "B: MNLI, accuracy, test and development mixed, against BERT_BASE; as in poster",
    ]
    assert titles == list(run.names["shown"].values())
    groups = run.names["compressed"].groupby("key")["source"]
    own = [key for key in run.names["shown"] if works() >= set(groups.get_group(key))]
    assert own == [DECK, POSTER, "mnli-m accuracy, dev, BERT_BASE, base teacher"]
    sizes = groups.size()
    shown = sizes.index.isin(list(run.names["shown"]))
    assert shown.sum() == 8
    assert sizes[shown].min() >= max(3, sizes[~shown].max())


def test_points_stand_where_the_tables_have_them(published):
    """Slide 1, line 18: 78.2 at 5.74; the poster, line 76: 84.4 at 1.3 % of the size."""
    places = drawn(published(NAME).figures["compare_fronts-keys"])
    assert near(places, 5.74, 78.2)
    assert near(places, 100 / 1.3, 84.4)


def test_who_is_on_the_posters_front(published):
    """EdgeBERT's 84.4 at 1.3 % is beaten by none; movement pruning's 79.0 at 23.8 % by it."""
    found = verdicts(published(NAME), POSTER)
    assert found["EdgeBERT"] == "certain"
    assert found["Movement pruning"] == "no"
    assert "ALBERT" not in found  # its row mixes two versions


def test_a_student_between_two_larger_and_better_ones_is_on_the_front(published):
    """Slide 6: PD has 82.8 with 6 layers, as the published models with fewer weights have less."""
    found = verdicts(published(NAME), DECK)
    assert found["6/768, pre-trained distillation (PD)"] == "certain"
    assert found["BERT_BASE cut to 6 layers (TF)"] == "no"  # 80.4 at the same size


def test_a_spread_over_runs_leaves_more_open(published):
    sure, unsure = (published(NAME, runs=runs).said for runs in (0.0, 2.0))
    assert int(unsure["possible"]) > int(sure["possible"])
    assert sure["models"] == unsure["models"]


def test_operations_move_pruned_models_to_one(published):
    """Zeros in RPP's matrices save none; slide 2: 22.5 by 5.7 for MobileBERT."""
    places = drawn(published(NAME, axis="operations").figures["compare_fronts-families"])
    assert near(places, 1, 86.1)
    assert near(places, 22.5 / 5.7, 84.3)


def test_readings_have_bars_on_both_axes(published):
    """The figure's document, line 29: 8 MB by eye, 35 % either way, 81.8 on average."""
    run = published(NAME, scored="glue", origin="digitised")
    assert near(drawn(run.figures["compare_fronts-keys"]), 417.64 / 8, 81.8, rel=1e-4)
    row = run.names["found"].set_index("model").loc["XTC-BERT, 6 layers, 1 bit"]
    assert row["factor_error"] == pytest.approx(0.35 / 3**0.5)
    assert row["reading"] == 0.4


def test_letters_in_the_small_multiples_name_the_groups(published):
    run = published(NAME)
    shown = set(texts(run.figures["compare_fronts-families"]))
    panels = {
        ax.get_title(loc="left").partition(":")[0] for ax in run.figures["compare_fronts-keys"].axes
    }
    frame, _ = run.tables["compare_fronts-rows"]
    sizes = frame["Group"].str.partition(":")[0].value_counts()
    assert shown == panels
    assert sizes[sorted(panels)].min() >= sizes.drop(list(panels)).max()


def test_a_score_of_another_work_is_marked_in_the_table(published):
    run = published(NAME)
    frame, _ = run.tables["compare_fronts-rows"]
    rows = run.names["compressed"].set_index("id")
    elsewhere = [
        who == "borrowed" and not original.startswith(f"{source}/")
        for who, original, source in rows[["measured_by", "original", "source"]].to_numpy()
    ]
    marked = frame["Model"].str.endswith("‡")
    assert marked.any()
    assert set(frame.index[marked]) == set(rows.index[elsewhere])


def test_own_baselines_change_what_is_kept(published):
    """MiniLM: 84.0 of the poster's 84.6, or of its authors' 84.5."""
    kept = {
        baseline: published(NAME, score_axis="kept", baseline=baseline)
        .names["found"]
        .query("source == 'ganesh2021case'")
        .set_index("model")
        .at["MiniLM", "value"]
        for baseline in ("common", "own")
    }
    assert kept == pytest.approx({"common": 100 * 84.0 / 84.6, "own": 100 * 84.0 / 84.5})


def test_a_choice_without_rows_says_so(published):
    run = published(NAME, axis="memory", scored="mrpc")
    assert "no source has such a score" in texts(run.figures["compare_fronts-keys"])[0]
    assert run.said["winners"] == "none"


@pytest.mark.parametrize("figure", ["compare_fronts-keys", "compare_fronts-families"])
def test_labels_cover_nothing(published, overlaps, figure):
    assert not overlaps(published(NAME).figures[figure])


@pytest.mark.parametrize("figure", ["compare_fronts-keys", "compare_fronts-families"])
def test_the_legend_explains_every_family_size_and_hollow_mark(published, figure):
    run = published(NAME)
    (legend,) = run.figures[figure].legends
    words = {text.get_text() for text in legend.get_texts()}
    kinds = {"quantization", "pruning", "distillation", "compound (several techniques)"}
    assert words > kinds | {"on its front for certain", "hollow: published elsewhere"}
    assert run.figures[figure].get_suptitle().strip()


def test_models_at_one_cost_are_named_by_the_best_of_them(published):
    """Slide 1: four students at 5.74, of which DualTrain + SharedProjDown has most, 78.2."""
    names = texts(published(NAME).figures["compare_fronts-keys"])
    (label,) = [name for name in names if ", 192" in name]
    assert label.startswith("DualTrain+Down, 192 (")
    assert label.endswith(" + 3")


def test_a_wrong_value_is_refused(published):
    with pytest.raises(UserError, match="axis is 'price'"):
        published(NAME, axis="price")


def test_the_sentence_counts_every_model_once(published):
    said = published(NAME).said
    parts = [int(said[name]) for name in ("certain", "possible", "beaten")]
    assert sum(parts) == int(said["models"])
    assert said["cost"] == compare.COSTS["bytes"]


def test_the_verdict_says_how_many_certain_models_have_at_most_one_rival(published):
    run = published(NAME)
    rows = run.names["compressed"]
    sizes = Counter(rows["key"])
    certain = rows.loc[rows["verdict"] == "certain", "key"]
    assert run.said["alone"] == str(sum(sizes[key] <= 2 for key in certain))


def test_the_title_by_family_names_the_most_in_number_and_the_highest_share(published):
    run = published(NAME)
    words = run.artifacts["compare_fronts-families"]["alt"]
    title, every = re.fullmatch(
        r"Surely on a front: (.+?)\. MNLI.+on a front: (.+)", words
    ).groups()
    counts = {
        name: (int(n), int(of)) for name, n, of in re.findall(r"([a-z ]+), (\d+) of (\d+)", every)
    }
    most = max(counts, key=lambda name: counts[name][0])
    best = max(counts, key=lambda name: counts[name][0] / counts[name][1])
    assert title.startswith(f"most in number {most.strip()},")
    assert f"; by share {best.strip()}," in title


def test_a_sure_lead_is_one_sided_here(published):
    """Of the normal distribution 95 % lie below 1.645, and 97.5 % below 1.96."""
    said = published(NAME).said
    assert (said["one_sided"], said["two_sided"]) == ("1.64", "1.96")
    assert published(NAME, level=0.975).said["one_sided"] == "1.96"
