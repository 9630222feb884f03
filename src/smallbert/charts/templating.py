"""HTML from templates of Jinja2, a folder of them beside the modules that fill them."""

from html import escape
from pathlib import Path

from jinja2 import BaseLoader, Environment, StrictUndefined, TemplateNotFound


class Unbroken(BaseLoader):
    """Templates of a folder, read as one line each: what parts lines parts no tags on a page."""

    def __init__(self, folder: Path):
        self.folder = folder

    def get_source(self, environment, template):
        """Return a template without the indents and ends of its lines."""
        path = self.folder / template
        if not path.is_file():
            raise TemplateNotFound(template)
        text = "".join(line.strip() for line in path.read_text(encoding="utf-8").splitlines())
        return text, str(path), lambda: True


def templates(folder: Path) -> Environment:
    """Return the templates of a folder; ``e`` escapes what is no HTML, as all of the book does.

    Jinja2's own escaping writes quotes in another way, which would change pages without need.
    """
    environment = Environment(loader=Unbroken(folder), undefined=StrictUndefined)
    environment.filters["e"] = lambda text: escape(str(text))
    return environment
