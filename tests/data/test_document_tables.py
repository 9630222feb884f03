"""Tables are read as a reader of the file sees them, each row with its line."""

import pytest

from smallbert.data import document_tables
from smallbert.errors import UserError

HIDDEN = "| Model | QQP |\n|---|---|\n| Old | 1 |\n"

LATEX = r"""
% \begin{tabular}{l} old \\ \end{tabular}
\caption{No table's}
\begin{table}
\caption{Scores on \textbf{GLUE}~\cite{wang}}
\begin{tabular*}{\textwidth}{@{}lc|cc@{}}
\toprule
\multirow{2}{*}{Model} & \multicolumn{2}{c}{Dev}
 & \begin{tabular}[c]{@{}c@{}}Params\\ (M)\end{tabular} \\ \cmidrule(lr){2-3}
 & MNLI-m & SST-2 & \\
\midrule
BERT$_{\rm BASE}$ & 84.4 & $92.9_{\pm 0.2}$ & 1{,}110 \\
\hline
\multirow{2}{*}{\ours{}} & \textbf{82.1}  % best
 & 91.5 & 1.1$\times$ \\[2pt]
 & 80.1 & -- & 5\% \\
\bottomrule
\end{tabular*}
\end{table}
"""

HTML = """<h2>Scores</h2>

<table>
<thead><tr><th rowspan="2">Model</th><th colspan="2">dev<br>set</th></tr>

<tr><th>SST-2</th><th>RTE</th></tr></thead>
<tr><td rowspan="2">A</td><td>92.9<sub>0.1</sub></td><td>66.4</td></tr>
<tr><td><!-- 1 -->91&nbsp;<b>%</b></td><td></td></tr>
</table>
"""

RST = """
Scores
======

.. csv-table::
   :header: Model, RTE

   A, 66.4

+-------+---------------+
| Model | dev           |
|       +-------+-------+
|       | SST-2 | RTE   |
+=======+=======+=======+
| A     | 92.9  | 66.4  |
+-------+-------+-------+

=====  =====
Model  RTE
=====  =====
A      66.4
=====  =====
"""


@pytest.mark.parametrize(
    ("name", "text", "rows"),
    [
        # what a comment or a fence hides is no table
        (
            "a.md",
            f"<!--\n{HIDDEN}-->\n\n```\n{HIDDEN}```\n\n{HIDDEN.replace('Old', 'New')}",
            [(15, ["New", "1"])],
        ),
        # cells are as a reader sees them
        (
            "a.md",
            "| M | QQP | T |\n|-|-|-|\n"
            r"| **BERT\_S** [a](b.html) | `90.5`<sub>0.3</sub> | <1, 32> a\|b |",
            [(3, ["BERT_S a", "90.5<sub>0.3</sub>", "<1, 32> a|b"])],
        ),
        ("a.md", "| M |\n|-|\n| A |\n| |\n| B |\n", [(3, ["A"]), (5, ["B"])]),  # a rule
        ("a.csv", "\ufeffM,QQP\nA,84.4\n", [(2, ["A", "84.4"])]),
        ("a.csv", "\ufeffM;QQP\nA;84,4\n", [(2, ["A", "84,4"])]),
        ("a.tsv", "M\tQQP\nA\t84,4\n", [(2, ["A", "84,4"])]),
        ("a.html", HTML, [(7, ["A", "92.9<sub>0.1</sub>", "66.4"]), (8, ["A", "91 %", ""])]),
        ("a.md", HTML, [(7, ["A", "92.9<sub>0.1</sub>", "66.4"]), (8, ["A", "91 %", ""])]),
        (
            "a.tex",
            LATEX,
            [
                (12, ["BERT_BASE", "84.4", "92.9 ±0.2", "1,110"]),
                (14, [r"\ours", "82.1", "91.5", "1.1×"]),
                (16, [r"\ours", "80.1", "–", "5%"]),
            ],
        ),
    ],
)
def test_a_table_is_read_as_a_reader_sees_it(tmp_path, name, text, rows):
    (tmp_path / name).write_text(text, encoding="utf-8")
    (table,) = document_tables.read_tables(tmp_path / name)
    assert table.rows == rows


@pytest.mark.parametrize(
    ("name", "text", "heading", "header"),
    [
        ("a.md", f"# B<br/>*c*\n\n{HIDDEN.replace('QQP', 'QQP<br>(acc)')}", "B c", "QQP (acc)"),
        ("a.html", HTML, "Scores", "Model / ; dev set / SST-2; dev set / RTE"),
        ("a.tex", LATEX, "Scores on GLUE", "Model / ; Dev / MNLI-m; Dev / SST-2; Params (M) / "),
        ("a.csv", 'M,"SST-2\n(acc)"\nA,1\n', "", "SST-2 (acc)"),
    ],
)
def test_a_heading_has_its_words_from_top_to_bottom(tmp_path, name, text, heading, header):
    (tmp_path / name).write_text(text, encoding="utf-8")
    (table,) = document_tables.read_tables(tmp_path / name)
    told = "; ".join(" / ".join(each) for each in table.headings())
    assert (table.heading, header in told) == (heading, True), told


def test_the_tables_of_restructuredtext_are_read_with_their_lines(tmp_path):
    (tmp_path / "a.rst").write_text(RST, encoding="utf-8")
    listed, drawn, simple = document_tables.read_tables(tmp_path / "a.rst")
    assert listed.rows == [(8, ["A", "66.4"])]
    assert drawn.header == [["Model", "dev", "dev"], ["Model", "SST-2", "RTE"]]
    assert drawn.rows == [(15, ["A", "92.9", "66.4"])]
    assert (simple.heading, simple.rows) == ("Scores", [(21, ["A", "66.4"])])


def test_a_table_in_tags_may_begin_behind_words(tmp_path):
    text = "The scores are:<table>\n<tr><td>M</td><td>Q</td></tr>\n\n<tr><td>A</td>\n"
    (tmp_path / "a.md").write_text(f"# S\n\n{text}<td>1</td></tr>\n</table>\n", encoding="utf-8")
    (table,) = document_tables.read_tables(tmp_path / "a.md")
    assert (table.heading, table.header, table.rows) == ("S", [["M", "Q"]], [(6, ["A", "1"])])
    assert table.ends[6] == 7, "a row that is on two lines"


def test_a_table_that_cannot_be_read_does_not_keep_others_from_being_taken(tmp_path):
    text = "| M | Q |\n|-|-|\n| A | 1 | 2 |\n\n| M | Q |\n|-|-|\n| A | 1 |\n"
    (tmp_path / "a.md").write_text(text, encoding="utf-8")
    first, second = document_tables.read_tables(tmp_path / "a.md")
    assert first.wrong == "line 3 has 3 cells and the header 2"
    assert (second.wrong, second.rows) == ("", [(7, ["A", "1"])])


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("a.csv", b"M,QQP\nA,1,2\n", "line 2 has 3 cells and the header 2; mend a copy"),
        ("a.md", b"| M | Q |\n|-|-|\n| A | 1 | 2 |\n", "line 3 has 3 cells and the header 2"),
        ("a.tex", rb"\begin{tabular}{ll} M & Q \\ A \\ \end{tabular}", "line 1 has 1 cells"),
        ("a.tex", rb"\begin{tabular}{ll M & Q \\ \end{tabular", "no table; give Markdown"),
        (
            "a.html",
            b"<table><tr><td>M<td>Q<tr><td>A</table>",
            "line 1 has 1 cells and the header 3",
        ),
        ("a.csv", b"PK\x03\x04\xff", "not in UTF-8; save it as UTF-8, and a spreadsheet as CSV"),
        ("a.csv", b"", "no table; give Markdown, HTML, CSV, TSV, LaTeX or reStructuredText"),
    ],
)
def test_a_file_that_is_no_table_is_one_line(tmp_path, name, text, words):
    (tmp_path / name).write_bytes(text)
    with pytest.raises(UserError, match=f"{name}: .*{words}"):
        document_tables.read_tables(tmp_path / name)
