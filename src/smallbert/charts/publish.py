"""Give a chart, a table or a value of a notebook to the book's pages.

What these display carries everything that the site needs (id, drawing, data as CSV, caption,
credit), so an executed notebook is complete in itself;
`smallbert.book.notebook_outputs` takes it out.
"""

import json
import re
from html import escape

import matplotlib.pyplot as plt
import pandas as pd
from IPython.display import display
from matplotlib.figure import Figure
from myst_nb import glue

from smallbert.charts import screen_layouts, style
from smallbert.charts.labels import headline
from smallbert.charts.svg import to_svg
from smallbert.data import anchors, bibliography, book_exhibits, sources

LINKED = re.compile(f'href="{anchors.NUMBER_LINK}([^"]*)"')
"""The numbers to which a chart or table leads."""

VALUES = """<script>(() => {
  const values = %s, book = document.currentScript.closest(".jp-Notebook");
  if (!book) return;
  const fill = () => {
    for (const each of book.querySelectorAll(".jp-MarkdownCell span:not([title], [class])"))
      if (!each.childElementCount && Object.hasOwn(values, each.textContent)) {
        each.title = each.textContent;
        each.textContent = values[each.title];
      }
  };
  fill();
  new MutationObserver(fill).observe(book, { childList: true, subtree: true });
})()</script>"""
"""Puts values into the prose of a notebook that is open in JupyterLab, which leaves their names."""

LAB = """<style>
  .jp-OutputArea .sb-scroll { max-height: 40em; overflow: auto; }
  .jp-OutputArea .sb-notes ol { list-style: lower-alpha; }
  .jp-OutputArea summary { display: list-item; }
  .jp-OutputArea .sb-table :is(td, th):not(.sb-number) { text-align: left; }
</style>"""
"""What tables need in JupyterLab, whose own style is none of the book's."""


def figure(
    exhibit: str,
    fig: Figure,
    *,
    data: pd.DataFrame,
    alt: str,
    finding: str,
    caption: str | dict = "",
) -> None:
    """Show a chart in the reader's theme and for their screen, with its data as CSV; close it.

    Parameters
    ----------
    exhibit : str
        Its id in ``exhibits.csv`` of its work or of the survey.
    alt, finding : str
        What the chart shows, for who cannot see it, and its headline: what it finds.
    caption : str or dict
        What to look for; without one, that of ``exhibits.csv``. A mapping fills its slots.
    """
    alt = f"{finding}. {alt}"
    known = artifact(exhibit, data, caption) | {"alt": alt}
    with style.context():
        free = fig.get_layout_engine() is None and not vars(fig).get(screen_layouts.STEPS)
        headline(fig, finding, known["title"])
        if free:  # a schematic, whose parts have their places
            drawing = to_svg(fig, name=exhibit, alt=alt)
        else:
            known["phone"] = to_svg(fig, name=f"{exhibit}-phone", alt=alt, screen="phone")
            screen_layouts.fit(fig)
            drawing = to_svg(fig, name=exhibit, alt=alt, screen="desk")
        plt.close(fig)
    show(known, drawing, {"image/svg+xml": drawing, "text/plain": alt})


def html(
    exhibit: str,
    page: str,
    *,
    data: pd.DataFrame,
    plain: str,
    caption: str | dict = "",
    grounds: str = "",
) -> None:
    """Show HTML, such as a table, with its data as CSV.

    `exhibit` and `caption` are as for `figure`; `plain` is what a terminal shows instead, and
    `grounds`, in a line below, says what the numbers are.
    """
    known = artifact(exhibit, data, caption) | {"grounds": grounds}
    show(known, page, {"text/html": page, "text/plain": plain})


def artifact(exhibit: str, data: pd.DataFrame, caption: str | dict) -> dict:
    """Return what the site needs to know of an exhibit, its CSV included."""
    row, credit = book_exhibits.exhibit(exhibit), []
    if not isinstance(caption, str) or not caption:
        caption = row.get("caption", "").format(**(caption or {}))
    if row["source"] in sources.keys():
        key = sources.work(row["source"]).cites
        named = row["document"] if sources.is_repository(row["document"]) else ""  # no file's name
        place = ", ".join(filter(None, (named, row["place"]))) or row["document"]
        credit = [{"key": key, "name": bibliography.short(key), "place": place}]
    known = {name: row[name] for name in ("kind", "source", "document", "title", "status")}
    return {"id": exhibit, **known, "caption": caption, "credit": credit, "csv": _csv(data)}


def _csv(data: pd.DataFrame) -> str:
    """Return a frame as CSV; row numbers, also those that a filter left over, stay out."""
    index = data.index
    unnamed = index.nlevels == 1 and index.name is None
    if unnamed and pd.api.types.is_integer_dtype(index.dtype):
        return data.to_csv(index=False, lineterminator="\n")
    return data.to_csv(index_label="row" if unnamed else None, lineterminator="\n")


def say(form: str = "{}", /, **values) -> None:
    """Give numbers and words of the data to the prose, which quotes them by name, as text.

    A page writes ``{glue:text}`name``` where the value is to stand. All values of a call are
    written in one form, such as ``"{:.1f} %"``. Who runs the notebook by hand sees them below the
    cell and, in JupyterLab, in the prose.
    """
    texts = {name: form.format(value) for name, value in values.items()}
    texts = {name: re.sub(r"^-(?=\d)", "−", text) for name, text in texts.items()}
    for name, text in texts.items():
        glue(name, text, display=False)
    seen = "\n".join(f"{name}: {text}" for name, text in texts.items())
    script = VALUES % json.dumps(texts, ensure_ascii=False).replace("</", "<\\/")
    shown = {"text/plain": seen, "text/html": f"<pre>{escape(seen)}</pre>{script}"}
    _show_by_hand(shown, book_exhibits.QUOTED_VALUES)


def show(artifact: dict, drawn: str, bundle: dict) -> None:
    """Show a chart or table; who runs the notebook by hand sees title and caption before it."""
    artifact["numbers"] = list(dict.fromkeys(LINKED.findall(drawn)))
    title = artifact["title"].rstrip(".") + "."
    rest = " ".join(filter(None, (artifact["caption"], artifact.get("grounds"))))
    marked = f"{LAB}<p><strong>{escape(title)}</strong> {escape(rest)}</p>"
    _show_by_hand({"text/html": marked, "text/plain": f"{title} {rest}".rstrip()})
    display({**bundle, book_exhibits.MIME: artifact}, raw=True)


def _show_by_hand(bundle: dict, kind: str = "") -> None:
    """Show what a page has elsewhere to who runs the notebook by hand, and on no page."""
    display(bundle, metadata={book_exhibits.RUN_BY_HAND: kind}, raw=True)
