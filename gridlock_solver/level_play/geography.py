"""Moves of a game of geography as the levels see them: how far the end is, and how hard it is to answer them."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import reduce
from operator import or_

from gridlock_rules import Move
from gridlock_rules.claim_position import ClaimPosition
from gridlock_rules.geometry import cells_of, geometry
from gridlock_solver.level_play.choice import Choice
from gridlock_solver.level_skills import Foresight, Skills
from gridlock_solver.search.budget import Exhausted
from gridlock_solver.search.geography_endings import Choosing, Endings, Oversight, guess, reachable, weighed
from gridlock_solver.search.matching import Graph, Matching

_LEVELS_BELOW_TOP = 4

_GUESSER = 0.65
"""The weight of a guesser among the opponents of the highest level."""

MANY_MOVES = 60_000
"""The most moves that the highest level looks at for one move. It takes up to a tenth of a second."""

_OPENING = 20
"""With as many cells in reach, hardly any answer loses, and room is all that counts."""

_MOST_CELLS = 13
"""The most cells in an ending that is searched for that."""

_ROOM = 0.01
"""What an answer more is worth in chances: with more room left, people go wrong later."""


def ahead_of(choice: Choice) -> "Geography":
    """Return the moves of a choice in a game of geography.

    Raises:
        TypeError: The variant is no game of geography.
    """
    graph, position = choice.variant.graph, choice.position
    if graph is None or not isinstance(position, ClaimPosition):
        raise TypeError(f"{position.variant.title} is no game of geography")
    return Geography(position, graph(position.size))


def foresights(skills: Skills) -> tuple[Foresight, ...]:
    """Return the skills of the levels that play by foresight."""
    return tuple(skill for skill in skills if isinstance(skill, Foresight))


def opponents_of(skills: Sequence[Foresight]) -> Mapping[Oversight, float]:
    """Return the opponents for whom the next level sets hard problems, each with its weight.

    They are the level below, and at the top also a guesser.

    Args:
        skills: The skills of the levels below, from the weakest.
    """
    if not skills:
        return {guess: 1.0}
    below = skills[-1].oversight
    return {guess: _GUESSER, below: 1 - _GUESSER} if len(skills) == _LEVELS_BELOW_TOP else {below: 1.0}


class Geography:
    """The moves of one position of a game of geography.

    Args:
        position: The position.
        graph: For each cell, the mask of the cells that may follow it.
    """

    def __init__(self, position: ClaimPosition, graph: Graph) -> None:
        self._graph = graph
        self._moves = tuple(position.legal_moves)
        unclaimed = geometry(position.size).board & ~(position.one | position.two)
        # Cells out of reach change nothing, but a search would tell positions apart by them.
        self._unclaimed = unclaimed & _in_reach(graph, unclaimed, self._moves)

    def distances(self, farthest: int, most_moves: int) -> dict[Move, int]:
        """Return for each move how many plies the game lasts after it, or one more than `farthest`.

        Args:
            farthest: How many plies to look ahead.
            most_moves: The most moves to look at. What is not found by then is far.
        """
        endings, found = Endings(self._graph, most_moves), {}
        with suppress(Exhausted):
            for most in range(farthest + 1):
                for move in self._moves:
                    if move not in found:
                        plies = endings.plies(self._rest(move), move.cell, most)
                        if plies is not None:
                            found[move] = plies
        return {move: found.get(move, farthest + 1) for move in self._moves}

    def hopes(
        self, oversights: Mapping[Oversight, float], most_moves: int, choosing: Choosing = weighed
    ) -> dict[Move, float]:
        """Return for each move of a lost position the mean chance to win against some opponents who misjudge moves.

        Args:
            oversights: How often each of the opponents misjudges a move, with its weight.
            most_moves: The most moves to look at. If they are not enough, the next answer alone is looked at.
            choosing: Tells how probably the opponents play each move, by their beliefs that it wins.
        """
        endings = Endings(self._graph, most_moves, choosing)
        if self._unclaimed.bit_count() <= _MOST_CELLS:
            with suppress(Exhausted):
                return {
                    move: sum(
                        weight * endings.chance(self._rest(move), move.cell, oversight)
                        for oversight, weight in oversights.items()
                    )
                    for move in self._moves
                }
        return {move: self._shallow_hope(move) for move in self._moves}

    def _shallow_hope(self, move: Move) -> float:
        """Return the share of the answers that lose, and a little for the number of answers."""
        rest = self._unclaimed ^ 1 << move.cell
        answers = self._graph[move.cell] & rest
        room = _ROOM * answers.bit_count()
        if rest.bit_count() >= _OPENING or not answers:
            return room
        if any(not self._graph[answer] & rest for answer in cells_of(answers)):
            return 0.0
        winning = Matching(self._graph, rest).inessential
        return (answers & ~winning).bit_count() / answers.bit_count() + room

    def _rest(self, move: Move) -> int:
        return reachable(self._graph, self._unclaimed ^ 1 << move.cell, move.cell)


def _in_reach(graph: Graph, unclaimed: int, moves: Iterable[Move]) -> int:
    """Return the mask of the cells to which the game can still come."""
    return reduce(or_, (reachable(graph, unclaimed, move.cell) | 1 << move.cell for move in moves))
