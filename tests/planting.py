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


def row(place: str, **quantities: float):
    """Return a plant that sets several quantities of a row."""
    return put(**{f"{place}/{name}": value for name, value in quantities.items()})


def drop(pattern: str):
    """Return a plant that takes the results away whose id matches."""

    def plant(frame):
        hit = frame["id"].str.contains(pattern)
        assert hit.any(), f"no result matches {pattern}"
        return frame[~hit]

    return plant


def times(pattern: str, factor: float):
    """Return a plant that multiplies the results whose id matches."""

    def plant(frame):
        hit = frame["id"].str.contains(pattern)
        assert hit.any(), f"no result matches {pattern}"
        return frame.assign(value=frame["value"].where(~hit, frame["value"] * factor))

    return plant


def add(old: str, new: str, value: float, **others):
    """Return a plant that adds a result like `old` under the id `new`."""

    def plant(frame):
        source, table, name, _ = new.split("/")
        fields = {"id": new, "source": source, "table": table, "row": name, "value": value}
        like = frame[frame["id"] == old].iloc[0].to_dict() | fields | others
        return pd.concat([frame, pd.DataFrame([like])], ignore_index=True)

    return plant


def curve(table: str, x: str, y: str, rule):
    """Return a plant that gives each row of a table the y that `rule` makes of its x."""

    def plant(frame):
        own = frame[frame["id"].str.startswith(f"{table}/")]
        found = own[own["id"].str.endswith(f"/{x}")].set_index("row")["value"]
        values = {f"{table}/{row}/{y}": rule(at) for row, at in found.items()}
        return frame.assign(value=frame["id"].map(values).fillna(frame["value"]))

    return plant


def every(*plants):
    """Return a plant that does several in turn."""

    def plant(frame):
        for each in plants:
            frame = each(frame)
        return frame

    return plant
