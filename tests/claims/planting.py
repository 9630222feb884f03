"""Plants: small changes to a copy of the tidy results, so that a claim meets a counter-example."""

import pandas as pd


def put(**ids: float):
    """Return a plant that sets results by id."""

    def plant(frame):
        missing = set(ids) - set(frame["id"])
        assert not missing, f"no results {missing}"
        return frame.assign(value=frame["id"].map(ids).fillna(frame["value"]))

    return plant


def cells(table: str, quantity: str, **rows: float):
    """Return a plant that sets one quantity of several rows of a table."""
    return put(**{f"{table}/{row}/{quantity}": value for row, value in rows.items()})


def change(number: str, becomes: str, was: str = ""):
    """Return a plant as a line of ``counterexamples.csv`` says it.

    `becomes` sets the results whose id is `number`, a pattern; with ``*`` before it multiplies
    them, and ``gone`` takes them away. With `was`, the id of a result, one like it is added.
    """

    def plant(frame):
        hit = frame["id"].str.fullmatch(number)
        assert hit.any() != bool(was), f"results {number}: {hit.sum()}"
        if was:
            source, table, row, _ = number.split("/")
            new = {"id": number, "source": source, "table": table, "row": row}
            like = frame[frame["id"] == was].assign(**new, value=float(becomes))
            return pd.concat([frame, like], ignore_index=True)
        if becomes == "gone":
            return frame[~hit]
        by = frame["value"] * float(becomes[1:]) if becomes[0] == "*" else float(becomes)
        return frame.assign(value=frame["value"].mask(hit, by))

    return plant


def curve(table: str, x: str, y: str, rule):
    """Return a plant that gives each row of a table the y that `rule` makes of its x."""

    def plant(frame):
        own = frame[frame["id"].str.fullmatch(f"{table}/[^/]+/{x}")].set_index("row")["value"]
        values = {f"{table}/{row}/{y}": rule(at) for row, at in own.items()}
        return frame.assign(value=frame["id"].map(values).fillna(frame["value"]))

    return plant


def every(*plants):
    """Return a plant that does several in turn."""

    def plant(frame):
        for each in plants:
            frame = each(frame)
        return frame

    return plant
