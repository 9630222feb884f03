"""The book's Sphinx extension: the role of numbers, formulas, tags for machines, search, icons."""

import json
import os
import pickle
import re
from html import escape, unescape
from pathlib import Path

from docutils import nodes
from jinja2 import DictLoader
from latex2mathml.converter import convert
from sphinx.application import ENV_PICKLE_FILENAME

from smallbert import data
from smallbert.book import citing
from smallbert.data import exhibits, sources
from smallbert.data.results import amount, line

MACROS = "static/webpack-macros.html"
"""The theme's template that names its scripts."""


def setup(app) -> dict:
    """Register the role ``num``, formulas as MathML, and what pages get or leave out."""
    app.add_role("num", number)
    app.add_html_math_renderer("mathml", (_inline, None), (_block, None))
    app.config.html_theme_options["max_navbar_depth"] = 1  # no sections in the sidebar
    app.connect("builder-inited", _use_all_cores)
    app.connect("builder-inited", _index_no_code)
    app.connect("builder-inited", _leave_out_script)
    app.connect("html-page-context", _add_tags)
    app.connect("build-finished", _finish)
    return {"parallel_read_safe": True}


def number(name, rawtext, text, lineno, inliner, options=None, content=None):
    """Return the reference that ``{num}`id``` stands for, and what is wrong with it.

    It prints a number of the data with a link to its card.
    """
    key = text.partition("/")[0]
    tidy = data.results(*[key] if key in sources.keys() else [])
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
    address = "../" * env.docname.count("/") + exhibits.card(text)
    look = {"reftitle": line(rows[0]), "classes": ["sb-num"]}
    return [nodes.reference(rawtext, words, refuri=address, internal=True, **look)], []


def _inline(translator, node) -> None:
    translator.body.append(convert(node.astext()))
    raise nodes.SkipNode


def _block(translator, node) -> None:
    formula = convert(node.astext(), display="block")
    translator.body.append(f'<div class="math sb-scroll" tabindex="0">{formula}</div>')
    raise nodes.SkipNode


def _use_all_cores(app) -> None:
    """Let Sphinx read pages side by side, too: one extension does not say that it allows that.

    ``sphinx_multitoc_numbering`` only numbers sections once all pages are read. Where pages are
    written, one of the processes only hands them out, so there is one more than cores.
    """
    app.parallel = (os.cpu_count() or 1) + 1
    app.extensions["sphinx_multitoc_numbering"].parallel_read_safe = True


def _index_no_code(app) -> None:
    """Let the search find prose, tables and titles, but no code of notebooks."""

    def index(name, doctree, title):
        page = doctree.deepcopy()
        cells = page.findall(nodes.container)
        for cell in [each for each in cells if "cell_input" in each["classes"]]:
            cell.parent.remove(cell)
        index_page(name, page, title)

    if index_page := getattr(app.builder, "index_page", None):
        app.builder.index_page = index


def _leave_out_script(app) -> None:
    """Leave ``fontawesome.js`` out of the pages: ``_static/icons.css`` has the glyphs in use.

    That script has 1.5 MB, and each page would load it before its content.
    """
    if templates := getattr(app.builder, "templates", None):
        text, *_ = templates.get_source(templates.environment, MACROS)
        plain = re.sub(r"<script[^>]*fontawesome\.js[^>]*></script>", "", text)
        templates.loaders.insert(0, DictLoader({MACROS: plain}))


def _finish(app, exception: Exception | None) -> None:
    """Remove that script, and keep what was indexed: Sphinx writes its memory before that."""
    for path in Path(app.outdir, "_static", "scripts").glob("fontawesome.js*"):
        path.unlink()
    if exception is None:
        with Path(app.doctreedir, ENV_PICKLE_FILENAME).open("wb") as file:
            pickle.dump(app.env, file, pickle.HIGHEST_PROTOCOL)


def _add_tags(app, name: str, template: str, context: dict, doctree) -> None:
    if doctree is not None:
        whole = name == "index"
        title = (
            citing.book()["title"] if whole else unescape(re.sub("<[^>]*>", "", context["title"]))
        )
        context["metatags"] = context.get("metatags", "") + tags(title, whole=whole)


def tags(title: str, *, whole: bool) -> str:
    """Return the tags of a page as HTML: ``citation_*`` and JSON-LD.

    Parameters
    ----------
    title : str
        Of the page, in plain text.
    whole : bool
        Whether the page stands for the book, and so for its data as well.
    """
    about = citing.book()
    authors = [each["name"] for each in about["authors"]]
    date = str(about["date-released"])
    named = [("citation_title", title), *(("citation_author", each) for each in authors)]
    named += [("citation_publication_date", date.replace("-", "/")), ("citation_language", "en")]
    named += [] if whole else [("citation_inbook_title", about["title"])]
    shared = {
        "author": [{"@type": "Organization", "name": each} for each in authors],
        "datePublished": date,
        "version": about["version"],
        "inLanguage": "en",
        "license": "https://creativecommons.org/licenses/by/4.0/",
    }
    article = {"@type": "ScholarlyArticle", "headline": title} | shared
    graph = [
        article if whole else article | {"isPartOf": {"@type": "Book", "name": about["title"]}}
    ]
    if whole:
        files = [
            {
                "@type": "DataDownload",
                "encodingFormat": "text/csv",
                "contentUrl": f"data/{each}.csv",
            }
            for each in ("results", "models", "audit")
        ]
        data = {"@type": "Dataset", "name": "Results on language-model compression"}
        data |= {"description": about["abstract"].strip(), "distribution": files}
        graph.append(data | shared)
    text = json.dumps({"@context": "https://schema.org", "@graph": graph}, ensure_ascii=False)
    head = "".join(f'<meta name="{each}" content="{escape(text)}" />' for each, text in named)
    text = text.replace("</", "<\\/")  # what would end the script
    return f'{head}<script type="application/ld+json">{text}</script>'
