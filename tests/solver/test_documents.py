"""Examples in docstrings and documents of the solver."""

import doctest
from pathlib import Path

import gridlock_solver

ROOT = Path(__file__).parents[2]


def test_the_examples_in_the_docstring_of_the_package_work() -> None:
    results = doctest.testmod(gridlock_solver)

    assert (results.failed, results.attempted > 0) == (0, True)


def test_the_examples_in_the_solver_document_work() -> None:
    results = doctest.testfile(str(ROOT / "docs" / "solver.md"), module_relative=False, encoding="utf-8")

    assert (results.failed, results.attempted > 0) == (0, True)
