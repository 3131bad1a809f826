# Type `make help` for the commands.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# The Nu HTML checker, which the tests of `make campaigns` run.
VNU := var/vnu/node_modules/vnu-jar/build/dist/vnu.jar
CATALOGUES := $(wildcard config/locale/*/LC_MESSAGES)

# A stamp is named after what a lock file holds, so a lock that did not change is never installed twice.
RUNTIME := $(VENV)/runtime-$(shell cksum <requirements.txt | tr ' ' '-')
DEVELOPMENT := $(VENV)/development-$(shell cksum <requirements-dev.txt | tr ' ' '-')
# Tests marked with the same xdist_group share what takes seconds to make, so one process runs them all.
PYTEST := $(BIN)/pytest -n auto --dist loadgroup --no-loadscope-reorder
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-compile -r
# uv takes a fifth of the time of pip, but does not know where pip's settings say that packages are.
INSTALL = $(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes -r $(1) || $(PIP) $(1)

# The tests start many processes, each of which would compile all modules.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help play dev check test quick nightly thorough campaigns matrix upgrade interpreters coverage arena lint style types compiled \
	compiled-solver lint-and-compile lock reference texts audit sbom

help: ## list the commands
	@sed -n 's/^\([a-z]*\):[^#]*## \(.*\)/make \1\t\2/p' Makefile | expand -t 16

play: $(RUNTIME) ## set everything up and serve the site on http://127.0.0.1:8000
	$(BIN)/python manage.py play

dev: export DEBUG = 1
dev: export DATABASE_URL = sqlite:///var/dev.sqlite3
dev: export EMAIL_URL = consolemail://
dev: export REDIS_URL =
dev: $(DEVELOPMENT) ## serve the site for its developers: demo data, links that sign browsers in, a restart on each save
	$(BIN)/python -m tests.demo
	$(BIN)/python manage.py dev

# The tests print at the end how much of these seconds the whole command took (tests/conftest.py).
check: export BUDGET := 90
test: export BUDGET := 450
check test: export BEGAN := $(shell date +%s)

check: lint-and-compile ## run make lint, and the tests that are quick and need no browser or server
	$(PYTEST) -m "not browser and not slow" --durations 10

test: lint-and-compile ## run make lint and all tests
	$(PYTEST) --durations 10

quick: $(DEVELOPMENT) # what may differ from one version of Python to the next
	@$(MAKE) --jobs=2 --output-sync --no-print-directory types compiled compiled-solver
	$(PYTEST) -m "not browser and not slow"

# Each of these steps uses one core only, and without the compiled bots and solver the tests would wait for one another.
lint-and-compile: $(DEVELOPMENT)
	@$(MAKE) --jobs=2 --output-sync --no-print-directory lint compiled compiled-solver

nightly: thorough campaigns matrix upgrade interpreters coverage arena ## run all that takes too long for a day's work: an hour or more

thorough: $(DEVELOPMENT) ## test properties with a hundred times as many examples
	HYPOTHESIS_PROFILE=thorough $(PYTEST) tests/engine tests/bots tests/competitions/sets tests/components tests/play/test_table.py \
		tests/management/test_any_downtime.py

campaigns: $(DEVELOPMENT) $(VNU) ## play many games in search of hidden cards that leak, races and the like
	$(PYTEST) -m campaign --campaigns
	$(BIN)/python -m tests.crashes

upgrade: $(DEVELOPMENT) ## upgrade a site of the last release while people play (docs/scaling.md), on TEST_POSTGRES_URL and TEST_REDIS_URL
	: $${TEST_POSTGRES_URL:?names no PostgreSQL server} $${TEST_REDIS_URL:?names no Redis server}
	$(BIN)/python -m tests.benchmarks.scaling upgrade --database $(TEST_POSTGRES_URL) --redis $(TEST_REDIS_URL)

matrix: $(DEVELOPMENT) ## test services, pages, staff, sockets and security on TEST_POSTGRES_URL, then sockets over TEST_REDIS_URL
	: $${TEST_POSTGRES_URL:?names no PostgreSQL server} $${TEST_REDIS_URL:?names no Redis server}
	DATABASE_URL=$(TEST_POSTGRES_URL) $(PYTEST) tests/accounts tests/chat tests/clubs tests/competitions tests/fairness tests/history tests/learning tests/live tests/lobby tests/management tests/models tests/pairing tests/people tests/play tests/results tests/review tests/security tests/staff tests/views tests/web
	REDIS_URL=$(TEST_REDIS_URL) $(BIN)/pytest tests/live

interpreters: $(DEVELOPMENT) ## check types and run the quick tests on each Python from 3.11 on that is in the path
	$(BIN)/python -m tests.interpreters

coverage: $(DEVELOPMENT) ## run all tests and print how much of each package they ran
	$(PYTEST) --cov --cov-report=
	$(BIN)/python -m tests.coverage_by_package

arena: $(RUNTIME) ## measure how well the bots play, with a tenth of the deals
	$(BIN)/python -m tests.benchmarks.arena --scale 0.1

lint: style types ## check style, templates, spelling, types and imports

style: $(DEVELOPMENT)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/djlint --lint --quiet templates
	$(BIN)/codespell
	$(BIN)/lint-imports

types: $(DEVELOPMENT)
	$(BIN)/mypy

compiled: $(DEVELOPMENT)
	$(BIN)/python -m tests.compiled bots

compiled-solver: $(DEVELOPMENT)
	$(BIN)/python -m tests.compiled solver

lock: $(BIN)/uv ## renew the pinned requirements
	$(COMPILE) pyproject.toml --extra bots --group site -o requirements.txt
	$(COMPILE) pyproject.toml --extra bots --group site --group dev -c requirements.txt -o requirements-dev.txt
	echo uv | $(COMPILE) - -o requirements-uv.txt

audit: $(BIN)/uv ## look for known weaknesses of the pinned requirements
	$(BIN)/uv tool run --quiet pip-audit --disable-pip -r requirements.txt

sbom: $(BIN)/uv ## write what the site is made of to var/sbom.json, in CycloneDX format
	mkdir -p var
	$(BIN)/uv tool run --quiet --from cyclonedx-bom cyclonedx-py requirements requirements.txt --of JSON -o var/sbom.json

reference: $(DEVELOPMENT) ## write the reference of the engine's package, from its docstrings, to var/reference/index.html
	rm -rf var/package && mkdir -p var/package && ln -s ../../games var/package/dummy_hand_spades
	PYTHONPATH=var/package $(BIN)/pdoc --docformat markdown -o var/reference $(addprefix dummy_hand_spades.,$(REFERENCE))

texts: $(DEVELOPMENT) ## gather the texts to translate and compile the translations (needs gettext)
	$(BIN)/python manage.py makemessages --all --ignore '.venv*' --ignore var --no-location --no-wrap
	for each in $(CATALOGUES); do msgattrib --no-obsolete --sort-output --no-wrap -o $$each/django.po $$each/django.po || exit 1; done
	$(BIN)/python manage.py compilemessages --ignore '.venv*' --ignore var

REFERENCE := engine bots bots.protocol match environment analysis.best_play

# pip before version 24 installs a package with an extra only if the lock names the extra too.
COMPILE := $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --no-strip-extras \
	--generate-hashes --no-emit-index-url --no-annotate --custom-compile-command "make lock"

$(VNU):
	@command -v java >/dev/null && command -v npm >/dev/null || \
		{ echo "The HTML checker needs Java and npm. On Debian and Ubuntu: apt install default-jre-headless npm"; exit 1; }
	npm install --silent --no-save --ignore-scripts --prefix var/vnu vnu-jar@26.9.27

$(RUNTIME): | $(BIN)/uv
	$(call INSTALL,requirements.txt)
	touch $@

$(DEVELOPMENT): | $(BIN)/uv
	$(call INSTALL,requirements-dev.txt)
	touch $@

$(BIN)/uv: requirements-uv.txt | $(BIN)/python
	-$(PIP) requirements-uv.txt && touch $@

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.11 ...")'
	$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "On Debian and Ubuntu: apt install python3-venv"; exit 1; }
