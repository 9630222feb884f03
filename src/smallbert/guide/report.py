"""An answer of the guide, and what the guide rests on: as tables for a page, as plain text."""

import pandas as pd

from smallbert.data import bibliography, vocabulary
from smallbert.guide import choices


def ranked(data: dict, answer: dict) -> pd.DataFrame:
    """Return the methods that meet a choice in one list, variants of a method in one line."""
    return pd.DataFrame(
        line
        | {"Ground": data["groups"][entry["ground"]]["title"]}
        | {"Evidence": ", ".join(entry["evidence"])}
        for line, entry in zip(_lines(data, answer["entries"]), answer["entries"], strict=True)
    )


def by_ground(data: dict, answer: dict) -> pd.DataFrame:
    """Return the models that meet a choice, a line for each ground of comparison and rank."""
    return pd.DataFrame(
        {"Ground": group["title"]} | line
        for group in answer["groups"]
        for line in _lines(data, group["entries"])
    )


def _lines(data: dict, entries: list[dict]) -> list[dict]:
    """Return ranked entries as lines; a rank with the first and last that the errors allow."""
    costs, rows = {each["model"]: each["costs"] for each in data["methods"]}, evidence(data)
    lines = []
    for rank, entry in enumerate(entries, 1):
        row, cost, (first, last) = rows[entry["row"]], costs[entry["model"]], entry["ranks"]
        also = f"; also {'; '.join(entry['also'])}" if entry.get("also") else ""
        kept = f"{row['kept']:.1f} ± {row['error']:.1f}"
        line = {
            "Rank": f"{rank}" if first == last else f"{rank} ({first}–{last})",
            "Ties": f"{entry['tie']}",
            "Model": entry["model"] + also,
            "Kept [%]": kept + (", close" if entry["close"] else ""),
            "Size [MB]": cost["size"],
            "Smaller by [x]": cost["factor"],
            "To know": "; ".join(entry["flags"]),
        }
        lines.append(line)
    return lines


def missed(answer: dict) -> pd.DataFrame:
    """Return the other models: what is not known, or the first requirement that each misses."""
    return pd.DataFrame(
        {"Model": entry["model"], "Answer": word, "Why": entry["text"]}
        for word, name in (("not known", "unknown"), ("misses", "missed"))
        for entry in answer[name]
    )


def ways_out(answer: dict) -> pd.DataFrame:
    """Return what stands in the way where nothing meets a choice, and what can be had instead."""
    texts = [*answer["trouble"], *(entry["text"] for entry in answer["nearest"])]
    return pd.DataFrame({"What rules models out, and what is possible": texts})


def releases(data: dict) -> pd.DataFrame:
    """Return the released checkpoints, with what is then enough, licence and place."""
    frame = choices.releases().reset_index()
    return pd.DataFrame(
        {
            "Model": frame["model"],
            "Starts from": frame["start"],
            "You would have to": [abilities(data, cell.split("+")) for cell in frame["needs"]],
            "Licence": frame["licence"] + " (" + frame["licence_place"] + ")",
            "Read in": frame["repository"] + "/" + frame["path"] + " at " + frame["commit"].str[:7],
        }
    )


def needs(data: dict) -> pd.DataFrame:
    """Return what each technique or method asks of a reader, why, and after which work."""
    lines = choices.needed()
    return pd.DataFrame(
        {
            "Technique": lines["technique"].map(vocabulary.entries("techniques")["name"]),
            "Method": lines["model"].replace("", "any"),
            "You would have to": [abilities(data, cell.split("+")) for cell in lines["needs"]],
            "Why": lines["reason"],
            "After": lines["cites"].map(bibliography.short),
        }
    )


def abilities(data: dict, keys: list[str]) -> str:
    """Return the names of some abilities, with commas between them."""
    return ", ".join(data["abilities"][key]["name"] for key in keys)


def suggestions(data: dict) -> pd.DataFrame:
    """Return the practical suggestions with their line in the document and the guide's rule."""
    frame = pd.DataFrame(data["suggestions"])
    frame["Line"] = frame["place"].str.extract(r"line (\d+)")[0]
    names = {"statement": "Suggestion", "Line": "Line", "rule": "The guide"}
    return frame[[*names]].rename(columns=names)


def evidence(data: dict) -> dict[str, dict]:
    """Return the rows of evidence of an export by the ids of their results."""
    methods = data["methods"]
    return {row["id"]: row for each in methods for rows in each["scores"].values() for row in rows}


def text(data: dict, answer: dict) -> str:
    """Return an answer as plain text for a terminal."""
    parts = {
        "What rules models out": answer["trouble"],
        "What comes close": [each["text"] for each in answer["nearest"]],
        "Models that meet it; in brackets the ranks that the errors allow": _ranked(data, answer),
        "Suggestions of documents": [each["text"] for each in answer["rules"]],
        "Models not known to meet it": _reasons(answer["unknown"]),
        "Other models, with the first requirement that each misses": _reasons(answer["missed"]),
    }
    lines = [answer["summary"], *answer["notes"]]
    for head, items in parts.items():
        lines += ["", f"{head}:", *(f"  {item}" for item in items)] if items else []
    return "\n".join(lines)


def _ranked(data: dict, answer: dict) -> list[str]:
    """Return the list as a table and, below it, what to know of each model, and its evidence."""
    if not answer["entries"]:
        return []
    table, known = ranked(data, answer), evidence(data)
    costs = {each["model"]: each["costs"] for each in data["methods"]}
    table["Model"] = [each["model"] for each in answer["entries"]]
    table["G operations"] = [costs[each["model"]]["operations"] for each in answer["entries"]]
    table["Time [ms]"] = [each["time"] for each in answer["entries"]]
    table = table.astype({"G operations": float, "Time [ms]": float})
    shown = table.drop(columns=["To know", "Ground", "Evidence"])
    lines = shown.to_string(index=False, na_rep="-").splitlines()
    for rank, (entry, ground) in enumerate(zip(answer["entries"], table["Ground"], strict=True), 1):
        lines.append(f"{rank}  on {ground}")
        lines += [f"   also {'; '.join(entry['also'])}"] if entry["also"] else []
        for each in entry["evidence"]:
            lines.append(f"   {each}: {known[each]['credit']}, {known[each]['locator']}")
        lines += [f"   to know: {'; '.join(entry['flags'])}"] if entry["flags"] else []
    return lines


def _reasons(models: list[dict]) -> list[str]:
    """Return a line for each reason, with the models that have it in common."""
    reasons: dict[str, list[str]] = {}
    for each in models:
        reasons.setdefault(each["text"], []).append(each["model"])
    return [f"{'; '.join(models)}: {text}" for text, models in reasons.items()]
