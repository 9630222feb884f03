"""Expected numbers are printed in the documents; the lines are named in each test."""

import pytest

from smallbert import data, paths
from smallbert.compare import comparability
from smallbert.data import sources
from smallbert.errors import UserError


@pytest.fixture(scope="module")
def results():
    return data.results().set_index("id")


@pytest.mark.parametrize(
    ("identifier", "value", "line"),
    [
        ("zhao2019extreme/table3/dualtrain-192/mrpc-f1", 82.5, 17),
        ("zhao2019extreme/table3/dualtrain-up-48/sst-2-accuracy", 82.2, 27),
        ("sun2020mobilebert/table3/mobilebert-without-opt/mnli-mm-accuracy", 83.4, 57),
        ("guo2019rpp/table1a/nip-80/mnli-accuracy", 73.81, 87),
        ("ganesh2021case/effectiveness/movement-pruning/size-without-embeddings", 3, 56),
        ("turc2019wellread/table3/dev-pd/qqp-accuracy", 90.7, 133),
    ],
)
def test_a_printed_number_has_its_id_and_its_line(results, identifier, value, line):
    row = results.loc[identifier]
    assert row["value"] == value
    assert row["origin"] == "printed"
    assert row["locator"].endswith(f"line {line}")


def test_ids_are_unique_and_every_baseline_is_one(results):
    assert results.index.is_unique
    assert set(results["baseline"]) - {""} <= set(results.index)


def test_a_speedup_is_compared_with_the_row_that_its_rule_names(results):
    """NVIDIA's README sets each model against BERT-large and against BERT-base, lines 72 to 74."""
    rows = results.loc["nvidia2021dist/throughput/bert-base/speedup-large-384"]
    assert (rows["model"], rows["value"]) == ("BERT-base", 3)
    assert rows["baseline"] == "nvidia2021dist/throughput/bert-large/speedup-large-384"
    whole = "nvidia2021dist/throughput/bert-base/speedup-base-128"
    assert results.loc[whole.replace("bert-base/", "4-layers/"), "baseline"] == whole


def test_a_split_is_the_source_s_or_has_its_evidence(results):
    """MiniRBT's README names the development set, line 139; ALBETO's scripts the test set."""
    splits = results[results["task"].ne("")].groupby("source")["split"].agg(set)
    assert splits["yao2023minirbt"] == {"dev"}
    assert splits["canete2022albeto"] == {"unstated"}
    albeto = results[results["source"].eq("canete2022albeto") & results["task"].ne("")]
    assert set(comparability.sets_of_scores(albeto)) == {"test"}


def test_a_correction_changes_the_value_and_says_so():
    printed = data.table_of("zhao2019extreme", "table3", corrected=False)
    mended = data.results("zhao2019extreme").set_index("id")
    number = mended.loc["zhao2019extreme/table3/pkd-3/hidden-size"]
    assert printed.at["pkd-3", "hidden"] == "708"
    assert (number["value"], number["corrected"]) == (768, True)
    assert data.table_of("zhao2019extreme", "table3").at["pkd-3", "hidden"] == "768"


def test_values_are_wide_with_their_half_widths():
    table = data.values("zhao2019extreme", "table3")
    assert table.loc["teacher", "mrpc_f1"] == 88.5
    assert table.loc["teacher", "mrpc_f1_half_width"] == 0.05
    assert table["name"].iloc[0] == "BERT-base"


def test_a_digitised_value_has_the_half_width_of_its_reading(results):
    row = results.loc["wu2022xtc/points/xtc-12-1bit/glue-8-average"]
    assert row["origin"] == "digitised"
    assert row["half_width"] > 0.05


def test_published_values_name_no_document(results):
    published = results[results["origin"] == "published"]
    assert len(published)
    assert not published["locator"].str.contains(".txt", regex=False).any()


def test_an_unknown_source_or_table_is_refused_with_the_list():
    with pytest.raises(UserError, match="'zhao' is unknown; use one of "):
        data.results("zhao")
    with pytest.raises(UserError, match="has no table 'table9'; use one of table3, claims"):
        sources.table_of("zhao2019extreme", "table9")


@pytest.mark.parametrize(
    ("file", "old", "new", "result", "column", "expected"),
    [
        ("table3.csv", "80.7/72.5", "80.9/72.5", "mrpc-f1", "value", 80.9),
        ("corrections.csv", "708,768", "708,800", "hidden-size", "value", 800),
        ("datapackage.yaml", "{metric: f1, task: mrpc}", "{metric: f1}", "f1", "task", ""),
        ("../../vocabulary/metrics.csv", "f1,F1,%", "f1,F1,x", "mrpc-f1", "unit", "x"),
    ],
)
def test_a_file_written_since_is_read_again(edited, file, old, new, result, column, expected):
    """Of PKD with 3 layers, the deck, slide 1, line 15."""
    assert len(data.results("zhao2019extreme"))
    edited(f"data/sources/zhao2019extreme/{file}", old, new)
    row = data.results("zhao2019extreme").set_index("id").loc
    assert row[f"zhao2019extreme/table3/pkd-3/{result}"][column] == expected


def test_shares_of_one_become_per_cent():
    """PKD's ``pkd_6layer_mean.csv``, line 5."""
    found = data.results("sun2019pkd").set_index("id")
    row = found.loc["sun2019pkd/results/pkd-6-mnli/mnli-accuracy"]
    assert row["value"] == pytest.approx(82.23127865511972)
    assert row["printed"] == "0.8223127865511972"


def test_without_a_folder_of_sources_there_is_none(tmp_path, monkeypatch):
    monkeypatch.setenv("SMALLBERT_ROOT", str(tmp_path))
    assert sources.keys() == []


def test_no_released_number_is_gone_or_another_without_a_stated_reason(results):
    survey = paths.data() / "survey"
    released = sources.read_csv(survey / "released" / "numbers.csv").set_index("id")["value"]
    reasons = sources.read_csv(survey / "withdrawn.csv").set_index("id")["reason"]
    now = results["value"].map("{:.10g}".format).reindex(released.index)
    assert len(released) > 5000
    assert set(released.index[now != released]) - set(reasons.index) == set()
    assert {*results.index} & {*reasons.index} <= {*released.index}, "an id is used again"
