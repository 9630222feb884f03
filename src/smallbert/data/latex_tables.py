r"""Each ``tabular`` of a text in LaTeX: its rows, and the words of a cell without their commands.

Macros of the document's own stay as they are written: what they mean is nowhere else.
"""

import codecs
import re
from collections.abc import Iterator

import latexcodec  # noqa: F401  (the codec "ulatex": accents, dashes and signs)

Cell = tuple[str, int, int]
"""The words of a cell, and how many columns and rows it spans."""

ENVIRONMENT = re.compile(r"\\(begin|end)\{tabular([*xy]?)\}")
ROW_END = r"\\\\(?:\s*\[[^\]\n]*\])?|\\tabularnewline\b"
RULES = re.compile(
    r"(?:\s*\\(?:toprule|midrule|bottomrule|hline|c?line|cmidrule|addlinespace|rowcolor)\b"
    r"(?:\([^)]*\)|\[[^\]]*\]|\{[^{}]*\})*)*\s*"
)
DROPPED = re.compile(r"~?\\(?:cite\w*|footnote\w*|tnote|label|cellcolor)\*?(?:\[[^\]]*\])*(?=\{)")
MARKS = re.compile(
    r"\\(?:text(?:bf|it|rm|sc|sf|sl|tt|normal)|emph|underline|math(?:bf|rm|it|bb|cal)|makecell|thead"
    r"|shortstack|mbox|rm|bf|bfseries|it|em|tiny|scriptsize|footnotesize|small|left|right)"
    r"(?![A-Za-z])(?:\[[^\]]*\])?\s*"
)


def tabulars(text: str) -> Iterator[tuple[int, str, list[tuple[int, list[Cell], bool]]]]:
    """Yield the line of each table, its caption, and its rows: line, cells, whether of its head."""
    text, depth = re.sub(r"(?<!\\)%[^\n]*", "", text), 0
    for match in ENVIRONMENT.finditer(text):
        depth += 1 if match[1] == "begin" else -1
        if match[1] == "begin" and depth == 1:
            begun = match
        elif match[1] == "end" and depth == 0:
            body = text[begun.end() : match.start()]
            for _ in range(2 if begun[2] else 1):  # its width, and its columns
                body = _group(body)[1]
            first_line = text.count("\n", 0, match.start() - len(body)) + 1
            yield (
                first_line,
                _caption_around(text, begun.start()),
                _rows_of_tabular(_without_tables(body), first_line),
            )


def _without_tables(text: str) -> str:
    """Return the text of a table in which a table in a cell is words."""
    inner = rf"{ENVIRONMENT.pattern}(?:\[\w\])?"
    while match := re.search(inner, text):
        behind = text[match.end() :]
        columns = len(behind) - len(_group(behind)[1])
        end = re.search(r"\\end\{tabular[*xy]?\}", behind)
        words = re.sub(rf"{ROW_END}|&", " ", behind[columns : end.start()])
        text = f"{text[: match.start()]}{{{words}}}{behind[end.end() :]}"
    return text


def _group(text: str) -> tuple[str, str]:
    """Return what the first braces hold, and what follows them."""
    depth = 0
    for match in re.finditer(r"\\.|[{}]", text):
        depth += (match[0] == "{") - (match[0] == "}")
        if match[0] == "}" and not depth:
            return text[text.index("{") + 1 : match.start()], text[match.end() :]
    raise ValueError(f"braces are not closed in {text.strip()[:40]!r}")


def _parts_between(text: str, mark: str) -> list[str]:
    """Return the parts of a text between the marks that are in no braces."""
    parts, depth = [""], 0
    for piece in re.split(rf"({mark}|\\.|[{{}}])", text):
        depth += (piece == "{") - (piece == "}")
        if not depth and re.fullmatch(mark, piece):
            parts.append("")
        else:
            parts[-1] += piece
    return parts


def _rows_of_tabular(body: str, first_line: int) -> list[tuple[int, list[Cell], bool]]:
    """Return the rows of a table; those above its first inner rule are its head."""
    # a single \hline may be the frame of a table without a head
    rows, head = [], r"\midrule" in body or len(re.findall(r"\\hline", body)) > 1
    for number, source in enumerate(_parts_between(body, ROW_END)):
        rules = RULES.match(source)[0]
        if number and re.search(r"\\(midrule|hline)", rules):
            head = False
        if words := source[len(rules) :]:
            cells = [_cell_of_tabular(each) for each in _parts_between(words, "&")]
            rows.append((first_line + rules.count("\n"), cells, head))
        first_line += source.count("\n")
    return _down(rows)


def _down(rows: list) -> list:
    """Return rows in which a cell that spans several is written in each, which LaTeX leaves out."""
    above: dict[int, tuple[str, int]] = {}
    for _, cells, _ in rows:
        column = 0
        for index, (cell_text, wide, high) in enumerate(cells):
            text, left = above.get(column, ("", 0))
            if cell_text or not left:
                text, left = cell_text, high
            cells[index], above[column] = (text, wide, 1), (text, left - 1)
            column += wide
    return rows


def _cell_of_tabular(text: str) -> Cell:
    """Return the words of a cell, and what it spans."""
    wide = high = 1
    while match := re.match(r"\s*\\multi(column|row)\s*(?:\[[^\]]*\])?(?=\{)", text):
        number, rest = _group(text[match.end() :])
        text = _group(_group(rest)[1])[0]
        wide, high = (int(number), high) if match[1] == "column" else (wide, int(number))
    return words_as_printed(text), wide, high


def words_as_printed(text: str) -> str:
    r"""Return words as they are printed.

    Examples
    --------
    >>> words_as_printed(r"\textbf{BERT}$_{BASE}$~\cite{devlin}")
    'BERT_BASE'
    >>> words_as_printed(r"$92.9_{\pm 0.2}$"), words_as_printed(r"\#P")
    ('92.9 ±0.2', '#P')
    >>> words_as_printed(r"12.1$\times$"), words_as_printed(r"$1.1\times10^{10}$")
    ('12.1×', '1.1×10^10')
    >>> words_as_printed(r"\ours{} 1{,}320")
    '\\ours 1,320'
    """
    while match := DROPPED.search(text):
        text = text[: match.start()] + _group(text[match.end() :])[1]
    text = MARKS.sub("", re.sub(ROW_END, " ", text))
    text = re.sub(r"\s*[_^]?\{?\s*(?:\\pm|±)\s*", " ±", re.sub(r"\$|\\[,;!]", "", text))
    text = re.sub(r"\\textsubscript(?=\{)", "_", text).replace(r"\times", "×")
    text = codecs.decode(text, "ulatex")
    return " ".join(re.sub(r"[{}]|(?<=\s)\\(?=\s)", "", text).replace("\xa0", " ").split())


def _caption_around(text: str, position: int) -> str:
    """Return the caption of the table around a place, else the title of its section."""
    begin, end = text.rfind(r"\begin{table", 0, position), text.find(r"\end{table", position)
    inside = text.rfind(r"\end{table", 0, position) < begin
    command = re.search(r"\\caption(?:\[[^\]]*\])?(?=\{)", text[begin:end]) if inside else None
    if command:
        return words_as_printed(_group(text[begin + command.end() :])[0])
    titles = re.findall(r"\\(?:sub)*section\*?\{([^{}]*)\}", text[:position])
    return words_as_printed(titles[-1]) if titles else ""
