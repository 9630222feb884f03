"""Codes of eight bits against floats in the same network."""

import pandas as pd

from smallbert.compare import timings

EIGHT = {
    "bert-base-stored-int8": ("bert-base", ["q-bert", "gobo"]),
    "bert-base-int8": ("bert-base", ["q-bert", "gobo"]),
    "bert-base-6-int8": ("bert-base-6", ["gobo-distilbert"]),
    "mobilebert-int8": ("mobilebert", ["mobilebert-8-bit"]),
    "bert-mini-int8": ("bert-mini", []),
    "bert-tiny-int8": ("bert-tiny", []),
}
"""Each arm with the same network in floats, and the poster's rows for it."""

CPU = ("Printed", "CPU [x]")
NOTES = {
    ("bert-base-stored-int8", CPU): "Q-BERT and GOBO; the poster does not say how their codes are "
    "used",
    ("bert-base-int8", CPU): "Q-BERT and GOBO, as above",
}


def gains(every: pd.DataFrame, settings: list[tuple[int, int]]) -> pd.DataFrame:
    """Return median and interval of each arm's speedup over floats.

    Returns
    -------
    pandas.DataFrame
        An arm a row, a setting (batch, tokens) a column; missing where it was not measured.
    """
    return pd.DataFrame(
        {
            (batch, tokens): {
                name: timings.pair(
                    timings.at(every, batch=batch, sequence_length=tokens), floats, name
                )
                for name, (floats, _) in EIGHT.items()
                if f"{name}-b{batch}-n{tokens}" in every.index
            }
            for batch, tokens in settings
        }
    )


def table(bits: pd.DataFrame, every: pd.DataFrame, poster: pd.DataFrame) -> pd.DataFrame:
    """Return `gains` as the page shows it, with what the poster's rows imply."""
    names = every.drop_duplicates("arm").set_index("arm")["name"]
    cells = bits.map("{0[0]:.2f} ({0[1]:.2f} to {0[2]:.2f})".format, na_action="ignore")
    stored = [name.endswith("stored-int8") for name in EIGHT]
    uses = ["turned into floats" if each else "multiplied" for each in stored]
    columns = {
        ("", "Network"): [names[floats] for floats, _ in EIGHT.values()],
        ("", "Codes are"): uses,
        **{("Speedup [x]", f"{b} x {n} tokens"): cells[b, n].reindex([*EIGHT]) for b, n in bits},
        CPU: [_printed(poster, rows, floats) for floats, rows in EIGHT.values()],
    }
    return pd.DataFrame(columns, index=[*EIGHT])


def _printed(poster: pd.DataFrame, rows: list[str], floats: str) -> str:
    """Return what the poster's rows print, over the print of the same network in floats."""
    if not rows:
        return ""
    base = {"bert-base": "bert-base", "bert-base-6": "distilbert"}.get(floats, floats)
    ratio = poster.loc[rows, "speedup_cpu"] / poster.loc[base, "speedup_cpu"]
    return f"{ratio.iloc[0]:.2f}"
