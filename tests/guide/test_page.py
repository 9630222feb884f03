"""What the guide's page loads lies beside it."""

import vl_convert

from smallbert.guide import page


def test_vega_is_made_once_in_a_scope_of_its_own(tmp_path, monkeypatch):
    monkeypatch.setenv("SMALLBERT_ROOT", str(tmp_path))
    times = []
    monkeypatch.setattr(vl_convert, "javascript_bundle", lambda: times.append(1) or "let vega = 1;")
    for _ in range(2):
        page.write(tmp_path / "choose")
        vega = (tmp_path / "choose" / "vega.js").read_text(encoding="utf-8")
        assert vega == "(() => {let vega = 1;\n})();\n"
    assert len(times) == 1
