PYTHON ?= python3
VENV   := _build/venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed

# Compiled modules are kept, whatever the user's settings: without, each process compiles them anew.
export PYTHONDONTWRITEBYTECODE :=

PIP    := $(BIN)/python -m pip install --quiet --disable-pip-version-check

# Installs what $(1) names: with uv, which takes seconds, or with pip where uv does not work; both
# check each hash.
install = $(BIN)/uv pip install --quiet --python $(BIN)/python $(1) || $(PIP) $(1)

.PHONY: book test test-values test-site test-experiments lint check serve lab release speed \
    speed-zeros try compress compress-small lock clean

book: $(STAMP)
	$(BIN)/smallbert build

# The tests read what the book publishes, so it is built first, where it is not.
test: book
	$(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder -m "not site and not values"

# Each notebook with other values of each of its parameters.
test-values: book
	$(BIN)/python -m pytest -m values tests/notebooks

test-site: book
	$(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder -m site \
	    tests/site tests/test_further_works.py

SCRIPTS := book/_static/*.js src/smallbert/*/*.js
lint: $(STAMP)
	$(BIN)/ruff check --quiet
	$(BIN)/ruff format --check --quiet
	$(BIN)/oxlint --quiet $(SCRIPTS)
	$(BIN)/oxfmt --check $(SCRIPTS)

check: $(STAMP)
	$(BIN)/smallbert check

serve: $(STAMP)
	$(BIN)/smallbert serve

# One archive of the version that CITATION.cff names.
release: $(STAMP)
	$(BIN)/smallbert release

# The notebooks by hand, with JupyterLab added to the environment: make lab OPTIONS="--no-browser"
lab: $(VENV)/.lab
	$(BIN)/jupyter lab notebooks $(if $(filter 0,$(shell id -u)),--allow-root) $(OPTIONS)

$(VENV)/.lab: $(STAMP) requirements-lab.txt
	$(call install,--require-hashes -r requirements-lab.txt)
	touch $@

# The measurements, in an environment of their own (experiments/pyproject.toml), locked for Python 3.11
# on Linux with an x86 processor. The book's library is beside them and is not installed.
CPU_TORCH ?= https://download.pytorch.org/whl/cpu/torch
MEASURES  := _build/experiments-venv
MEASURE   := PYTHONPATH=src $(MEASURES)/bin/python -m

# How fast every model runs here; goes on where it stopped: make speed MINUTES=90; five minutes:
# make speed OPTIONS=--small
speed: $(MEASURES)/.installed
	$(MEASURE) experiments.speed $(if $(filter file,$(origin MINUTES)),,--minutes $(MINUTES)) $(OPTIONS)

# Zeros, factors, 8 bits and the components' shares, on our own encoder.
speed-zeros: $(MEASURES)/.installed
	$(MEASURE) experiments.speed.zeros $(OPTIONS)

# Small models on your own texts: make try OPTIONS="texts.csv MODEL MODEL"
try: $(MEASURES)/.installed
	$(MEASURE) experiments.own_texts $(OPTIONS)

# Every technique on one encoder; goes on where it stopped: make compress MINUTES=150
MINUTES ?= 150
compress: $(MEASURES)/.installed
	$(MEASURE) experiments.compress --minutes $(MINUTES) $(OPTIONS)

# A few of its arms, held against what the book has: at most 8 minutes on two free cores.
compress-small: $(MEASURES)/.installed
	$(MEASURE) experiments.compress --small $(OPTIONS)

# What make test leaves out, since the book has no PyTorch; two files need the book's packages instead.
test-experiments: $(MEASURES)/.installed
	$(MEASURE) pytest --noconftest tests/experiments \
	    --ignore tests/experiments/test_speed.py --ignore tests/experiments/test_loading.py

$(MEASURES)/.installed: experiments/requirements.txt
	@$(PYTHON) -c "import sys; v = sys.version_info[:2]; sys.exit(None if v == (3, 11) \
	    else f'the lock is for Python 3.11, this is {v[0]}.{v[1]}: make PYTHON=python3.11')"
	$(PYTHON) -m venv --clear $(MEASURES)
	$(MEASURES)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes \
	    --find-links $(CPU_TORCH) -r experiments/requirements.txt
	touch $@

# The environment: made anew when the lock or the package's settings change.
$(STAMP): requirements.txt pyproject.toml
	@$(PYTHON) -c "import sys; v = sys.version_info[:2]; sys.exit(None if (3, 11) <= v <= (3, 14) \
	    else f'Python 3.11 to 3.14 is needed, this is {v[0]}.{v[1]}; name one: make PYTHON=python3.14')"
	$(PYTHON) -m venv --clear $(VENV)
	sed -n '/^uv==/,/[^\\]$$/p' requirements.txt > $(VENV)/uv.txt
	-$(PIP) --require-hashes -r $(VENV)/uv.txt
	$(call install,--require-hashes -r requirements.txt)
	$(call install,--no-deps --no-build-isolation --editable .)
	touch $@

# The locks, from both pyproject.toml.
LOCK := $(BIN)/uv pip compile pyproject.toml --universal --generate-hashes --python-version 3.11 \
    --no-emit-index-url --no-header
lock: $(STAMP)
	$(LOCK) --extra dev --output-file requirements.txt
	$(LOCK) --extra dev --extra lab --constraint requirements.txt \
	    --output-file requirements-lab.txt
	$(BIN)/uv pip compile experiments/pyproject.toml --generate-hashes --python-version 3.11 \
	    --python-platform x86_64-manylinux_2_28 --no-emit-index-url --no-header \
	    --find-links $(CPU_TORCH) --constraint requirements.txt \
	    --output-file experiments/requirements.txt

clean:
	rm -rf _build
