# Every target sets up what it needs. `make` alone lists them.
VENV := .venv
BIN := $(VENV)/bin
# The first Python on the path that is new enough; say PYTHON=... to choose another.
PYTHON ?= $(firstword $(foreach p,python3 python3.13 python3.12 python3.11 python,$(shell \
	$(p) -c 'import sys; sys.version_info >= (3, 11) and print("$(p)")' 2>/dev/null)))
# Three processes for two cores, because tests wait half of their time. An idle one takes over tests of another.
PARALLEL = --numprocesses $(shell $(BIN)/python -c "import os; print(3 * (os.cpu_count() or 2) // 2)") --dist worksteal

.PHONY: help setup speed tools deploy-tools run test test-http test-exhaustive check coverage races chaos mutants fuzz format words bench tournament starts new-variant pictures emoji measure lock audit clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' Makefile

setup: ## make .venv with what the bot needs (quick and safe to repeat)
	@PYTHON='$(PYTHON)' sh scripts/setup.sh '$(VENV)' run

speed: setup ## add two packages to .venv that let the bot use less of a processor
	@$(PYTHON) scripts/install.py $(PYTHON) --python $(BIN)/python install --require-hashes --only-binary :all: --requirement requirements-speed.txt

run: setup ## run the bot: on Discord if a token is set, else on a pretend server in the browser and this terminal
	@$(BIN)/python bot.py --local-without-token

deploy-tools: tools ## add to .venv what checks the files in deploy/ (Linux on x86_64 only)
	@$(PYTHON) scripts/install.py $(PYTHON) --python $(BIN)/python install --require-hashes --only-binary :all: --requirement deploy/tools.txt

tools: ## add the developers' tools to .venv; all targets below do that by themselves
	@PYTHON='$(PYTHON)' sh scripts/setup.sh '$(VENV)' dev

test: tools ## run all tests but the exhaustive ones, and name the slowest ten
	@$(BIN)/python -m pytest $(PARALLEL) --durations=10

test-http: tools ## run a part of the end-to-end tests with interactions over HTTP, without a connection to the gateway
	@GRIDLOCK_TEST_INTERACTIONS=http $(BIN)/python -m pytest $(PARALLEL) $(addprefix tests/end_to_end/,challenges delivery $(addprefix games/test_,isolation.py moves.py single_board.py))

check: tools ## formatting, lint, types, layers
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

test-exhaustive: tools ## run the tests that take long, and are left out of `make test`
	@$(BIN)/python -m pytest $(PARALLEL) -m exhaustive --durations=5

coverage: tools ## run all tests, and measure which code they reach
	@$(BIN)/coverage erase
	@$(BIN)/coverage run -m pytest -q $(PARALLEL)
	@$(BIN)/coverage combine -q
	@$(BIN)/coverage report

races: tools ## collide every pair of actions, COLLISIONS=1000 times each (takes minutes)
	@$(BIN)/python -m races $(if $(COLLISIONS),--collisions $(COLLISIONS))

# For longer runs, or to repeat one: make chaos CHAOS='--seconds 600 --seed 5'
CHAOS ?= --seconds 60
chaos: tools ## inject faults while many people play, and check that nothing is lost
	@$(BIN)/python -m chaos $(CHAOS)

mutants: tools ## put some dozens of defects into copies of the code, and check that tests notice each (takes an hour)
	@$(BIN)/python -m mutants $(MUTANTS)

fuzz: tools ## fuzz every parser of texts, SECONDS=60 (Linux on x86_64 only)
	@$(BIN)/python -m fuzz $(if $(SECONDS),--seconds $(SECONDS))

format: tools ## rewrite the code to the project's format
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

words: tools ## update the language catalogs with the texts of the program
	@$(BIN)/python -m scripts.catalogs

bench: tools ## measure speed beside reference points, and print the table of goals (takes 25 minutes)
	@$(BIN)/python -m benchmarks

new-variant: tools ## write the skeleton of a new variant, NAME=knights, and of its tests
	@$(BIN)/python -m scripts.new_variant '$(NAME)'

pictures: tools ## take the pictures of the documents again (needs Chromium or Chrome)
	@$(BIN)/python -m scripts.pictures

emoji: tools ## draw the emoji in assets/ again that have changed (needs Chromium or Chrome)
	@$(BIN)/python -m scripts.pictures.emoji

tournament: tools ## measure the strength of the levels for docs/strength.md (takes minutes)
	@$(BIN)/python -m benchmarks.strength.tournament

starts: tools ## make the pools of fair starts again, and measure them for docs/starts.md (takes long)
	@nice $(BIN)/python -m gridlock_solver.starts.make_starts
	@nice $(BIN)/python -m benchmarks.strength.starts

measure: tools ## measure the structure of the code; BEFORE=REVISION adds a column
	@$(BIN)/python -m scripts.structure.measures $(if $(BEFORE),--before $(BEFORE))

lock: tools ## resolve the dependencies of pyproject.toml again
	@sh scripts/lock.sh '$(BIN)/uv'
	@echo "Now take the advisories about them: see \"Updating dependencies\" in CONTRIBUTING.md."

audit: tools ## compare the locked dependencies with the advisories in requirements-advisories.json, offline
	@$(BIN)/python -m scripts.audit

clean: ## remove the environment and all caches
	rm -rf $(VENV) $(VENV).lock .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .coverage .coverage.* \
		local_discord/.pytest_cache local_discord/.hypothesis local_discord/*.egg-info local_discord/build
