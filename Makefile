# Two commands: `make run` shows the page, `make test` runs every check. `make help` lists the rest.
# Everything is installed into .venv, from requirements/*.txt, and again only when those or pyproject.toml change; what
# checks the page's scripts into node_modules, from package-lock.json.

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
NODE := node_modules/.package-lock.json
NPM := NODE_OPTIONS=--use-system-ca PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/npm
# One worker more than cores: some tests wait, for a clock that runs or a page that is drawn.
PYTEST = $(BIN)/pytest --numprocesses $(shell $(BIN)/python -c "import os; print(min(4, (os.cpu_count() or 1) + 1))") --dist worksteal
LOCK := $(BIN)/uv pip compile --quiet --universal --generate-hashes --python-version 3.11 --no-emit-index-url \
	--no-emit-find-links --no-strip-extras --custom-compile-command "make lock"

# The first Python that is new enough; looked for only when it is needed.
PYTHON ?= $(shell for python in python3.11 python3 python3.12 python3.13 python3.14; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && echo $$python && break; done)

.PHONY: help run install test quick coverage mutation train samples compare webkit firefox lock clean
.DELETE_ON_ERROR:

help: ## this list
	@awk -F ': .*## ' '/^[a-z]+:.*## / {printf "make %-9s %s\n", $$1, $$2}' Makefile

run: install ## serve the page on http://127.0.0.1:8000: the first camera that answers, else the demo round
	@$(BIN)/tileref serve $(ARGS)

install: $(VENV)/.run ## create .venv, so that .venv/bin/tileref is the command

test: $(NODE) ## lint, types, layers and all tests
	@$(BIN)/python -m scripts.bootstrap test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m scripts.branches
	$(NPM) run check
	$(NPM) test
	$(PYTEST) $(ARGS)

quick: $(NODE) ## the tests alone, without those marked slow: under a minute
	@$(BIN)/python -m scripts.bootstrap test
	$(NPM) test
	$(PYTEST) -m "not slow" $(ARGS)

coverage: $(VENV)/.dev ## which lines and branches the tests run
	$(BIN)/pytest --cov --cov-branch --cov-report=term-missing:skip-covered $(ARGS)

mutation: $(VENV)/.mutation ## how many planted faults the tests find (hours); ARGS="live.deciding.witness", or "--sample 150 live vision.scene.watch"
	$(BIN)/python -m scripts.mutation $(ARGS)

train: $(VENV)/.train ## make the models in vision/models/ again (hours)
	@$(BIN)/python -m scripts.bootstrap train
	$(BIN)/python -m workshop.training $(ARGS)

samples: $(VENV)/.train ## a page of the pictures that training sees, work/samples.png
	@$(BIN)/python -m scripts.bootstrap train
	$(BIN)/python -m workshop.training samples

compare: $(VENV)/.compare ## against RapidOCR and Tesseract on your labelled photos: ARGS="TRUTH.json FOLDER"
	$(BIN)/python -m workshop.benchmarks.compare $(ARGS)

webkit: $(VENV)/.dev ## look at the page in WebKit, the engine of iPhones; pictures of it in work/webkit
	$(BIN)/python -m scripts.webkit work/webkit $(ARGS)

firefox: $(VENV)/.dev ## play a round in Firefox, on the host's page, a player's phone and the desk; pictures of it in work/firefox
	$(BIN)/python -m scripts.firefox work/firefox $(ARGS)

lock: $(NODE) ## pin the newest releases that pyproject.toml and package.json admit
	@$(PIP) install uv
	$(LOCK) --upgrade pyproject.toml --extra dev requirements/build.in --output-file requirements/dev.txt
	$(LOCK) --upgrade pyproject.toml requirements/build.in --constraint requirements/dev.txt --output-file requirements/run.txt
	$(LOCK) --upgrade pyproject.toml --extra mutation --constraint requirements/dev.txt --output-file requirements/mutation.txt
	$(LOCK) --upgrade pyproject.toml --extra compare --overrides requirements/compare-overrides.in --constraint requirements/dev.txt --output-file requirements/compare.txt
	$(NPM) update

clean: ## remove .venv and what the tools keep
	rm -rf $(VENV) node_modules dist build .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .coverage mutants

$(VENV)/.run: requirements/run.txt pyproject.toml
	@test -n "$(PYTHON)" || { echo "tileref: needs Python 3.11 or later; on Debian or Ubuntu: sudo apt-get install python3 python3-venv" >&2; exit 2; }
	@$(PYTHON) -m scripts.bootstrap run
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV)
	@echo "Installing tileref into $(VENV)"
	@$(PIP) install --require-hashes --requirement requirements/run.txt
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: requirements/dev.txt $(VENV)/.run
	@echo "Installing the tools of the tests into $(VENV)"
	@$(PIP) install --require-hashes --requirement requirements/dev.txt
	@touch $@

$(NODE): package.json package-lock.json .npmrc $(VENV)/.dev
	@echo "Installing what checks the page's scripts into node_modules"
	@$(NPM) ci
	@touch $@

$(VENV)/.mutation: requirements/mutation.txt $(VENV)/.dev
	@echo "Installing mutmut into $(VENV)"
	@$(PIP) install --require-hashes --requirement requirements/mutation.txt
	@touch $@

$(VENV)/.train: requirements/train.txt $(VENV)/.run
	@echo "Installing PyTorch into $(VENV)"
	@$(PIP) install --requirement requirements/train.txt
	@touch $@

$(VENV)/.compare: requirements/compare.txt $(VENV)/.run
	@echo "Installing RapidOCR into $(VENV)"
	@$(PIP) install --require-hashes --no-deps --requirement requirements/compare.txt
	@touch $@
