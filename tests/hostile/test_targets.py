"""The checks of `make fuzz`, with their initial texts and with random ones."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from fuzz.runner import TARGETS, Target, read_run, run
from tests.hostile.texts import texts

BROKEN = Target("tests.hostile.test_targets", "check_broken", "SEEDS")
SEEDS = ("C3",)


def check_broken(text: str) -> None:
    """A check that fails on any text longer than one letter."""
    if len(text) > 1:
        raise LookupError("too long")


@pytest.mark.parametrize("name", TARGETS)
def test_initial_texts_pass_the_check(name: str) -> None:
    check, seeds = TARGETS[name].load()
    assert seeds
    for text in seeds:
        check(text)


@pytest.mark.parametrize("name", TARGETS)
@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow])
@given(text=texts)
def test_random_texts_pass_the_check(name: str, text: str) -> None:
    check, _ = TARGETS[name].load()
    check(text)


@pytest.mark.skipif(importlib.util.find_spec("atheris") is None, reason="atheris is not installed")
def test_a_text_that_fails_the_check_is_shown(tmp_path: Path) -> None:
    done = run("broken", BROKEN, 10, 1, tmp_path)
    assert done.finding is not None
    assert "C3" in done.finding.split("\n")[0]
    assert "LookupError: too long" in done.finding


def test_a_run_that_ends_in_time_has_no_finding(tmp_path: Path) -> None:
    done = read_run("hours", 0, "INFO: Seed: 1\nstat::number_of_executed_units: 4321\n", tmp_path)
    assert (done.executions, done.finding) == (4321, None)


def test_a_process_that_does_not_start_is_a_finding(tmp_path: Path) -> None:
    done = read_run("hours", 1, "INFO: Seed: 1\nImportError: no\n", tmp_path)
    assert (done.executions, done.finding) == (0, "ImportError: no")
