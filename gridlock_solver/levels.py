"""Opponents of five strengths, for every variant.

Level 5 keeps every win that the solver can prove. What a lower level misses depends on the game. In most games it sees
through a share of the positions, and plays the others by a simple sense of room. In Lines and Dodge that would tell
nobody apart: hardly any move gives a win away until a handful of cells is left. There a level sees through endings up
to a size, and gives the win away in larger ones if it can. docs/strength.md says how strong that makes them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from types import MappingProxyType

from gridlock_rules import EMPTY_MARK, Move, Position
from gridlock_solver.solution import Solution
from gridlock_solver.solving import solve


@dataclass(frozen=True, slots=True)
class _Sight:
    """How large an ending a level sees through.

    Attributes:
        cells: With how many empty cells it misjudges no position. The fraction is the share of the positions with
            one cell more that it does not misjudge either.
    """

    cells: float


@dataclass(frozen=True, slots=True)
class _Sense:
    """How often a level sees through a position, and how well it plays otherwise. Shares are from 0 to 1.

    Attributes:
        insight: The share of won positions in which it finds the winning moves, where few cells can be gone to.
        guile: The share of lost positions in which it makes winning hard for the opponent.
        view: How many moves, and replies to each, it looks at where it plays by its sense.
        care: Whether it plays, of the winning moves, the one that leaves the opponent the least room.
    """

    insight: float
    guile: float
    view: int
    care: bool = True


_BY_SENSE: Mapping[str, Sequence[_Sense]] = MappingProxyType(
    {
        "standoff": (
            _Sense(insight=0.08, guile=0.0, view=2, care=False),
            _Sense(insight=0.52, guile=0.5, view=2),
            _Sense(insight=0.68, guile=0.8, view=3),
            _Sense(insight=0.85, guile=1.0, view=4),
        ),
        "isolation": (
            _Sense(insight=0.22, guile=0.0, view=2, care=False),
            _Sense(insight=0.50, guile=0.5, view=2),
            _Sense(insight=0.73, guile=0.8, view=3),
            _Sense(insight=0.87, guile=1.0, view=4),
        ),
    }
)

_BY_SIGHT: Mapping[str, Sequence[_Sight]] = MappingProxyType(
    {
        "lines": (_Sight(7.0), _Sight(7.58), _Sight(8.25), _Sight(8.82)),
        "dodge": (_Sight(5.2), _Sight(5.72), _Sight(6.48), _Sight(8.23)),
    }
)

_SKILLS: Mapping[str, Sequence[_Sense | _Sight]] = MappingProxyType({**_BY_SENSE, **_BY_SIGHT})
"""Of levels 1 to 4, by variant. Found by trying: each has to beat the one below in more than 65 % of games."""

_ELSEWHERE = _BY_SENSE["standoff"]

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
    choice = _Choice(position, solver(position), chance, solver)
    if level == LEVELS[-1]:
        return choice.perfectly()
    skill = _SKILLS.get(position.variant.key, _ELSEWHERE)[level - LEVELS[0]]
    return choice.by_sight(skill) if isinstance(skill, _Sight) else choice.by_sense(skill)


@dataclass(frozen=True, slots=True)
class _Choice:
    """An unfinished position, and what is known of it."""

    position: Position
    solution: Solution
    chance: Random
    solver: Callable[[Position], Solution]

    def perfectly(self) -> Move:
        """Return the best move. If every answer to it wins, it is one that leaves the opponent many."""
        best, solution = _best(self.solution), self.solution
        if solution.is_won or not solution.exact:
            return best
        after = self.position.play(best)
        if len(self.solver(after).winning_moves) < len(after.legal_moves):
            return best
        return max(self._some(self.position.legal_moves), key=self._room_after)

    def by_sight(self, sight: _Sight) -> Move:
        """Return the best move of a lost position, and of a won one a move that wins, or does not if it is misjudged.

        The winning move leaves the opponent the most cells to go to: who plays like that meets the most positions in
        which there is something to misjudge.
        """
        winning = self.solution.winning_moves
        if not winning:
            return self.perfectly()
        others = [move for move in self.position.legal_moves if move not in winning]
        if others and not self._succeeds(sight.cells + 1 - _empty_cells(self.position)):
            return self.chance.choice(others)
        return max(self._some(winning), key=self._room_after)

    def by_sense(self, sense: _Sense) -> Move:
        """Return a good move if the level sees through the position, else the one that its sense prefers."""
        if not self._sees_through(sense):
            return max(self._some(self.position.legal_moves, sense.view), key=lambda move: self._promise(move, sense))
        winning = self.solution.winning_moves
        if not winning:
            return self.perfectly()
        return min(self._some(winning), key=self._room_after) if sense.care else self.chance.choice(winning)

    def _sees_through(self, sense: _Sense) -> bool:
        """Draw whether a level does. Each few cells more have to be seen through as well."""
        if self.solution.exact and not self.solution.is_won:
            return self._succeeds(sense.guile)
        return self._succeeds(float(sense.insight ** max(1, _room(self.position) / _FEW)))

    def _promise(self, move: Move, sense: _Sense) -> float:
        """Return how good a move looks: ending the game above all, else room after the worst of some replies."""
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
        """Return so many of the moves at random, or all of them in random order."""
        return self.chance.sample(moves, len(moves) if count is None else min(count, len(moves)))


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
