# make demo    a ready table with join links (FRACAS="--host 0.0.0.0 --port 8480" passes flags on)
# make test    everything that is checked; ends with pytest's closing lines
# make soak    a server under many hands for a while (SECONDS=60), killed again and again (ROUNDS=200), with many tables (TABLES=500),
#              fuzzed at length
# make bench   what a decision costs, beside a calibration loop; what a table costs, beside a bare broadcast server
# make page    build the table page into the package
# make module  the Foundry module as vtt-module/dist/fracas.zip, its manifest checked

PYTHON ?= python3
FRACAS ?=
SECONDS ?= 60
ROUNDS ?= 200
TABLES ?= 500
VENV := .venv
RUN := .venv-run
PY := $(VENV)/bin/python
SOURCES := pyproject.toml hatch_build.py $(shell find rules server protocol vtt-module/src vtt-module/scripts -type f \
	-not -path '*/page/*' -not -path '*/page.new/*' -not -name '*.pyc' 2>/dev/null)

.PHONY: demo test soak bench page module js chromium
.DEFAULT_GOAL := test

demo: $(RUN)/installed
	@exec $(RUN)/bin/fracas demo $(FRACAS)

$(RUN)/installed: $(SOURCES)
	@test -x $(RUN)/bin/python || $(PYTHON) -m venv $(RUN)
	@echo "Installing Fracas into $(RUN) ..."
	@$(RUN)/bin/python -m pip install --quiet .
	@touch $@

$(VENV)/installed: pyproject.toml hatch_build.py
	test -x $(PY) || $(PYTHON) -m venv $(VENV)
	timeout 900 $(PY) -m pip install --quiet -e '.[dev]'
	@timeout 300 $(PY) -m pip install --quiet --only-binary=:all: atheris 2>/dev/null \
		|| echo "atheris does not install here: the test that fuzzes along the code's branches will be SKIPPED."
	@touch $@

page: $(VENV)/installed
	timeout 600 $(PY) hatch_build.py

module: js
	cd vtt-module && timeout 120 npm run --silent module
	cd vtt-module/dist/module && rm -f ../fracas.zip && $(PYTHON) -m zipfile -c ../fracas.zip module.json LICENSE licenses.txt scripts styles lang templates
	@echo "vtt-module/dist/fracas.zip"

js: vtt-module/node_modules/.package-lock.json

vtt-module/node_modules/.package-lock.json: vtt-module/package-lock.json
	cd vtt-module && timeout 600 npm ci --no-audit --no-fund
	@touch $@

chromium:
	@if command -v chromium || command -v chromium-browser || command -v google-chrome; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		timeout 600 sh -c 'apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends chromium'; \
	else echo "No Chromium here, and no right to install it: the browser tests will be SKIPPED. Install chromium to run them."; fi

test: $(VENV)/installed js page module chromium
	timeout 60 $(VENV)/bin/ruff check .
	timeout 300 $(VENV)/bin/mypy
	timeout 120 $(VENV)/bin/lint-imports --no-logo
	cd vtt-module && timeout 180 npm run --silent check
	cd vtt-module && timeout 180 npm run --silent test
	@if command -v chromium || command -v chromium-browser || command -v google-chrome; then \
		cd vtt-module && PATH="$(abspath $(VENV))/bin:$$PATH" timeout 1500 npm run --silent e2e; \
	else echo "SKIPPED: the browser tests (no Chromium)"; fi
	timeout 900 $(PY) -m pytest

soak: $(VENV)/installed
	timeout $$(($(SECONDS) + 60)) $(PY) tests/server/soak.py --seconds $(SECONDS)
	timeout $$((5 * $(ROUNDS) + 60)) $(PY) tests/killing.py --rounds $(ROUNDS)
	timeout $$((3 * $(SECONDS) + 4 * $(TABLES) + 600)) $(PY) tests/many.py --tables $(TABLES) --seconds $(SECONDS)
	@if $(PY) -c "import atheris" 2>/dev/null; then timeout $$(($(SECONDS) + 60)) $(PY) tests/fuzzing.py --seconds $(SECONDS); fi
	FRACAS_EXAMPLES=200 timeout 3600 $(PY) -m pytest tests/properties --timeout 3000

bench: $(VENV)/installed
	timeout 300 $(PY) bench/rules.py
	timeout 300 $(PY) bench/server.py
