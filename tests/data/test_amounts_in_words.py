"""How a sentence lists words."""

import pytest

from smallbert.data import amounts_in_words


@pytest.mark.parametrize(
    ("words", "said"),
    [("a", "a"), ("ab", "a and b"), ("abc", "a, b and c"), ("abcd", "a, b, c and d")],
)
def test_the_last_of_several_words_stands_after_and(words, said):
    assert amounts_in_words.listed([*words]) == said
