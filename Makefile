# Everything a newcomer or CI needs. `make` alone shows this list.

PYTHON ?= python3
BIN := .venv/bin
WEIGHBRIDGE := $(BIN)/weighbridge
PAGE := src/weighbridge/report/page.html
ENGINE := src/weighbridge/engine/engine.js
WEB_DEV := web/node_modules/.bin/vitest
PYTEST := $(BIN)/python -m pytest --numprocesses auto --dist loadfile --no-loadscope-reorder

.DEFAULT_GOAL := help

# With WHEELHOUSE=DIR, which `make wheelhouse` fills, no index of Python's packages is asked.
ifdef WHEELHOUSE
export PIP_NO_INDEX := 1
export PIP_FIND_LINKS := $(abspath $(WHEELHOUSE))
export UV_NO_INDEX := 1
export UV_FIND_LINKS := $(abspath $(WHEELHOUSE))
export UV_OFFLINE := 1
endif

.PHONY: help setup page page-if-possible run run-all firmware test check lint format bench bench-harness bench-first-answer bench-page fidelity kills docs dist wheelhouse lock clean

help: ## show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 16

# What a user needs; and what is needed besides by those who test, format and document.
$(BIN)/.installed: requirements.lock requirements-uv.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Weighbridge needs Python 3.11 or newer; name one with: make PYTHON=/path/to/python3.11"; exit 2; }
	@scripts/make-venv $(PYTHON)
	@scripts/install requirements.lock
	@touch $@

$(BIN)/.installed-dev: $(BIN)/.installed requirements-dev.lock
	@scripts/install requirements-dev.lock
	@touch $@

setup: $(BIN)/.installed page-if-possible ## install what is needed, build every runner and the page
	$(WEIGHBRIDGE) setup

page: $(PAGE) $(ENGINE) ## build the page that shows a run, and the engine of advice and charts
$(PAGE): $(shell find web/src web/*.html web/*.ts web/package*.json -type f)
	scripts/build-page
$(ENGINE): $(PAGE) # built together
	@test -f $@ || scripts/build-page

$(WEB_DEV): web/package-lock.json
	@if command -v npm >/dev/null; then scripts/build-page --dev && touch $@; else echo "no npm: the page is neither built nor tested"; fi

run: ## weigh messages and orders in every language, as trees and as types; each joins as soon as it is built
run-all: ## the same with every runner and every variant, which takes twice as long
run run-all:
	@$(MAKE) --no-print-directory -j2 $(BIN)/.installed page-if-possible
	$(WEIGHBRIDGE) run websocket orders --typed --operations encode,decode --setup $(if $(filter run-all,$@),--all)

page-if-possible: # without Node.js there is none, and no verdicts
	-@$(MAKE) --no-print-directory page

firmware: $(BIN)/.installed ## build the firmware of a board: make firmware BOARD=cortex-m4
	$(WEIGHBRIDGE) firmware build $(or $(BOARD),$(error which board? for example: make firmware BOARD=cortex-m4)) -o $(BOARD).elf

test: $(WEB_DEV) setup lint ## run every test: some twenty minutes on two processors, once all is built
	scripts/set-up-test-boards
	$(WEIGHBRIDGE) setup c:pi-armv6 # only there for those who name it
	$(if $(STRICT),WEIGHBRIDGE_STRICT=1 )$(PYTEST)
	scripts/test-page --all

check: $(BIN)/.installed-dev $(WEB_DEV) page lint ## formatters, types and the quick tests: two minutes
	$(PYTEST) -m 'not slow'
	scripts/test-page

lint: $(BIN)/.installed-dev $(WEB_DEV) ## check formatting, types and layers
	scripts/lint

format: $(BIN)/.installed-dev ## rewrite the sources the way that lint wants them
	scripts/lint --fix

bench: setup $(BIN)/.installed-dev ## prove the method on this machine, with and without load, and that no key of a document runs (some four hours)
	$(BIN)/python -m benchmarks
	$(BIN)/python -m benchmarks.markers
	$(WEIGHBRIDGE) setup mcu c:pi-armv6 c:pi-armv7 c:pi-aarch64
	WEIGHBRIDGE_THOROUGH=1 $(PYTEST)

bench-harness: setup $(BIN)/.installed-dev ## time codecs by Weighbridge and by each ecosystem's own harness
	$(BIN)/python -m benchmarks.own_harness

bench-first-answer: $(BIN)/.installed ## time how long a stranger waits for a verdict and for all: a new clone, a new home
	$(BIN)/python -m benchmarks.first_answer

bench-page: setup ## time how long a page of a thousand rows takes to load
	cd web && npm run --silent bench

kills: setup $(BIN)/.installed-dev ## kill a run fifty times at random moments, and see that it is finished
	WEIGHBRIDGE_KILLS=50 $(BIN)/python -m pytest -s --timeout 3600 tests/commands/test_kills.py

docs: $(BIN)/.installed-dev ## build the documentation as a site into build/site
	$(BIN)/mkdocs build --strict

fidelity: setup $(BIN)/.installed-dev ## renew the tables of what every codec loses, docs/fidelity.md
	$(BIN)/weighbridge verify --matrix >/dev/null || test $$? -eq 1
	$(BIN)/weighbridge verify --conformance >/dev/null || test $$? -eq 1
	$(BIN)/python scripts/fidelity

dist: $(BIN)/.installed page ## make the wheels in dist/: the tool, and the runners that are built here
	rm -rf dist
	$(BIN)/python -m hatchling build -t wheel -d dist
	cd packaging/runners && ../../$(BIN)/python -m hatchling build -t wheel -d ../../dist

wheelhouse: dist ## fill wheelhouse/ with all Python packages, for machines that reach no index: make setup WHEELHOUSE=DIR
	rm -rf wheelhouse
	$(BIN)/python scripts/wheelhouse wheelhouse

lock: ## renew the lock files from pyproject.toml and every runner's requirements
	scripts/lock

clean: ## remove everything that was built
	rm -rf .venv build dist wheelhouse web/node_modules $(PAGE) $(ENGINE) runners/*/build runners/*/.dub runners/*/.venv runners/*/third_party runners/*/node_modules runners/*/target
