PYTHON ?= python3
VENV   := _build/venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed

.PHONY: book test test-site lint check serve lock clean

book: $(STAMP)
	$(BIN)/smallbert build

test: $(STAMP)
	$(BIN)/python -m pytest -n auto -m "not site"

test-site: book
	$(BIN)/python -m pytest -m site

lint: $(STAMP)
	$(BIN)/ruff check --quiet
	$(BIN)/ruff format --check --quiet

check: $(STAMP)
	$(BIN)/smallbert check

serve: book
	$(BIN)/python -m http.server --directory _build/html --bind 127.0.0.1 8000

# The environment: made anew when the lock or the package's settings change.
$(STAMP): requirements.txt pyproject.toml
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $@

# The lock, from pyproject.toml; needs uv.
lock:
	uv pip compile pyproject.toml --extra dev --extra dask --universal --generate-hashes \
	    --python-version 3.11 --no-emit-index-url --no-header --output-file requirements.txt

clean:
	rm -rf _build
