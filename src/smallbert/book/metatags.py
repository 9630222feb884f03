"""A Sphinx extension: what search engines and reference managers read of a page."""

import json
import re
from html import escape, unescape

from smallbert.book import citing

TAG = re.compile(r"<[^>]*>")


def setup(app) -> dict:
    """Add the tags to the head of every page."""
    app.connect("html-page-context", _add)
    return {"parallel_read_safe": True}


def _add(app, name: str, template: str, context: dict, doctree) -> None:
    if doctree is not None:
        whole = name == "index"
        title = citing.book()["title"] if whole else unescape(TAG.sub("", context["title"]))
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
