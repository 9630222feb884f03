"""Charts are drawn in the book's look, and closed after each test."""

import matplotlib.pyplot as plt
import pytest

from smallbert.charts import style


@pytest.fixture(autouse=True)
def look():
    with style.context():
        yield
    plt.close("all")
