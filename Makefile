# Everything runs in a virtual environment of the project's own, made on first use.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
BENCH_INSTALLED := $(VENV)/.installed-bench
PAGES := src/tallyho/server/web/static/manifest.json
WEB_INSTALLED := web/node_modules/.installed
PROGRAMS := $(VENV)/.programs
LARGE := $(VENV)/.large
MKDOCS := NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
HOST ?= 127.0.0.1

.DEFAULT_GOAL := help
.PHONY: help play terminal test check bench bench-site faults docs clean

help: ## Show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'

play: $(INSTALLED) $(PAGES) ## Serve the site on this machine and open it in the browser
	@$(BIN)/tallyho serve --browser --host $(HOST)

terminal: $(INSTALLED) ## Play the tile game in the terminal, two people at one keyboard
	@$(BIN)/tallyho play

test: check $(PROGRAMS) $(LARGE) ## Check everything, then run every test
	$(BIN)/pytest
	web/npm test

check: $(INSTALLED) $(PAGES) ## Lint, types, import directions and the documentation
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	web/npm run check
	$(MKDOCS)

bench: $(BENCH_INSTALLED) ## Measure speed beside OpenSpiel, in one run
	$(BIN)/python benchmarks/rounds.py
	$(BIN)/python benchmarks/kernel.py
	$(BIN)/python benchmarks/final_phase.py
	$(BIN)/python benchmarks/search.py
	$(BIN)/python benchmarks/network.py --weights src/tallyho/engine/hunt.weights

bench-site: $(INSTALLED) $(PROGRAMS) ## Measure the site under load, beside its bare database
	$(BIN)/python benchmarks/site.py

faults: $(INSTALLED) $(PROGRAMS) ## Kill the site again and again, five minutes on each database
	$(BIN)/python tests/server/faults.py --seconds 300 --db sqlite
	$(BIN)/python tests/server/faults.py --seconds 300 --db postgresql

docs: $(INSTALLED) ## Build the documentation into site/
	$(MKDOCS)
	@echo "Open site/index.html, or read it with: $(BIN)/mkdocs serve"

clean: ## Remove everything that was built or installed here
	rm -rf $(VENV) web/node_modules $(dir $(PAGES)) site build dist .mypy_cache .ruff_cache .hypothesis .import_linter_cache

$(INSTALLED): pyproject.toml CMakeLists.txt $(wildcard kernel/*)
	@command -v $(PYTHON) >/dev/null || { echo "Python 3.11 or newer is needed (PYTHON=…)"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; say which: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@echo "Setting up $(VENV) (once)"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test,check,docs]'
	@touch $@

$(WEB_INSTALLED): web/package.json web/package-lock.json | $(INSTALLED)
	@echo "Setting up web/node_modules (once)"
	@web/npm install --no-save --silent --no-audit --no-fund
	@touch $@

$(PAGES): $(WEB_INSTALLED) web/vite.config.ts $(shell find web/src web/public -type f 2>/dev/null)
	@echo "Building the pages"
	@web/npm run --silent build -- --logLevel warn
	@touch $@

$(BENCH_INSTALLED): $(INSTALLED)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[bench]'
	@touch $@

# What nobody needs to play: PyTorch for the tests of training, Ray for those of --ray, and what builds
# the package for that without a compiler. One PyTorch, since a newer one is a large download each time.
$(LARGE): $(INSTALLED)
	@echo "Installing PyTorch, Ray and CMake (once)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check numpy torch==2.13.0 'ray>=2.9,<3' \
		'scikit-build-core>=0.11,<2' 'nanobind>=2.4,<4' 'cmake>=3.20,<5' ninja
	@touch $@

# The tests start a PostgreSQL, a Redis and a browser of their own; a machine without them gets them here.
$(PROGRAMS): $(INSTALLED)
	@missing=; \
	ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || missing=" postgresql"; \
	command -v redis-server >/dev/null || missing="$$missing redis-server"; \
	command -v chromium >/dev/null || missing="$$missing chromium fonts-dejavu-core"; \
	if [ -z "$$missing" ]; then touch $@; \
	elif command -v apt-get >/dev/null; then \
		echo "Installing$$missing (once)"; \
		root=; [ "$$(id -u)" = 0 ] || root=sudo; \
		$$root apt-get update -qq && $$root apt-get install -y -qq --no-install-recommends $$missing >/dev/null && touch $@; \
	else echo "Please install$$missing: without them some tests fail"; fi
