import pytest

from smallbert.data import released
from smallbert.data.faults import DataError

ID = "zhao2019extreme/table3/dualtrain-192/mnli-m-accuracy"


def test_every_released_id_is_there_and_means_what_it_meant():
    assert released.faults() == []


@pytest.fixture
def listed(root):
    """Return a function that lists an id as released, altered, and says why in lines given."""
    survey = root / "data" / "survey"
    present = released.present()

    def write(id: str, like: str = ID, lines: str = "", **altered: str) -> list[str]:
        row = present.loc[[like], released.MEANING].assign(release="0.1.0", **altered)
        row.index = [id]
        row.rename_axis("id").to_csv(survey / released.NUMBERS)
        (survey / released.WITHDRAWN).write_text(f"id,release,reason\n{lines}")
        return [str(each) for each in released.faults()]

    return write


def test_a_released_id_that_is_gone_gets_a_line_with_place_and_remedy(listed):
    assert listed("a/t/one/size") == [
        "data/survey/released/numbers.csv:2:1: a/t/one/size is gone; bring it back, or say why in "
        "withdrawn.csv"
    ]


def test_a_list_of_released_ids_that_is_gone_gets_a_line(root):
    (root / "data" / "survey" / released.NUMBERS).unlink()
    with pytest.raises(DataError, match=r"numbers.csv:1:1: missing; bring it back from the last"):
        released.faults()


def test_a_list_that_was_cut_gets_a_line(listed, root):
    versions = root / "data" / "survey" / released.VERSIONS
    versions.write_text("version,date,numbers\n0.1.0,2026-11-23,2\n")
    (line,) = listed(ID)
    assert line.endswith("numbers.csv:1:1: has not all 2 ids of the last version; bring them back")


@pytest.mark.parametrize("column", released.MEANING)
def test_a_released_id_that_means_another_number_gets_a_line(listed, column):
    (line,) = listed(ID, **{column: "7"})
    assert line.startswith(f"data/survey/released/numbers.csv:2:1: {ID}: {column} '7' is now ")
    assert line.endswith("give the new number an id of its own, or say why in withdrawn.csv")


@pytest.mark.parametrize("release", ["", "0.2.0"])
@pytest.mark.parametrize("line", ["a/t/one/size", "a/t/one/", "a/"])
def test_a_withdrawn_id_with_a_reason_passes(listed, line, release):
    assert listed("a/t/one/size", lines=f"{line},{release},the work took it back\n") == []


def test_a_restated_id_passes_until_the_restatement_is_released(listed):
    assert listed(ID, lines=f"{ID},,misread\n", value="7") == []
    assert len(listed(ID, lines=f"{ID},0.2.0,misread\n", value="7")) == 1


def test_a_correction_may_change_the_value_and_nothing_else(listed):
    present = released.present()
    mended = present.index[present["corrected"]][0]
    assert listed(mended, mended, value="7", printed="7") == []
    assert len(listed(mended, mended, model="other")) == 1


def test_a_reason_for_what_was_never_released_gets_a_line(listed):
    (line,) = listed(ID, lines=f"{ID},,misread\nb/t/one,,gone\n", value="7")
    assert line.startswith("data/survey/withdrawn.csv:3:1: b/t/one was never released; name a")
