"""Which arms are run again when something of the laboratory's code changes."""

import pytest

from experiments.compress import arms, used_code

PLAN = arms.plan()


def due(module, before, after, task="order", plan=PLAN):
    """Return the arms of a plan whose code changes with a text of a module."""

    def source(name):
        text = used_code.source_of(name)
        if name == f"experiments.compress.{module}":
            assert text.count(before) == 1
            text = text.replace(before, after)
        return text

    def code(name, source):
        return used_code.code_of(name, task, used_code.GRID, source)

    return {name for name in plan if code(name, source) != code(name, used_code.source_of)}


def with_starts(names):
    """Return arms and all that start from one of them."""
    found = {*names}
    for name, arm in PLAN.items():  # a start stands above what needs it
        if arm.start in found:
            found.add(name)
    return found


def test_other_epochs_make_every_arm_due():
    assert due("training", "EPOCHS = 2", "EPOCHS = 8") == {*PLAN}


def test_another_temperature_makes_due_what_learned_scores_of_a_teacher():
    taught = [name for name, arm in PLAN.items() if "logits" in arm.losses]
    assert due("training", "TEMPERATURE = 2.0", "TEMPERATURE = 4.0") == with_starts(taught)
    assert len(with_starts(taught)) < len(PLAN) / 2


def test_another_scale_makes_due_what_has_so_many_bits():
    few = [name for name, arm in PLAN.items() if arm.bits in (3, 4)]
    assert due("encoder", "4: 0.35", "4: 0.4") == with_starts(few)
    two = [name for name, arm in PLAN.items() if arm.bits == 2]
    assert due("encoder", "0.7 * size", "0.8 * size") == with_starts(two)


def test_the_small_students_rate_makes_due_the_two_that_begin_with_it():
    changed = due("making", "GENERAL_RATE = 5e-4", "GENERAL_RATE = 1e-4")
    assert changed == {"small-general", "small-general-logits"}


def test_a_task_makes_due_its_own_runs_and_those_whose_word_pieces_it_decides():
    before, after = "CLEAR = 0.5", "CLEAR = 0.6"
    assert due("tasks", before, after, task="sent") == {*PLAN}
    fewer = [name for name, arm in PLAN.items() if arm.pieces]
    assert due("tasks", before, after) == with_starts(fewer)


def test_how_items_leave_makes_due_the_arms_with_exits_alone():
    before, after = ">= threshold", "> threshold"
    exits = {"exits", "exit-75", "exit-50", "exit-33"}
    assert due("exits", before, after, plan=arms.every()) == exits
    assert exits <= due("training", "WARM_UP = 0.1", "WARM_UP = 0.2", plan=arms.every())


@pytest.mark.parametrize(
    ("module", "before", "after"),
    [
        ("training", "SHOWN = 20", "SHOWN = 5"),
        ("training", "MOVING = 0.7", "MOVING = 0.8"),  # the grid has no movement
        ("training", '"""Fine-tuning, with a teacher', '"""Fine tuning, with a teacher'),
        ("arms", '"steps": (50, 100)', '"steps": (50, 75, 100)'),
        ("running", "BACK = 3", "BACK = 2"),
    ],
)
def test_what_decides_no_result_makes_nothing_due(module, before, after):
    assert due(module, before, after) == set()


def test_a_new_column_or_arm_makes_no_other_due():
    assert used_code.filled(PLAN["layers-3"]) == {
        "row": "layers-3",
        "technique": "fewer layers",
        "start": "pretrained",
        "trained": "yes",
        "layers": "0 1 2",
    }
