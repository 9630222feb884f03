"""A work whose document is a repository: addresses, checks, and its cells found with git."""

import shutil
import subprocess

import pytest
from click.testing import CliRunner

from smallbert import audit, cli, compare, data, memo
from smallbert.data import check, sources, verify
from smallbert.data.results import original_of

KEY = "doe2031repo"
README = """# Tiny
### Small models
| Model | **MNLI** | Time |
|---|---|---|
| Teacher | 84.0 | 12 |
| [Student](a.html) | **80.5**<sup>1</sup> | 3 |
### Deviations
Std 0.4
"""
OTHER = "MNLI\nOther Small 70.0\n"
TABLE = """row,line,model,kind,mnli,ms,technique,baseline,sd_row,n,measured_by,original
teacher,5,Teacher,Small,84.0,12,none,teacher,,,,
student,6,Student,Small,80.5,3,distillation,teacher,std,5,,
std,8,Std,Deviations,0.4,,,,,,,
seen,image row 3,Seen,Small,79.0,,distillation,teacher,,,borrowed,https://example.org
"""
DESCRIPTOR = """name: doe2031repo
title: T
cites: devlin2019bert
laboratory: Made up
reading: r
document:
  repository: doe/tiny
  commit: COMMIT
  path: README.md
resources:
  - name: table1
    path: table1.csv
    title: T
    place: a list
    origin: printed
    split: dev
    protocol: one-recipe
    measured_by: authors
    device: K80
    schema:
      primaryKey: row
      fields:
        - {name: row, type: string, ours: true}
        - {name: line, type: string, ours: true}
        - {name: model, type: string, header: [Model]}
        - {name: kind, type: string, header: [Kind]}
        - {name: mnli, type: string, header: [MNLI], quantities: [{metric: accuracy, task: mnli}]}
        - {name: ms, type: string, header: [Time], quantities: [{metric: latency-gpu, unit: ms}]}
"""
OURS = ("technique", "baseline", "sd_row", "n", "measured_by", "original")
DESCRIPTOR += "".join(f"        - {{name: {each}, type: string, ours: true}}\n" for each in OURS)
Q8BERT = "zafrir2019q8bert/table1"
TWO = f"{Q8BERT}/cola-q8bert {Q8BERT}/sst-2-q8bert"
LAYERDROP = "liu2019roberta/layerdrop/layerdrop"  # a row a task


@pytest.fixture
def clones(tmp_path):
    """Return a folder with a clone whose README has changed since."""
    clone = tmp_path / "doe" / "tiny"
    clone.mkdir(parents=True)
    git(clone, "init", "-q")
    (clone / "OTHER.md").write_text(OTHER)
    for text in (README, "gone\n"):
        (clone / "README.md").write_text(text)
        git(clone, "add", ".")
        git(clone, "commit", "-qm", "a")
    return tmp_path


def git(folder, *words):
    command = ["git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=a@b.c", *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def change(shared_copy, clones):
    """Return a function that replaces texts of the work, which is in a copy of the data."""
    before, folder = memo.kept.copy(), shared_copy / "data" / "sources" / KEY
    folder.mkdir()
    commit = git(clones / "doe" / "tiny", "rev-parse", "HEAD~1")
    files = {"datapackage.yaml": DESCRIPTOR.replace("COMMIT", commit), "table1.csv": TABLE}

    def replace(*pairs):
        for old, new in pairs:
            assert any(old in text for text in files.values()), old
            files.update({name: text.replace(old, new) for name, text in files.items()})
        for name, text in files.items():
            (folder / name).write_text(text)
        memo.forget(folder.parent, *(folder / name for name in files))
        return data.results(KEY)

    replace()
    yield replace
    shutil.rmtree(folder)
    memo.kept.clear()
    memo.kept.update(before)


def of_row(tidy, column, metric="accuracy"):
    return tidy[tidy["metric"] == metric].set_index("row")[column].to_dict()


def test_a_number_leads_to_its_line_at_the_commit_and_one_of_an_image_to_the_file(change, clones):
    assert check.faults(KEY) == []
    commit = git(clones / "doe" / "tiny", "rev-parse", "HEAD~1")
    start = f"https://github.com/doe/tiny/blob/{commit}/README.md"
    addresses = of_row(data.results(KEY), "address")
    assert (addresses["student"], addresses["seen"]) == (f"{start}#L6", start)
    place = of_row(data.results(KEY), "locator")["student"]
    assert place == f"doe/tiny at {commit[:7]}, README.md, a list, line 6"


def test_the_standard_deviation_of_a_row_is_no_score_of_its_own(change):
    found = data.results(KEY).query("task == 'mnli'").set_index("row")
    assert list(found.index) == ["teacher", "student", "seen"]
    assert (found.at["student", "sd"], found.at["student", "n"]) == (0.4, 5)
    assert found["sd"].isna().to_dict() == {"teacher": True, "student": False, "seen": True}


def test_scores_have_the_protocol_of_their_own_table_and_times_its_device(change):
    tidy = data.results(KEY)
    assert of_row(tidy, "protocol") == {
        "teacher": "one-recipe",
        "student": "one-recipe",
        "seen": "",
    }
    assert of_row(tidy, "protocol", "latency-gpu") == {"teacher": "", "student": ""}
    assert set(of_row(tidy, "device").values()) == {""}
    assert set(of_row(tidy, "device", "latency-gpu").values()) == {"K80"}
    tidy = change(("device: K80", "device: $model"))
    assert of_row(tidy, "device", "latency-gpu") == {"teacher": "Teacher", "student": "Student"}


def test_a_quantity_may_have_another_protocol_than_its_row(change):
    mean = "quantities: [{metric: accuracy, task: mnli, protocol: mean-of-runs}]"
    tidy = change(("quantities: [{metric: accuracy, task: mnli}]", mean))
    assert of_row(tidy, "protocol")["teacher"] == "mean-of-runs"


def test_a_borrowed_time_has_the_device_of_its_table_only_if_it_is_of_the_same_work(change):
    tidy = change(("Small,79.0,,", "Small,,5,"))
    assert of_row(tidy, "device", "latency-gpu")["seen"] == "not stated"
    tidy = change(("https://example.org", f"{KEY}/table1/student"))
    assert of_row(tidy, "device", "latency-gpu")["seen"] == "K80"


def test_a_number_borrowed_within_a_work_counts_once_and_from_elsewhere_in_each_table(change):
    seen = TABLE.splitlines()[-1]
    change((seen, f"{seen}\n{seen.replace('seen,', 'again,')}"))
    assert list(compare.scored_rows(KEY)["row"]) == ["teacher", "student", "seen", "again"]
    change(("https://example.org", f"{KEY}/table1/student"))
    assert list(compare.scored_rows(KEY)["row"]) == ["teacher", "student"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("commit: ", "commit: main  # ", "commit: 'main'; give 40 hexadecimal digits"),
        ("doe/tiny", "tiny", "repository: 'tiny'; give owner/name"),
        ("README.md", "''", "path: ''; give a file of the repository"),
        ("one-recipe", "by-luck", "'by-luck' is not in data/vocabulary/protocols.csv"),
        ("K80", "$gpu", "device: 'gpu' is no column of the table; use one of row, line"),
        ("metric: latency-gpu, unit: ms", "metric: layers", "device: 'K80', but no number here"),
        ("borrowed,https", "somebody,https", "measured_by is 'somebody'; use one of authors"),
        ("borrowed,https://example.org", "borrowed,", "seen: measured_by is 'borrowed' and orig"),
        ("borrowed,https://example.org", ",https:", "seen: original is 'https:' and measured_by"),
        ("https://example.org", "no/such/row", "original is 'no/such/row', no row of the survey"),
        ("https://example.org", f"{TWO} a/b/c", "original is 'a/b/c', no row of the survey"),
        (
            "task: sst-2",
            f"task: sst-2, measured_by: borrowed, original: {Q8BERT}/cola-q8bert",
            f"teacher: {Q8BERT}/cola-q8bert has no score of sst-2, and {Q8BERT}/sst-2-q8bert has; "
            "name that row, too",
        ),
        (
            "task: sst-2",
            f"task: qnli, measured_by: borrowed, original: {LAYERDROP}-mnli",
            f"teacher: {LAYERDROP}-mnli has no score of qnli, and {LAYERDROP}-qnli has; name",
        ),
    ],
)
def test_what_a_work_says_wrongly_is_one_line(change, old, new, message):
    change(("task: mnli", "task: sst-2"), (old, new))
    assert message in str(check.faults(KEY)[0])


def test_of_several_originals_a_number_has_the_one_with_its_task(change):
    tidy = change(("task: mnli", "task: sst-2"), ("https://example.org", TWO))
    assert check.faults(KEY) == []
    assert of_row(tidy, "original")["seen"] == f"{Q8BERT}/sst-2-q8bert"
    line = audit.audit_table(KEY).set_index("row").loc["seen"]
    assert (line["inputs"], line["recomputed"]) == (f"{Q8BERT}/sst-2-q8bert/score", 92.24)


def test_an_original_names_the_half_of_mnli_or_not_and_its_metric_decides():
    row = "yang2020textbrewer/public/pkd-6"
    assert original_of(f"{Q8BERT}/cola-q8bert {row}", "mnli", "accuracy") == row
    both = "xia2022cofi/table1/qnli-s60 xia2022cofi/table1/mnli-s60"
    assert original_of(both, "", "speedup") == both.split()[0]


def test_each_cell_is_found_in_the_file_of_the_commit(change, clones):
    said = CliRunner().invoke(cli.main, ["verify", "--repositories", str(clones), KEY])
    assert said.exit_code == 0, said.output
    assert "11 of 11 printed cells found; 3 not looked up" in said.output  # the row of the image


def test_a_row_that_names_a_repository_of_its_own_is_found_there(change, clones):
    logs = clones / "roe" / "logs"
    logs.mkdir(parents=True)
    git(logs, "init", "-q")
    (logs / "a.txt").write_text("Student\nSmall, MNLI: 80.5, Time: 3\n")
    git(logs, "add", ".")
    git(logs, "commit", "-qm", "a")
    commit = git(logs, "rev-parse", "HEAD")
    head, teacher, student, *rest = TABLE.splitlines()
    wider = [f"{head},repository,commit,path", f"{teacher},,,"]
    wider += [f"{student},roe/logs,{commit},a.txt".replace(",6,", ",1-2,")]
    own = "".join(
        f"        - {{name: {each}, type: string, ours: true}}\n" for each in sources.PLACE_OF_ROW
    )
    change(
        (TABLE, "\n".join([*wider, *(f"{each},,," for each in rest), ""])),
        (DESCRIPTOR.splitlines()[-1] + "\n", DESCRIPTOR.splitlines()[-1] + "\n" + own),
    )
    assert check.faults(KEY) == []
    address = f"https://github.com/roe/logs/blob/{commit}/a.txt#L1-L2"
    assert of_row(data.results(KEY), "address")["student"] == address
    assert ("roe/logs", commit) in sources.repositories()
    (tally,) = verify.verify_repositories(clones, KEY)
    assert (tally.cells, tally.missing) == (11, [])
    change((f"{commit},a.txt", f"{commit},b.txt"))
    (tally,) = verify.verify_repositories(clones, KEY)
    assert "student, mnli: '80.5' is in no file of the commit (b.txt, line 1-2)" in tally.missing


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("80.5", "80.6", "student, mnli: '80.6' is not on its line (README.md, line 6)"),
        ("student,6", "student,60", "student, model: 'Student' is beyond the last line (README"),
        (
            "path: README",
            "path: READ",
            "student, mnli: '80.5' is in no file of the commit (READ.md",
        ),
        ("80.5,3", "3,3", "student, mnli: '3' is not in the column of 'MNLI' (README.md, line 6)"),
        ("[MNLI]", "[QQP]", "student, mnli: '80.5' is below no 'qqp', a word of its heading (REA"),
        (
            "Student,",
            "Teacher,",
            "student, model: 'Teacher' is neither on its line nor above (READM",
        ),
        (
            "Student,Small",
            "Student,Deviations",
            "student, kind: 'Deviations' is not on its line; a",
        ),
        (
            "Student,Small",
            "Student,Big",
            "student, kind: 'Big' is not on its line; above is '### Sma",
        ),
    ],
)
def test_a_cell_that_does_not_stand_where_it_should_is_named(change, clones, old, new, message):
    change((old, new))
    (tally,) = verify.verify_repositories(clones, KEY)
    assert message in "\n".join(tally.missing)


def test_a_label_stands_above_on_a_line_that_only_another_files_row_names(change, clones):
    head, *rows = TABLE.splitlines()
    wider = [
        f"{head},path",
        *(f"{row}," for row in rows),
        "other,2,Other,Small,70.0,,none,,,,,,OTHER.md",
    ]
    field = "{name: original, type: string, ours: true}"
    change(
        (TABLE, "\n".join(wider)),
        (field, f"{field}\n        - {field.replace('original', 'path')}"),
    )
    (tally,) = verify.verify_repositories(clones, KEY)
    assert (tally.cells, tally.missing) == (14, [])


def test_what_cannot_be_looked_up_is_said(change, tmp_path):
    (tally,) = verify.verify_repositories(tmp_path / "none", KEY)
    assert (tally.cells, tally.unseen["doe/tiny has no clone here"]) == (0, 11)
    (tally,) = verify.verify(tmp_path, KEY)
    assert (tally.cells, tally.unseen) == (0, {"it is in a repository": 14})
