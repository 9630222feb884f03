"""Which scripts a browser runs on a page; the site's tests ask a real one."""

import pytest

from smallbert.book import policy

PAGE = '<html><head>\n    <meta charset="utf-8" />\n{}</head><body>{}</body></html>'


def rules(page):
    return page.split('Content-Security-Policy" content="')[1].split('"')[0]


def test_the_policy_comes_before_every_script_and_names_those_that_stand_in_the_page():
    """The hash is that of: printf 'x = 1' | openssl dgst -sha256 -binary | base64."""
    page = policy.ruled(PAGE.format("<script>x = 1</script>", ""))
    assert page.index("Content-Security-Policy") < page.index("<script>")
    assert "'sha256-j/Q23vFFEoVZmhsa1wgASTuNyv3ikS4aODRWMwVOTCY='" in rules(page)
    assert "'unsafe-inline'" not in rules(page).split("script-src")[1]


@pytest.mark.parametrize(
    "script", ['<script src="x.js"></script>', '<script type="application/json">{}</script>']
)
def test_addresses_and_data_are_no_scripts(script):
    assert rules(policy.ruled(PAGE.format(script, ""))) == rules(policy.ruled(PAGE.format("", "")))


def test_only_the_page_that_draws_with_vega_may_turn_text_into_code():
    assert "unsafe-eval" not in rules(policy.ruled(PAGE.format("", "")))
    page = policy.ruled(PAGE.format("", '<script src="../choose/vega.js"></script>'))
    assert "'unsafe-eval'" in rules(page)
