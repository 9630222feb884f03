"""A further work, unlike all others, breaks no page on all works."""

import shutil
from pathlib import Path

import pytest

from smallbert.data import check

from . import added
from .conftest import run_notebook

SECOND = Path(__file__).parent / "poe2031second"
"""A work unlike all others: a spread, every technique at odd costs, many encoders, odd speeds."""


@pytest.fixture(scope="module")
def second(shared_copy):
    """Return the copy of the book with a further work, which no page was written for."""
    entry = (
        f"\n@misc{{{SECOND.name}, title = {{Second}}, author = {{Poe, Alex}}, year = {{2031}}}}\n"
    )
    with added.anew():
        shutil.copytree(SECOND, shared_copy / "data" / "sources" / SECOND.name)
        with (shared_copy / "data" / "sources.bib").open("a", encoding="utf-8") as bibliography:
            bibliography.write(entry)
        yield shared_copy
        added.restore(shared_copy)


def test_a_further_work_is_read(second):
    assert check.faults(SECOND.name) == []


ACROSS = ["audit", "choose", "costs", "distillation", "dynamic_inference"]
ACROSS += ["errata", "matrix_decomposition", "models", "parameter_sharing", "pruning"]
ACROSS += ["quantization", "small_encoders_today", "sparsity_and_speed"]
"""Pages on all works, besides the one on fronts, of which more is asked."""


@pytest.mark.parametrize("name", ACROSS)
def test_no_page_on_all_works_breaks_with_a_further_one(second, name):
    """What a page asserts is of the works that it names; what it says of all is computed."""
    assert run_notebook.__wrapped__(name, ()).said


def test_a_page_names_the_works_that_print_a_spread(second):
    """Three of its scores have one, next to the nine of ELECTRA's tables."""
    said = run_notebook.__wrapped__("compare_fronts", ()).said
    assert (said["spreads"], said["spread_by"]) == ("12", "ELECTRA and Second")
