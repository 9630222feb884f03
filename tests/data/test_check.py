"""Rules in pairs: the committed data keep them; of a broken copy the fault is named, in one line.

Each line of the tables below is a broken copy: file, what stands there, what is put in its place,
and how the only fault begins, or one of several.
"""

import os

import pytest

from smallbert import data, paths
from smallbert.data import check, sources

ZHAO, COFI = "zhao2019extreme", "xia2022cofi/datapackage.yaml"
MOVEMENT = "sanh2020movement/table1.csv"
BLOCK, DEFORMER, POSTER = "lagunas2021block", "cao2020deformer", "ganesh2021case"
TABLE3, PACKAGE = f"{ZHAO}/table3.csv", f"{ZHAO}/datapackage.yaml"


def faults(name):
    """Return the faults of the work whose folder a file is in, or of all."""
    keys = [key for key in name.split("/")[:1] if key in sources.keys()]
    return [
        str(each).removeprefix("data/").removeprefix("sources/") for each in check.faults(*keys)
    ]


def test_the_committed_data_are_sound():
    assert check.faults() == []


def test_a_cell_may_print_its_standard_deviation(edited):
    edited(f"data/sources/{TABLE3}", ",84.0,", ",84.0 ± 0.4,")
    edited(f"data/sources/{PACKAGE}", "task: mnli-m}", "task: mnli-m, sd: mnli_m}")
    own = data.results(ZHAO).set_index("id").loc[f"{ZHAO}/table3/teacher/mnli-m-accuracy"]
    assert (own["value"], own["sd"], own["half_width"]) == (84.0, 0.4, 0.05)


def test_a_printed_half_width_becomes_a_standard_deviation():
    """RoBERTa-base has 59.58 ± 1.15 / 56.16 ± 1.31, over ten runs: 1.15 · √10 / 1.96 = 1.855."""
    found = data.results("euroeval2026").set_index("id")["sd"]
    row = "euroeval2026/english/roberta-base/euroeval-sst5"
    assert found[f"{row}-matthews"] == pytest.approx(1.855, abs=0.001)
    assert found[f"{row}-macro-f1"] == pytest.approx(2.114, abs=0.001)


CELLS = [
    (TABLE3, "82.5/76.6", "82.5/76,6", "the row has one cell too many; quote cells that contain"),
    (TABLE3, "82.5/76.6", "82.5/7b.6", "mrpc: '82.5/7b.6' does not parse: 'b.' is no part of a"),
    (TABLE3, "82.5/76.6", "82.5", "mrpc: '82.5' holds 1 numbers where 2 are expected; compare it"),
    (TABLE3, ",84.0,", ",-88.5,", "mnli_m: -88.5 is beyond what accuracy can be, 0 to 100; com"),
    (TABLE3, ",84.0,", f",{'9' * 400},", "mnli_m: a number of 400 digits is more than a float"),
    (
        TABLE3,
        ",84.0,",
        ",84.0 ± 0.4,",
        "mnli_m: '84.0 ± 0.4' does not parse: '±' is no part of",
    ),
    (TABLE3, ",84.0,", ",1/0,", "mnli_m: '1/0' divides by zero; compare it"),
    (TABLE3, "pkd-3,15", "pkd-6,15", "'pkd-6' appears twice; make each key unique"),
    (TABLE3, "pkd-3,15", "pkd-3,", "line: empty; each row needs one, add it"),
    (MOVEMENT, "bert-base,bert-base\n", "bert-base,bert-bace\n", "architecture: 'bert-bace' is un"),
    (TABLE3, "distillation,teacher", "distillation,techer", "baseline: 'techer' is unknown; use"),
    (TABLE3, ",hidden,", ",", "hidden: the header has 'vocab' here; put the columns in"),
    (TABLE3, "original\n", "original,more\n", "an extra column; describe it in datapackage.yaml"),
    (TABLE3, "row,", "  row,", "a column is called ' row'; take the blanks away"),
    (TABLE3, "pkd-3,15", '"pkd-3,15', "not CSV: ',' expected after '\"'; mend the quotes of"),
    (
        "zafrir2019q8bert/table1.csv",
        "bert-base,8",
        "bert-base,eight",
        "bits: 'eight' is no whole number",
    ),
    ("sun2020mobilebert/training_examples.csv", "8.5k,cola", "8.5k,cloa", "task: 'cloa' is unkn"),
    (
        f"{ZHAO}/grounds.csv",
        ",ablation,,,",
        ",ablation,,dev,",
        "split: dev, but the table says test; say",
    ),
    ("guo2019rpp/grounds.csv", ",dev,", ",dve,", "split: 'dve' is unknown; use one of test, dev"),
    (
        f"{ZHAO}/grounds.csv",
        ",ablation,",
        ",abaltion,",
        "role: 'abaltion' is unknown; use one of proposed, comparison, ablation",
    ),
    (f"{ZHAO}/exhibits.csv", ",regenerated,", ",drawn,", "status: 'drawn' is unknown; use one of"),
    (f"{ZHAO}/exhibits.csv", "exhibit,place", "exhibit,page", "page: no column of exhibits; use"),
    (f"{ZHAO}/corrections.csv", "hidden,708", "hidden,709", "printed: '709', but the cell holds"),
    (f"{ZHAO}/corrections.csv", "table3,pkd-3", "table3,pkd-4", "row: table3 has no row 'pkd-4';"),
    (f"{POSTER}/unusable.csv", "effectiveness,al", "effect,al", f"table: {POSTER} has no table"),
    (f"{POSTER}/unusable.csv", "effectiveness,albert", "effectiveness,bert", "row: effectiveness"),
    (f"{POSTER}/unusable.csv", "mnli+qqp", "mnli+qpq", "columns: effectiveness has no column 'qpq"),
]
SIGNS = [
    (PACKAGE, "title: Extreme", "title: Ex\u00adtreme", "SOFT HYPHEN stands here; type the usual"),
    (TABLE3, "DualTrain", "Du\u0430lTrain", "CYRILLIC SMALL LETTER A stands here; type the"),
    (TABLE3, ",13,", ",\u0661\u0663,", "ARABIC-INDIC DIGIT ONE stands here; type the usual sign"),
    (TABLE3, "row,", "\ufeffrow,", "ZERO WIDTH NO-BREAK SPACE stands here; type the usual sign"),
    (TABLE3, "DualTrain,", f"{'x' * 10_001}DualTrain,", "a line of 10"),
]
DESCRIPTORS = [
    (PACKAGE, "resources:", "resources\x08:", "not YAML: control characters are not allowed;"),
    (PACKAGE, "metric: f1", "metrik: f1", "metrik: a quantity has no such setting; use one of m"),
    (PACKAGE, "resources:", "2019: a year\nresources:", "2019: a work has no such setting; use"),
    (PACKAGE, "groups: factor", "group: factor", "group: a shown has no such setting; use one of"),
    (PACKAGE, "place: slide 1, Table 3", "place: 1", "place: '1' should be text: say where the"),
    (PACKAGE, "path: table3.csv", "path: table4.csv", "path: table4.csv is missing; add the file"),
    (PACKAGE, "cites: zhao2019extreme", "cites: zhao2019", "cites: 'zhao2019' is not in sources"),
    (PACKAGE, "metric: f1", "metric: F1", "metric: 'F1' is not in data/vocabulary/metrics.csv; a"),
    (PACKAGE, "task: mrpc", "task: $tasc", "task: 'tasc' is no column of the table; use one of r"),
    (PACKAGE, "split: test", "split: tset", "split: 'tset' is not in data/vocabulary/splits.csv;"),
    (PACKAGE, "origin: printed", "origin: prined", "origin: 'prined' is not in data/vocabulary/or"),
    (PACKAGE, "cells: tabs", "cells: tab", "cells: 'tab'; use one of tabs or text: whether tabs"),
    (PACKAGE, "spans: [hidden, vocab,", "spans: [hidden, words,", "spans: 'words' is no column of"),
    (PACKAGE, "sha256: e8d5", "sha256: e8d", "sha256: 'e8ddb8614dbfcaa39789e27fe6a4121f165"),
    (f"{DEFORMER}/datapackage.yaml", "highest: [f1]", "highest: f1", "highest: 'f1' should be te"),
    (COFI, "measured_by: authors", "measured_by: borrowed", "measured_by:"),
]
ROWS = [
    (TABLE3, ",distillation,", ",distilation,", "technique: 'distilation' is not in data/vocabul"),
    (TABLE3, ",distillation,", ",compound,", "technique: name the parts of 'compound', as quant"),
    (TABLE3, ",distillation,", ",,", "technique: empty; say which, or none for a model that nob"),
    (TABLE3, ",distillation,", ",distillation+distillation,", "technique: 'distillation+distilla"),
    ("zafrir2019q8bert/table1.csv", "bert-base,8", "bert-base,", "technique: a quantized row "),
    (MOVEMENT, "none,bert-base,\n", "none,bert-base,bert-base\n", "architecture: bert-base is the"),
    (COFI, "{metric: $metric, task: $task}", "{metric: $metric}", "score: scores without their ta"),
    (
        f"{BLOCK}/datapackage.yaml",
        "{metric: accuracy, task: mnli-m}",
        "{metric: accuracy, task: mnli-m, scale: 0.01}",
        "score: no score is above 1, and accuracy counts in per cent; add 'scale: 100' to the",
    ),
    (
        MOVEMENT,
        '"L0 regularization, 10 % left",pruning+distillation,bert-base,bert-base',
        "BERT-base,pruning+distillation,bert-base,",
        "name: 'BERT-base' is also the name of table1/bert-base, which differs in technique",
    ),
    (
        MOVEMENT,
        '"L0 regularization, 10 % left"',
        "Magnitude pruning: 10 % left",
        "name: 'Magnitude pruning: 10 % left' has the address of 'Magnitude pruning, 10 % left' in",
    ),
    (
        MOVEMENT,
        '"L0 regularization, 10 % left"',
        "+L0",
        "name: '+L0' says no model; write its whole",
    ),
    (
        MOVEMENT,
        '"L0 regularization, 10 % left"',
        "(6; 768)",
        "name: '(6; 768)' says no model; write",
    ),
    ("nvidia2024tensorrt/datapackage.yaml", "unit: ms, ", "", "int8: the heading says ms; add 'un"),
]
SHARED = [
    ("survey/models.csv", ",DistilBERT cased,", ",DistilBERT,", "name: 'DistilBERT' appears twice"),
    ("survey/models.csv", ",bert-mini,", ",bert-mino,", "architecture: 'bert-mino' is unknown; us"),
    ("survey/checkpoints.csv", "bort,", "bart,", "model: 'bart' is unknown; use one of bort, "),
    ("survey/exhibits.csv", ",re-derived,", ",drawn,", "status: 'drawn' is unknown; use one of re"),
    ("survey/errata.csv", ",unused\n", ",forgotten\n", "action: 'forgotten' is unknown; use one"),
    ("vocabulary/parameters.csv", "corrected,bool", "corrected,boolean", "type: 'boolean' is unkn"),
    ("vocabulary/metrics.csv", "accuracy,%", "accuracy,percent", "unit: 'percent' is unknown; use"),
    ("vocabulary/tasks.csv", "qqp,QQP", "mnli-m,QQP", "'mnli-m' appears twice; make each key uniq"),
    (
        "vocabulary/splits.csv",
        "test,hidden labels",
        "test,hidden, labels",
        "the row has one cell ",
    ),
    (
        "vocabulary/architectures.csv",
        "BERT-base,12",
        "BERT-base,twelve",
        "layers: 'twelve' is no whole",
    ),
]
ELSEWHERE = [  # where what is there is at fault because of what is edited, or what is missing
    (PACKAGE, "origin: printed", "origin: [", "not YAML: did not find expected ',' or ']'; mend i"),
    (PACKAGE, "origin: printed", "origin: a\n    origin: b", "not YAML: 'origin' appears twice; m"),
    (PACKAGE, "resources:", "tables:", "no resources; list the source's tables under 'resources:'"),
    (PACKAGE, "    place: slide 1, Table 3\n", "", "place: a table without it; say where the docu"),
    (PACKAGE, "    origin: printed\n", "", "origin: a table without it; where its numbers are fro"),
    (PACKAGE, "    cells: tabs\n", "", "cells: table3 does not say; use one of tabs, text"),
    (PACKAGE, "[Hidden, Dim]", "[Vocab, Size]", "header: vocab has ['Vocab', 'Size'], as hidden h"),
    (f"{DEFORMER}/datapackage.yaml", "[Avg. Input Tokens]", "['']", "header: input_tokens has ["),
    (
        "reimers2021layers/datapackage.yaml",
        "metric: throughput",
        "metric: layers",
        "speed: a shape is printed here and none is used: write",
    ),
    (PACKAGE, "  file: 004_24316d2e507e8064.txt\n", "", "origin: table3 is in no document; give '"),
    (COFI, "    split: dev\n", "", "score: scores without their split; add 'split:' to the table"),
    (COFI, "    measured_by: authors\n", "", "score: scores without who measured them; add 'measu"),
    (COFI, "    device: V100 32 GB\n", "", "speedup: depends on a device and none is named; add '"),
    (COFI, "    against: not stated\n", "", "speedup: speedups without their baseline; name a row"),
    (
        f"{BLOCK}/mnli.csv",
        "distillation,1,bert-base",
        "distillation,,bert-base",
        "speedup: speedups without",
    ),
]


def place(name):
    return f"data/{name}" if name.startswith(("survey/", "vocabulary/")) else f"data/sources/{name}"


@pytest.mark.parametrize(
    ("name", "old", "new", "message"), [*CELLS, *SIGNS, *DESCRIPTORS, *ROWS, *SHARED]
)
def test_a_broken_copy_is_named_with_file_line_and_field(edited, name, old, new, message):
    text = (paths.root() / place(name)).read_text(encoding="utf-8")
    line = text[: text.index(old)].count("\n") + 1
    edited(place(name), old, new)
    found = faults(name)
    assert any(each.startswith(f"{name}:{line}: {message}") for each in found), found
    assert not any("\n" in each for each in found)


@pytest.mark.parametrize(("name", "old", "new", "message"), ELSEWHERE)
def test_what_is_missing_is_named_with_the_field(edited, name, old, new, message):
    edited(place(name), old, new)
    found = faults(name)
    assert any(each.partition(": ")[2].startswith(message) for each in found), found


def test_a_file_that_is_not_utf8_is_named_with_its_line(root):
    path = root / "data/sources" / TABLE3
    path.write_bytes(path.read_bytes().replace(b"DualTrain,192", b"Dual\xffrain,192", 1))
    assert faults(TABLE3) == [f"{TABLE3}:6: byte 0xff is not UTF-8; save the file as UTF-8"]


@pytest.mark.parametrize(
    "make", [os.mkfifo, lambda path: path.symlink_to("nowhere"), lambda path: path.mkdir()]
)
def test_what_is_no_file_is_named_before_anything_waits_for_it(root, make):
    path = root / "data/survey/more.csv"
    make(path)
    (fault,) = faults("")
    assert fault.startswith("survey/more.csv:1: no file that can be read; put the file there")
    path.rmdir() if path.is_dir() else path.unlink()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (f"sources/{TABLE3}", "path: table3.csv is missing; add the file or the right path"),
        ("vocabulary/datapackage.yaml", "missing; bring it back: tables rest on it"),
        ("survey/devices.csv", "path: devices.csv is missing; add the file or the right path"),
        ("sources.bib", "missing; bring it back: tables rest on it"),
    ],
)
def test_a_file_that_is_gone_gets_a_line(root, name, message):
    (root / "data" / name).unlink()
    (fault,) = faults(TABLE3)
    assert fault.partition(": ")[2].startswith(message)


@pytest.mark.parametrize("name", [f"sources/{ZHAO}/claims.yaml", "vocabulary/splits.csv"])
def test_an_empty_file_gets_a_line(root, name):
    (root / "data" / name).write_text("\n \n")
    (fault,) = faults(TABLE3)
    assert fault.endswith(":1: an empty file; fill it, or remove it")


def test_a_file_that_no_descriptor_names_gets_one_line(root):
    (root / "data/sources" / ZHAO / "errrata.csv").write_text("id\n")
    line = "errrata.csv:1: no table of datapackage.yaml; list it under 'resources:'"
    assert faults(TABLE3) == [f"{ZHAO}/{line}"]


def test_faults_of_several_sources_come_in_one_go(edited):
    edited(place(TABLE3), "82.5/76.6", "82.5")
    edited(place("guo2019rpp/table1a.csv"), "85.3 (-5.6)", "85.3")
    found = check.faults(ZHAO, "guo2019rpp")
    assert [each.path.parent.name for each in found] == [ZHAO, "guo2019rpp"]


def test_a_misprint_that_no_number_can_be_read_from_may_be_mended(edited):
    header = "table,row,column,printed,corrected,reason,evidence\n"
    mend = "table3,dualtrain-192,sst_2,8B.4,88.4,misread digit,the block's neighbors\n"
    edited(place(f"{ZHAO}/corrections.csv"), header, header + mend)
    edited(place(TABLE3), "82.5/76.6,78.1,77.3,88.4", "82.5/76.6,78.1,77.3,8B.4")
    assert faults(TABLE3) == []


def test_two_rows_that_are_printed_under_one_name_are_named_by_us(edited):
    edited(place(MOVEMENT), '"Magnitude pruning, 10 % left"', "")
    edited(place(MOVEMENT), '"Magnitude pruning, 3 % left"', "")
    (fault,) = faults(MOVEMENT)
    assert "'Magnitude Pruning' is also the name of table1/magnitude-10, which has other" in fault


def test_what_a_work_lacks_is_named_with_line_and_words_and_before_what_is_wrong(edited):
    edited(place(PACKAGE), "split: test", "split: TODO")
    edited(place(TABLE3), ",distillation,teacher", ",TODO,teacher")
    edited(place(TABLE3), ",distillation,teacher", ",distillation,techer")
    lacking, technique, wrong = faults(TABLE3)
    assert "split: TODO; one of test, dev, mixed, unstated, train; the examples" in lacking
    assert technique.startswith(f"{TABLE3}:3: technique: TODO; one of quantization, pruning,")
    assert wrong.startswith(f"{TABLE3}:4: baseline: 'techer' is unknown")


def test_a_bibliography_that_is_no_bibtex_gets_its_line(edited):
    edited("data/sources.bib", "title =", "title")
    assert faults("") == ["sources.bib:6: '=' expected; mend the entry above"]


def test_a_work_that_says_why_its_shapes_are_not_counted_need_not_name_them(edited):
    name = "reimers2021layers/datapackage.yaml"
    edited(place(name), "metric: throughput", "metric: layers")
    edited(place(name), "\ncites:", "\nuncounted: widths are not stated\ncites:")
    assert not [each for each in faults(name) if "a shape is printed here" in each]
