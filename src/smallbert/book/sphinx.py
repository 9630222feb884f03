"""The book's Sphinx extension: the role of numbers, formulas, search, icons, descriptions."""

import re
from collections.abc import Iterator
from functools import partial
from html import escape, unescape
from pathlib import Path
from textwrap import shorten

import yaml
from docutils import nodes
from latex2mathml.converter import convert

from smallbert import data
from smallbert.book import feed, glossary_links, patches
from smallbert.data import anchors, bibliography, sources
from smallbert.data.amounts_in_words import amount, measured

SHARED = """
<meta name="description" content="{text}" />
<meta name="twitter:card" content="summary_large_image" />
<meta property="og:title" content="{title}" />
<meta property="og:description" content="{text}" />
<meta property="og:type" content="article" />
<meta property="og:image" content="{base}_static/share.png" />
"""
"""What a page says of itself to who shares a link to it."""

ADDRESS = '<meta property="og:url" content="{url}" />\n'
"""What it says as well where the site's address is known."""

FEED = (
    '\n<link rel="alternate" type="application/atom+xml" title="Changes of this book" '
    'href="{root}' + feed.FEED_PLACE + '" />'
)
"""Where a reader of feeds finds what changed."""

NOT_FOUND = "404"
"""The page that a host shows for an address that leads nowhere."""

BASE = """
<meta name="robots" content="noindex" />
<script>{
  const inside = /^(.*?\\/)(?:_static|book|choose|data|models|notebooks|numbers)\\//;
  const [, root] = location.pathname.match(inside) ?? location.pathname.match(/^(.*\\/)/);
  document.write(`<base href="${"ADDRESS" || root}">`);
  addEventListener("DOMContentLoaded", () => {
    for (const link of document.querySelectorAll('[href^="#"]'))
      link.href = location.pathname + link.hash;
  });
}</script>"""
"""Lets the links of that page start at the site's root, however deep the address was: at the site's
own address, if it is known, else at what comes before one of its folders."""

AS_PRINTED = "<summary>As printed"
"""Begins a table that is folded below another one with the same numbers."""


def setup(app) -> dict:
    """Register the role ``num``, formulas as MathML, and what pages leave out.

    Notebooks that nobody executed are refused: ``jupyter-book build .`` at the root finds them.
    """
    if not Path(app.srcdir, "_static").is_dir():  # only the build puts it there
        raise SystemExit("run `make book`: it executes the notebooks and then calls Jupyter Book")
    app.add_role("num", number)
    app.add_html_math_renderer("mathml", (_inline_formula, None), (_block_formula, None))
    app.config.html_theme_options["max_navbar_depth"] = 1  # no sections in the sidebar
    patches.connect(app)
    app.connect("builder-inited", _index_prose)
    app.connect("html-collect-pages", _not_found)
    app.connect("html-page-context", _describe)
    glossary_links.connect(app)
    return {"parallel_read_safe": True}


def number(name, rawtext, text, lineno, inliner, options=None, content=None):
    """Return the reference that ``{num}`id``` stands for, and what is wrong with it.

    It prints a number of the data with a link to its card.
    """
    key = text.partition("/")[0]
    tidy = data.results(*[key] if key in sources.keys() else [])
    rows = tidy[tidy["id"] == text].to_dict("records")
    if not rows:
        fault = f"number {text!r} is unknown; see results.csv"
        message = inliner.reporter.error(fault, line=lineno)
        return [inliner.problematic(rawtext, rawtext, message)], [message]
    env = inliner.document.settings.env
    for path in sources.folder(key).iterdir():
        env.note_dependency(str(path))  # a page follows the data, also where Sphinx kept it
    shown = amount(rows[0]["value"], rows[0]["unit"], rows[0]["printed"])
    address = "../" * env.docname.count("/") + anchors.card(text)
    about = f"{rows[0]['model']}\n{shown}, {measured(rows[0])}\n{bibliography.label(key)}"
    look = {"reftitle": about, "classes": ["sb-num"]}
    return [nodes.reference(rawtext, shown, refuri=address, internal=True, **look)], []


def _inline_formula(translator, node) -> None:
    translator.body.append(convert(node.astext()))
    raise nodes.SkipNode


def _block_formula(translator, node) -> None:
    formula = convert(node.astext(), display="block")
    translator.body.append(f'<div class="math sb-scroll" tabindex="0">{formula}</div>')
    raise nodes.SkipNode


def _index_prose(app) -> None:
    app.builder.index_page = partial(_index_page, app.builder.index_page)


def _not_found(app) -> Iterator[tuple[str, dict, str]]:
    """Give the page of a wrong address, with a field to search and where each part begins."""
    toc = yaml.safe_load(Path(app.srcdir, "_toc.yml").read_text(encoding="utf-8"))
    doors = [("", toc["root"])]
    doors += [
        (f"{group['caption']}: ", group["chapters"][0]["file"]) for group in toc.get("parts", [])
    ]
    links = "".join(
        f'<li>{escape(title)}<a href="{page}.html">{escape(app.env.titles[page].astext())}</a></li>'
        for title, page in doors
    )
    body = (
        "<section><h1>Page not found</h1><p>No page of this book has this address. Search for it, "
        'or begin here:</p><form action="search.html" class="sb-filter">'
        '<input type="search" name="q" aria-label="Search this book" placeholder="Search"> '
        f"<button>Search</button></form><ul>{links}</ul></section>"
    )
    yield NOT_FOUND, {"title": "Page not found", "body": body}, "page.html"


def _describe(app, name: str, template: str, context: dict, doctree) -> None:
    """Let a page say its title and its first paragraph, in at most 200 letters."""
    root, address = "../" * name.count("/"), app.config.html_baseurl
    tags = context.get("metatags", "") + FEED.format(root=root)
    if doctree is not None:
        paragraphs = filter(_is_prose, doctree.findall(nodes.paragraph))
        text = next((each.astext() for each in paragraphs), "")
        tags += SHARED.format(
            title=escape(unescape(re.sub("<.*?>", "", context["title"]))),
            text=escape(shorten(text, 200, placeholder=" …")),
            base=address or root,
        )
        tags += ADDRESS.format(url=escape(context["pageurl"])) if address else ""
    elif name == NOT_FOUND:
        tags = BASE.replace("ADDRESS", address) + tags
        context["pageurl"] = None
    context["metatags"] = tags


def _is_prose(paragraph: nodes.paragraph) -> bool:
    return isinstance(paragraph.parent, nodes.section)


def _index_page(index_page, name: str, doctree, title: str) -> None:
    """Let the search find prose, tables and titles; no code, and of a model's page no tables.

    Nor does it find twice what is also shown below a table, as it is printed. Sphinx takes the tags
    out of HTML, and with them what parts the words of two cells.
    """
    page = doctree.deepcopy()
    left_out = [each for each in page.findall(nodes.container) if "cell_input" in each["classes"]]
    alike = name.startswith("models/")
    left_out += [raw for raw in page.findall(nodes.raw) if alike or AS_PRINTED in raw.astext()]
    for each in left_out:
        each.parent.remove(each)
    for raw in page.findall(nodes.raw):
        raw[:] = [nodes.Text(raw.astext().replace("</", " </"))]
    index_page(name, page, title)
