"""A further work, unlike all others, breaks no page on all works."""

import shutil
from pathlib import Path

import pytest

from smallbert.book import execute, notebooks
from smallbert.data import check

from . import added
from .built import Run

SECOND = Path(__file__).parent / "poe2031second"
"""A work unlike all others: a spread, every technique at odd costs, many encoders, odd speeds."""

ACROSS = ["audit", "choose", "compare_fronts", "costs", "distillation", "dynamic_inference"]
ACROSS += ["errata", "matrix_decomposition", "models", "parameter_sharing", "pruning"]
ACROSS += ["quantization", "small_encoders_today", "sparsity_and_speed"]
"""Pages on all works."""


@pytest.fixture(scope="module")
def second(tmp_path_factory):
    """Return a copy of the book with a further work, which no page was written for."""
    name = SECOND.name
    entry = f"\n@misc{{{name}, title = {{Second}}, author = {{Poe, Alex}}, year = {{2031}}}}\n"
    with added.book(tmp_path_factory.mktemp("second")) as copy:
        shutil.copytree(SECOND, copy / "data" / "sources" / name)
        with (copy / "data" / "sources.bib").open("a", encoding="utf-8") as bibliography:
            bibliography.write(entry)
        yield copy


def test_a_further_work_is_read(second):
    assert check.faults(SECOND.name) == []


@pytest.mark.values
def test_no_page_on_all_works_breaks_with_a_further_one(second, tmp_path):
    """What a page asserts is of the works that it names; what it says of all is computed."""
    jobs = [
        execute.Job(notebooks.find(name), tmp_path / f"{name}.ipynb", {}, "", publish=True)
        for name in ACROSS
    ]
    assert execute.execute(jobs) == []
    said = Run(tmp_path / "compare_fronts").about["said"]
    # three of its scores have a spread, next to the nine of ELECTRA's tables
    assert (said["spreads"], said["spread_by"]) == ("12", "ELECTRA and Second")
