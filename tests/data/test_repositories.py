"""A work whose document is a repository: addresses, checks, and its cells found with git."""

import shutil
import subprocess

import pytest
import yaml
from click.testing import CliRunner

from smallbert import audit, cli, compare, data, paths
from smallbert.data import check, verify
from smallbert.data.results import original_of

from .. import added

KEY = "doe2031repo"
README = """# Tiny

| Model | **MNLI** |
|---|---|
| Teacher | 84.0 |
| [Student](a.html) | **80.5**<sup>1</sup> |
"""
TABLE = """row,line,model,mnli,technique,baseline,sd_row,n,measured_by,original
teacher,5,Teacher,84.0,none,teacher,,,,
student,6,Student,80.5,distillation,teacher,student-std,5,,
student-std,7,Student std,0.4,,,,,,
seen,image row 3,Seen,79.0,distillation,teacher,,,borrowed,https://example.org
"""
FIELDS = ["row", "line", "model", "mnli", "technique", "baseline", "sd_row", "n"]
OURS = {"row", "line", "technique", "baseline", "sd_row", "n", "measured_by", "original"}


def put(path, text):
    path.write_text(text)
    added.forget(path)


def git(folder, *words):
    command = ["git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=a@b.c", *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def clones(tmp_path):
    """Return a folder with a clone whose README has changed since."""
    clone = tmp_path / "clones" / "doe" / "tiny"
    clone.mkdir(parents=True)
    git(clone, "init", "-q")
    for text in (README, "gone\n"):
        (clone / "README.md").write_text(text + "Student std 0.4\n")
        git(clone, "add", ".")
        git(clone, "commit", "-qm", "a")
    return tmp_path / "clones"


@pytest.fixture
def work(shared_copy, clones):
    """Return the folder of the work, in a copy of the data."""
    before, folder = paths.made.copy(), shared_copy / "data" / "sources" / KEY
    folder.mkdir()
    enter(folder, clones)
    yield folder
    shutil.rmtree(folder)
    paths.made.clear()
    paths.made.update(before)


def enter(folder, clones):
    fields = [
        {"name": name, "type": "string"} | ({"ours": True} if name in OURS else {})
        for name in [*FIELDS, "measured_by", "original"]
    ]
    fields[3]["quantities"] = [{"metric": "accuracy", "task": "mnli"}]
    commit = git(clones / "doe" / "tiny", "rev-parse", "HEAD~1")
    table = {"name": "table1", "path": "table1.csv", "title": "T", "place": "a list"}
    table |= {"origin": "printed", "split": "dev", "protocol": "one-recipe"}
    table |= {"measured_by": "authors"}
    table["schema"] = {"primaryKey": "row", "fields": fields}
    document = {"repository": "doe/tiny", "commit": commit, "path": "README.md"}
    about = {"name": KEY, "title": "T", "cites": "devlin2019bert", "reading": "r"}
    write(folder, about | {"document": document, "resources": [table]})
    put(folder / "table1.csv", TABLE)


def write(folder, descriptor):
    put(folder / "datapackage.yaml", yaml.safe_dump(descriptor))


def change(work, *, document=None, quantity=None, fields=(), **table):
    """Change what the descriptor says of the document, the table, its one column of numbers."""
    descriptor = yaml.safe_load((work / "datapackage.yaml").read_text())
    descriptor["document"] |= document or {}
    (resource,) = descriptor["resources"]
    resource |= table
    resource["schema"]["fields"] += fields
    if quantity:
        resource["schema"]["fields"][3]["quantities"] = [quantity]
    write(work, descriptor)
    return descriptor


def of_row(column):
    """Return a column of the work's results by row."""
    return data.results(KEY).set_index("row")[column]


def the_fault():
    (fault,) = check.faults(KEY)
    return str(fault)


def test_a_number_leads_to_its_line_at_the_commit(work):
    commit = change(work)["document"]["commit"]
    found = data.results(KEY).set_index("row")
    start = f"https://github.com/doe/tiny/blob/{commit}/README.md"
    assert found.at["student", "address"] == f"{start}#L6"
    assert found.at["seen", "address"] == start  # an image has no lines
    assert found.at["student", "locator"] == f"doe/tiny at {commit[:7]}, README.md, a list, line 6"


def test_the_standard_deviation_of_a_row_is_no_score_of_its_own(work):
    found = data.results(KEY).set_index("row")
    assert list(found.index) == ["teacher", "student", "seen"]
    assert (found.at["student", "sd"], found.at["student", "n"]) == (0.4, 5)
    assert found["sd"].isna().to_dict() == {"teacher": True, "student": False, "seen": True}


def test_the_spread_over_runs_counts_in_the_error(work):
    """By hand: the mean of 5 runs that spread by 0.4 is off by 0.4 / sqrt(5) = 0.179."""
    rows = compare.rows(KEY).set_index("row")
    assert rows.at["student", "runs"] == pytest.approx(0.179, abs=1e-3)


def test_the_protocol_and_its_table_are_part_of_the_ground(work):
    other = compare.rows("zhao2019extreme").iloc[0]
    own = compare.rows(KEY).set_index("row").loc["student"]
    assert f"one-recipe in {KEY}/table1" in own["key"]
    own[["task", "metric", "set"]] = other[["task", "metric", "set"]]
    table = f"one-recipe in {KEY}/table1"
    why = compare.may_compare(own, other)
    assert why == f"the protocol differs: {table} and none stated"


BORROWED = {"measured_by": "borrowed", "original": "https://example.org/all"}


def test_a_column_alone_may_be_borrowed(work):
    change(work, quantity={"metric": "accuracy", "task": "mnli"} | BORROWED)
    assert check.faults(KEY) == []
    assert set(of_row("measured_by")) == {"borrowed"}
    assert set(of_row("original")) == {"https://example.org/all"}


def lent(work, task, original):
    """Let the work's column hold borrowed scores of a task."""
    quantity = {"metric": "accuracy", "task": task, "measured_by": "borrowed", "original": original}
    change(work, quantity=quantity)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"document": {"commit": "main"}}, "commit: 'main'; give 40 hexadecimal digits"),
        ({"document": {"repository": "tiny"}}, "repository: 'tiny'; give owner/name"),
        ({"document": {"path": ""}}, "path: ''; give a file of the repository"),
        ({"protocol": "by-luck"}, "'by-luck' is not in data/vocabulary/protocols.csv"),
        ({"device": "$gpu"}, "device: 'gpu' is no column of the table; use one of row, line"),
        ({"device": "K80"}, "device: 'K80', but no number here depends on one, by metrics.csv"),
    ],
)
def test_what_a_descriptor_says_wrongly_is_one_line(work, changes, message):
    change(work, **changes)
    assert message in the_fault()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("borrowed,https", "somebody,https", "measured_by is 'somebody'; use one of authors"),
        ("borrowed,https://example.org", "borrowed,", "seen: measured_by is 'borrowed' and orig"),
        ("borrowed,https://example.org", ",https:", "seen: original is 'https:' and measured_by"),
        ("https://example.org", "no/such/row", "original is 'no/such/row', no row of the survey"),
    ],
)
def test_a_row_that_does_not_say_who_measured_it_is_one_line(work, old, new, message):
    put(work / "table1.csv", TABLE.replace(old, new))
    assert message in the_fault()


def timed(work, **settings):
    """Let the work's column hold a time, with settings of the table."""
    change(work, quantity={"metric": "latency-gpu", "name": "latency-gpu"}, **settings)


@pytest.mark.parametrize(("said", "device"), [("K80", "K80"), ("$model", "Student")])
def test_a_time_has_the_device_that_its_table_or_row_says(work, said, device):
    timed(work, device=said)
    assert of_row("device")["student"] == device
    header, *lines = TABLE.splitlines()
    lines = [f"{line},{'A100' if line.startswith('student,') else ''}" for line in lines]
    put(work / "table1.csv", "\n".join([f"{header},device", *lines]) + "\n")
    change(work, fields=[{"name": "device", "type": "string", "ours": True}])
    assert (of_row("device")["student"], of_row("device")["teacher"] == "A100") == ("A100", False)


def test_a_number_borrowed_twice_counts_once(work):
    lines = TABLE.replace("https://example.org", f"{KEY}/table1/student")
    put(work / "table1.csv", lines)
    assert check.faults(KEY) == []
    assert list(compare.rows(KEY)["row"]) == ["teacher", "student"]


def test_sound_data_have_no_fault(work):
    assert check.faults(KEY) == []


def test_an_original_beside_the_row_that_has_the_task_is_named_with_that(work):
    """Q8BERT's table has a row for each task."""
    lent(work, "sst-2", f"{Q8BERT}/cola-q8bert")
    fault = str(check.faults(KEY)[0])
    assert f"table1.csv:2: mnli: teacher: {Q8BERT}/cola-q8bert has no score of sst-2, and" in fault
    assert fault.endswith(
        f" {Q8BERT}/sst-2-q8bert has; name that row, too, with a space between the two"
    )
    lent(work, "sst-2", f"{Q8BERT}/sst-2-q8bert")
    assert check.faults(KEY) == []


Q8BERT = "zafrir2019q8bert/table1"
TWO = f"{Q8BERT}/cola-q8bert {Q8BERT}/sst-2-q8bert"


def test_of_several_originals_a_number_has_the_one_with_its_task(work):
    lent(work, "sst-2", TWO)
    assert check.faults(KEY) == []
    assert set(data.results(KEY)["original"]) == {f"{Q8BERT}/sst-2-q8bert"}
    lines = audit.table(KEY)
    assert set(lines["inputs"]) == {f"{Q8BERT}/sst-2-q8bert/score"}
    assert set(lines["recomputed"]) == {92.24}


def test_a_number_whose_task_no_original_has_keeps_the_first_and_another_row_is_named(work):
    lent(work, "rte", TWO)
    assert set(data.results(KEY)["original"]) == {f"{Q8BERT}/cola-q8bert"}
    fault = str(check.faults(KEY)[0])
    assert f"has no score of rte, and {Q8BERT}/rte-q8bert has; name that row, too" in fault


@pytest.mark.parametrize("wrong", [f"{Q8BERT}/x", f"{Q8BERT}/cola-q8bert/score", "https://a.org"])
def test_each_of_several_originals_is_a_row(work, wrong):
    lent(work, "sst-2", f"{TWO} {wrong}")
    assert f"original is {wrong!r}, no row of the survey" in str(check.faults(KEY)[0])


def test_an_original_names_the_half_of_mnli_or_not_and_its_metric_decides():
    row = "yang2020textbrewer/public/pkd-6"
    assert original_of(f"{Q8BERT}/cola-q8bert {row}", "mnli", "accuracy") == row
    both = "xia2022cofi/table1/qnli-s60 xia2022cofi/table1/mnli-s60"
    assert original_of(both, "", "speedup") == both.split()[0]
    assert original_of("https://example.org", "mnli", "accuracy") == "https://example.org"


def test_a_score_from_elsewhere_stays_in_each_table_that_borrows_it(work):
    """Each sets it against a baseline of its own."""
    again = "again,8,Seen,79.0,distillation,teacher,,,borrowed,https://example.org\n"
    put(work / "table1.csv", TABLE + again)
    assert list(compare.rows(KEY)["row"]) == ["teacher", "student", "seen", "again"]


def test_a_time_without_a_device_says_so_and_a_score_has_none(work):
    timed(work)
    assert set(data.results(KEY)["device"]) == {"not stated"}
    deck = data.results("cao2020deformer").set_index("id")["device"]
    assert deck["cao2020deformer/table1/squad/speedup"] == "not stated"
    assert deck["cao2020deformer/table1/squad/deformer"] == ""
    assert deck["cao2020deformer/table3/bert-base/latency-gpu"] == "V100"


def test_a_borrowed_time_has_not_the_device_of_the_table_that_borrows_it(work):
    timed(work, device="K80, batch 128")
    assert (of_row("device")["student"], of_row("device")["seen"]) == (
        "K80, batch 128",
        "not stated",
    )
    here = TABLE.replace("https://example.org", f"{KEY}/table1/student")  # a table of the same work
    put(work / "table1.csv", here)
    assert of_row("device")["seen"] == "K80, batch 128"


@pytest.mark.parametrize(
    ("quantity", "kept"),
    [
        ({"metric": "accuracy", "task": "mnli"}, True),
        ({"metric": "score"}, True),
        ({"metric": "latency-gpu", "task": "mnli"}, True),
        ({"metric": "parameters"}, False),
        ({"metric": "prune-ratio"}, False),
        ({"metric": "speedup"}, False),
    ],
)
def test_a_size_a_sparsity_and_a_speed_of_no_task_have_no_protocol(work, quantity, kept):
    change(work, quantity=quantity)
    assert of_row("protocol")["teacher"] == ("one-recipe" if kept else "")


def test_two_times_are_set_against_each_other_on_one_device_only(work):
    timed(work, device="$model")  # as if each model had run on a device of its own
    tidy = data.results(KEY)
    assert compare.speedups(tidy).set_index("row")["times"].isna().all()
    timed(work, device="K80")
    times = compare.speedups(data.results(KEY)).set_index("row")["times"]
    assert times["student"] == pytest.approx(84.0 / 80.5)


def test_each_cell_is_found_in_the_file_of_the_commit(work, clones):
    (tally,) = verify.verify_repositories(clones, KEY)
    assert (tally.cells, tally.missing) == (6, [])
    assert tally.unseen == {"README.md is no text": 2}  # the row of the image


def test_a_cell_that_is_not_on_its_line_is_named(work, clones):
    put(work / "table1.csv", TABLE.replace("80.5", "80.6"))
    (tally,) = verify.verify_repositories(clones, KEY)
    assert tally.missing == ["student, mnli: '80.6' (README.md, line 6)"]


def test_a_clone_that_is_missing_is_said(work, tmp_path):
    (tally,) = verify.verify_repositories(tmp_path, KEY)
    assert (tally.cells, tally.unseen["doe/tiny has no clone here"]) == (0, 6)


def test_documents_pass_over_works_of_repositories(work, tmp_path):
    (tally,) = verify.verify(tmp_path, KEY)
    assert (tally.cells, tally.unseen) == (0, {"it is in a repository": 8})


def test_the_command_says_what_was_found_and_what_not_looked_up(work, clones):
    said = CliRunner().invoke(cli.main, ["verify", "--repositories", str(clones), KEY])
    assert said.exit_code == 0, said.output
    assert "6 of 6 printed cells found; 2 not looked up" in said.output
    assert CliRunner().invoke(cli.main, ["verify", KEY]).exit_code == 2
