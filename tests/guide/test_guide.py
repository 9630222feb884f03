"""Answers worked out by hand from the tables; their lines are those of the documents.

BERT_BASE has 109,482,240 weights of 4 bytes, 417.64 MiB. "Poster" is document 003: its sizes are
shares of that, its MNLI stands against 84.6. XTC's scores are published: MNLI against 84.9.
"""

from functools import lru_cache

from smallbert import compare, guide
from smallbert.data import sources


@lru_cache
def data():
    return guide.data()


def ask(**wishes):
    return guide.answer(data(), guide.complete(**wishes))


def names(answer):
    return {entry["model"] for group in answer["groups"] for entry in group["entries"]}


def entry(answer, model):
    found = [each for group in answer["groups"] for each in group["entries"]]
    return next(each for each in found if each["model"] == model)


def missed(answer, model):
    return next(each for each in answer["missed"] if each["model"] == model)


XTC = {
    f"XTC-BERT, {layers} layers, {bits}" for layers in (12, 6, 5) for bits in ("1 bit", "2 bits")
}


def test_50_mb_and_97_per_cent_of_mnli_leave_nine_methods():
    # 50 MB are 12.0 %: GOBO (line 53) 10.2 and 83.7, MobileBERT of 8
    # bits (75) 5.7 and 83.3, EdgeBERT (76) 1.3 and 84.4; 97 % of 84.6 are 82.1, which AdaBERT (61)
    # and GOBO on DistilBERT (74) miss. XTC's rows of few bits score 82.8 and more of 84.9.
    found = names(ask(max_mb=50, keep=97))
    assert found == {"GOBO", "MobileBERT, 8 bits", "EdgeBERT"} | XTC


def test_without_kernels_and_other_architectures_nothing_has_50_mb_and_97_per_cent():
    found = ask(max_mb=50, keep=97, can="retrain,distil")
    assert found["groups"] == []
    near = {each["requirement"]: each for each in found["nearest"]}
    # TinyBERT (line 65): 13.3 % are 55.5 MB, 82.5 is 97.5 % of 84.6
    assert near["size"]["model"] == "TinyBERT, 4 layers"
    assert "55.55 MB" in near["size"]["text"]
    # of what is within 50 MB, 76.5 of 84.0 is the most (document 004, line 22)
    assert near["keep"]["model"] == "DualTrain + SharedProjDown, 96"
    assert "91.07 %" in near["keep"]["text"]


def test_20_ms_on_the_gpu_leave_four_methods_on_squad():
    # 57.1 ms over 20 ms is a speedup of 2.86: lines 58 (2.93), 64 and 75 (3.9), 68 (3.14)
    found = ask(task="squad", max_ms=20, device="gpu")
    assert names(found) == {"schuBERT", "MobileBERT", "MobileBERT, 8 bits", "DeFormer, BERT_BASE"}
    assert entry(found, "MobileBERT")["time"] == 14.6  # 57.1 / 3.9 = 14.64


def test_62_ms_on_the_phone_leave_mobilebert_and_its_tiny_sister():
    found = ask(max_ms=62, device="phone")  # published: 62 and 40 ms; 192 without optimisation
    assert names(found) == {"MobileBERT", "MobileBERT_TINY"}
    assert missed(found, "MobileBERT w/o OPT")["requirement"] == "time"
    assert missed(found, "GOBO")["text"].startswith("no source timed it on a phone")


def test_6_billion_operations_and_96_per_cent_of_mnli_leave_four_methods():
    # document 004, line 56 and 57: 5.7 G; published: 3.1 G and 81.5 of 84.6, which is 96.3 %;
    # TinyBERT, 4 layers of width 312, has 1.2 G; PKD of 3 layers (55) has 5.7 G and 76.7 only
    found = ask(max_gops=6, keep=96)
    mobile = {"MobileBERT", "MobileBERT w/o OPT", "MobileBERT_TINY"}
    assert names(found) == {*mobile, "TinyBERT, 4 layers"}
    assert missed(found, "PKD, 3 layers")["text"].startswith("keeps 90.66 %")  # 76.7 / 84.6


def test_50_times_smaller_at_84_8_per_cent_leaves_edgebert_and_one_of_zhaos_students():
    # poster, line 76: 1.3 % is 76.9 times; document 004, line 26: 61.94x and 71.3 of 84.0, which
    # is 84.9 %; the poster's row of it (66) mixes two students
    found = ask(min_factor=50, keep=84.8)
    assert names(found) == {"EdgeBERT", "DualTrain + SharedProjDown, 48"}


def test_who_can_only_run_low_bit_kernels_is_left_with_gobo():
    found = ask(can="integer")
    assert names(found) == {"GOBO"}
    assert missed(found, "Q-BERT")["text"] == "you would have to: train again"


def test_an_impossible_requirement_is_named_with_the_nearest_that_can_be_met():
    found = ask(max_mb=5)  # the least is line 76: 1.3 % of 417.64 MB
    assert found["trouble"] == [
        "Nothing in this book offers at most 5 MB, whatever else you allow."
    ]
    assert [each["model"] for each in found["nearest"]] == ["EdgeBERT"]
    assert "5.43 MB" in found["nearest"][0]["text"]


def test_two_requirements_that_contradict_each_other_are_both_named():
    # 100 % and more: matrix decomposition (line 67: 84.8 of 84.6, 60.6 %), RPP on BERT_LARGE
    found = ask(max_mb=6, keep=100)
    sentence = "Each can be had, both together cannot: at most 6 MB; at least 100 % of the score."
    assert found["trouble"] == [sentence]
    near = {each["requirement"]: each["model"] for each in found["nearest"]}
    assert near == {"size": "Matrix decomposition (Noach and Goldberg)", "keep": "EdgeBERT"}


def test_three_requirements_that_only_fail_together_are_said_to():
    # a speedup of 8 on the GPU (57.1 / 7.13): lines 60, 61, 65, 66; of these 97 % keeps line 65,
    # which has 55.5 MB; 32 MB have lines 61 and 66, and 97 % at 32 MB EdgeBERT and XTC
    found = ask(max_mb=32, keep=97, max_ms=7.13, device="gpu")
    assert found["trouble"] == [
        "Each two of the requirements can be had together, all of them cannot."
    ]
    near = {each["requirement"]: each["model"] for each in found["nearest"]}
    assert (near["size"], near["keep"]) == ("TinyBERT, 4 layers", "AdaBERT")


def test_where_no_single_requirement_is_in_the_way_the_fewest_misses_are_named():
    found = ask(max_mb=0.01, keep=200, max_gops=0.01)
    assert [each["requirement"] for each in found["nearest"]] == ["all"]


def test_the_rank_follows_the_share_less_its_error_and_ties_go_to_the_smaller():
    group = next(g for g in ask(max_mb=60, keep=97)["groups"] if "mixed, against" in g["title"])
    models = [each["model"] for each in group["entries"]]
    assert models[:3] == ["EdgeBERT", "GOBO", "TinyBERT, 4 layers"]  # 84.4 83.7 82.5
    # one standard error of 9796 examples at 84.4 %: 0.37 points, 0.43 % of 84.6; 1.96 of two such
    # errors are 1.2 %, so that GOBO (0.83 % behind) cannot be told from the first, TinyBERT can
    assert [each["apart"] for each in group["entries"][:3]] == [False, False, True]


def test_rows_that_may_not_be_compared_are_never_in_one_group():
    rows = compare.rows().set_index("id")
    for group in ask()["groups"]:
        first, *more = (rows.loc[each["row"]] for each in group["entries"])
        assert [compare.may_compare(first, each) for each in more] == [""] * len(more)


def test_one_source_and_a_mixed_split_are_thin_evidence():
    flags = entry(ask(max_mb=50), "EdgeBERT")["flags"]
    assert flags[0] == "one source reports it"
    assert "its source mixes test and development scores" in flags
    assert "its size leaves out where the weights that are not zero lie" in flags


def test_a_number_that_two_sources_print_is_one_measurement():
    flags = entry(ask(), "MobileBERT")[
        "flags"
    ]  # 83.3 in line 64 of the poster and 56 of the slides
    assert "2 sources print one number, so it is one measurement" in flags


def test_a_baseline_from_elsewhere_is_thin_evidence():
    flags = entry(ask(), "BERT-Medium")["flags"]
    assert any(each.startswith("its baseline stands elsewhere") for each in flags)


def test_a_reading_by_eye_is_thin_evidence(monkeypatch):
    rows = compare.rows()
    read = rows.assign(origin=rows["origin"].mask(rows["model"].eq("GOBO"), "digitised"))
    monkeypatch.setattr(compare, "rows", lambda **_: read)
    found = guide.answer(guide.data(), guide.complete())
    assert "read by eye from a figure" in entry(found, "GOBO")["flags"]
    assert "read by eye from a figure" not in entry(found, "Q-BERT")["flags"]


def test_a_share_asked_within_its_error_is_thin_evidence():
    # TinyBERT keeps 97.52 ± 0.46 % (line 65)
    words = "the share asked for lies within its error"
    assert words in entry(ask(keep=97.3), "TinyBERT, 4 layers")["flags"]
    assert words not in entry(ask(keep=97), "TinyBERT, 4 layers")["flags"]


def test_every_row_of_evidence_is_a_result_with_its_place():
    known = sources.results().set_index("id")["locator"]
    for method in data()["methods"]:
        for rows in method["scores"].values():
            assert {each["id"]: each["locator"] for each in rows} == dict(
                known[[each["id"] for each in rows]]
            )


def test_limits_that_bert_base_meets_are_said_to_need_no_compression():
    assert ask(max_mb=418)["note"].startswith("BERT_BASE itself is within these limits")
    assert ask(max_mb=417)["note"] == ""


def test_the_posters_suggestions_answer_to_the_choice():
    def fired(**wishes):
        return {each["suggestion"] for each in ask(**wishes)["rules"]}

    assert "target" in fired(keep=97)  # no limit of size, operations or time
    assert "target" not in fired(max_mb=50)
    assert "hardware" in fired(can="retrain,distil,architecture")
    assert "target-student" in fired(can="retrain,distil")
    assert "target-method" in fired(max_ms=20, device="cpu")
    assert {"compound", "compound-bert", "compound-teacher"} <= fired(max_mb=50, keep=97)
