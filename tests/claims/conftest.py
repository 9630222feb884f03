"""What the tests of claims share."""

import pytest

from smallbert import claims


@pytest.fixture
def planted():
    """Return a function that tests a claim on results of one's own."""
    return lambda claim, results: claims.assess(
        claims.all_claims()[claim], claims.Material(instead=results)
    )
