"""The process in which Jupyter Book renders, and which stays warm."""

import subprocess
import sys

TWICE = """
from pybtex import plugin
from smallbert.book import renderer
def style():
    renderer._import()
    return plugin.find_plugin("pybtex.style.formatting", "alpha")
assert style() is style()
"""


def test_a_second_start_leaves_the_style_of_the_references_as_it_is():
    """Each start would otherwise wrap the style of the last one, one call deeper each time."""
    run = subprocess.run([sys.executable, "-c", TWICE], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
