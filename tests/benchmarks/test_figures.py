"""Arithmetic of the benchmarks."""

from dataclasses import astuple

import pytest

from benchmarks.figures import Spread, ratio_by_round


def test_percentiles_are_in_milliseconds() -> None:
    spread = Spread.of([number / 1000 for number in range(1, 102)])
    assert astuple(spread) == pytest.approx((51, 96, 100, 101))


def test_one_latency_is_all_percentiles() -> None:
    assert Spread.of([0.5]) == Spread(500, 500, 500, 500)


def test_a_ratio_compares_figures_of_the_same_round() -> None:
    """In the second round the machine was ten times slower, for both."""
    assert ratio_by_round([2, 20, 3], [1, 10, 1]) == 2


def test_a_ratio_needs_a_reference_for_each_figure() -> None:
    with pytest.raises(ValueError, match="zip"):
        ratio_by_round([1, 2], [1])
