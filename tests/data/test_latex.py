"""Tables in LaTeX are read as they print, and what is not understood has its line and column."""

import pytest

from smallbert.data import latex, pasted

BOOKTABS = r"""% a table & its noise \\
\begin{table}
\begin{tabular*}{\textwidth}[t]{l@{\hspace{1em}}c*{2}{r}}
\toprule
Model & MNLI-m & \textbf{QQP} (\%) & \#Params \\
\midrule
BERT$_{\mathrm{BASE}}$~\citep[p.~3]{devlin} & 84.6 & 71.2 & 110M \\[2pt] % \\ & a note
\textbf{Tiny \& Small}
  & \underline{\textbf{80.1}} & {\bf 70.0} & $14$M \\
\cmidrule(lr){2-3} \addlinespace
None & -- & $-0.5$ & \textcolor{red}{12} \\
\bottomrule
\end{tabular*}
\end{table}
"""
HLINES = r"""\begin{tabular}{|l|c|} \hline
Model & MNLI \\ \hline \hline
A & 80.1 \\ \hline
B & 81.0
\\ \hline
\end{tabular}
"""
MERGED = r"""\begin{tabular}{lccr}
 & \multicolumn{2}{c}{GLUE} & \multirow{2}{*}{Size} \\
\cline{2-3}
Model & MNLI & QQP & \\
\hline
\multirow{2}{*}{A} & 80.1 & 70.0 & 1 \\
 & 80.2 & \ours & 2 \\
\multicolumn{1}{l}{B} & 80.3 & 70.1 \\
\end{tabular}
"""


def read(tmp_path, text):
    path = tmp_path / "table.tex"
    path.write_text(text)
    return pasted.read(path)


def test_a_table_with_booktabs_is_read_as_it_prints(tmp_path):
    found = read(tmp_path, BOOKTABS)
    (table,) = found.tables
    assert found.faults == []
    assert table.columns == ["Model", "MNLI-m", "QQP (%)", "#Params"]
    assert table.rows == [
        ("7", ["BERT_BASE", "84.6", "71.2", "110M"]),
        ("8-9", ["Tiny & Small", "80.1", "70.0", "14M"]),
        ("11", ["None", "-", "-0.5", "12"]),
    ]
    assert table.at[1, 0] == (8, 1)
    assert table.at[1, 3] == (9, 4)


@pytest.mark.parametrize("text", [HLINES, HLINES.replace(r"\hline", "")])
def test_a_plain_table_is_read_with_lines_or_without(tmp_path, text):
    found = read(tmp_path, text)
    assert [(table.columns, table.rows) for table in found.tables] == [
        (["Model", "MNLI"], [("3", ["A", "80.1"]), ("4", ["B", "81.0"])])
    ]


def test_rows_without_their_environment_are_a_table(tmp_path):
    (table,) = read(tmp_path, "Model & MNLI \\\\\nA & 80.1 \\\\\n").tables
    assert table.rows == [("2", ["A", "80.1"])]


def test_merged_cells_unknown_commands_and_short_rows_are_one_list(tmp_path):
    found = read(tmp_path, MERGED)
    assert [(each.line, each.column, each.message) for each in sorted(found.faults)] == [
        (2, 2, "'GLUE' is merged over 2 columns; give each column a heading of its own"),
        (2, 4, "'Size' is merged over 2 rows; give each column a heading of its own"),
        (4, 1, "the headings take 2 rows; give each column one heading, in one row"),
        (6, 1, "'A' is merged over 2 rows; fill each cell"),
        (7, 3, r"\ours is not understood; write what it prints"),
        (8, 4, "3 cells where the header has 4; mend the row"),
    ]
    assert found.tables[0].columns == ["Model", "MNLI", "QQP", "Size"]


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (r"\textsc{Bert}\textsubscript{base}", "Bert_base"),
        (r"\cellcolor{gray!20}{\color{red} 80.1}", "80.1"),
        (r"\rotatebox{90}{SST-2}", "SST-2"),
        (r"80.1\,$\pm$\,0.2", "80.1±0.2"),
        (r"$2.1\times$", "2.1×"),
        (r"\num[x=1]{91.0}", "91.0"),
        (r"\SI{110}{MB}", "110 MB"),
        (r"80.1\dag", "80.1†"),
        (r"\makecell{Tiny\\BERT}", "Tiny BERT"),
        (r"4$\sim$6", "4~6"),
        ("---", "-"),
        (r"\{a\}\_b\#", "{a}_b#"),
    ],
)
def test_a_cell_is_read_as_it_prints(raw, text):
    assert latex.printed(raw) == (text, [])


@pytest.mark.parametrize(
    "mark",
    [r"\textsuperscript{a}", r"$^a$", r"$^{\mathrm{a}}$", r"\tnote{a}", r"\footnote[1]{a}"],
)
def test_a_superscript_keeps_its_sign(mark):
    assert latex.printed(f"80.1{mark}") == ("80.1^a", [])


def test_a_table_without_its_end_is_read_and_listed(tmp_path):
    found = read(tmp_path, "words\n\\begin{tabular}{ll}\nModel & MNLI \\\\\nA & 80.1 \\\\\n")
    assert [str(each).partition(":2:1: ")[2] for each in found.faults] == [
        r"\begin{tabular} has no \end; paste the whole table"
    ]
    assert len(found.tables[0].rows) == 1


def test_a_table_within_a_cell_is_no_table_of_its_own(tmp_path):
    inner = r"\begin{tabular}{@{}l@{}}a\\ b\end{tabular}"
    text = f"\\begin{{tabular}}{{ll}}\nModel & MNLI \\\\\n{inner} & 80.1 \\\\\n\\end{{tabular}}\n"
    found = read(tmp_path, text)
    assert [each.line for each in found.faults] == [3, 3]  # \begin and \end
    assert len(found.tables) == 1
