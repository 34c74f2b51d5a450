"""Accuracy of a player: how many of their decisions kept the win."""

from collections.abc import Iterable
from dataclasses import dataclass

from gridlock_solver.judgement.marks import DECISIONS, KEPT, Mark


@dataclass(frozen=True, slots=True)
class Accuracy:
    """Decisions, and how many of them were right.

    Attributes:
        decisions: Moves in won positions in which some moves win and others do not.
        kept: Those that kept the win.
    """

    decisions: int = 0
    kept: int = 0

    @classmethod
    def of(cls, marks: Iterable[Mark]) -> "Accuracy":
        """Return the accuracy of moves with these marks, each of a position that is solved for every move."""
        decisions = [mark for mark in marks if mark in DECISIONS]
        return cls(len(decisions), sum(mark in KEPT for mark in decisions))

    def __add__(self, other: "Accuracy") -> "Accuracy":
        return Accuracy(self.decisions + other.decisions, self.kept + other.kept)
