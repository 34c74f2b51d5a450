"""What the tests of the solvers share."""

from collections.abc import Iterable

import gridlock_rules as rules
from gridlock_solver import Budget, Solution

AMPLE = Budget(seconds=3600)
"""A budget that only the number of positions limits, so that results do not depend on the machine."""


class TooManyPositions(Exception):
    """Plain search would have to look at more positions than it may."""


class PlainSearch:
    """Perfect play by looking at every line of play with the rules alone, and remembering positions."""

    def __init__(self, most_positions: int = 1_000_000) -> None:
        self._most_positions = most_positions
        self._known: dict[rules.Position, bool] = {}

    def wins(self, position: rules.Position) -> bool:
        """Whether the player to move wins."""
        if position not in self._known:
            if len(self._known) >= self._most_positions:
                raise TooManyPositions
            self._known[position] = any(not self.wins(position.play(move)) for move in position.legal_moves)
        return self._known[position]

    def winning_moves(self, position: rules.Position) -> tuple[rules.Move, ...]:
        """All winning moves in board order."""
        return tuple(move for move in position.legal_moves if not self.wins(position.play(move)))

    def solution(self, position: rules.Position) -> Solution:
        """The same as `solve` should say, except that any winning move may be the best."""
        winning, moves = self.winning_moves(position), position.legal_moves
        if winning:
            return Solution(winning, winning[0], exact=True)
        best = min(moves, key=lambda move: len(self.winning_moves(position.play(move))), default=None)
        return Solution((), best, exact=True)


def agree(solution: Solution, plain: Solution) -> bool:
    """Whether a solution is the one of plain search, given that in a won position any winning move is best."""
    if plain.is_won and solution.best in plain.winning_moves:
        return (solution.winning_moves, solution.exact) == (plain.winning_moves, plain.exact)
    return solution == plain


def reachable(start: rules.Position) -> Iterable[rules.Position]:
    """Every position that some play from the start reaches, each once."""
    seen, waiting = {start}, [start]
    while waiting:
        position = waiting.pop()
        yield position
        after = {position.play(move) for move in position.legal_moves} - seen
        seen |= after
        waiting.extend(after)
