"""What functions have made of the data, kept as long as their process lives."""

from collections.abc import Callable
from functools import wraps

import pandas as pd

from smallbert import paths

kept: dict[tuple, object] = {}
"""What functions made, by function, folder of the data and arguments. Only tests forget any of it,
by the folder: `functools.cache` forgets all that a function made, or nothing."""


def cached(make: Callable) -> Callable:
    """Let a function keep what it made of the data, as long as its process lives.

    So no process may outlive a change of the data. Each caller gets a frame of its own, which costs
    nothing: pandas copies once it is written to. Anything else is shared, so no caller changes it.
    """
    usual = make.__kwdefaults__ or {}  # said or left out, they ask the same
    all_usual = (*usual.items(),)

    @wraps(make)
    def ask(*arguments, **named):
        options = (*(usual | named).items(),) if named else all_usual
        asked = make, paths.data(), arguments, (options, paths.aside())
        if asked not in kept:
            kept[asked] = make(*arguments, **named)
        answer = kept[asked]
        return answer.copy(deep=False) if isinstance(answer, pd.DataFrame) else answer

    return ask
