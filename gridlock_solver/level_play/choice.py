"""What a level knows when it chooses a move."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

from gridlock_rules import Move, Position
from gridlock_solver.solution import Solution
from gridlock_solver.variant_solver import VariantSolver


@dataclass(frozen=True)
class Choice:
    """The choice of a move in an unfinished position.

    Attributes:
        position: The position.
        solve: Solves the position.
        chance: The source of all random choices.
        solver: Solves other positions.
        variant: What the variant declares.
    """

    position: Position
    solve: Callable[[Position], Solution]
    chance: Random
    solver: Callable[[Position], Solution]
    variant: VariantSolver

    @cached_property
    def solution(self) -> Solution:
        """The solution of the position. It is found when it is first asked for, as that may take long."""
        return self.solve(self.position)

    @property
    def best(self) -> Move:
        """The best move of the solution."""
        if self.solution.best is None:
            raise ValueError("the game is over: there is no move to choose")
        return self.solution.best

    def some(self, moves: Sequence[Move], count: int | None = None) -> Sequence[Move]:
        """Return this many of the moves at random, or all of them in random order."""
        return self.chance.sample(moves, len(moves) if count is None else min(count, len(moves)))

    def succeeds(self, share: float) -> bool:
        """Return True with this probability."""
        return self.chance.random() < share
