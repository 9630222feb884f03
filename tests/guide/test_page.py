"""What the guide's page loads lies beside it."""

import pytest
import vl_convert

from smallbert.guide import page


@pytest.fixture
def made(tmp_path, monkeypatch):
    """Return what writes the page's files, and how often Vega was made."""
    monkeypatch.setenv("SMALLBERT_ROOT", str(tmp_path))
    times = []
    monkeypatch.setattr(vl_convert, "javascript_bundle", lambda: times.append(1) or "let vega = 1;")

    def write():
        page.write(tmp_path / "choose")
        return (tmp_path / "choose" / "vega.js").read_text()

    write()
    return write, times


def test_vega_is_made_once_in_a_scope_of_its_own(made):
    write, times = made
    assert write() == "(() => {let vega = 1;\n})();\n"
    assert len(times) == 1
