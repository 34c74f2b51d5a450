"""Plain search, which solves positions by the rules alone, for the tests of the solver."""

import os
from collections.abc import Iterable
from typing import NoReturn

import pytest

import gridlock_rules as rules
from gridlock_solver import Budget, Solution

AMPLE = Budget(seconds=3600)
"""A budget without a practical limit of time, so that results do not depend on the machine."""


def skip_without_compiler(reason: Exception) -> NoReturn:
    """Skip a test that needs a C compiler, or let it fail where one is required."""
    if os.environ.get("GRIDLOCK_TEST_COMPILER") == "required":
        raise reason
    pytest.skip(str(reason))


class TooManyPositions(Exception):
    """Plain search has visited as many positions as it may."""


class PlainSearch:
    """Perfect play by search of all play with the rules alone, and a cache of positions."""

    def __init__(self, most_positions: int = 1_000_000) -> None:
        self._most_positions = most_positions
        self._known: dict[rules.Position, bool] = {}

    def wins(self, position: rules.Position) -> bool:
        """Return whether the player to move wins."""
        if position not in self._known:
            if len(self._known) >= self._most_positions:
                raise TooManyPositions
            self._known[position] = any(not self.wins(position.play(move)) for move in position.legal_moves)
        return self._known[position]

    def winning_moves(self, position: rules.Position) -> tuple[rules.Move, ...]:
        """Return all winning moves in board order."""
        return tuple(move for move in position.legal_moves if not self.wins(position.play(move)))

    def solution(self, position: rules.Position) -> Solution:
        """Return the solution. In a won position, `solve` may return another winning move as the best."""
        winning, moves = self.winning_moves(position), position.legal_moves
        if winning:
            return Solution(winning, winning[0], exact=True)
        best = min(moves, key=lambda move: len(self.winning_moves(position.play(move))), default=None)
        return Solution((), best, exact=True)


def agree(solution: Solution, plain: Solution) -> bool:
    """Return whether a solution is that of plain search, where any winning move of a won position may be the best."""
    if plain.is_won and solution.best in plain.winning_moves:
        return (solution.winning_moves, solution.exact) == (plain.winning_moves, plain.exact)
    return solution == plain


def reachable(start: rules.Position) -> Iterable[rules.Position]:
    """Yield every position that can be reached from the start, each once."""
    seen, waiting = {start}, [start]
    while waiting:
        position = waiting.pop()
        yield position
        after = {position.play(move) for move in position.legal_moves} - seen
        seen |= after
        waiting.extend(after)
