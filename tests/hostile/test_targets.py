"""The laws that `make fuzz` checks hold of the texts it begins with, and of others; what breaks one is found."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from fuzz.runner import read_run, run
from fuzz.targets import TARGETS, Target
from tests.hostile.texts import texts

BROKEN = Target("tests.hostile.test_targets", "check_broken", "SEEDS")
SEEDS = ("C3",)


def check_broken(text: str) -> None:
    """What holds of no text that is longer than one letter."""
    if len(text) > 1:
        raise LookupError("too long")


@pytest.mark.parametrize("name", TARGETS)
def test_a_law_holds_of_the_texts_to_begin_with(name: str) -> None:
    check, seeds = TARGETS[name].load()
    assert seeds
    for text in seeds:
        check(text)


@pytest.mark.parametrize("name", TARGETS)
@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow])
@given(text=texts)
def test_a_law_holds_of_any_text(name: str, text: str) -> None:
    check, _ = TARGETS[name].load()
    check(text)


@pytest.mark.skipif(importlib.util.find_spec("atheris") is None, reason="atheris is not installed")
def test_a_text_that_breaks_a_law_is_found_and_shown(tmp_path: Path) -> None:
    done = run("broken", BROKEN, 10, 1, tmp_path)
    assert done.finding is not None
    assert "C3" in done.finding.split("\n")[0]
    assert "LookupError: too long" in done.finding


def test_a_process_that_ends_in_its_time_has_found_nothing(tmp_path: Path) -> None:
    done = read_run("hours", 0, "INFO: Seed: 1\nstat::number_of_executed_units: 4321\n", tmp_path)
    assert (done.executions, done.finding) == (4321, None)


def test_a_process_that_does_not_begin_is_a_finding(tmp_path: Path) -> None:
    done = read_run("hours", 1, "INFO: Seed: 1\nImportError: no\n", tmp_path)
    assert (done.executions, done.finding) == (0, "ImportError: no")
