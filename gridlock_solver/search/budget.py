"""Budgets: limits of time and positions for a search."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from time import thread_time


class Exhausted(Exception):
    """The budget is spent. Solvers catch this error."""


@dataclass(frozen=True, slots=True)
class Budget:
    """A limit of time and a limit of positions for a search, which stops without a proof at the first of them.

    Solvers that always finish in time ignore it; on the rule books' own boards all of them do.

    Attributes:
        seconds: Processor time of the thread that searches, so that a busy machine proves as much as an idle one.
        positions: The most positions visited. It also bounds memory. If it is less than usual, nothing is remembered
            from earlier searches, and the search is repeatable if `seconds` is large.
        proof_only: Whether only proofs are wanted, as in a review, and no time is spent on finding what looks best.

    Raises:
        ValueError: A limit is negative.
    """

    seconds: float = 0.2
    positions: int = 10_000_000
    proof_only: bool = False

    def __post_init__(self) -> None:
        if not (self.seconds >= 0 and self.positions >= 0):
            raise ValueError(f"a budget cannot be negative: {self}")

    def begin(self) -> "Allowance":
        """Return an allowance that starts now."""
        return Allowance(self)


UNLIMITED = Budget(inf, sys.maxsize)
"""For searches that always end in time."""

FOR_HINT = Budget(seconds=1.0)
"""Longer than for a move, because a hint tells what is proved. A move of the bot takes `Budget()` or less."""

FOR_REVIEW = Budget(seconds=1.0, proof_only=True)
"""For each ply of a review."""

FOR_STORY = Budget(seconds=0.1, proof_only=True)
"""For each position of a finished game that nobody has asked about."""


class Allowance:
    """The rest of a budget while a position is being solved, in one thread.

    Attributes:
        positions: How many positions may still be visited.
    """

    __slots__ = ("_end", "positions")

    def __init__(self, budget: Budget) -> None:
        # The clock of a thread may be slow to read, so it is read only where it matters.
        self._end = inf if budget.seconds == inf else thread_time() + budget.seconds
        self.positions = budget.positions

    @property
    def seconds(self) -> float:
        """The processor time that is left."""
        return inf if self._end == inf else self._end - thread_time()

    @property
    def is_spent(self) -> bool:
        """Whether nothing is left."""
        return self.positions <= 0 or (self._end != inf and thread_time() >= self._end)

    def spend(self) -> None:
        """Pay for visiting one position.

        Raises:
            Exhausted: Nothing is left.
        """
        if self.is_spent:
            raise Exhausted
        self.positions -= 1

    @contextmanager
    def portion(self, positions: int) -> Iterator["Allowance"]:
        """Lend at most so many of the positions to a part of the search."""
        with self._lent(self._end, positions) as part:
            yield part

    @contextmanager
    def share(self, of_all: float = 0.5) -> Iterator["Allowance"]:
        """Lend a share of what is left to a part of the search, half of it if not told otherwise."""
        end = inf if self._end == inf else self._end - (1 - of_all) * self.seconds
        with self._lent(end, int(min(self.positions, 1 << 50) * of_all)) as part:
            yield part

    @contextmanager
    def _lent(self, end: float, positions: int) -> Iterator["Allowance"]:
        part = Allowance(Budget(inf, min(positions, self.positions)))
        part._end = end
        lent = part.positions
        try:
            yield part
        finally:
            self.positions -= lent - part.positions
