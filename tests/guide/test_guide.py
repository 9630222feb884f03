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


@lru_cache
def data():
    return guide.data()


@lru_cache
def documents():
    """Return the export with the rows of the documents alone, whatever other works are entered."""
    keys = tuple(f"{key}/" for key in sources.documented())
    methods = [
        each
        | {
            "scores": {
                task: [of for of in own if of["id"].startswith(keys)]
                for task, own in each["scores"].items()
            }
        }
        for each in data()["methods"]
    ]
    methods = [each for each in methods if any(each["scores"].values())]
    return data() | {"methods": methods}


def ask_documents(**wishes):
    return guide.answer(documents(), guide.complete(**wishes))


def ask(**wishes):
    return guide.answer(data(), guide.complete(**wishes))


def entries(answer):
    """Return the models found that the five documents name: those of which the tests know all."""
    return known(entry for group in answer["groups"] for entry in group["entries"])


def known(found):
    """Return those of some models that the five documents name."""
    models = set(results(*sources.documented())["model"])
    return [entry for entry in found if entry["model"] in models]


def names(answer):
    return {entry["model"] for entry in entries(answer)}


def close(answer):
    return {entry["model"] for entry in entries(answer) if entry["close"]}


def unknown(answer):
    return {each["model"]: each["text"] for each in answer["unknown"]}


def planted(model, **changed):
    """Return the export with other costs of a model, or with other fields of it."""
    found = deepcopy(data())
    method = next(each for each in found["methods"] if each["model"] == model)
    for name, value in changed.items():
        (method["costs"] if name in method["costs"] else method)[name] = value
    return found


def entry(answer, model):
    found = [each for group in answer["groups"] for each in group["entries"]]
    return next(each for each in found if each["model"] == model)


def missed(answer, model):
    return next(each for each in answer["missed"] if each["model"] == model)


XTC = {
    f"XTC-BERT, {layers} layers, {bits}" for layers in (12, 6, 5) for bits in ("1 bit", "2 bits")
}


def test_50_mb_and_97_per_cent_of_mnli_leave_these_models():
    # 50 MB are 12.0 %: GOBO (line 53) 10.2 and 83.7, MobileBERT of 8
    # bits (75) 5.7 and 83.3, EdgeBERT (76) 1.3 and 84.4; 97 % of 84.6 are 82.1, which AdaBERT (61)
    # misses. GOBO on DistilBERT (74) has 7.6 and 82.0, 96.93 ± 0.46 %, which is close. XTC's rows
    # of few bits score 82.8 and more of 84.9.
    found = ask(max_mb=50, keep=97)
    sure = names(found) - close(found)
    assert sure == {"GOBO", "MobileBERT, 8 bits", "EdgeBERT"} | XTC
    assert close(found) == {"GOBO on DistilBERT"}
    counts = re.search(r"models: (\d+) of \d+\. .* limit: (\d+)\.", found["summary"])
    every = [entry for group in found["groups"] for entry in group["entries"]]
    near = sum(entry["close"] for entry in every)
    assert [int(each) for each in counts.groups()] == [len(every) - near, near]


def test_without_kernels_and_other_architectures_no_document_has_50_mb_and_97_per_cent():
    found = ask(max_mb=50, keep=97, can="finetune,distil,pretrain")
    assert entries(found) == []
    # TinyBERT (line 65): 13.3 % are 55.5 MB, 11 % too many, and 82.5 is 97.5 % of 84.6; of what is
    # within 50 MB, 76.5 of 84.0 is the most (document 004, line 22), 6.3 % too little
    assert "55.55 MB" in missed(found, "TinyBERT, 4 layers")["text"]
    assert "91.07 %" in missed(found, "DualTrain + SharedProjDown, 96")["text"]


def test_20_ms_on_the_gpu_leave_four_models_on_squad():
    # 57.1 ms over 20 ms is a speedup of 2.86: lines 58 (2.93), 64 and 75 (3.9), 68 (3.14)
    found = ask(task="squad", max_ms=20, device="gpu")
    assert names(found) == {"schuBERT", "MobileBERT", "MobileBERT, 8 bits", "DeFormer, BERT_BASE"}
    assert entry(found, "MobileBERT")["time"] == 14.6  # 57.1 / 3.9 = 14.64


def test_62_ms_on_the_phone_leave_mobilebert_and_its_tiny_sister():
    found = ask(max_ms=62, device="phone")  # published: 62 and 40 ms; 192 without optimisation
    assert names(found) == {"MobileBERT", "MobileBERT_TINY"}
    assert missed(found, "MobileBERT w/o OPT")["requirement"] == "time"
    assert unknown(found)["MobileBERT, 8 bits"] == "no source timed it on a phone"


def test_6_billion_operations_and_96_per_cent_of_mnli_leave_these_models():
    # document 004, line 56 and 57: 5.7 G; published: 3.1 G and 81.5 of 84.6, which is 96.3 %;
    # TinyBERT, 4 layers of width 312, has 1.2 G; PKD of 3 layers (55) has 5.7 G and 76.7 only
    found = ask(max_gops=6, keep=96)
    mobile = {"MobileBERT", "MobileBERT w/o OPT", "MobileBERT_TINY"}
    assert names(found) == {*mobile, "MobileBERT, 8 bits", "TinyBERT, 4 layers"}
    assert missed(found, "PKD, 3 layers")["text"].startswith("keeps 90.66 %")  # 76.7 / 84.6


def test_50_times_smaller_at_84_8_per_cent_leaves_edgebert_and_one_of_zhaos_students():
    # poster, line 76: 1.3 % is 76.9 times; document 004, line 26: 61.94x and 71.3 of 84.0, which
    # is 84.9 %; the poster's row of it (66) mixes two students
    found = ask(min_factor=50, keep=84.8)
    assert names(found) - close(found) == {"EdgeBERT", "DualTrain + SharedProjDown, 48"}


def test_who_can_only_run_low_bit_kernels_is_left_with_gobo():
    found = ask(can="integer")
    assert names(found) == {"GOBO"}
    assert missed(found, "Q-BERT")["text"] == "you would have to: fine-tune"


def test_an_impossible_requirement_is_named_with_the_nearest_that_can_be_met():
    found = ask(max_mb=5)  # the least is line 76: 1.3 % of 417.64 MB
    assert found["trouble"] == [
        "Nothing in this book offers at most 5 MB, whatever else you allow."
    ]
    assert found["nearest"][0]["model"] == "EdgeBERT"
    assert "5.43 MB" in found["nearest"][0]["text"]


def test_the_nearest_is_near_in_all_that_was_asked():
    # EdgeBERT has 5.43 MB and 99.8 %; matrix decomposition 253 MB and 100.2 % (line 67)
    first, second, *_ = ask(max_mb=5, keep=99.9)["nearest"]
    assert first["model"] == "EdgeBERT"
    assert "keeping 99.76 %" in first["text"]
    assert second["model"].startswith("XTC-BERT")
    assert len({each["model"].split(",")[0] for each in ask(max_mb=5, keep=99.9)["nearest"]}) == 3
    far = planted("EdgeBERT", size=500.0)
    wishes = guide.complete(max_mb=5, keep=99.9)
    assert guide.answer(far, wishes)["nearest"][0]["model"] != "EdgeBERT"


def test_two_requirements_that_contradict_each_other_are_both_named():
    # 100.3 % within an error: matrix decomposition (line 67: 84.8 of 84.6 is 100.24 %, 60.6 %) and
    # RPP on BERT_LARGE; EdgeBERT has 5.43 MB and 99.76 ± 0.43 %
    wishes = guide.complete(max_mb=6, keep=100.3)
    sentence = (
        "Each is possible, but not both together: at most 6 MB; at least 100.3 % of the score."
    )
    assert guide.answer(data(), wishes)["trouble"] == [sentence]
    # were the size of the one that keeps it not known, it would not be known that it cannot be had
    hidden = planted("Matrix decomposition (Noach and Goldberg)", size=None)
    (said,) = guide.answer(hidden, wishes)["trouble"]
    assert said.startswith("Each is possible, but no row shows both together: at most 6 MB; ")
    assert said.endswith("Models for which it is not known: 1.")


def test_three_requirements_that_only_fail_together_are_said_to():
    # 7.13 ms on the GPU are a speedup of 8: lines 60, 61, 65; of these line 65 keeps 97 %, at
    # 55.5 MB; 31 MB has line 61; GOBO, MobileBERT of 8 bits and others have 31 MB and 97 %
    wishes = guide.complete(max_mb=31, keep=97, max_ms=7.13, device="gpu")
    found = deepcopy(documents())
    found["methods"] = [each for each in found["methods"] if "XTC" not in each["model"]]
    together = guide.answer(found, wishes)
    assert together["trouble"] == [
        "Any two of the requirements are possible together, but not all of them."
    ]
    assert together["nearest"][0]["model"] == "AdaBERT"  # 30.91 MB, 96.45 %
    # nobody timed XTC's models on a GPU: with them it is not known
    assert set(unknown(guide.answer(data(), wishes))) >= XTC


def test_what_no_row_shows_is_not_called_impossible():
    one, *_ = ask(task="qnli", device="phone", max_ms=1)["trouble"]
    assert one.startswith("No row shows at most 1 ms on the phone. Models ")


def test_32_mb_three_times_as_fast_on_a_cpu_and_97_per_cent():
    # 32 MB are 7.66 %: lines 61 (81.6 of 84.6 is 96.45 %), 74 (1.73x), 75 (5.7 %, 4.7x, 83.3 is
    # 98.46 %) and 76, which has no time on a CPU; XTC's rows of few bits have none either
    found = ask_documents(max_mb=32, keep=97, max_ms=750.9 / 3, device="cpu")
    assert names(found) == {"MobileBERT, 8 bits"}
    assert set(unknown(found)) == {"EdgeBERT"} | XTC
    assert set(unknown(found).values()) == {"no source timed it on a CPU"}
    assert missed(found, "GOBO on DistilBERT")["text"].startswith("about 434 ms")  # 750.9 / 1.73
    timed = planted("EdgeBERT", speedups=[{"device": "cpu", "task": "", "times": 4, "note": ""}])
    wishes = guide.complete(max_mb=32, keep=97, max_ms=750.9 / 3, device="cpu")
    assert "EdgeBERT" in names(guide.answer(timed, wishes))


def test_squad_on_a_gpu_with_passages_known_in_advance():
    # 57.1 ms over 0.22/0.07 s (document 004, lines 115 and 116) is 18.2 ms, at 87.1 of 88.5
    every = [each for each in data()["abilities"] if each != "inputs"]
    known, not_known = ask(task="squad", max_ms=20, device="gpu"), None
    not_known = ask(task="squad", max_ms=20, device="gpu", can=every)
    assert entry(known, "DeFormer, BERT_BASE")["time"] == 18.2
    assert "DeFormer, BERT_BASE" not in names(not_known)
    said = missed(not_known, "DeFormer, BERT_BASE")["text"]
    assert said == "you would have to: know inputs in advance"


def test_storing_only_and_no_training_leave_gobo():
    found = ask(can="integer", max_mb=50, keep=97)  # line 53: 10.2 % are 42.6 MB, 83.7 of 84.6
    assert [(each["model"], each["also"]) for each in found["entries"]] == [("GOBO", [])]
    assert entry(found, "GOBO")["time"] is None


def test_fine_tuning_only_at_100_mb_and_95_per_cent():
    # with released checkpoints: MobileBERT (line 64: 23.1 %, 83.3 of 84.6 is 98.46 %); DistilBERT
    # and MiniLM have 60.7 %, BERT-Small 110 MB, TinyBERT needs a teacher
    found = ask(can="finetune,checkpoint", max_mb=100, keep=95)
    assert names(found) == {"MobileBERT"}
    start = "start from the pre-trained MobileBERT, Apache-2.0 (google-research/google-research)"
    assert start in entry(found, "MobileBERT")["flags"]
    assert missed(found, "TinyBERT, 4 layers")["text"] == "you would have to: run a teacher"
    # without them, what one further ability would bring
    bare = ask(can="finetune", max_mb=100, keep=95)
    words = "you would have to: start from a released checkpoint"
    assert missed(bare, "MobileBERT")["text"] == words
    alone = planted("MobileBERT", ways=[{"needs": ["pretrain"], "start": None}])
    wishes = guide.complete(can="finetune,checkpoint", max_mb=100, keep=95)
    assert names(guide.answer(alone, wishes)) == set()


def test_a_phone_and_114_ms():
    # 341 ms over 114 is 2.99; published: 62, 40 and 192 ms for MobileBERT, its tiny sister and the
    # one without optimisations. DeFormer has 10.20/3.28 s on SQuAD
    found = ask(max_ms=114, device="phone")
    assert names(found) == {"MobileBERT", "MobileBERT_TINY"}
    assert missed(found, "MobileBERT w/o OPT")["text"].startswith("about 191.6 ms")
    assert unknown(found)["MobileBERT, 8 bits"] == "no source timed it on a phone"
    squad = ask(task="squad", max_ms=114, device="phone")
    assert entry(squad, "DeFormer, BERT_BASE")["time"] == 109.6  # 341 / 3.11


def test_a_speedup_holds_for_the_task_that_it_was_measured_on():
    squad = {"device": "cpu", "task": "squad", "times": 3.55, "note": ""}
    alone = planted("DeFormer, BERT_BASE", speedups=[squad])
    found = guide.answer(alone, guide.complete(task="qqp", device="cpu", max_ms=300))
    said = "timed on a CPU only for SQuAD 1.1, 3.55 times as fast"
    assert unknown(found)["DeFormer, BERT_BASE"] == said


def test_a_speedup_without_a_device_is_named_and_meets_no_limit():
    # document 004, lines 102 and 103: DeFormer is 2.2x on MNLI and 2.0x on QQP, on no device that
    # is named; SQuAD's 3.14x is a GPU's. 57.1 / 2.2 is 26.0, 750.9 / 2.0 is 375.5
    gpu = unknown(ask(device="gpu", max_ms=30))["DeFormer, BERT_BASE"]
    only = "timed on a GPU only for SQuAD 1.1, 3.14 times as fast; its speedup of 2.2 is printed "
    assert gpu == only + "without a device; on a GPU it would give about 26 ms"
    qqp = entry(ask(task="qqp", device="cpu"), "DeFormer, BERT_BASE")
    assert qqp["time"] is None
    said = "its speedup of 2 is printed without a device; on a CPU it would give about 375.5 ms"
    assert said in qqp["flags"]
    # the table of XtremeDistil names no device for its 8.7x
    for device in ("cpu", "phone"):
        found = ask(device=device, max_mb=60, max_ms=100, keep=97)
        assert "XtremeDistil, 6 layers of 256" in unknown(found)
        assert "XtremeDistil" not in {each["method"] for each in found["entries"]}


def test_what_a_speedup_without_a_device_might_meet_is_offered_where_nothing_else_is():
    # 49.81 MB; 341 / 8.7 is 39.2 ms; MobileBERT_TINY has 40 ms and 59.07 MB, but keeps 96.34 %
    found = ask(device="phone", max_mb=60, max_ms=100, keep=97)
    assert found["entries"] == []
    assert found["trouble"][0].startswith(
        "Any two of the requirements are possible together, but no"
    )
    near, tried = [each["text"] for each in found["nearest"]]
    assert near.startswith("MobileBERT_TINY comes close")
    assert tried.startswith("XtremeDistil, 6 layers of 256 could be tried, keeping 99.29 % of")
    assert tried.endswith("on a phone it would give about 39.2 ms.")
    found = ask(device="phone", max_mb=60, max_ms=39, keep=97)
    assert not any("could be tried" in each["text"] for each in found["nearest"])


def test_this_books_own_time_counts_where_no_source_has_one():
    pkd = entry(ask(device="cpu"), "PKD, 3 layers")
    assert "timed on a CPU only by this book, with random weights" in pkd["flags"]
    runs = compare.timings.speedups()
    own = runs.query("arm == 'bert-base-3' and batch == 1 and tokens == 256")["speedup"].iloc[0]
    assert pkd["time"] == pytest.approx(750.9 / own, abs=0.5)
    tiny = entry(ask(device="cpu"), "TinyBERT, 4 layers")  # the poster prints 9.3x
    assert (tiny["time"], [flag for flag in tiny["flags"] if "random" in flag]) == (80.7, [])
    # sources time these two, too: without a device, and on a phone; MobileBERT has the same shape
    # in the list of shapes, and a run of its own
    arms = {"TinyBERT, 6 layers": "bert-base-6", "MobileBERT w/o OPT": "mobilebert-without-opt"}
    for model, arm in arms.items():
        own = runs.query(f"arm == '{arm}' and batch == 1 and tokens == 256")["speedup"].iloc[0]
        assert entry(ask(device="cpu"), model)["time"] == pytest.approx(750.9 / own, abs=0.7)


def test_a_share_within_its_error_of_the_limit_is_close_and_no_other():
    found = ask(keep=97)  # line 74: 82.0 of 84.6 is 96.93; one error of 9796 examples is 0.46
    words = "within the error of your limit: keeps 96.93 ± 0.46 %"
    assert words in entry(found, "GOBO on DistilBERT")["flags"]
    assert "AdaBERT" not in names(found)  # 96.45, and 0.46 more are 96.91
    sure = deepcopy(data())
    for method in sure["methods"]:
        for row in method["scores"].get("mnli", []):
            row["hopeful"] = row["kept"]
    assert close(guide.answer(sure, guide.complete(keep=97))) == set()


def test_variants_of_a_method_are_one_line():
    found = ask(max_mb=50, keep=97)
    (xtc,) = [each for each in found["entries"] if each["method"] == "XTC-BERT"]
    assert {xtc["model"], *xtc["also"]} == XTC
    apart = planted("XTC-BERT, 5 layers, 1 bit", method="another")
    entries = guide.answer(apart, guide.complete(max_mb=50, keep=97))["entries"]
    assert "XTC-BERT, 5 layers, 1 bit" in [each["model"] for each in entries]


def test_one_list_holds_every_method_with_its_ground_and_ties():
    found = ask_documents(max_mb=50, keep=97)
    models = [each["model"] for each in known(found["entries"])]
    # shares less errors: 99.33 (XTC, 84.7 of 84.9), 99.33 (EdgeBERT, larger error), 98.50, 98.01
    assert models[1:4] == ["EdgeBERT", "GOBO", "MobileBERT, 8 bits"]
    # two keep within 1.96 standard errors of the first, the fifth of none
    assert [each["tie"] for each in found["entries"]] == [1, 1, 1, 2, 3]
    assert found["entries"][-1]["ranks"] == [5, 5]
    assert {each["ground"] for each in found["entries"]} == {
        each["key"] for each in found["groups"]
    }


def test_most_rows_of_one_source_are_said_to_be():
    words = r"{} of these \d+ rows come from one source, Ganesh et al. \(2021\)."
    notes = ask_documents(max_mb=50, keep=97)["notes"]
    assert any(re.match(words.format(4), each) for each in notes)
    other = deepcopy(documents())
    other["credits"]["wu2022xtc"] = other["credits"]["ganesh2021case"]
    notes = guide.answer(other, guide.complete(max_mb=50, keep=97))["notes"]
    assert any(re.match(words.format(5), each) for each in notes)


def test_a_large_loss_on_another_task_is_warned_of(monkeypatch):
    # line 76: 88.5 on SST-2 against 93.5
    words = "the same model loses 5.0 points on SST-2"
    assert words in entry(ask(), "EdgeBERT")["flags"]
    assert not any("loses" in flag for flag in entry(ask(task="sst-2"), "EdgeBERT")["flags"])
    rows = compare.rows()
    hit = rows["model"].eq("EdgeBERT") & rows["task"].eq("sst-2")
    kind = rows.assign(lost=rows["lost"].mask(hit, 1.0))
    monkeypatch.setattr(compare, "rows", lambda **_: kind)
    found = guide.answer(guide.data.__wrapped__(), guide.complete())
    assert not any("loses" in flag for flag in entry(found, "EdgeBERT")["flags"])


def test_a_works_own_baseline_is_told_beside_the_posters():
    # LightPAFF, DistilBERT and others have a baseline of their own besides the poster's 84.6
    assert any(
        "of its own work's baseline" in flag for each in entries(ask()) for flag in each["flags"]
    )
    assert not any("own work" in flag for flag in entry(ask(), "GOBO")["flags"])
    (said,) = [each["text"] for each in ask()["rules"] if each["suggestion"] == "baseline"]
    assert "the poster prints one BERT_BASE for all its rows" in said


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
        first, *more = (rows.loc[each["row"]] for each in group["entries"])
        assert [compare.may_compare(first, each) for each in more] == [""] * len(more)


def test_one_source_and_a_mixed_split_are_thin_evidence():
    flags = entry(ask(max_mb=50), "EdgeBERT")["flags"]
    assert "one source reports it" in flags
    assert "its source mixes test and development scores" in flags
    assert "its size leaves out the positions of the weights that are not zero" in flags


def test_a_number_that_two_sources_print_is_one_measurement():
    flags = entry(ask(), "MobileBERT")[
        "flags"
    ]  # 83.3 in line 64 of the poster and 56 of the slides
    assert "2 sources print the same number, so it counts as one measurement" in flags


def test_a_baseline_from_elsewhere_is_thin_evidence():
    flags = entry(ask(), "BERT-Medium")["flags"]
    assert any(each.startswith("its baseline is printed elsewhere") for each in flags)


def test_a_reading_by_eye_is_thin_evidence(monkeypatch):
    rows = compare.rows()
    read = rows.assign(origin=rows["origin"].mask(rows["model"].eq("GOBO"), "digitised"))
    monkeypatch.setattr(compare, "rows", lambda **_: read)
    found = guide.answer(guide.data.__wrapped__(), guide.complete())
    assert "read by eye from a figure" in entry(found, "GOBO")["flags"]
    assert "read by eye from a figure" not in entry(found, "Q-BERT")["flags"]


def test_every_row_of_evidence_is_a_result_with_its_place():
    known = results().set_index("id")["locator"]
    for method in data()["methods"]:
        for rows in method["scores"].values():
            assert {each["id"]: each["locator"] for each in rows} == dict(
                known[[each["id"] for each in rows]]
            )


def test_limits_that_bert_base_meets_are_said_to_need_no_compression():
    assert ask(max_mb=418)["notes"][0].startswith("BERT_BASE itself is within these limits")
    assert not any("itself" in note for note in ask(max_mb=417)["notes"])


def test_the_posters_suggestions_answer_to_the_choice():
    def fired(**wishes):
        return {each["suggestion"] for each in ask(**wishes)["rules"]}

    assert "target" in fired(keep=97)  # no limit of size, operations or time
    assert "target" not in fired(max_mb=50)
    assert "hardware" in fired(can="finetune,distil,architecture")
    assert "target-student" in fired(can="finetune,distil")
    assert "target-method" in fired(max_ms=20, device="cpu")
    assert {"compound", "compound-bert", "compound-teacher"} <= fired(max_mb=50, keep=97)
    # XTC, EdgeBERT, MobileBERT of 8 bits, GOBO on DistilBERT; all but EdgeBERT have a teacher
    found = ask_documents(max_mb=50, keep=97)
    said = {each["suggestion"]: each["text"] for each in found["rules"]}
    assert said["compound"].endswith(": 4.")
    assert said["compound-teacher"].endswith(": 3.")
