"""The examples in the documents give what stands below them."""

import doctest
from pathlib import Path

import gridlock_solver

ROOT = Path(__file__).parents[2]


def test_the_examples_of_the_package_are_true() -> None:
    results = doctest.testmod(gridlock_solver)

    assert (results.failed, results.attempted > 0) == (0, True)


def test_the_examples_of_the_page_on_perfect_play_are_true() -> None:
    results = doctest.testfile(str(ROOT / "docs" / "solver.md"), module_relative=False, encoding="utf-8")

    assert (results.failed, results.attempted > 0) == (0, True)
