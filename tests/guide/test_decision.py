"""Answers worked out by hand from the tables; their lines are those of the documents.

BERT_BASE has 109,482,240 weights of 4 bytes, 417.64 MiB. "Poster" is document 003: its sizes are
shares of that, its MNLI stands against 84.6. XTC's scores are published: MNLI against 84.9.
"""

import re
from copy import deepcopy
from functools import lru_cache

import pytest

from smallbert import compare, guide
from smallbert.data import sources
from smallbert.data.results import results

XTC = {
    f"XTC-BERT, {layers} layers, {bits}" for layers in (12, 6, 5) for bits in ("1 bit", "2 bits")
}


@lru_cache
def data():
    return guide.data()


@lru_cache
def documents():
    """Return the export with the rows of the documents alone, whatever other works are entered."""
    keys = tuple(f"{key}/" for key in sources.documented())
    methods = deepcopy(data()["methods"])
    for method in methods:
        for task, own in method["scores"].items():
            method["scores"][task] = [each for each in own if each["id"].startswith(keys)]
    return data() | {"methods": [each for each in methods if any(each["scores"].values())]}


def ask(export=None, **wishes):
    return guide.answer(export or data(), guide.complete(**wishes))


@lru_cache
def named() -> set[str]:
    """Return the models that the five documents name: those of which the tests know all."""
    return set(results(*sources.documented())["model"])


def entries(answer):
    found = [entry for group in answer["groups"] for entry in group["entries"]]
    return [entry for entry in found if entry["model"] in named()]


def names(answer):
    return {entry["model"] for entry in entries(answer)}


def close(answer):
    return {entry["model"] for entry in entries(answer) if entry["close"]}


def entry(answer, model):
    found = [each for group in answer["groups"] for each in group["entries"]]
    return next(each for each in found if each["model"] == model)


def missed(answer, model):
    return next(each["text"] for each in answer["missed"] if each["model"] == model)


def unknown(answer):
    return {each["model"]: each["text"] for each in answer["unknown"]}


def planted(model, **changed):
    """Return the export with other costs of a model, or with other fields of it."""
    found = deepcopy(data())
    method = next(each for each in found["methods"] if each["model"] == model)
    for name, value in changed.items():
        (method["costs"] if name in method["costs"] else method)[name] = value
    return found


MEET = [
    # no document's: TinyBERT (line 65) has 55.5 MB, DualTrain of 96 (004, line 22) 91.07 %
    ({"max_mb": 50, "keep": 97, "can": "finetune,distil,pretrain"}, set()),
    # 57.1 ms over 20 ms is a speedup of 2.86: lines 58 (2.93), 64 and 75 (3.9), 68 (3.14)
    (
        {"task": "squad", "max_ms": 20, "device": "gpu"},
        {"schuBERT", "MobileBERT", "MobileBERT, 8 bits", "DeFormer, BERT_BASE"},
    ),
    # published: 62 and 40 ms; 192 without optimisation
    ({"max_ms": 62, "device": "phone"}, {"MobileBERT", "MobileBERT_TINY"}),
    # document 004, line 56 and 57: 5.7 G; published: 3.1 G and 81.5 of 84.6, which is 96.3 %;
    # TinyBERT, 4 layers of width 312, has 1.2 G; PKD of 3 layers (55) has 5.7 G and 76.7 only
    (
        {"max_gops": 6, "keep": 96},
        {"MobileBERT", "MobileBERT w/o OPT", "MobileBERT_TINY", "MobileBERT, 8 bits"}
        | {"TinyBERT, 4 layers"},
    ),
    # line 53: 10.2 % are 42.6 MB, 83.7 of 84.6
    ({"can": "integer", "max_mb": 50, "keep": 97}, {"GOBO"}),
    # with released checkpoints: MobileBERT (line 64: 23.1 %, 83.3 of 84.6 is 98.46 %); DistilBERT
    # and MiniLM have 60.7 %, BERT-Small 110 MB, TinyBERT needs a teacher
    ({"can": "finetune,checkpoint", "max_mb": 100, "keep": 95}, {"MobileBERT"}),
]


@pytest.mark.parametrize(("wishes", "models"), MEET)
def test_these_models_of_the_documents_meet_a_choice(wishes, models):
    assert names(ask(**wishes)) == models


def test_50_mb_and_97_per_cent_of_mnli_leave_these_models():
    # 50 MB are 12.0 %: GOBO (line 53) 10.2 and 83.7, MobileBERT of 8
    # bits (75) 5.7 and 83.3, EdgeBERT (76) 1.3 and 84.4; 97 % of 84.6 are 82.1, which AdaBERT (61)
    # misses. GOBO on DistilBERT (74) has 7.6 and 82.0, 96.93 ± 0.46 %, which is close. XTC's rows
    # of few bits score 82.8 and more of 84.9.
    found = ask(max_mb=50, keep=97)
    assert names(found) - close(found) == {"GOBO", "MobileBERT, 8 bits", "EdgeBERT"} | XTC
    assert close(found) == {"GOBO on DistilBERT"}
    counts = re.search(r"models: (\d+) of \d+\. .* limit: (\d+)\.", found["summary"])
    every = [entry for group in found["groups"] for entry in group["entries"]]
    near = sum(entry["close"] for entry in every)
    assert [int(each) for each in counts.groups()] == [len(every) - near, near]


NO_INPUTS = ",".join(each for each in data()["abilities"] if each != "inputs")
MISS = [
    ({"max_mb": 50, "can": "finetune,distil,pretrain"}, "TinyBERT, 4 layers", "55.55 MB"),
    ({"max_mb": 50, "keep": 97}, "DualTrain + SharedProjDown, 96", "91.07 %"),  # 76.5 of 84.0
    ({"can": "integer"}, "Q-BERT", "you would have to: fine-tune"),
    ({"max_ms": 114, "device": "phone"}, "MobileBERT w/o OPT", "about 191.6 ms"),
    ({"max_ms": 250.3, "device": "cpu"}, "GOBO on DistilBERT", "about 434 ms"),  # 750.9 / 1.73
    (
        {"task": "squad", "max_ms": 20, "device": "gpu", "can": NO_INPUTS},
        "DeFormer, BERT_BASE",
        "you would have to: know inputs in advance",
    ),
    ({"can": "finetune"}, "MobileBERT", "you would have to: start from a released checkpoint"),
]


@pytest.mark.parametrize(("wishes", "model", "words"), MISS)
def test_a_model_that_misses_a_choice_says_by_what(wishes, model, words):
    assert words in missed(ask(**wishes), model)


FLAGS = [
    ({"can": "finetune,checkpoint", "max_mb": 100}, "MobileBERT", "start from the pre-trained Mob"),
    # line 74: 82.0 of 84.6 is 96.93; one error of 9796 examples is 0.46
    ({"keep": 97}, "GOBO on DistilBERT", "within the error of your limit: keeps 96.93 ± 0.46 %"),
    ({}, "EdgeBERT", "the same model loses 5.0 points on SST-2"),  # line 76: 88.5 and 93.5
    ({}, "EdgeBERT", "one source reports it"),
    ({}, "EdgeBERT", "its source mixes test and development scores"),
    ({}, "EdgeBERT", "its size leaves out the positions of the weights that are not zero"),
    # 83.3 in line 64 of the poster and 56 of the slides
    ({}, "MobileBERT", "2 sources print the same number, so it counts as one measurement"),
    ({}, "BERT-Medium", "its baseline is printed elsewhere"),
    # document 004, line 103: 2.0x on QQP, on no device that is named; 750.9 / 2.0 is 375.5
    (
        {"task": "qqp", "device": "cpu"},
        "DeFormer, BERT_BASE",
        "its speedup of 2 is printed without a device; on a CPU it would give about 375.5 ms",
    ),
    ({"device": "cpu"}, "PKD, 3 layers", "timed on a CPU only by this book, with random weights"),
]


@pytest.mark.parametrize(("wishes", "model", "words"), FLAGS)
def test_what_there_is_to_know_of_a_model_is_said(wishes, model, words):
    assert any(flag.startswith(words) for flag in entry(ask(**wishes), model)["flags"])


@pytest.mark.parametrize(
    ("wishes", "model", "time"),
    [
        ({"task": "squad", "max_ms": 20, "device": "gpu"}, "MobileBERT", 14.6),  # 57.1 / 3.9
        # 57.1 ms over 0.22/0.07 s (document 004, lines 115 and 116), 341 over 10.20/3.28
        ({"task": "squad", "max_ms": 20, "device": "gpu"}, "DeFormer, BERT_BASE", 18.2),
        ({"task": "squad", "max_ms": 114, "device": "phone"}, "DeFormer, BERT_BASE", 109.6),
        ({"task": "qqp", "device": "cpu"}, "DeFormer, BERT_BASE", None),
        ({"device": "cpu"}, "TinyBERT, 4 layers", 80.7),  # the poster prints 9.3x
        ({"can": "integer", "max_mb": 50, "keep": 97}, "GOBO", None),
    ],
)
def test_a_time_is_that_of_bert_base_over_the_speedup(wishes, model, time):
    assert entry(ask(**wishes), model)["time"] == time


def test_this_books_own_time_counts_where_no_source_has_one():
    runs = compare.timings.speedups()
    arms = {"PKD, 3 layers": "bert-base-3", "TinyBERT, 6 layers": "bert-base-6"}
    arms["MobileBERT w/o OPT"] = "mobilebert-without-opt"
    for model, arm in arms.items():
        own = runs.query(f"arm == '{arm}' and batch == 1 and tokens == 256")["speedup"].iloc[0]
        assert entry(ask(device="cpu"), model)["time"] == pytest.approx(750.9 / own, abs=0.7)
    assert not any(
        "random" in flag for flag in entry(ask(device="cpu"), "TinyBERT, 4 layers")["flags"]
    )


TROUBLE = [
    ({"max_mb": 5}, "Nothing in this book offers at most 5 MB, whatever else you allow."),
    # 100.3 % within an error: matrix decomposition (line 67: 84.8 of 84.6 is 100.24 %, 60.6 %) and
    # RPP on BERT_LARGE; EdgeBERT has 5.43 MB and 99.76 ± 0.43 %
    (
        {"max_mb": 6, "keep": 100.3},
        "Each is possible, but not both together: at most 6 MB; at least 100.3 % of the score.",
    ),
    ({"task": "qnli", "device": "phone", "max_ms": 1}, "No row shows at most 1 ms on the phone. "),
    (
        {"device": "phone", "max_mb": 60, "max_ms": 100, "keep": 97},
        "Any two of the requirements are possible together, but no",
    ),
]


@pytest.mark.parametrize(("wishes", "words"), TROUBLE)
def test_why_nothing_meets_a_choice_is_said(wishes, words):
    assert ask(**wishes)["trouble"][0].startswith(words)


def test_the_nearest_is_near_in_all_that_was_asked():
    # EdgeBERT has 5.43 MB and 99.8 %; matrix decomposition 253 MB and 100.2 % (line 67)
    first, second, *_ = nearest = ask(max_mb=5, keep=99.9)["nearest"]
    assert first["model"] == "EdgeBERT"
    assert "keeping 99.76 %" in first["text"]
    assert second["model"].startswith("XTC-BERT")
    assert len({each["model"].split(",")[0] for each in nearest}) == 3
    far = planted("EdgeBERT", size=500.0)
    assert ask(far, max_mb=5, keep=99.9)["nearest"][0]["model"] != "EdgeBERT"


def test_what_a_speedup_without_a_device_might_meet_is_offered_where_nothing_else_is():
    # 49.81 MB; 341 / 8.7 is 39.2 ms; MobileBERT_TINY has 40 ms and 59.07 MB, but keeps 96.34 %
    found = ask(device="phone", max_mb=60, max_ms=100, keep=97)
    near, tried = [each["text"] for each in found["nearest"]]
    assert near.startswith("MobileBERT_TINY comes close")
    assert tried.startswith("XtremeDistil, 6 layers of 256 could be tried, keeping 99.29 % of")
    assert tried.endswith("on a phone it would give about 39.2 ms.")
    faster = ask(device="phone", max_mb=60, max_ms=39, keep=97)
    assert not any("could be tried" in each["text"] for each in faster["nearest"])


def test_what_nobody_timed_is_unknown_until_somebody_does():
    # 32 MB are 7.66 %: lines 61 (81.6 of 84.6 is 96.45 %), 74 (1.73x), 75 (5.7 %, 4.7x, 83.3 is
    # 98.46 %) and 76, which has no time on a CPU; XTC's rows of few bits have none either
    wishes = {"max_mb": 32, "keep": 97, "max_ms": 750.9 / 3, "device": "cpu"}
    found = ask(documents(), **wishes)
    assert names(found) == {"MobileBERT, 8 bits"}
    assert unknown(found) == dict.fromkeys({"EdgeBERT"} | XTC, "no source timed it on a CPU")
    timed = planted("EdgeBERT", speedups=[{"device": "cpu", "task": "", "times": 4, "note": ""}])
    assert "EdgeBERT" in names(ask(timed, **wishes))


def test_a_speedup_holds_for_its_device_and_the_task_that_it_was_measured_on():
    squad = {"device": "cpu", "task": "squad", "times": 3.55, "note": ""}
    alone = planted("DeFormer, BERT_BASE", speedups=[squad])
    found = unknown(ask(alone, task="qqp", device="cpu", max_ms=300))["DeFormer, BERT_BASE"]
    assert found == "timed on a CPU only for SQuAD 1.1, 3.55 times as fast"
    # document 004, line 102: 2.2x on MNLI, on no device that is named; SQuAD's 3.14x is a GPU's
    gpu = unknown(ask(device="gpu", max_ms=30))["DeFormer, BERT_BASE"]
    only = "timed on a GPU only for SQuAD 1.1, 3.14 times as fast; its speedup of 2.2 is printed "
    assert gpu == only + "without a device; on a GPU it would give about 26 ms"
    for device in ("cpu", "phone"):  # the table of XtremeDistil names no device for its 8.7x
        found = ask(device=device, max_mb=60, max_ms=100, keep=97)
        assert "XtremeDistil, 6 layers of 256" in unknown(found)
        assert "XtremeDistil" not in {each["method"] for each in found["entries"]}


def test_a_share_within_its_error_of_the_limit_is_close_and_no_other():
    assert "AdaBERT" not in names(ask(keep=97))  # 96.45, and 0.46 more are 96.91
    sure = deepcopy(data())
    for method in sure["methods"]:
        for row in method["scores"].get("mnli", []):
            row["hopeful"] = row["kept"]
    assert close(ask(sure, keep=97)) == set()


def test_variants_of_a_method_are_one_line():
    (xtc,) = [e for e in ask(max_mb=50, keep=97)["entries"] if e["method"] == "XTC-BERT"]
    assert {xtc["model"], *xtc["also"]} == XTC
    apart = planted("XTC-BERT, 5 layers, 1 bit", method="another")
    models = [each["model"] for each in ask(apart, max_mb=50, keep=97)["entries"]]
    assert "XTC-BERT, 5 layers, 1 bit" in models


def test_one_list_holds_every_method_with_its_ground_and_ties():
    found = ask(documents(), max_mb=50, keep=97)
    models = [each["model"] for each in found["entries"] if each["model"] in named()]
    # shares less errors: 99.33 (XTC, 84.7 of 84.9), 99.33 (EdgeBERT, larger error), 98.50, 98.01
    assert models[1:4] == ["EdgeBERT", "GOBO", "MobileBERT, 8 bits"]
    # two keep within 1.96 standard errors of the first, the fifth of none
    assert [each["tie"] for each in found["entries"]] == [1, 1, 1, 2, 3]
    assert found["entries"][-1]["ranks"] == [5, 5]
    assert {e["ground"] for e in found["entries"]} == {each["key"] for each in found["groups"]}


def test_the_rank_follows_the_share_less_its_error_and_ties_go_to_the_smaller():
    group = next(g for g in ask(max_mb=60, keep=97)["groups"] if "mixed, against" in g["title"])
    models = [each["model"] for each in group["entries"]]
    assert models[:3] == ["EdgeBERT", "GOBO", "TinyBERT, 4 layers"]  # 84.4 83.7 82.5
    # one standard error of 9796 examples at 84.4 %: 0.37 points, 0.43 % of 84.6; 1.96 of two such
    # errors are 1.2 %, so that GOBO (0.83 % behind) cannot be told from the first, TinyBERT can
    # (1.68 % behind it); that in turn cannot be told from GOBO on DistilBERT, the fourth and last
    assert [each["tie"] for each in group["entries"]] == [1, 1, 2, 2]
    assert [each["ranks"] for each in group["entries"]] == [[1, 2], [1, 2], [3, 4], [3, 4]]


def test_a_rank_lies_between_the_first_and_the_last_that_the_errors_allow():
    """On MNLI without limits all grounds are answered, the longest list of them with 20 models."""
    for group in [{"entries": ask()["entries"]}, *ask()["groups"]]:
        ranks = [each["ranks"] for each in group["entries"]]
        assert all(first <= at <= last for at, (first, last) in enumerate(ranks, 1))
        ties = [each["tie"] for each in group["entries"]]
        assert ties == sorted(ties)
        assert set(ties) == set(range(1, max(ties) + 1))


def test_rows_that_may_not_be_compared_are_never_in_one_group():
    rows = compare.rows().set_index("id")
    for group in ask()["groups"]:
        assert len({rows.at[each["row"], "key"] for each in group["entries"]}) == 1


def test_every_row_of_evidence_is_a_result_with_its_place():
    known = results().set_index("id")["locator"]
    rows = [row for method in data()["methods"] for own in method["scores"].values() for row in own]
    assert rows
    assert all(known[row["id"]] == row["locator"] for row in rows)


def test_limits_that_bert_base_meets_are_said_to_need_no_compression():
    assert ask(max_mb=418)["notes"][0].startswith("BERT_BASE itself is within these limits")
    assert not any("itself" in note for note in ask(max_mb=417)["notes"])


@pytest.mark.parametrize(
    ("wishes", "fired", "silent"),
    [
        ({"keep": 97}, {"target"}, set()),  # no limit of size, operations or time
        ({"max_mb": 50}, {"compound", "compound-bert", "compound-teacher"}, {"target"}),
        ({"can": "finetune,distil,architecture"}, {"hardware"}, set()),
        ({"can": "finetune,distil"}, {"target-student"}, set()),
        ({"max_ms": 20, "device": "cpu"}, {"target-method"}, set()),
    ],
)
def test_the_posters_suggestions_answer_to_the_choice(wishes, fired, silent):
    found = {each["suggestion"] for each in ask(**wishes)["rules"]}
    assert fired <= found
    assert not silent & found


def test_a_suggestion_counts_the_methods_that_it_speaks_of():
    # XTC, EdgeBERT, MobileBERT of 8 bits, GOBO on DistilBERT; all but EdgeBERT have a teacher
    found = ask(documents(), max_mb=50, keep=97)["rules"]
    said = {each["suggestion"]: each["text"] for each in found}
    assert said["compound"].endswith(": 4.")
    assert said["compound-teacher"].endswith(": 3.")
