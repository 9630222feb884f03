"""The tests' own answer to which cells run again."""

import pytest

from .affected import affected

CELLS = [
    "size: int = 1",
    "import pandas as pd\ntable = pd.DataFrame({'a': [size]})",
    "other = pd.DataFrame()",
    "table['b'] = other",
    "other.update(table)",
    "print(other)",
    "print(pd)",
]


@pytest.mark.parametrize(
    ("changed", "reached"),
    [
        (None, [0, 1, 2, 3, 4, 5, 6]),
        (set(), [0]),
        ({"size"}, [0, 1, 3, 4, 5]),  # a method may alter what it is called on
        ({"other"}, [0, 2, 3, 4, 5]),  # it is made anew in its turn
    ],
)
def test_a_cell_runs_again_that_reads_what_changed_or_what_follows(changed, reached):
    assert [at for at, runs in enumerate(affected(CELLS, changed)) if runs] == reached
