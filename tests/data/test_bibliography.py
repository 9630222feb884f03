"""The works' title pages name the authors."""

import pytest
from pybtex.database import parse_string

from smallbert.data import bibliography, rules_across_works
from smallbert.errors import UserError


@pytest.fixture
def entry(monkeypatch):
    """Return a function that puts one entry in the place of the bibliography."""

    def put(fields):
        parsed = parse_string(f"@misc{{a, title = {{{{A Title}}}}, {fields}}}", "bibtex")
        monkeypatch.setattr(bibliography, "bibliography", lambda: parsed)

    return put


@pytest.mark.parametrize(
    ("fields", "credit"),
    [
        ("author = {Ben Noach, Matan}, year = 2020", "Ben Noach (2020)"),
        ("author = {Doe, Jane and Roe, Ann}, year = 2020", "Doe and Roe (2020)"),
        ("author = {{DeepSpeed Team}}, year = 2022", "DeepSpeed Team (2022)"),
        ("author = {van der Maren, Jan}, year = 2024", "van der Maren (2024)"),
        (r"author = {Kub{\'\i}{\v{c}}ek, Jan and Roe, A}, year = 2031", "Kubíček and Roe (2031)"),
        ("note = {a deck}", "A Title (n.d.)"),
    ],
)
def test_a_credit_names_authors_and_year_or_the_title(entry, fields, credit):
    entry(fields)
    assert bibliography.short("a") == credit


def test_of_three_or_more_authors_the_first_is_named():
    assert bibliography.short("gordon2020compressing") == "Gordon et al. (2020)"


def test_an_unknown_key_is_refused():
    with pytest.raises(UserError, match="'wu2021' is not in data/sources.bib; add the entry"):
        bibliography.short("wu2021")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("@", "@misc{wu2022xtc, title = {A}}\n@", "repeated bibliography entry: wu2022xtc"),
        ("  year", "  when", "year: wu2022xtc has ''; give it in four digits"),
        ("  title", "  name", "title: wu2022xtc has none; add it"),
        ("https://", "javascript:", "url: wu2022xtc has 'javascript:github.com/micro"),
    ],
)
def test_an_entry_that_lacks_what_pages_say_is_named(edited, old, new, message):
    edited("data/sources.bib", old, new)
    (fault,) = map(str, rules_across_works.entries())
    assert fault.startswith("data/sources.bib:")
    assert message in fault
