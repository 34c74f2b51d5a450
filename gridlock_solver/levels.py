"""Opponents of five strengths, for every variant.

Level 5 keeps every win that the solver can prove. A lower level sees through some positions only, and plays the others
by a simple sense: it looks at a few moves and a few replies to each, and takes the move that leaves it the most room.

That is not enough where nearly every move wins, as in lines and dodge on 5x5: until a handful of cells is left, random
moves give nothing away there, and then the sense finds the right one. So lower levels give wins away on purpose in
short endings. docs/strength.md says how strong that makes them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from gridlock_rules import EMPTY_MARK, Move, Position
from gridlock_solver.solution import Solution
from gridlock_solver.solving import solve


@dataclass(frozen=True, slots=True)
class _Skill:
    """How well a level plays. Shares are from 0 to 1.

    Attributes:
        insight: The share of won positions in which it finds the winning moves, where few cells can be gone to.
        care: How many winning moves it compares, to play the one that leaves the opponent the least room.
            With 0 it plays the one that the solver calls best.
        guile: The share of lost positions in which it makes winning hard for the opponent.
        view: How many moves, and replies to each, it looks at where it plays by its sense.
        lapses: The share of short endings in which it gives a win away on purpose.
        short: How many empty cells a short ending has at most.
    """

    insight: float
    care: int
    guile: float
    view: int
    lapses: float
    short: int


_ALL = 64

_SKILLS = {
    1: _Skill(insight=0.27, care=1, guile=0.0, view=2, lapses=1.0, short=6),
    2: _Skill(insight=0.51, care=_ALL, guile=0.5, view=2, lapses=1.0, short=5),
    3: _Skill(insight=0.72, care=_ALL, guile=0.8, view=3, lapses=1.0, short=3),
    4: _Skill(insight=0.86, care=_ALL, guile=1.0, view=4, lapses=0.7, short=3),
    5: _Skill(insight=1.0, care=0, guile=1.0, view=1, lapses=0.0, short=0),
}
"""Found by trying: each level has to beat the one below in more than 65 % of games, in every variant."""

_FEW = 8
"""To how many cells the player to move can go in a position that is as easy to see through as any."""

LEVELS = range(1, 6)
"""The levels, from the weakest to the strongest."""


def choose(position: Position, level: int, chance: Random, *, solver: Callable[[Position], Solution] = solve) -> Move:
    """Return the move that a player of some level makes. Level 5 never gives away a win that the solver proves.

    Args:
        position: An unfinished position of any variant and size.
        level: One of `LEVELS`.
        chance: Where the luck of the level comes from. The move depends on it and the other arguments alone.
        solver: What sees through positions, for callers who want another budget, or to remember solutions.

    Raises:
        ValueError: There is no such level, or the game is over.
    """
    if level not in LEVELS:
        raise ValueError(f"levels go from {LEVELS[0]} to {LEVELS[-1]}: there is no level {level!r}")
    if not position.legal_moves:
        raise ValueError("the game is over: there is no move to choose")
    return _Choice(position, _SKILLS[level], chance, solver).move()


@dataclass(frozen=True, slots=True)
class _Choice:
    """One position, and who is to move in it."""

    position: Position
    skill: _Skill
    chance: Random
    solver: Callable[[Position], Solution]

    def move(self) -> Move:
        solution = self.solver(self.position)
        if solution.is_won:
            return self._when_won(solution)
        if solution.exact:
            return self._trap(solution) if self._succeeds(self.skill.guile) else self._by_sense()
        return _best(solution) if self._succeeds(self._insight) else self._by_sense()

    @property
    def _insight(self) -> float:
        """How likely the level is to see through the position: each few cells more have to be seen through as well."""
        return float(self.skill.insight ** max(1, _room(self.position) / _FEW))

    def _succeeds(self, share: float) -> bool:
        return self.chance.random() < share

    def _when_won(self, solution: Solution) -> Move:
        if self._succeeds(self.skill.lapses) and (losing := self._losing_at_the_end(solution)):
            return self.chance.choice(losing)
        if not self._succeeds(self._insight):
            return self._by_sense()
        if not self.skill.care:
            return _best(solution)
        return min(self._some(solution.winning_moves, self.skill.care), key=self._room_after)

    def _losing_at_the_end(self, solution: Solution) -> list[Move]:
        """Return the moves that give the win away, if this is a short ending.

        Where a move names two cells there are enough moves to go wrong with to the very end.
        """
        position = self.position
        if position.variant.cells_per_move > 1 or _empty_cells(position) > self.skill.short or not solution.exact:
            return []
        return [move for move in position.legal_moves if move not in solution.winning_moves]

    def _trap(self, solution: Solution) -> Move:
        """Return the move after which the fewest answers win, or if all of them do, one that leaves many."""
        best = _best(solution)
        after = self.position.play(best)
        if len(self.solver(after).winning_moves) < len(after.legal_moves):
            return best
        moves = self.position.legal_moves
        return max(self._some(moves, len(moves)), key=self._room_after)

    def _by_sense(self) -> Move:
        return max(self._some(self.position.legal_moves, self.skill.view), key=self._promise)

    def _promise(self, move: Move) -> float:
        """Return how good a move looks: ending the game above all, else room after the worst of some replies."""
        after = self.position.play(move)
        if not after.legal_moves:
            return float("inf")
        least = min(_room(after.play(reply)) for reply in self._some(after.legal_moves, self.skill.view))
        return least - _room(after) if least else float("-inf")

    def _room_after(self, move: Move) -> int:
        return _room(self.position.play(move))

    def _some(self, moves: Sequence[Move], count: int) -> Sequence[Move]:
        """Return so many of the moves at random, or all of them in random order."""
        return self.chance.sample(moves, min(count, len(moves)))


def _room(position: Position) -> int:
    """Return with how many cells a move of the player to move can begin."""
    return position.legal_moves.targets.bit_count()


def _empty_cells(position: Position) -> int:
    return sum(row.count(EMPTY_MARK) for row in position.marks)


def _best(solution: Solution) -> Move:
    """Return the best move of an unfinished position."""
    if solution.best is None:
        raise ValueError("the game is over: there is no move to choose")
    return solution.best
