# make demo | make test | make check | make bench: each sets up what it needs, from a fresh clone, and may be run again.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
UV := $(shell command -v uv 2>/dev/null)
WORKERS ?= auto
EXTRAS := --extra chroma --extra parquet --extra html --extra evaluation --extra web --extra llm --extra mcp --extra postgres

.PHONY: browser demo test faults check lint docs bench fuzz audit sbom lock clean
.DEFAULT_GOAL := help

help:
	@echo "make demo   set up and run the product on its built-in corpus"
	@echo "make test   set up and run the tests"
	@echo "make faults kill, fill, lock and damage everything that is written (minutes)"
	@echo "make check  what CI runs: ruff, mypy --strict, import contracts, tests"
	@echo "make docs   build the site in site/, with every link checked"
	@echo "make fuzz   spoil files and texts for an hour, and read them (FUZZ_SECONDS=60 for a minute)"
	@echo "make sbom   write sbom.json, the bill of materials of what is installed"
	@echo "make bench  run the benchmarks; results go to benchmarks/results"

# A lock file fixes every version by hash; uv is used where it is present because it is faster, pip where it is not.
define install
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; $(PYTHON) is older. Run: make $@ PYTHON=python3.11"; exit 1; }
	@echo "Setting up $(VENV) from $(1)"
	$(if $(UV),@test -x $(BIN)/python || uv venv --quiet --python "$$($(PYTHON) -c 'import sys; print(sys.executable)')" $(VENV),@test -x $(BIN)/pip || $(PYTHON) -m venv --clear $(VENV))
	$(if $(UV),@uv pip install --quiet --python $(BIN)/python --require-hashes -r $(1),@$(BIN)/pip install --quiet --require-hashes -r $(1))
	$(if $(UV),@uv pip install --quiet --python $(BIN)/python --no-deps -e .,@$(BIN)/pip install --quiet --no-deps -e .)
	@touch $@
endef

$(VENV)/.run: pyproject.toml requirements/run.lock
	$(call install,requirements/run.lock)

$(VENV)/.dev: pyproject.toml requirements/dev.lock
	$(call install,requirements/dev.lock)
	@touch $(VENV)/.run

demo: $(VENV)/.run
	$(BIN)/countercase demo

# The page is tested in a real browser, scans with tesseract and native code with strace; installed where possible.
browser:
	@if { [ ! -x /usr/bin/chromium ] || [ ! -x /usr/bin/strace ] || [ ! -x /usr/bin/tesseract ]; } && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium strace tesseract-ocr; } >/dev/null 2>&1 || true; fi

# The first search builds the index of the built-in cases; done once before, no two workers build it at the same time.
test: browser $(VENV)/.dev
	$(BIN)/countercase search "a stabbing in a quarrel" >/dev/null
	$(BIN)/python -m pytest -n $(WORKERS)

# Every kill point and every damaged file; `make test` runs a sample of them.
faults: $(VENV)/.dev
	$(BIN)/python -m pytest tests/faults -m "faults or not faults" -rA --durations=0

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

docs: $(VENV)/.dev
	$(BIN)/python -m benchmarks.figures --check
	$(BIN)/zensical build --strict

check: lint docs test audit

bench: $(VENV)/.dev
	$(BIN)/python -m benchmarks

FUZZ_SECONDS ?= 3600
fuzz: $(VENV)/.dev
	$(BIN)/python -m tests.fuzz --seconds $(FUZZ_SECONDS)

# Known holes in what we install; where the network does not allow the question, a line says so.
audit: $(VENV)/.dev
	@$(BIN)/python -m benchmarks.supply_chain audit

sbom: $(VENV)/.run
	$(BIN)/python -m benchmarks.supply_chain sbom --out sbom.json

lock:
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --no-emit-index-url $(EXTRAS) pyproject.toml -o requirements/run.lock
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --no-emit-index-url $(EXTRAS) --extra cluster --group dev -c requirements/run.lock pyproject.toml -o requirements/dev.lock

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
