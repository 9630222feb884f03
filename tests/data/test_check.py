"""Rules in pairs: the committed data keep them; a broken copy is caught, with its place."""

import re
import shutil

import pytest

from smallbert.book import soundness
from smallbert.data import check, paths, sources

ZHAO = "data/sources/zhao2019extreme"


@pytest.fixture
def broken(tmp_path, monkeypatch):
    """Return a function that edits a file of a copy of the data and returns the faults."""
    shutil.copytree(paths.data(), tmp_path / "data")
    monkeypatch.setenv("SMALLBERT_ROOT", str(tmp_path))

    def edit(name: str, old: str, new: str) -> list[str]:
        path = tmp_path / name
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{name} has no {old!r}"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        return [str(fault) for fault in check.faults("zhao2019extreme", "guo2019rpp")]

    return edit


def test_the_committed_data_are_sound():
    assert check.faults() == []


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("table3.csv", "82.5/76.6", "82.5/76,6", "table3.csv:6:"),
        (
            "table3.csv",
            "82.5/76.6",
            "82.5/7b.6",
            r"table3.csv:6:\d+: mrpc: '82.5/7b.6' does not parse: .*; mend the cell",
        ),
        (
            "table3.csv",
            "pkd-3,15",
            "pkd-6,15",
            r"table3.csv:4:1: the row id stands twice; make each id unique",
        ),
        ("table3.csv", "pkd-3,15", "pkd-3,", r"table3.csv:4:7: line: .*required"),
        ("table3.csv", ",hidden,", ",", "the column 'architecture' is missing; add it"),
        ("table3.csv", ",architecture", ",architecture,more", "table3.csv:1:.*an extra column"),
        (
            "table3.csv",
            "distillation",
            "distilation",
            r"table3.csv:3:\d+: technique: 'distilation' is unknown; use one of quantization,",
        ),
        (
            "datapackage.yaml",
            "metric: f1",
            "metric: F1",
            r"datapackage.yaml:\d+:\d+: 'F1' is not in data/vocabulary/metrics.csv; add it there",
        ),
        (
            "datapackage.yaml",
            "    place: slide 1, Table 3\n",
            "",
            r"datapackage.yaml:11:5: table3 has no place; say where the document prints it",
        ),
        (
            "corrections.csv",
            "hidden,708,768",
            "hidden,709,768",
            r"corrections.csv:2:\d+: printed is '709' but the cell holds '708'; drop or renew it",
        ),
        ("corrections.csv", "table3,pkd-3", "table3,pkd-4", "table3 has no row 'pkd-4'"),
        ("datapackage.yaml", "origin: printed", "origin: [", "datapackage.yaml:.*not YAML"),
    ],
)
def test_a_fault_is_named_with_its_place(broken, name, old, new, message):
    faults = broken(f"{ZHAO}/{name}", old, new)
    assert any(re.search(message, fault) for fault in faults), faults
    assert all(fault.startswith(ZHAO) for fault in faults)
    assert all("\n" not in fault for fault in faults)


def test_a_file_that_is_not_utf8_is_named_with_line_and_column(broken, tmp_path):
    path = tmp_path / ZHAO / "table3.csv"
    path.write_bytes(path.read_bytes().replace(b"DualTrain,192", b"Dual\xffrain,192", 1))
    faults = [str(fault) for fault in check.faults("zhao2019extreme")]
    assert faults == [f"{ZHAO}/table3.csv:6:22: byte 0xff is not UTF-8; save the file as UTF-8"]


def test_faults_of_several_sources_come_in_one_go(broken):
    broken(f"{ZHAO}/table3.csv", "82.5/76.6", "82.5")
    faults = broken("data/sources/guo2019rpp/table1a.csv", "85.3 (-5.6)", "85.3")
    assert len({fault.split(":")[0] for fault in faults}) == 2


def test_a_misprint_that_no_number_can_be_read_from_may_be_mended(broken):
    row = "table3,dualtrain-192,sst_2,8B.4,88.4,misread digit,the block's neighbours\n"
    header = "table,row,column,printed,corrected,reason,evidence\n"
    broken(f"{ZHAO}/corrections.csv", header, header + row)
    assert (
        broken(f"{ZHAO}/table3.csv", "82.5/76.6,78.1,77.3,88.4", "82.5/76.6,78.1,77.3,8B.4") == []
    )


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        (
            "sources/zhao2019extreme/exhibits.csv",
            ",regenerated,",
            ",drawn,",
            r"exhibits.csv:2:\d+: status is 'drawn'; use",
        ),
        (
            "vocabulary/parameters.csv",
            "corrected,bool",
            "corrected,boolean",
            "type is 'boolean'; use one",
        ),
        ("vocabulary/tasks.csv", "qqp,QQP", "mnli-m,QQP", r"tasks.csv:5:1: 'mnli-m' stands twice"),
        (
            "vocabulary/splits.csv",
            "test,hidden labels",
            "test,hidden, labels",
            "3 cells where the header",
        ),
    ],
)
def test_a_fault_in_the_words_is_named_with_its_place(broken, name, old, new, message):
    faults = broken(f"data/{name}", old, new)
    assert any(re.search(message, fault) for fault in faults), faults


def test_only_what_changed_since_it_was_sound_is_checked_again(broken):
    everything = soundness.unchecked()
    assert set(everything) == set(sources.keys())
    soundness.remember(everything)
    assert soundness.unchecked() == {}
    points = paths.data() / "sources/yang2024memory3/points.csv"
    points.write_text(points.read_text() + "\n")
    assert set(soundness.unchecked()) == {"yang2024memory3"}
    words = paths.data() / "vocabulary" / "tasks.csv"
    words.write_text(words.read_text() + "\n")
    assert set(soundness.unchecked()) == set(everything)
