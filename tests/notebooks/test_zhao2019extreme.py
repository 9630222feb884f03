def test_runs(published):
    found = published("zhao2019extreme")
    assert found.figures
