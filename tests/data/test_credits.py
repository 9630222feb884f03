"""The works' title pages name the authors."""

import re

import pytest
from pybtex.database import parse_string

from smallbert.data import bibliography
from smallbert.errors import DataError, UserError


@pytest.fixture
def entry(monkeypatch):
    """Return a function that puts one entry in the place of the bibliography."""

    def put(fields):
        parsed = parse_string(f"@misc{{a, title = {{{{A Title}}}}, {fields}}}", "bibtex")
        monkeypatch.setattr(bibliography, "bibliography", lambda: parsed)

    return put


def test_one_author_stands_alone(entry):
    entry("author = {Ben Noach, Matan}, year = 2020")
    assert bibliography.short("a") == "Ben Noach (2020)"


def test_two_authors_are_both_named():
    assert bibliography.short("noach2020compressing") == "Ben Noach and Goldberg (2020)"


def test_of_three_or_more_the_first_is_named():
    assert bibliography.short("gordon2020compressing") == "Gordon et al. (2020)"
    assert bibliography.short("desislavov2021compute") == "Desislavov et al. (2021)"


def test_a_work_without_author_and_year_goes_by_its_title():
    assert bibliography.short("small_bert_deck") == "Small BERT. Which one is the best? (n.d.)"


def test_braces_that_keep_a_name_whole_are_not_shown(entry):
    entry("author = {{DeepSpeed Team}}, year = 2022")
    assert bibliography.short("a") == "DeepSpeed Team (2022)"


def test_the_particles_of_a_name_belong_to_it(entry):
    entry("author = {van der Maren, Ilse}, year = 2024")
    assert bibliography.short("a") == "van der Maren (2024)"


def test_an_unknown_key_is_refused_with_what_to_do():
    with pytest.raises(UserError, match="'wu2021' is not in data/sources.bib; add the entry"):
        bibliography.short("wu2021")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "@",
            "@misc{wu2022xtc, title = {A}}\n@",
            r":\d+: repeated bibliography entry: wu2022xtc",
        ),
        ("  year", "  year = {2020},\n  year", r":\d+: .* duplicate year field; mend the entry"),
        ("  year", "  when", r":\d+: wu2022xtc has the year ''; give it in four digits"),
        ("  title", "  name", r":\d+: wu2022xtc has no title; add it"),
        ("https://", "javascript:", r":\d+: wu2022xtc has the url 'javascript:.*'; give an addr"),
    ],
)
def test_what_an_entry_lacks_is_named_with_its_line(edited, old, new, message):
    edited("data/sources.bib", old, new)
    assert re.search(f"^data/sources.bib{message}", str(bibliography.faults()[0]))


def test_a_bibliography_that_is_not_there_gets_a_line(root):
    (root / "data/sources.bib").unlink()
    (fault,) = bibliography.faults()
    assert "unable to open" in str(fault)


def test_a_bibliography_that_is_no_bibtex_gets_a_line(edited):
    edited("data/sources.bib", "title =", "title")
    with pytest.raises(DataError, match=r"sources\.bib:\d+: .*'=' expected; mend the entry"):
        bibliography.short("zhao2019extreme")


def test_a_name_in_latex_is_written_with_its_letters(entry):
    entry(r"author = {Kub{\'\i}{\v{c}}ek, Jan and Roe, A}, year = {2031}")
    assert bibliography.short("a") == "Kubíček and Roe (2031)"
