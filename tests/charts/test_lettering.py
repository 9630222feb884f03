"""The font of the charts goes where they go."""

import base64
import io
import re

import pytest
from fontTools.ttLib import TTFont

from smallbert.charts import lettering, style
from smallbert.charts.retained import RAISED


def faces():
    """Return the fonts that the rules hold, by weight."""
    rule = (
        r'font-family: "DejaVu Sans"; font-weight: (\w+); src: url\(data:font/woff;base64,([^)]*)'
    )
    found = re.findall(rule, lettering.css())
    return {weight: TTFont(io.BytesIO(base64.b64decode(data))) for weight, data in found}


@pytest.mark.parametrize("weight", ["normal", "bold"])
def test_each_weight_has_every_character_but_those_that_bold_text_never_has(weight):
    known = set(map(chr, faces()[weight].getBestCmap()))
    assert set(lettering.CHARACTERS) - known <= (set(RAISED) if weight == "bold" else set())
    assert known <= set(lettering.CHARACTERS)


def test_it_says_whose_it_is():
    for font in faces().values():
        assert "Bitstream" in font["name"].getDebugName(0)
        assert "Permission is hereby granted" in font["name"].getDebugName(13)


def test_it_is_small_and_the_same_in_every_build():
    assert len(lettering.css()) < 60_000
    before = lettering.css()
    lettering.css.cache_clear()
    assert lettering.css() == before


def test_it_is_the_font_of_the_style_file():
    with style.context():
        assert style.plt.rcParams["font.family"] == [lettering.FAMILY]
        assert style.plt.rcParams["svg.fonttype"] == "none"


def test_a_drawing_by_itself_has_the_rules_before_all_it_draws():
    alone = lettering.standing_alone('<svg role="img" width="1"><g></g></svg>')
    assert alone == f'<svg role="img" width="1"><style>{lettering.css()}</style><g></g></svg>'
