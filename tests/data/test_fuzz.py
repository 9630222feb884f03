"""A sample of what ``make fuzz`` does a thousand times."""

import os
import re
import subprocess
import sys

import pytest


@pytest.mark.skipif(not hasattr(os, "fork"), reason="each mutant is a fork")
def test_each_mutant_gets_a_line():
    """Or passes: a wrong digit is for the audit and for ``smallbert verify``."""
    command = [sys.executable, "-m", "experiments.fuzz", "--count", "4", "--seed", "1"]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    refused, passed = re.search(r"(\d+) refused, (\d+) passed, 0 silent, 0 tr", run.stdout).groups()
    assert int(refused) + int(passed) == 4
    assert int(refused) > 0
