"""An answer as a table for a page, as plain text for a terminal, and as JSON."""

from collections.abc import Sequence
from dataclasses import asdict

import pandas as pd

from smallbert.answers import words
from smallbert.answers.candidates import all_candidates
from smallbert.answers.parts_of_answers import Answer, Candidate, Choice, Judged
from smallbert.answers.rule import STATUS

SHOWN = 12
"""How many candidates a page or a terminal shows of those that meet a choice."""


def as_table(choice: Choice, answer: Answer, candidates: Sequence[Candidate]) -> pd.DataFrame:
    """Return all candidates as a table, in the order of the answer."""
    return pd.DataFrame(
        _table_row(choice, candidates[judged.index], judged) for judged in answer.ranked
    )


def _table_row(choice: Choice, candidate: Candidate, judged: Judged) -> dict:
    """Return a candidate as words and numbers, by the names of the columns."""
    score = judged.score
    notes = [words.reason(choice, judged, candidate), *judged.marks, *candidate.words]
    notes += [score.words if score else "", judged.source.note]
    return {
        "Model": f"{candidate.model} {candidate.precision}".strip(),
        "Answer": judged.status,
        "Score [%]": score.says if score else "",
        "Of BERT-base [%]": score.kept if score else None,
        "Set": score.set if score else "",
        "Size [MB]": candidate.size,
        "Weights [M]": candidate.parameters,
        "Time [ms]": words.rounded_time(judged) if judged.time else "",
        "Get it": judged.source.checkpoint,
        "License": judged.source.license,
        "To know": "; ".join(filter(None, notes)),
    }


def as_text(choice: Choice, answer: Answer) -> str:
    """Return an answer as plain text: what meets the choice, then what rules out the others."""
    candidates = all_candidates()
    advice, *further = words.in_sentences(choice, answer, candidates)
    table, parts = as_table(choice, answer, candidates), [advice, " ".join(further)]
    met = table[table["Answer"].eq(STATUS[0])].head(SHOWN)
    if len(met):
        columns = ["To know", "Set", "Answer"]
        parts.append(met.drop(columns=columns).to_string(index=False, na_rep="-"))
        noted = met[met["To know"].ne("")]
        parts += [f"{row['Model']}: {row['To know']}" for _, row in noted.iterrows()]
    for status in STATUS[1:]:
        models_by_reason: dict[str, list[str]] = {}
        judged_so = [judged for judged in answer.ranked if judged.status == status]
        for judged in judged_so:
            candidate = candidates[judged.index]
            reason = words.reason(choice, judged, candidate)
            models_by_reason.setdefault(reason, []).append(candidate.model)
        if judged_so:
            parts.append(f"\n{status.capitalize()}: {len(judged_so)}")
            parts += [f"  {'; '.join(those)}: {why}" for why, those in models_by_reason.items()]
    return "\n".join(parts)


def as_json(choice: Choice, answer: Answer) -> dict:
    """Return a choice, its answer in words and by candidate, and these, as JSON holds them."""
    lines = [asdict(candidate) for candidate in all_candidates()]
    return {"choice": asdict(choice), "answer": answer_as_json(choice, answer), "lines": lines}


def answer_as_json(choice: Choice, answer: Answer) -> dict:
    """Return an answer in words and by candidate, as JSON holds it."""
    candidates = all_candidates()
    judged = [
        {"at": one.index, "status": one.status, "surely": one.surely}
        | {"text": words.reason(choice, one, candidates[one.index])}
        for one in answer.ranked
    ]
    summary = words.in_sentences(choice, answer, candidates)
    return {"summary": summary, "lines": judged, "tied": answer.tied}
