"""How much work a search may do before it has to answer."""

import sys
from dataclasses import dataclass
from math import inf
from time import perf_counter


class Exhausted(Exception):
    """The budget is spent. Solvers catch this: nobody outside sees it."""


@dataclass(frozen=True, slots=True)
class Budget:
    """A limit for searches that may have to stop without a proof; whichever is reached first counts.

    Solvers that always finish in time do not look at it, among them those of the rule books' own boards.

    Attributes:
        seconds: Wall time.
        positions: How many positions may be looked at. It bounds memory too, and makes a search repeatable
            where `seconds` is generous.

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
        """Return what may be spent from now on."""
        return Allowance(self)


UNLIMITED = Budget(inf, sys.maxsize)
"""For searches that are known to end in time."""


class Allowance:
    """What is left of a budget while one position is being solved."""

    __slots__ = ("_end", "_positions")

    def __init__(self, budget: Budget) -> None:
        self._end = perf_counter() + budget.seconds
        self._positions = budget.positions

    def spend(self) -> None:
        """Pay for looking at one position.

        Raises:
            Exhausted: Nothing is left.
        """
        if self._positions <= 0 or perf_counter() >= self._end:
            raise Exhausted
        self._positions -= 1
