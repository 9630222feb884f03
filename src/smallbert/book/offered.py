"""What the site offers beside its pages: the data as files, how to cite, the cards of numbers."""

import json
from pathlib import Path

import pandas as pd

from smallbert import audit, claims, compare, data
from smallbert.book import citing, dictionary, sheets
from smallbert.data import exhibits
from smallbert.errors import UserError
from smallbert.guide import page as guide


def require_exhibits(listing: list[dict]) -> None:
    """Refuse a book in which a chart or table is missing or stands twice.

    Parameters
    ----------
    listing : list of dict
        The charts and tables of all pages, as in ``artifacts.json``.
    """
    wanted = list(exhibits.listed().index)
    there = [each["id"] for each in listing]
    faults = [f"{each}: no notebook publishes it" for each in wanted if each not in there]
    faults += [f"{each}: published twice" for each in sorted(set(there)) if there.count(each) > 1]
    if faults:
        raise UserError("\n".join(f"exhibits.csv: {fault}" for fault in faults))


def results() -> pd.DataFrame:
    """Return all results with their standard errors, to three digits."""
    tidy = data.results()
    errors = compare.standard_errors(tidy).map(lambda error: float(f"{error:.3g}"))
    tidy.insert(list(tidy).index("n") + 1, "standard_error", errors)
    return tidy


def write(target: Path, listing: list[dict]) -> None:
    """Write the data that the site offers.

    Parameters
    ----------
    target : pathlib.Path
        Receives the files, where the site has them.
    listing : list of dict
        The charts and tables of all pages, as in ``artifacts.json``.
    """
    guide.write(target / guide.FOLDER)
    folder = target / "data"
    folder.mkdir(parents=True, exist_ok=True)
    plain = {"index": False, "lineterminator": "\n", "float_format": "%.10g"}  # no 1.7999999
    tables = {
        "results": results().to_csv(index=False, lineterminator="\n"),
        "audit": audit.both().to_csv(**plain),
        "models": compare.models().to_csv(**plain),
    }
    for name, text in tables.items():
        (folder / f"{name}.csv").write_text(sheets.harmless(text), encoding="utf-8")
    text = json.dumps(dictionary.data_package(), indent=2, ensure_ascii=False)
    (folder / "datapackage.json").write_text(text + "\n", encoding="utf-8")
    (folder / "artifacts.json").write_text(json.dumps(listing, indent=2) + "\n", encoding="utf-8")
    stated = claims.entries()
    text = json.dumps(stated, indent=2, ensure_ascii=False)
    (folder / "claims.json").write_text(text + "\n", encoding="utf-8")
    citing.write(folder / "cite", "smallbert", [citing.entry()])
    citing.write(folder / "cite", "claims", [_claim(each) for each in stated])


def _claim(claim: dict) -> dict:
    """Return how to cite a claim, with its verdict."""
    note = f"claim about {claim['place']}: {claim['verdict']}"
    return citing.entry(claim["id"], claim["statement"], kind="entry", note=note)
