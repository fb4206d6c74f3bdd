# make demo and make test set up a fresh machine by themselves; see CONTRIBUTING.md for the tour.
SHELL := /bin/bash
FRAMESCOPE := .venv/bin/framescope
DEMO_FRAMES ?= 60

.PHONY: help setup page-setup page demo test lint format typecheck campaign clean

help:
	@echo 'make demo       set up, record the atrium, write sponza.sgpt and sponza.png, print where the time goes'
	@echo 'make test       set up, then every test tier, ruff and mypy'
	@echo 'make lint       ruff and mypy only'
	@echo 'make format     ruff, writing'
	@echo 'make page       build inspector/inspector.html from its sources'
	@echo 'make campaign   the long runs: 2000 recorded frames, thousands of random graphs, every rule broken once'

setup:
	@.ci/setup

page-setup:
	@.ci/setup page

page: page-setup
	@.ci/inspector build

demo: setup
	@$(FRAMESCOPE) record sponza --frames $(DEMO_FRAMES) --level workload -o sponza.sgpt --screenshot sponza.png
	@$(FRAMESCOPE) stats sponza.sgpt

test: page-setup
	@.ci/test

lint: setup
	@.venv/bin/ruff check .
	@.venv/bin/ruff format --check .
	@.ci/typecheck

typecheck: setup
	@.ci/typecheck

format: setup
	@.venv/bin/ruff format .
	@.venv/bin/ruff check --fix .

campaign: setup
	@.ci/campaign

clean:
	rm -rf build dist .whl .pytest_cache .mypy_cache .ruff_cache .hypothesis *.egg-info
