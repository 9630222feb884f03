"""A Sphinx extension: ``{num}`id``` prints a number of the data with a link to its card."""

from docutils import nodes

from smallbert.data import addresses, sources
from smallbert.data.amounts import amount, line


def setup(app) -> dict:
    """Register the role ``num``."""
    app.add_role("num", _number)
    return {"parallel_read_safe": True}


def _number(name, rawtext, text, lineno, inliner, options=None, content=None):
    """Return the reference that stands for the role, and what is wrong with it."""
    key = text.partition("/")[0]
    tidy = sources.results(*[key] if key in sources.keys() else [])
    rows = tidy[tidy["id"] == text].to_dict("records")
    if not rows:
        message = inliner.reporter.error(
            f"number {text!r} is unknown; see results.csv", line=lineno
        )
        return [inliner.problematic(rawtext, rawtext, message)], [message]
    env = inliner.document.settings.env
    for path in sources.folder(key).iterdir():
        env.note_dependency(str(path))  # a page follows the data, also where Sphinx kept it
    words = amount(rows[0]["value"], rows[0]["unit"], rows[0]["printed"])
    address = "../" * env.docname.count("/") + addresses.card(text)
    look = {"reftitle": line(rows[0]), "classes": ["sb-num"]}
    return [nodes.reference(rawtext, words, refuri=address, internal=True, **look)], []
