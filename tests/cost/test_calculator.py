"""The golden table of the calculator, which `tests/site/test_costs.py` holds against the page, too.

Its expected values are worked by hand, with ``bc``, from the formulas of ``book/reading_guide.md``,
for 512 positions, two token types, 128 tokens, two operations a multiply-add, all in b bits.
MiniLM's parameters: 6 (4 (384² + 384) + 2 · 384 · 1536 + 1536 + 384 + 4 · 384) in the layers,
(30522 + 512 + 2 + 2) 384 in embeddings and their norm, 384² + 384 in the pooler: 22,713,216.
"""

import pandas as pd
import pytest

from smallbert import cost, paths

TABLE = pd.read_csv(paths.CHECKOUT / "tests" / "cost" / "calculator.csv")


@pytest.mark.parametrize("row", TABLE.to_dict("records"), ids=TABLE["model"])
def test_python_counts_what_the_formulas_give(row):
    sides = {name: row[name] for name in ("layers", "hidden", "feed_forward", "vocabulary")}
    shape = cost.Architecture(**sides, heads=1)  # any number of heads counts the same
    bits = dict.fromkeys(("weight_bits", "embedding_bits", "rest_bits"), row["bits"])
    assert cost.parameters(shape).sum() == row["parameters"]
    assert cost.megabytes(shape, **bits) == pytest.approx(row["megabytes"], rel=1e-12)
    assert cost.operations(shape, tokens=128).sum() == row["operations"]
