r"""Tables in LaTeX: `tabular` and its kin, or their rows alone, cell by cell with their lines."""

import re
from collections import deque
from collections.abc import Iterator

from smallbert.data.grids import Cell, Grid

BEGIN = re.compile(r"\\begin\{(tabular[*xy]?|tabulary|longtable)\}")
TOKEN = re.compile(
    r"(?P<row>\\\\\*?(?:[ \t]*\[[^\]]*\])?|\\tabularnewline(?![a-zA-Z]))"
    r"|\\(?P<name>[a-zA-Z]+)(?:\*(?=\{))?[ \t]*|\\(?P<sign>.)"
    r"|(?P<mark>[{}&^_$~])|(?P<text>[^\\{}&^_$~]+)",
    re.DOTALL,
)
RULES = re.compile(
    r"\s*\\(?:(?P<full>midrule|hline|hdashline|Xhline|specialrule|endhead|endfirsthead)|toprule|bottomrule"
    r"|cmidrule|cline|cdashline|addlinespace|rowcolor|arrayrulecolor|noalign|morecmidrules)(?![a-zA-Z])"
    r"(?:\([^)]*\)|\[[^\]]*\]|\{[^{}]*\})*\s*"
)

SPAN = re.compile(r"\\multi(?P<way>column|row)\s*(?:\[[^\]]*\])?\s*\{-?(?P<count>\d+)\}")
ONE = "textbf textit textsc texttt textrm textsf textmd textup emph underline uline text mathbf "
ONE += "mathrm mathit mathsf mathtt bm boldsymbol mbox makecell shortstack thead num ensuremath"
NONE = "bf it tt rm sf sc em bfseries itshape ttfamily rmfamily scshape small footnotesize "
NONE += "scriptsize tiny normalsize large centering left right strut xspace displaystyle relax"
DROPPED = "cite citep citet citealp citealt parencite textcite citeauthor citeyear ref label "
DROPPED += "cellcolor color hspace vspace phantom hphantom vphantom caption"
MACROS = {name: (1, "{0}") for name in ONE.split()}
MACROS |= {name: (0, "") for name in NONE.split()}
MACROS |= {name: (1, "") for name in DROPPED.split()}
MACROS |= dict.fromkeys(("textsuperscript", "footnote", "tnote"), (1, "^{0}"))
MACROS |= {
    "footnotemark": (0, "^"),
    "textsubscript": (1, "_{0}"),
    "href": (2, "{1}"),
    "rotatebox": (2, "{1}"),
}
MACROS |= {"textcolor": (2, "{1}"), "colorbox": (2, "{1}"), "SI": (2, "{0} {1}")}
MACROS |= {"multicolumn": (3, "{2}"), "multirow": (3, "{2}")}
"""How many arguments a command takes, and what it prints of them."""

SIGNS = {"dagger": "†", "dag": "†", "textdagger": "†", "ddagger": "‡", "ddag": "‡", "S": "§"}
SIGNS |= {"textdaggerdbl": "‡", "P": "¶", "ast": "*", "star": "*", "textasteriskcentered": "*"}
SIGNS |= {
    "times": "×",
    "texttimes": "×",
    "pm": "±",
    "sim": "~",
    "approx": "≈",
}
SIGNS |= {"leq": "≤", "geq": "≥", "le": "≤", "ge": "≥", "textasciitilde": "~", "percent": "%"}
SIGNS |= {"quad": " ", "qquad": " ", "checkmark": "✓", "infty": "∞", "to": "→", "rightarrow": "→"}
SIGNS |= {"uparrow": "↑", "downarrow": "↓", "alpha": "α", "beta": "β", "lambda": "λ", "mu": "μ"}
SIGNS |= {"textendash": "–", "textemdash": "—", "cdot": "·", "ldots": "…", "dots": "…"}
SIGNS |= {each: each for each in "%&#_${}"} | dict.fromkeys(",!/@-", "") | dict.fromkeys(" ;:", " ")
"""What a command without arguments prints, and a sign after a backslash."""


def grids(text: str) -> list[Grid]:
    r"""Return each table; without a `\begin{tabular}`, the one whose rows the whole text is."""
    text = re.sub(r"(?<!\\)((?:\\\\)*)%.*", r"\1", text)  # comments
    tables, end = [], 0
    for begin in BEGIN.finditer(text):
        if begin.start() >= end:
            start, end = _bounds(text, begin)
            tables.append(_grid(text[start:end], text.count("\n", 0, start) + 1))
            if end == len(text):
                words = f"{begin[0]} has no \\end; paste the whole table"
                tables[-1].faults.append((text.count("\n", 0, begin.start()) + 1, 1, words))
    if not tables and re.search(r"(?<!\\)&.*\\\\", text):
        tables.append(_grid(text, 1))
    return [each for each in tables if each.header]


def _bounds(text: str, begin: re.Match) -> tuple[int, int]:
    """Return where the rows of a table begin and end."""
    start, deep = begin.end(), 1
    for _ in range(2 if begin[1] in ("tabular*", "tabularx", "tabulary") else 1):
        start = _closed(text, re.compile(r"\s*(\[[^\]]*\]\s*)?").match(text, start).end())
    for other in re.compile(r"\\(begin|end)\{([a-z*]+)\}").finditer(text, start):
        deep += {"begin": 1, "end": -1}[other[1]] if other[2] == begin[1] else 0
        if not deep:
            return start, other.start()
    return start, len(text)


def _closed(text: str, start: int) -> int:
    """Return where the argument in braces that begins at `start` ends, if there is one."""
    deep = 0
    for token in re.compile(r"\\.|[{}]|[^\\{}]", re.DOTALL).finditer(text, start):
        deep += {"{": 1, "}": -1}.get(token[0], 0)
        if deep <= 0:
            return token.end() if token[0] == "}" else start
    return start


def _grid(text: str, line: int) -> Grid:
    """Return the table whose rows a text is, which begins on a line."""
    grid = Grid([], [])
    rows = [(ruled, row) for ruled, row in _rows(text, line) if any(raw for _, raw in row)]
    count = next((at for at, (ruled, _) in enumerate(rows) if ruled and at), 1)
    read = [list(_read(row, grid, head=at < count)) for at, (_, row) in enumerate(rows)]
    heads, grid.rows = read[:count], read[count:]
    if len(heads) > 1:
        words = f"the headings take {count} rows; give each column one heading, in one row"
        grid.faults.append((heads[1][0][0], 1, words))
    for at, own in enumerate(heads[-1] if heads else []):
        lowest = (row[at] for row in reversed(heads) if at < len(row) and row[at][1])
        grid.header.append(next(lowest, own))
    return grid


def _rows(text: str, line: int) -> Iterator[tuple[bool, list[Cell]]]:
    """Yield each row as it is written, and whether a rule across the table is above it."""
    deep, cells = 0, [(line, "")]
    for token in TOKEN.finditer(text):
        line += token[0].count("\n")
        if not deep and token["row"]:
            yield _unruled(cells)
            cells = [(line, "")]
        elif not deep and token["mark"] == "&":
            cells.append((line, ""))
        else:
            deep = max(deep + DEEPER.get(token["name"] or token["mark"], 0), 0)
            cells[-1] = (cells[-1][0], cells[-1][1] + token[0])
    yield _unruled(cells)


DEEPER = {"{": 1, "}": -1, "begin": 1, "end": -1}


def _unruled(cells: list[Cell]) -> tuple[bool, list[Cell]]:
    """Return whether a row has a rule above it, and its cells without rules and outer blanks."""
    (line, first), ruled = cells[0], False
    while rule := RULES.match(first):
        ruled |= rule["full"] is not None
        line, first = line + rule[0].count("\n"), first[rule.end() :]
    cells = [(line, first), *cells[1:]]
    blank = [len(raw) - len(raw.lstrip()) for _, raw in cells]
    return ruled, [
        (line + raw[:at].count("\n"), raw.strip())
        for (line, raw), at in zip(cells, blank, strict=True)
    ]


def _read(row: list[Cell], grid: Grid, *, head: bool) -> Iterator[Cell]:
    """Yield the cells of a row as they are printed; a merged one is followed by empty ones."""
    column = 1
    for line, raw in row:
        text, unknown = printed(raw)
        width = 1
        for name in unknown:
            grid.faults.append((line, column, f"{name} is not understood; write what it prints"))
        for span in SPAN.finditer(raw):
            width = int(span["count"]) if span["way"] == "column" else width
            if int(span["count"]) > 1:
                words = f"{text!r} is merged over {span['count']} {span['way']}s; "
                words += "give each column a heading of its own" if head else "fill each cell"
                grid.faults.append((line, column, words))
        yield from [(line, text), *[(line, "")] * (width - 1)]
        column += width


def printed(raw: str) -> tuple[str, list[str]]:
    r"""Return what a cell prints, and the commands in it that are unknown.

    Examples
    --------
    >>> printed(r"\textbf{80.1}$^{\dagger}$")
    ('80.1^†', [])
    >>> printed(r"BERT\_\ours")
    ('BERT_\\ours', ['\\ours'])
    """
    unknown: list[str] = []
    text = " ".join(_group(deque(TOKEN.finditer(raw)), unknown).split())
    dash = re.fullmatch("-{2,3}", text)
    text = "-" if dash else text.replace("---", "—").replace("--", "–")
    return text, list(dict.fromkeys(unknown))


def _group(tokens: deque[re.Match], unknown: list[str]) -> str:
    """Return what is printed up to the next closing brace, or to the end."""
    text = ""
    while tokens and (token := tokens.popleft())[0] != "}":
        text += _one(token, tokens, unknown)
    return text


def _one(token: re.Match, tokens: deque[re.Match], unknown: list[str]) -> str:
    """Return what is printed of a token and of its arguments."""
    name = token["name"] or token["sign"]
    if name in MACROS:
        count, form = MACROS[name]
        return form.format(*[_argument(tokens, unknown) for _ in range(count)])
    if name and name not in SIGNS:
        unknown.append(f"\\{name}")
    if name:
        return SIGNS.get(name, f"\\{name}")
    if token["mark"] in ("^", "_"):
        return token["mark"] + _argument(tokens, unknown)
    if token["mark"] == "{":
        return _group(tokens, unknown)
    return {"$": "", "~": " "}.get(token["mark"], " " if token["row"] else token[0])


def _argument(tokens: deque[re.Match], unknown: list[str]) -> str:
    """Return what is printed of an argument; one in brackets is left out."""
    while tokens and tokens[0][0].isspace():
        tokens.popleft()
    if tokens and tokens[0][0].startswith("["):
        while tokens and not tokens.popleft()[0].rstrip().endswith("]"):
            pass
    return _one(tokens.popleft(), tokens, unknown) if tokens else ""
