"""Goals of the benchmarks, and the table of what was measured beside them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

_WIDTH = 78


@dataclass(frozen=True)
class Goal:
    """A goal.

    Attributes:
        text: What is measured.
        limit: The figure that has to be reached.
        unit: The unit of the figure; `x` for a ratio.
        is_least: Whether the limit is the least allowed, and not the most.
    """

    text: str
    limit: float
    unit: str = "x"
    is_least: bool = False

    def is_met_by(self, figure: float) -> bool:
        """Return whether a figure reaches the goal."""
        return figure >= self.limit if self.is_least else figure <= self.limit

    def __str__(self) -> str:
        """The limit in words."""
        sign = "≥" if self.is_least else "≤"
        return f"{sign} {_written(self.limit, self.unit)}"


@dataclass(frozen=True)
class Finding:
    """A goal with the figure that was measured.

    Attributes:
        goal: The goal.
        figure: The figure; None if it was not measured.
        note: What a reader has to know about the figure.
    """

    goal: Goal
    figure: float | None
    note: str = ""

    @property
    def verdict(self) -> str:
        """Whether the goal is met, in words."""
        if self.figure is None:
            return "not measured"
        return "met" if self.goal.is_met_by(self.figure) else "NOT MET"


def goal_lines(findings: Iterable[Finding]) -> list[str]:
    """Return the lines of the table of goals."""
    lines = [f"{'goal':{_WIDTH}}{'figure':>10}{'goal':>12}  verdict"]
    for finding in findings:
        goal = finding.goal
        figure = "-" if finding.figure is None else _written(finding.figure, goal.unit)
        note = f" ({finding.note})" if finding.note else ""
        lines.append(f"{goal.text:{_WIDTH}}{figure:>10}{goal!s:>12}  {finding.verdict}{note}")
    return lines


def _written(figure: float, unit: str) -> str:
    number = f"{figure:.0f}" if figure == int(figure) or abs(figure) >= 100 else f"{figure:.2f}".rstrip("0").rstrip(".")
    return f"{number}{unit}" if unit == "x" else f"{number} {unit}".rstrip()
