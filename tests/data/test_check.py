"""Rules in pairs: the committed data keep them; a broken copy is caught, with its place."""

import os
import re

import pytest

from smallbert import paths
from smallbert.data import check

ZHAO = "data/sources/zhao2019extreme"


@pytest.fixture
def broken(edited):
    """Return a function that edits a file of a copy of the data and returns the faults."""

    def edit(name: str, old: str, new: str, *keys: str) -> list[str]:
        edited(name, old, new)
        return [str(fault) for fault in check.faults(*keys or ["zhao2019extreme"])]

    return edit


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("table3.csv", "82.5/76.6", "82.5/76,6", "table3.csv:6:"),
        (
            "table3.csv",
            "82.5/76.6",
            "82.5/7b.6",
            r"table3.csv:6: mrpc: '82.5/7b.6' does not parse: .*; mend the cell",
        ),
        (
            "table3.csv",
            ",84.0,",
            ",-88.5,",
            r"table3.csv:2: mnli_m: -88.5 is beyond what accuracy can be, 0 to 100; mend the",
        ),
        ("table3.csv", ",84.0,", ",99999999999,", r"table3.csv:2: mnli_m: 99999999999 is bey"),
        ("table3.csv", ",84.0,", f",{'9' * 400},", r"table3.csv:2: mnli_m: .* 400 digits is"),
        (
            "table3.csv",
            "pkd-3,15",
            "pkd-6,15",
            r"table3.csv:4: 'pkd-6' appears twice; make each key unique",
        ),
        ("table3.csv", "pkd-3,15", "pkd-3,", r"table3.csv:4: line: .*required"),
        (
            "table3.csv",
            "bert-base-6",
            "bert-base-7",
            r"table3.csv:3: architecture: 'bert-base-7' is unknown; use one of bert-base,",
        ),
        (
            "table3.csv",
            "distillation,teacher",
            "distillation,techer",
            r"table3.csv:3: baseline: 'techer' is unknown; use one of teacher, pkd-6,",
        ),
        (
            "exhibits.csv",
            ",regenerated,",
            ",drawn,",
            r"exhibits.csv:2: status is 'drawn'; use one of regenerated, re-derived",
        ),
        (
            "exhibits.csv",
            "exhibit,place,",
            "exhibit,page,",
            r"exhibits.csv:1: 'page' is not a column of exhibits; use exhibit, source, document",
        ),
        ("table3.csv", ",hidden,", ",", "the column 'original' is missing; add it"),
        ("table3.csv", ",architecture", ",architecture,more", "table3.csv:1:.*an extra column"),
        (
            "table3.csv",
            "distillation",
            "distilation",
            r"table3.csv:3: technique: 'distilation' is unknown; use one of quantization,",
        ),
        (
            "datapackage.yaml",
            "metric: f1",
            "metric: F1",
            r"datapackage.yaml:\d+: 'F1' is not in data/vocabulary/metrics.csv; add it there",
        ),
        (
            "datapackage.yaml",
            "    place: slide 1, Table 3\n",
            "",
            r"datapackage.yaml:\d+: table3 has no place; say where the document prints it",
        ),
        (
            "corrections.csv",
            "hidden,708,768",
            "hidden,709,768",
            r"corrections.csv:2: printed: printed is '709' but the cell holds '708'; drop",
        ),
        (
            "datapackage.yaml",
            "spans: [hidden, vocab, factor]",
            "spans: [hidden, words, factor]",
            r"datapackage.yaml:\d+: table3 has no column 'words'; use one of row, line,",
        ),
        (
            "datapackage.yaml",
            "groups: factor",
            "group: factor",
            r"datapackage.yaml:\d+: shown has no setting 'group'; use one of columns,",
        ),
        ("corrections.csv", "table3,pkd-3", "table3,pkd-4", "table3 has no row 'pkd-4'"),
        ("datapackage.yaml", "origin: printed", "origin: [", "datapackage.yaml:.*not YAML"),
        (
            "datapackage.yaml",
            "metric: f1",
            "metrik: f1",
            r"datapackage.yaml:\d+: quantities has no setting 'metrik'; use one of metric,",
        ),
        (
            "datapackage.yaml",
            "    place: slide 1, Table 3\n",
            "    place: 1\n",
            r"datapackage.yaml:\d+: place: 1 is not of type 'string'; mend the setting",
        ),
        (
            "datapackage.yaml",
            "cites: zhao2019extreme",
            "cites: zhao2019",
            r"datapackage.yaml:\d+: cites 'zhao2019', which is not in sources.bib; add it there",
        ),
        (
            "datapackage.yaml",
            "    origin: printed\n",
            "    origin: printed\n    origin: digitised\n",
            r"datapackage.yaml:\d+: not YAML: 'origin' appears twice; mend it",
        ),
        (
            "datapackage.yaml",
            "metric: f1, task: mrpc",
            "metric: f1, task: $tasc",
            r"datapackage.yaml:\d+: task is '\$tasc', and there is no such column; name one",
        ),
        (
            "datapackage.yaml",
            "split: test",
            "split: tset",
            r"datapackage.yaml:\d+: 'tset' is not in data/vocabulary/splits.csv; add it there",
        ),
        (
            "datapackage.yaml",
            "title: Extreme",
            "title: Ex\u00adtreme",
            r"datapackage.yaml:2: SOFT HYPHEN stands here; type the usual sign, or leave it out",
        ),
        ("table3.csv", "DualTrain", "Du\u0430lTrain", r"table3.csv:6: CYRILLIC SMALL LETTER A"),
        ("table3.csv", ",13,", ",\u0661\u0663,", r"table3.csv:2: ARABIC-INDIC DIGIT ONE stands"),
        ("table3.csv", "row,", "\ufeffrow,", r"table3.csv:1: ZERO WIDTH NO-BREAK SPACE stands"),
        ("table3.csv", ",84.0,", ",1/0,", r"table3.csv:2: mnli_m: '1/0' divides by zero; mend"),
        (
            "datapackage.yaml",
            "resources:",
            "2019: a year\nresources:",
            r"datapackage.yaml:\d+: 2019 is a name and no text; put it in quotes",
        ),
    ],
)
def test_a_fault_is_named_with_its_place(broken, name, old, new, message):
    faults = broken(f"{ZHAO}/{name}", old, new)
    assert any(re.search(message, fault) for fault in faults), faults
    assert all(fault.startswith(ZHAO) for fault in faults)
    assert all("\n" not in fault for fault in faults)


def test_a_header_in_another_order_is_the_one_fault_of_its_table(broken):
    faults = broken(f"{ZHAO}/table3.csv", ",technique,baseline", ",baseline,technique")
    of_table = [each for each in faults if "table3.csv" in each]
    assert len(of_table) == 2
    assert all("the column should be called" in each for each in of_table)


DEFORMER = "data/sources/cao2020deformer/datapackage.yaml"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("{deformer: [", "{deformre: [", "table1 has no column 'deformre'; use one of row,"),
        ("from: note}", "from: nota}", "table2 has no column 'nota'; use one of row,"),
        ("highest: [f1]", "highest: f1", "table2: 'f1' is not of type 'array'; mend the setting"),
        ("    shown:\n", "    figure: {}\n    shown:\n", "resources has no setting 'figure'; use"),
    ],
)
def test_a_setting_that_no_table_could_show_is_named_with_its_place(broken, old, new, message):
    (fault,) = broken(DEFORMER, old, new, "cao2020deformer")
    assert re.match(rf"{DEFORMER}:\d+: ", fault), fault
    assert message in fault, fault
    assert "\n" not in fault


def test_a_file_that_is_not_utf8_is_named_with_line_and_column(root):
    path = paths.root() / ZHAO / "table3.csv"
    path.write_bytes(path.read_bytes().replace(b"DualTrain,192", b"Dual\xffrain,192", 1))
    faults = [str(fault) for fault in check.faults("zhao2019extreme")]
    assert faults == [f"{ZHAO}/table3.csv:6: byte 0xff is not UTF-8; save the file as UTF-8"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="has no pipes")
@pytest.mark.parametrize("make", [os.mkfifo, lambda path: path.symlink_to("nowhere")])
@pytest.mark.parametrize("name", [f"{ZHAO}/table3.csv", "data/survey/more.csv"])
def test_what_cannot_be_read_as_a_file_is_named_before_anything_waits_for_it(edited, make, name):
    path = paths.root() / name
    before = path.read_bytes() if path.exists() else None
    path.unlink(missing_ok=True)
    make(path)
    try:
        (fault,) = check.faults()
    finally:
        path.unlink()
        if before is not None:
            path.write_bytes(before)
    assert str(fault).startswith(f"{name}:1: a link to nothing, a pipe or a device; ")


@pytest.mark.parametrize("name", [f"{ZHAO}/table3.csv", "data/survey/more.csv"])
def test_a_file_of_hundreds_of_megabytes_gets_a_line_before_anybody_reads_it(edited, name):
    path = paths.root() / name
    with path.open("ab") as file:
        file.truncate(300_000_000)  # it takes no room
    (fault,) = check.faults()
    wanted = "300.0 MB: a file of the data has 10 MB at most; split it, or move it"
    assert str(fault) == f"{name}:1: {wanted}"


@pytest.mark.parametrize("letters", [10_001, 3_000_000])
@pytest.mark.parametrize(
    ("name", "old", "message"),
    [
        ("table3.csv", "DualTrain,", "table3.csv:6: a line of "),
        ("datapackage.yaml", "Extreme", "datapackage.yaml:2: a line of "),
    ],
)
def test_a_cell_or_a_setting_of_megabytes_gets_a_line(broken, name, old, message, letters):
    (fault,) = broken(f"{ZHAO}/{name}", old, "x" * letters + old)
    assert message in fault
    assert "characters; 10000 are the most, shorten it" in fault


def test_a_folder_where_a_table_should_be_gets_a_line(edited):
    path = paths.root() / ZHAO / "aliases.csv"
    before = path.read_bytes()
    path.unlink()
    path.mkdir()
    try:
        (fault,) = check.faults("zhao2019extreme")
    finally:
        path.rmdir()
        path.write_bytes(before)
    assert str(fault).startswith(f"{ZHAO}/aliases.csv:1: a folder with the name of a file; ")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (f"{ZHAO}/table3.csv", "datapackage.yaml:.*: table3.csv is missing; add the file or the r"),
        ("data/vocabulary/datapackage.yaml", ".*:1: missing; bring it back: it describes the ta"),
        ("data/survey/datapackage.yaml", ".*:1: missing; bring it back: it describes the tables"),
        ("data/survey/candidates.csv", "datapackage.yaml:.*: candidates.csv is missing; add the f"),
        *[
            (f"data/survey/guide/{name}.csv", f"datapackage.yaml:.*: guide/{name}.csv is missing; ")
            for name in ("abilities", "devices", "needs", "releases")
        ],
    ],
)
def test_a_file_that_is_gone_gets_a_line(root, name, message):
    (paths.root() / name).unlink()
    (fault,) = check.faults("zhao2019extreme")
    assert re.search(message, str(fault))


@pytest.mark.parametrize("text", ["", "\n \n"])
@pytest.mark.parametrize(
    "name",
    [f"{ZHAO}/table3.csv", f"{ZHAO}/claims.yaml", "data/vocabulary/splits.csv"],
)
def test_an_empty_file_gets_a_line(root, name, text):
    (paths.root() / name).write_text(text)
    (fault,) = check.faults("zhao2019extreme")
    assert str(fault) == f"{name}:1: an empty file; fill it, or remove it"


def test_a_compound_row_has_to_name_its_parts(broken):
    faults = broken(f"{ZHAO}/table3.csv", ",distillation,", ",compound,")
    assert re.search(r"technique: name the parts of 'compound', as quantization\+dis", faults[0])


def test_a_table_of_compound_models_has_to_name_their_parts(broken):
    name = "data/sources/zafrir2019q8bert/datapackage.yaml"
    (fault,) = broken(
        name,
        "    origin: printed\n",
        "    origin: printed\n    technique: compound\n",
        "zafrir2019q8bert",
    )
    assert fault.endswith("name the parts of 'compound', as quantization+distillation does")


def test_a_technique_is_named_once(broken):
    faults = broken(f"{ZHAO}/table3.csv", ",distillation,", ",distillation+distillation,")
    told = "technique: 'distillation+distillation' has distillation twice"
    assert [fault.partition(": ")[2] for fault in faults] == [told]


def test_two_columns_have_two_headings(broken):
    """A page tells them apart by nothing else."""
    name = f"{ZHAO}/datapackage.yaml"
    (fault,) = broken(name, "header: [Hidden, Dim]", "header: [Vocab, Size]")
    assert "the heading ['Vocab', 'Size'] is that of" in fault


def test_our_own_counts_are_whole_numbers_in_every_work(edited):
    name = "data/sources/zafrir2019q8bert/table1.csv"
    edited(name, "sst-2-bert-base,bert-base,8", "sst-2-bert-base,bert-base,eight")
    (fault,) = check.faults("zafrir2019q8bert")
    assert re.search(r"table1.csv:17: bits: .*integer", str(fault))


def test_a_control_character_in_a_descriptor_gets_its_place(broken):
    (fault,) = broken(f"{ZHAO}/datapackage.yaml", "resources:", "resources\x08:")
    assert re.search(r":\d+: not YAML: control characters are not allowed; delete", fault)


def test_blanks_around_a_columns_name_get_a_line(broken):
    """frictionless takes them away, and pandas does not."""
    (fault,) = broken(f"{ZHAO}/table3.csv", "row,", "  row,")
    assert fault == f"{ZHAO}/table3.csv:1: a column is called ' row'; take the blanks away"


def test_a_quote_that_nobody_closes_is_named_with_the_row_where_it_opens(root):
    path = paths.root() / ZHAO / "table3.csv"
    before = path.read_text(encoding="utf-8")
    path.write_text(before + 'last,1,"never closed', encoding="utf-8")
    faults = [str(fault) for fault in check.faults("zhao2019extreme")]
    line = len(before.splitlines()) + 1
    wanted = f"table3.csv:{line}: not CSV: unexpected end of data; mend the quotes of this row"
    assert f"{ZHAO}/{wanted}" in faults


def test_a_table_without_its_header_is_refused(broken):
    """A foreign key then leads to a column that is not there."""
    path = paths.root() / ZHAO / "table3.csv"
    header = path.read_text(encoding="utf-8").splitlines(keepends=True)[0]
    faults = broken(f"{ZHAO}/table3.csv", header, "")
    assert f"{ZHAO}/table3.csv:1: the column should be called 'row'" in faults


def test_a_bibliography_that_is_no_bibtex_is_found_by_the_check(broken):
    (fault,) = broken("data/sources.bib", "title =", "title")
    assert re.fullmatch(r"data/sources\.bib:\d+: .*'=' expected; mend the entry above", fault)


def test_a_descriptor_of_the_vocabulary_that_is_no_text_gets_a_line(root):
    path = paths.root() / "data/vocabulary/datapackage.yaml"
    before = path.read_bytes()
    path.write_bytes(b"\x85" + before)
    try:
        (fault,) = check.faults()
    finally:
        path.write_bytes(before)
    assert str(fault).endswith("datapackage.yaml:1: byte 0x85 is not UTF-8; save the file as UTF-8")


def test_faults_of_several_sources_come_in_one_go(broken):
    broken(f"{ZHAO}/table3.csv", "82.5/76.6", "82.5")
    both = "zhao2019extreme", "guo2019rpp"
    faults = broken("data/sources/guo2019rpp/table1a.csv", "85.3 (-5.6)", "85.3", *both)
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
            "survey/exhibits.csv",
            ",re-derived,",
            ",drawn,",
            r"exhibits.csv:2: status is 'drawn'; use one of regenerated, re-derived,",
        ),
        (
            "vocabulary/parameters.csv",
            "corrected,bool",
            "corrected,boolean",
            "parameters.csv:2: type is 'boolean'; use one of bool, int, float, str",
        ),
        (
            "vocabulary/parameters.csv",
            "1..512",
            "512..1",
            r"parameters.csv:6: allowed: 512..1 is no range; give the lower number first, as in",
        ),
        (
            "vocabulary/parameters.csv",
            "0..99",
            "0..",
            r"parameters.csv:\d+: allowed: 0.. is no range; give the lower number first, as in",
        ),
        (
            "vocabulary/metrics.csv",
            "higher,0,100,,1,share of correct",
            "higher,100,0,,1,share of correct",
            r"metrics.csv:2: least: 100..0 is no range; give the lower number first, as in 1..5",
        ),
        (
            "vocabulary/tasks.csv",
            "qqp,QQP",
            "mnli-m,QQP",
            r"tasks.csv:5: 'mnli-m' appears twice; make each key unique",
        ),
        (
            "vocabulary/splits.csv",
            "test,hidden labels",
            "test,hidden, labels",
            "splits.csv:2: the row has one cell too many; quote cells that contain a comma",
        ),
        (
            "vocabulary/metrics.csv",
            "accuracy,accuracy,%",
            "accuracy,accuracy,percent",
            "metrics.csv:2: unit: 'percent' is unknown; use one of %, points, x,",
        ),
        (
            "vocabulary/architectures.csv",
            "BERT_BASE,12",
            "BERT_BASE,twelve",
            "architectures.csv:2: layers: type is",
        ),
        (
            "sources/guo2019rpp/grounds.csv",
            ",dev,",
            ",dve,",
            "grounds.csv:2: split: 'dve' is unknown; use one of test, dev, mixed,",
        ),
        (
            "sources/guo2019rpp/errata.csv",
            ",contradiction,number,",
            ",contradiction,grave,",
            r"errata.csv:\d+: severity: 'grave' is unknown; use one of conclusion, number,",
        ),
    ],
)
def test_a_fault_in_the_words_is_named_with_its_place(broken, name, old, new, message):
    faults = broken(f"data/{name}", old, new, "guo2019rpp")
    assert any(re.search(message, fault) for fault in faults), faults


def test_a_file_that_no_descriptor_names_gets_one_line(root):
    (paths.root() / ZHAO / "errrata.csv").write_text("id\n")
    faults = [str(fault) for fault in check.faults("zhao2019extreme")]
    line = "errrata.csv:1: no table of datapackage.yaml; list it under 'resources:'"
    assert faults == [f"{ZHAO}/{line}"]


def test_a_word_in_a_row_that_names_its_own_task_is_checked(broken):
    path = "data/sources/sun2020mobilebert/training_examples.csv"
    faults = broken(path, "8.5k,cola", "8.5k,cloa", "sun2020mobilebert")
    (fault,) = [fault for fault in faults if "cloa" in fault]
    assert f"{path}:" in fault
    assert "task: 'cloa' is unknown; use one of mnli-m," in fault
