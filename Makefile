# Everything a newcomer or CI needs. `make` alone shows this list.

PYTHON ?= python3
BIN := .venv/bin
WEIGHBRIDGE := $(BIN)/weighbridge
PAGE := src/weighbridge/report/page.html
ENGINE := src/weighbridge/engine/engine.js
PYTEST := $(BIN)/python -m pytest --numprocesses auto --dist loadfile --no-loadscope-reorder

.DEFAULT_GOAL := help
.PHONY: help setup page run run-all firmware test check lint format bench bench-harness bench-page fidelity kills docs lock clean

help: ## show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 16

$(BIN)/.installed: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Weighbridge needs Python 3.11 or newer; name one with: make PYTHON=/path/to/python3.11"; exit 2; }
	@scripts/make-venv $(PYTHON)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --use-pep517 --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

setup: $(BIN)/.installed ## install what is needed, build every runner and the page
	$(WEIGHBRIDGE) setup
	@$(MAKE) --no-print-directory page

page: $(PAGE) $(ENGINE) ## build the page that shows a run, and the engine of advice and charts
$(PAGE): $(shell find web/src web/*.html web/*.ts web/package*.json -type f)
	scripts/build-page
$(ENGINE): $(PAGE) # built together
	@test -f $@ || scripts/build-page

run: ## weigh messages and orders in every language, as trees and as types: some minutes of measurement
run-all: ## the same with every runner and every variant, which takes twice as long
run run-all: $(BIN)/.installed
	-$(WEIGHBRIDGE) setup # a runner that cannot be built is reported, and stops no other
	-@$(MAKE) --no-print-directory page # without Node.js there is none
	$(WEIGHBRIDGE) run websocket orders --typed --operations encode,decode $(if $(filter run-all,$@),--all)

firmware: $(BIN)/.installed ## build the firmware of a board: make firmware BOARD=cortex-m4
	$(WEIGHBRIDGE) firmware build $(or $(BOARD),$(error which board? for example: make firmware BOARD=cortex-m4)) -o $(BOARD).elf

test: setup lint ## run every test: some fifteen minutes on two processors, once all is built
	$(WEIGHBRIDGE) setup mcu c:pi-armv6 # boards are only there for those who name them
	$(PYTEST)
	cd web && npx vitest run && npx playwright test

check: $(BIN)/.installed page lint ## formatters, types and the quick tests: two minutes
	$(PYTEST) -m 'not slow'
	cd web && npx vitest run

lint: $(BIN)/.installed ## check formatting, types and layers
	scripts/lint

format: $(BIN)/.installed ## rewrite the sources the way that lint wants them
	scripts/lint --fix

bench: setup ## prove the method on this machine, with and without load (about half an hour)
	$(BIN)/python -m benchmarks

bench-harness: setup ## time codecs by Weighbridge and by each ecosystem's own harness
	$(BIN)/python -m benchmarks.own_harness

bench-page: setup ## time how long a page of a thousand rows takes to load
	cd web && npm run --silent bench

kills: setup ## kill a run fifty times at random moments, and see that it is finished
	WEIGHBRIDGE_KILLS=50 $(BIN)/python -m pytest -s --timeout 3600 tests/commands/test_kills.py

docs: $(BIN)/.installed ## build the documentation as a site into build/site
	$(BIN)/mkdocs build --strict

fidelity: setup ## renew the tables of what every codec loses, docs/fidelity.md
	$(BIN)/weighbridge verify --matrix >/dev/null || test $$? -eq 1
	$(BIN)/weighbridge verify --conformance >/dev/null || test $$? -eq 1
	$(BIN)/python scripts/fidelity

lock: ## renew the lock files from pyproject.toml and every runner's requirements
	scripts/lock

clean: ## remove everything that was built
	rm -rf .venv build web/node_modules $(PAGE) $(ENGINE) runners/*/build runners/*/.dub runners/*/.venv runners/*/third_party runners/*/node_modules runners/*/target
