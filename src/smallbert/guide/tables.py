"""An answer of the guide, and what the guide rests on, as tables for a page."""

import pandas as pd

from smallbert.data import bibliography, vocabulary
from smallbert.guide import rules
from smallbert.guide.text import evidence, with_range


def ranked(data: dict, answer: dict) -> pd.DataFrame:
    """Return the methods that meet a choice in one list, variants of a method in one line.

    Parameters
    ----------
    data, answer : dict
        Of `smallbert.guide.data` and `smallbert.guide.answer`.

    Returns
    -------
    pandas.DataFrame
        Columns as a page shows them; empty, without columns, where nothing meets the choice.
        A rank is followed by the first and the last that the errors allow.
    """
    costs = {method["model"]: method["costs"] for method in data["methods"]}
    rows = evidence(data)
    return pd.DataFrame(
        _ranked_line(rank, entry, rows[entry["row"]], costs[entry["model"]])
        | {"Ground": data["groups"][entry["ground"]]["title"]}
        | {"Evidence": ", ".join(entry["evidence"])}
        for rank, entry in enumerate(answer["entries"], 1)
    )


def by_ground(data: dict, answer: dict) -> pd.DataFrame:
    """Return the models that meet a choice, a line for each ground of comparison and rank."""
    costs = {method["model"]: method["costs"] for method in data["methods"]}
    rows = evidence(data)
    return pd.DataFrame(
        {"Ground": group["title"]}
        | _ranked_line(rank, entry, rows[entry["row"]], costs[entry["model"]])
        for group in answer["groups"]
        for rank, entry in enumerate(group["entries"], 1)
    )


def missed(answer: dict) -> pd.DataFrame:
    """Return the other models: what is not known, or the first requirement that each misses."""
    lines = [("not known", answer["unknown"]), ("misses", answer["missed"])]
    return pd.DataFrame(
        {"Model": entry["model"], "Answer": word, "Why": entry["text"]}
        for word, entries in lines
        for entry in entries
    )


def ways_out(answer: dict) -> pd.DataFrame:
    """Return what stands in the way where nothing meets a choice, and what can be had instead."""
    texts = [*answer["trouble"], *(entry["text"] for entry in answer["nearest"])]
    return pd.DataFrame({"What rules models out, and what is possible": texts})


def releases() -> pd.DataFrame:
    """Return the released checkpoints, with what is then enough, licence and place."""
    frame, names = rules.releases().reset_index(), rules.abilities()
    enough = [", ".join(names[key]["name"] for key in cell.split("+")) for cell in frame["needs"]]
    return pd.DataFrame(
        {
            "Model": frame["model"],
            "Starts from": frame["start"],
            "You would have to": enough,
            "Licence": frame["licence"] + " (" + frame["licence_place"] + ")",
            "Read in": frame["repository"] + "/" + frame["path"] + " at " + frame["commit"].str[:7],
        }
    )


def needs(data: dict) -> pd.DataFrame:
    """Return what each technique or method asks of a reader, why, and after which work."""
    lines = rules.lines()
    return pd.DataFrame(
        {
            "Technique": lines["technique"].map(vocabulary.table("techniques")["name"]),
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
    line = frame["place"].str.extract(r"line (\d+)")[0]
    return pd.DataFrame(
        {"Suggestion": frame["statement"], "Line": line, "The guide": frame["rule"]}
    )


def _ranked_line(rank: int, entry: dict, row: dict, costs: dict) -> dict:
    also = f"; also {'; '.join(entry['also'])}" if entry.get("also") else ""
    kept = f"{row['kept']:.1f} ± {row['error']:.1f}"
    return {
        "Rank": with_range(rank, entry["ranks"]),
        "Ties": f"{entry['tie']}",
        "Model": entry["model"] + also,
        "Kept [%]": kept + (", close" if entry["close"] else ""),
        "Size [MB]": costs["size"],
        "Smaller by [x]": costs["factor"],
        "To know": "; ".join(entry["flags"]),
    }
