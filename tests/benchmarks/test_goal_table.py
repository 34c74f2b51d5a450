"""The table of goals."""

import pytest

from benchmarks.goal_table import Finding, Goal, goal_lines


@pytest.mark.parametrize(
    ("figure", "is_least", "verdict"),
    [
        (1.4, False, "met"),
        (1.41, False, "NOT MET"),
        (1.4, True, "met"),
        (1.39, True, "NOT MET"),
        (None, False, "not measured"),
    ],
)
def test_a_goal_is_met_up_to_its_limit(figure: float | None, is_least: bool, verdict: str) -> None:
    assert Finding(Goal("CPU", 1.4, is_least=is_least), figure).verdict == verdict


def test_a_line_has_figure_goal_verdict_and_note() -> None:
    (_, line) = goal_lines([Finding(Goal("memory", 50, unit="MB"), 61.254, "a busy machine")])
    assert line.split() == ["memory", "61.25", "MB", "≤", "50", "MB", "NOT", "MET", "(a", "busy", "machine)"]


@pytest.mark.parametrize(("figure", "written"), [(6, "6x"), (2.999, "3x"), (1.25, "1.25x"), (317.6, "318x")])
def test_a_ratio_is_written_with_its_sign(figure: float, written: str) -> None:
    (_, line) = goal_lines([Finding(Goal("rate", 1.2, is_least=True), figure)])
    assert line.split() == ["rate", written, "≥", "1.2x", "met"]


def test_a_figure_that_was_not_measured_is_a_dash() -> None:
    (_, line) = goal_lines([Finding(Goal("rate", 1.2), None)])
    assert line.split() == ["rate", "-", "≤", "1.2x", "not", "measured"]
