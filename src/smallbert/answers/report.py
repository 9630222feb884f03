"""An answer as a table for a page, and as plain text for a terminal."""

from collections.abc import Sequence
from dataclasses import asdict

import pandas as pd

from smallbert.answers import table, words
from smallbert.answers.records import Answer, Choice, Judged, Line
from smallbert.answers.rule import STATUS

SHOWN = 12
"""How many lines a page or a terminal shows of those that meet a choice."""


def listed(choice: Choice, answer: Answer, lines: Sequence[Line]) -> pd.DataFrame:
    """Return all lines as a table, in the order of the answer."""
    return pd.DataFrame(_row(choice, lines[one.at], one) for one in answer.lines)


def _row(choice: Choice, line: Line, one: Judged) -> dict:
    """Return a line as words and numbers, by the names of the columns."""
    score = one.score
    notes = [words.reason(choice, one, line), *one.marks, *line.words]
    notes += [score.words if score else "", one.source.note]
    return {
        "Model": f"{line.model} {line.precision}".strip(),
        "Answer": one.status,
        "Score [%]": score.says if score else "",
        "Of BERT-base [%]": score.kept if score else None,
        "Set": score.set if score else "",
        "Size [MB]": line.size,
        "Weights [M]": line.parameters,
        "Time [ms]": words.about(one) if one.time else "",
        "Get it": one.source.checkpoint,
        "License": one.source.license,
        "To know": "; ".join(filter(None, notes)),
    }


def text(choice: Choice, answer: Answer) -> str:
    """Return an answer as plain text: what meets the choice, then what rules out the others."""
    first, *rest = words.summary(choice, answer, table.lines())
    frame, parts = listed(choice, answer, table.lines()), [first, " ".join(rest)]
    met = frame[frame["Answer"].eq(STATUS[0])].head(SHOWN)
    if len(met):
        columns = ["To know", "Set", "Answer"]
        parts.append(met.drop(columns=columns).to_string(index=False, na_rep="-"))
        known = met[met["To know"].ne("")]
        parts += [f"{row['Model']}: {row['To know']}" for _, row in known.iterrows()]
    for status in STATUS[1:]:
        reasons: dict[str, list[str]] = {}
        own = [one for one in answer.lines if one.status == status]
        for one in own:
            line = table.lines()[one.at]
            reasons.setdefault(words.reason(choice, one, line), []).append(line.model)
        lines = [f"  {'; '.join(models)}: {why}" for why, models in reasons.items()]
        parts += [f"\n{status.capitalize()}: {len(own)}", *lines] if own else []
    return "\n".join(parts)


def as_json(choice: Choice, answer: Answer) -> dict:
    """Return a choice, its answer in words and by line, and the lines, as JSON holds them."""
    lines = table.lines()
    judged = [
        {"at": one.at, "status": one.status, "surely": one.surely}
        | {"text": words.reason(choice, one, lines[one.at])}
        for one in answer.lines
    ]
    told = {"summary": words.summary(choice, answer, lines), "lines": judged, "tied": answer.tied}
    return {"choice": asdict(choice), "answer": told, "lines": [asdict(each) for each in lines]}
