"""Fragments of pages as HTML, filled from the templates of this package."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment

from smallbert.charts.templating import templates

TEMPLATES_FOLDER = Path(__file__).with_name("templates")


class Link(NamedTuple):
    """What a page says, and where it leads; without an address it leads nowhere."""

    text: str
    address: str = ""


def fragment(template: str, **values: object) -> str:
    """Return a template of this package, by the name of its file, filled with values.

    The template escapes what is no HTML; a value that is missing is an error.
    """
    return _environment().get_template(template).render(values)


@cache  # it compiles each template once
def _environment() -> Environment:
    return templates(TEMPLATES_FOLDER)
