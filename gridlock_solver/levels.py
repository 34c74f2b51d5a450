"""The bot's levels: five strengths of play, for every variant.

Level 5 keeps every win that the solver can prove. The lower levels miss some, by the skills that each variant declares
(`level_skills`). By default a level solves a share of the positions, and plays the others by a sense of room. In
Lines and Dodge hardly any move gives a win away until a handful of cells is left, so there a level solves endings up to
a size, and gives larger ones away if it can. docs/strength.md tells how strong that makes them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf
from random import Random

from gridlock_rules import EMPTY_MARK, Move, Position
from gridlock_solver.level_skills import Sense, Sight
from gridlock_solver.registry import find_solver, solve
from gridlock_solver.search.budget import Budget
from gridlock_solver.solution import Solution

_FEW = 8
"""The most target cells of a position that is as easy to solve as any."""

LEVELS = range(1, 6)
"""The levels, from the weakest to the strongest."""

QUICK_LEVELS = LEVELS[:2]
"""The levels that answer in milliseconds, so they need no worker process."""

_BRIEF = Budget(seconds=inf, positions=100)
"""The search of a quick level, on boards that are not solved at once. It depends on no clock."""


def solve_briefly(position: Position) -> Solution:
    """Return the solution of a position as far as a quick level searches."""
    return solve(position, _BRIEF)


def choose(
    position: Position,
    level: int,
    chance: Random,
    seconds: float | None = None,
    *,
    solver: Callable[[Position], Solution] | None = None,
) -> Move:
    """Return the move of a player of a level. Level 5 never gives away a win that the solver proves.

    Args:
        position: An unfinished position of any variant and size.
        level: One of `LEVELS`.
        chance: The source of all random choices. The move depends on it and the other arguments alone.
        seconds: The processor time for each of at most two searches; None means that of `Budget()`. A quick level takes
            less.
        solver: Solves positions, for callers with another budget or a cache; None means `solve`, or `solve_briefly` for
            a quick level.

    Raises:
        ValueError: There is no such level, or the game is over.
    """
    if level not in LEVELS:
        raise ValueError(f"levels go from {LEVELS[0]} to {LEVELS[-1]}: there is no level {level!r}")
    if not position.legal_moves:
        raise ValueError("the game is over: there is no move to choose")
    if solver is None:
        budget = Budget() if seconds is None else Budget(seconds)
        solver = solve_briefly if level in QUICK_LEVELS else partial(solve, budget=budget)
    choice = _Choice(position, solver(position), chance, solver)
    if level == LEVELS[-1]:
        return choice.perfectly()
    skill = find_solver(position.variant.key).skills[level - LEVELS[0]]
    return choice.by_sight(skill) if isinstance(skill, Sight) else choice.by_sense(skill)


@dataclass(frozen=True, slots=True)
class _Choice:
    """The choice of a move in an unfinished position."""

    position: Position
    solution: Solution
    chance: Random
    solver: Callable[[Position], Solution]

    def perfectly(self) -> Move:
        """Return the best move. If every answer to it wins, return one that leaves the opponent many answers."""
        best, solution = _best(self.solution), self.solution
        if not solution.is_lost:
            return best
        after = self.position.play(best)
        if len(self.solver(after).winning_moves) < len(after.legal_moves):
            return best
        return max(self._some(self.position.legal_moves), key=self._room_after)

    def by_sight(self, sight: Sight) -> Move:
        """Return the best move of a lost position; in a won one a winning move, or another one if it is misjudged.

        The winning move leaves the opponent the most target cells. So the game lasts long, with many positions to
        misjudge.
        """
        winning = self.solution.winning_moves
        if not winning:
            return self.perfectly()
        others = [move for move in self.position.legal_moves if move not in winning]
        if others and not self._succeeds(sight.cells + 1 - _empty_cells(self.position)):
            return self.chance.choice(others)
        return max(self._some(winning), key=self._room_after)

    def by_sense(self, sense: Sense) -> Move:
        """Return a good move if the level solves the position, else the one that its sense of room prefers."""
        if not self._sees_through(sense):
            return max(self._some(self.position.legal_moves, sense.view), key=lambda move: self._promise(move, sense))
        winning = self.solution.winning_moves
        if not winning:
            return self.perfectly()
        return min(self._some(winning), key=self._room_after) if sense.care else self.chance.choice(winning)

    def _sees_through(self, sense: Sense) -> bool:
        """Draw whether a level solves the position: the more target cells, the less likely."""
        if self.solution.is_lost:
            return self._succeeds(sense.guile)
        return self._succeeds(float(sense.insight ** max(1, _room(self.position) / _FEW)))

    def _promise(self, move: Move, sense: Sense) -> float:
        """Return how good a move looks: best if it ends the game, else by the room after the worst of some replies."""
        after = self.position.play(move)
        if not after.legal_moves:
            return float("inf")
        least = min(_room(after.play(reply)) for reply in self._some(after.legal_moves, sense.view))
        return least - _room(after) if least else float("-inf")

    def _room_after(self, move: Move) -> int:
        return _room(self.position.play(move))

    def _succeeds(self, share: float) -> bool:
        return self.chance.random() < share

    def _some(self, moves: Sequence[Move], count: int | None = None) -> Sequence[Move]:
        """Return this many of the moves at random, or all of them in random order."""
        return self.chance.sample(moves, len(moves) if count is None else min(count, len(moves)))


def _room(position: Position) -> int:
    """Return the number of target cells of the player to move."""
    return position.legal_moves.targets.bit_count()


def _empty_cells(position: Position) -> int:
    return sum(row.count(EMPTY_MARK) for row in position.marks)


def _best(solution: Solution) -> Move:
    """Return the best move of an unfinished position."""
    if solution.best is None:
        raise ValueError("the game is over: there is no move to choose")
    return solution.best
