"""An answer as plain text for a terminal."""

HEADS = (
    "rank",
    "ties",
    "model",
    "technique",
    "kept [%]",
    "± [%]",
    "size [MB]",
    "factor",
    "G ops",
    "time [ms]",
    "ground",
)


def report(data: dict, answer: dict) -> str:
    """Return an answer of `smallbert.guide.answer` as lines for a reader.

    Parameters
    ----------
    data : dict
        The export that it was computed from.
    answer : dict
    """
    lines = [answer["summary"], *answer["notes"]]
    lines += _listed("What rules models out", answer["trouble"])
    lines += _listed("What comes close", [each["text"] for each in answer["nearest"]])
    lines += _ranked(data, answer)
    lines += _listed("Grounds of comparison", _grounds(data, answer))
    lines += _listed("Suggestions of documents", [each["text"] for each in answer["rules"]])
    lines += _listed("Models not known to meet it", _reasons(answer["unknown"]))
    lines += _listed(
        "Other models, with the first requirement that each misses", _reasons(answer["missed"])
    )
    return "\n".join(lines)


def _listed(head: str, items: list[str]) -> list[str]:
    return ["", f"{head}:", *(f"  {item}" for item in items)] if items else []


def _reasons(models: list[dict]) -> list[str]:
    """Return a line for each reason, with the models that have it in common."""
    reasons: dict[str, list[str]] = {}
    for each in models:
        reasons.setdefault(each["text"], []).append(each["model"])
    return [f"{'; '.join(models)}: {text}" for text, models in reasons.items()]


def _grounds(data: dict, answer: dict) -> list[str]:
    """Return the letter and the title of each ground that an entry is compared on."""
    return [f"{letter}  {data['groups'][key]['title']}" for key, letter in _letters(answer).items()]


def _letters(answer: dict) -> dict[str, str]:
    return {group["key"]: chr(65 + at) for at, group in enumerate(answer["groups"])}


def _ranked(data: dict, answer: dict) -> list[str]:
    """Return the list as a table and, below it, what to know of each model, and its evidence."""
    if not answer["entries"]:
        return []
    table, notes, known, letters = [HEADS], [], evidence(data), _letters(answer)
    for rank, entry in enumerate(answer["entries"], start=1):
        cells = _cells(data, entry, known[entry["row"]])
        place = with_range(rank, entry["ranks"])
        table.append((place, f"{entry['tie']}", *cells, letters[entry["ground"]]))
        notes += [f"  {rank}  also {'; '.join(entry['also'])}"] if entry["also"] else []
        for each in entry["evidence"]:
            notes.append(f"  {rank}  {each}: {known[each]['credit']}, {known[each]['locator']}")
        notes += [f"     to know: {'; '.join(entry['flags'])}"] if entry["flags"] else []
    widths = [max(len(row[at]) for row in table) for at in range(len(HEADS))]
    rows = [
        "  ".join(cell.ljust(wide) for cell, wide in zip(row, widths, strict=True)) for row in table
    ]
    return ["", *(f"  {row}".rstrip() for row in rows), RANGES, *notes]


RANGES = "  in brackets the ranks that errors of 1.96 standard errors allow; ties share a number"


def with_range(rank: int, ranks: list[int]) -> str:
    """Return a rank with the first and the last that the errors allow.

    Examples
    --------
    >>> with_range(2, [1, 4]), with_range(5, [5, 5])
    ('2 (1–4)', '5')
    """
    first, last = ranks
    return f"{rank}" if first == last else f"{rank} ({first}–{last})"


def evidence(data: dict) -> dict[str, dict]:
    """Return the rows of evidence of an export by the ids of their results."""
    methods = data["methods"]
    return {row["id"]: row for each in methods for rows in each["scores"].values() for row in rows}


def _cells(data: dict, entry: dict, row: dict) -> tuple[str, ...]:
    method = next(each for each in data["methods"] if each["model"] == entry["model"])
    costs = [method["costs"].get(name) for name in ("size", "factor", "operations")]
    return (
        entry["model"],
        entry["technique"],
        f"{row['kept']:.2f}",
        f"{row['error']:.2f}",
        *("-" if each is None else f"{each:.2f}" for each in costs),
        "-" if entry["time"] is None else f"{entry['time']:.1f}",
    )
