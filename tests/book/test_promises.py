"""Each promise of the page on method names tests that are there."""

import ast
import re

from smallbert import paths

NAMED = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")


def test_each_promise_has_a_test():
    page = (paths.CHECKOUT / "book" / "method.md").read_text(encoding="utf-8")
    rows = page.partition("(promises)=")[2].split("\n| ")[2:]
    assert len(rows) > 5
    for row in rows:
        assert NAMED.search(row), row
        for path, name in NAMED.findall(row):
            tree = ast.parse((paths.CHECKOUT / path).read_text(encoding="utf-8"))
            assert name in [each.name for each in tree.body if hasattr(each, "name")], name
