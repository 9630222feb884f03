"""The page's tables: shapes that the factors leave room for, and the slide's remarks."""

import pandas as pd

from smallbert import claims
from smallbert.claims import remarks as slides


def shapes(sizes: pd.DataFrame) -> pd.DataFrame:
    """Return the layers and widths that a factor leaves room for, as shown.

    Parameters
    ----------
    sizes : pandas.DataFrame
        By hidden size: compression_factor [x], weights and embeddings, width and times (that
        width over the hidden size) of twelve layers, and layers of four times the hidden size.
    """
    million = (sizes[["weights", "embeddings"]] / 1e6).map("{:.2f}".format)
    shown = {
        ("", "Hidden size"): list(sizes.index),
        ("", "Factor [x]"): sizes["compression_factor"].map("{:.2f}".format),
        ("Weights [M]", "by the factor"): million["weights"],
        ("Weights [M]", "of embeddings"): million["embeddings"],
        ("Twelve layers", "feed-forward width"): sizes["width"].map("{:.0f}".format),
        ("Twelve layers", "times hidden size"): sizes["times"].map("{:.1f}".format),
        ("Width of 4 times", "layers"): sizes["layers"].map("{:.1f}".format),
    }
    return pd.DataFrame(shown)


def nearest(remark: pd.Series, table: pd.DataFrame, factors: pd.Series) -> pd.Series:
    """Return what Table 3 has for a remark.

    Parameters
    ----------
    remark : pandas.Series
        One of the slide's, as `smallbert.data.values` returns it.
    table : pandas.DataFrame
        Table 3, with the block of each row.
    factors : pandas.Series
        The compression factor of each block.

    Returns
    -------
    pandas.Series
        factor, before (the teacher's MNLI-m), after (of the row in the block of the nearest
        factor that is nearest in MNLI-m), name of that row, fits (rows of the block that round to
        the remark), rows, and whether both scores of the remark agree.
    """
    block = (factors * remark["size_fraction"] - 1).abs().idxmin()
    rows, before = table[table["block"] == block], table.at["teacher", "mnli_m_accuracy"]
    scores, claimed = rows["mnli_m_accuracy"], remark["mnli_after"]
    row = rows.loc[(scores - claimed).abs().idxmin()]
    half = remark["mnli_after_half_width"]
    fits = sum(slides.rounds_to(score, claimed, half) == "yes" for score in scores)
    start = slides.rounds_to(before, remark["mnli_before"], remark["mnli_before_half_width"])
    numbers = {"factor": factors[block], "before": before, "after": row["mnli_m_accuracy"]}
    numbers |= {"name": row["name"], "fits": fits, "rows": len(rows)}
    return pd.Series(numbers | {"agrees": start == "yes" and fits > 0})


def remarks(rows: pd.DataFrame, severe: str, *, corrected: bool) -> pd.DataFrame:
    """Return the slide's remarks next to the table.

    Parameters
    ----------
    rows : pandas.DataFrame
        A row of `nearest` for each remark with numbers.
    severe : str
        What the numbers say to the remark without numbers.
    corrected : bool
        Whether cells stand as corrected.
    """
    beside = {
        ("Factor [x]", "table"): rows["factor"].map("{:.2f}".format),
        ("MNLI-m before [%]", "table"): rows["before"].map("{:.1f}".format),
        ("MNLI-m after [%]", "table"): rows["after"].map("{:.1f}".format),
        ("Nearest row", ""): rows["name"],
    }
    words = {
        row.Index: f"{'agrees' if row.agrees else 'differs'}; {row.fits} of {row.rows} rows of "
        "the block round to it"
        for row in rows.itertuples()
    }
    words["verdict"] = severe.replace("-", "−")
    return claims.remark_table("zhao2019extreme", beside, words, corrected=corrected)
