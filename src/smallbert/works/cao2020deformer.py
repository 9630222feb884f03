"""What of DeFormer is code: how its sizes are counted."""

from smallbert import data
from smallbert.audit import BOOK_RULE


def ways(row, labels) -> list[tuple[str, float]] | None:
    """Return nothing for DeFormer, which computes and holds only a part of its model.

    Of its remark on size: what is left of the weights, all of them, and of what Table 2 prints.
    """
    if row.id.startswith("cao2020deformer/claims/one-quarter/"):
        printed = data.values("cao2020deformer", "table2")[["operations", "memory"]]
        left = printed.loc["deformer-large"] / printed.loc["bert-large"]
        return [(BOOK_RULE, 1.0), *((f"{each} in its Table 2", left[each]) for each in left.index)]
    return None if row.technique == "none" else []
