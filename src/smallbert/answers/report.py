"""An answer as a table for a page, and as plain text for a terminal."""

import pandas as pd

from smallbert.answers import choose, table
from smallbert.compare.device_times import SIGNS

SHOWN = 12
"""How many lines a page or a terminal shows of those that meet a choice."""


def listed(wishes: dict, answer: dict) -> pd.DataFrame:
    """Return all lines as a table, in the order of the answer."""
    lines = table.lines()
    return pd.DataFrame(_row(wishes, lines[each["at"]], each) for each in answer["lines"])


def _row(wishes: dict, line: dict, judged: dict) -> dict:
    """Return a line as words and numbers, by the names of the columns."""
    score = line["scores"].get(wishes["task"]) or dict.fromkeys(("score", "half", "kept", "set"))
    get = choose._get(wishes, line)
    time = line["times"].get(f"{wishes['device']}/{wishes['tokens']}", (None, "", ""))
    half = f" ± {score['half']:.1f}" if score["half"] else ""
    about = "≈ " if score.get("estimated") else ""
    how = SIGNS.get(time[1], "")
    notes = [
        judged["text"],
        get["last"],
        *line["words"],
        score.get("words"),
        score.get("caution"),
        get["note"],
    ]
    return {
        "Model": line["model"],
        "Answer": judged["status"],
        "Score [%]": "" if score["score"] is None else f"{about}{score['score']:.1f}{half}",
        "Of BERT-base [%]": score["kept"],
        "Set": score["set"] or "",
        "Size [MB]": line["size"],
        "Weights [M]": line["parameters"],
        "Time [ms]": "" if time[0] is None else f"{how}{time[0]:g}",
        "Get it": get["checkpoint"],
        "License": get["license"],
        "To know": "; ".join(filter(None, notes)),
    }


def text(wishes: dict, answer: dict) -> str:
    """Return an answer as plain text: what meets the wishes, then what rules out the others."""
    frame, parts = listed(wishes, answer), [" ".join(answer["summary"] + answer["aside"])]
    met = frame["Answer"].isin(choose.STATUS[:2])
    if met.any():
        shown = frame[met].head(SHOWN)
        parts.append(shown.drop(columns=["To know", "Set"]).to_string(index=False, na_rep="-"))
        known = shown[shown["To know"].ne("")]
        parts += [f"{row['Model']}: {row['To know']}" for _, row in known.iterrows()]
    for status in choose.STATUS[2:]:
        own = [each for each in answer["lines"] if each["status"] == status]
        reasons: dict[str, list[str]] = {}
        for each in own:
            reasons.setdefault(each["text"], []).append(table.lines()[each["at"]]["model"])
        lines = [f"  {'; '.join(models)}: {why}" for why, models in reasons.items()]
        parts += [f"\n{status.capitalize()}: {len(own)}", *lines] if own else []
    return "\n".join(parts)
