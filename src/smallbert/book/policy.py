"""What a page may load and run: its own site's files, and the scripts that stand in it now.

A browser that reads the policy runs no script and no handler that came into a page with the data,
and loads nothing from another host.
"""

import base64
import hashlib
import re

SCRIPT = re.compile(
    r"<script(?![^>]*(?:\ssrc=|type=\"application/))[^>]*>(.*?)</script>", re.DOTALL
)
"""A script that stands in a page; data and addresses are none."""

HANDLERS = ("toggleFullScreen()", "window.print()")
"""What the theme's two buttons do, the only handlers that a page may have."""

DRAWS = "vega.js"
"""Turns the formulas of its own charts into functions; the page that loads it lets it."""

CHARSET = '<meta charset="utf-8" />'


def ruled(page: str) -> str:
    """Return a page of the site with its policy, before anything that it may rule out."""
    codes = [*(found[1] for found in SCRIPT.finditer(page)), *HANDLERS]
    hashes = " ".join(dict.fromkeys(f"'sha256-{_hash(code)}'" for code in codes))
    evaluated = " 'unsafe-eval'" if f"/{DRAWS}" in page else ""
    rules = (
        "default-src 'self'; img-src 'self' data:; font-src 'self' data:; "
        "style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'self'; "
        f"script-src 'self' 'unsafe-hashes' {hashes}{evaluated}"
    )
    meta = f'<meta http-equiv="Content-Security-Policy" content="{rules}" />'
    return page.replace(CHARSET, f"{CHARSET}\n    {meta}", 1)


def _hash(code: str) -> str:
    return base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()
