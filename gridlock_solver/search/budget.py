"""Budgets: limits of time and positions for a search."""

import sys
from dataclasses import dataclass
from math import inf
from time import perf_counter


class Exhausted(Exception):
    """The budget is spent. Solvers catch this error."""


@dataclass(frozen=True, slots=True)
class Budget:
    """A limit of time and a limit of positions for a search, which stops without a proof at the first of them.

    Solvers that always finish in time ignore it; on the rule books' own boards all of them do.

    Attributes:
        seconds: Wall time.
        positions: The most positions visited. It also bounds memory, and makes a search repeatable if `seconds` is
            large.

    Raises:
        ValueError: A limit is negative.
    """

    seconds: float = 0.2
    positions: int = 1_000_000

    def __post_init__(self) -> None:
        if not (self.seconds >= 0 and self.positions >= 0):
            raise ValueError(f"a budget cannot be negative: {self}")

    def halved(self) -> "Budget":
        """Return half of this budget."""
        return Budget(self.seconds / 2, self.positions // 2)

    def begin(self) -> "Allowance":
        """Return an allowance that starts now."""
        return Allowance(self)


UNLIMITED = Budget(inf, sys.maxsize)
"""For searches that always end in time."""


class Allowance:
    """The rest of a budget while a position is being solved."""

    __slots__ = ("_end", "_positions")

    def __init__(self, budget: Budget) -> None:
        self._end = perf_counter() + budget.seconds
        self._positions = budget.positions

    def spend(self) -> None:
        """Pay for visiting one position.

        Raises:
            Exhausted: Nothing is left.
        """
        if self._positions <= 0 or perf_counter() >= self._end:
            raise Exhausted
        self._positions -= 1
