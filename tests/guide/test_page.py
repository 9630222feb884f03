"""What the guide's page loads lies beside it."""

import pytest
import vl_convert

from smallbert.guide import page


@pytest.fixture
def made(tmp_path, monkeypatch):
    """Return where Vega is kept, what writes the page's files, and how often Vega was made."""
    monkeypatch.setenv("SMALLBERT_ROOT", str(tmp_path))
    times = []
    monkeypatch.setattr(vl_convert, "javascript_bundle", lambda: times.append(1) or "let vega = 1;")

    def write():
        page.write(tmp_path / "choose")
        return (tmp_path / "choose" / "vega.js").read_text()

    write()
    (kept,) = (tmp_path / "_build").glob("vega-*.js")
    return kept, write, times


def test_vega_is_made_once_in_a_scope_of_its_own(made):
    _, write, times = made
    assert write().endswith("\n(() => {let vega = 1;\n})();\n")
    assert len(times) == 1


@pytest.mark.parametrize("damage", ["", "{}//", "// 0\n{}", "cut"])
def test_a_damaged_vega_is_made_anew(made, damage):
    kept, write, times = made
    whole = kept.read_text()
    kept.write_text(whole[:-3] if damage == "cut" else damage.format(whole))
    assert write() == whole
    assert kept.read_text() == whole
    assert len(times) == 2
