"""Moves of a game of geography as the levels see them: how far the end is, and how hard it is to answer them."""

from collections.abc import Iterable
from contextlib import suppress
from functools import reduce
from operator import or_

from gridlock_rules import Move
from gridlock_rules.claim_position import ClaimPosition
from gridlock_rules.geometry import cells_of, geometry
from gridlock_solver.level_play.choice import Choice
from gridlock_solver.search.budget import Exhausted
from gridlock_solver.search.geography_endings import Endings, Oversight, reachable
from gridlock_solver.search.matching import Graph, Matching

FARTHEST = 4
"""The most plies that a level looks ahead."""

FEW_MOVES = 2_000
"""The most moves that are looked at to tell how far the end is. It takes milliseconds on every board."""

MANY_MOVES = 60_000
"""The most moves that the highest level looks at for one move. It takes up to a tenth of a second."""

_OPENING = 20
"""With more cells in reach than this, hardly any answer loses, and room is all that counts."""

_MOST_CELLS, _MOST_PAIRS = 13, 48
"""The most cells, and pairs of cells that may follow each other, in an ending that is searched for that."""

_ROOM = 0.002
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

    def distances(self) -> dict[Move, int]:
        """Return for each move how many plies the game lasts after it, or one more than a level looks ahead."""
        endings, found = Endings(self._graph, FEW_MOVES), {}
        with suppress(Exhausted):
            for most in range(FARTHEST + 1):
                for move in self._moves:
                    if move not in found:
                        plies = endings.plies(self._rest(move), move.cell, most)
                        if plies is not None:
                            found[move] = plies
        return {move: found.get(move, FARTHEST + 1) for move in self._moves}

    def hopes(self, oversight: Oversight, most_moves: int) -> dict[Move, float]:
        """Return for each move of a lost position the chance that an opponent who misjudges moves errs after it.

        Args:
            oversight: How often the opponent misjudges a move.
            most_moves: The most moves to look at. If they are not enough, the next answer alone is looked at.
        """
        endings = Endings(self._graph, most_moves)
        if self._is_small():
            with suppress(Exhausted):
                return {move: endings.chance(self._rest(move), move.cell, oversight) for move in self._moves}
        return {move: self._shallow_hope(move, oversight) for move in self._moves}

    def _is_small(self) -> bool:
        cells = tuple(cells_of(self._unclaimed))
        pairs = sum((self._graph[cell] & self._unclaimed).bit_count() for cell in cells) // 2
        return len(cells) <= _MOST_CELLS and pairs <= _MOST_PAIRS

    def _shallow_hope(self, move: Move, oversight: Oversight) -> float:
        """Return the chance that the opponent errs with the next answer, and a little for the number of answers."""
        rest = self._unclaimed ^ 1 << move.cell
        answers = tuple(cells_of(self._graph[move.cell] & rest))
        if rest.bit_count() >= _OPENING:
            return _ROOM * len(answers)
        if any(not self._graph[answer] & rest for answer in answers):
            return 0.0
        winning = Matching(self._graph, rest).inessential
        missed = kept = 0.0
        for answer in answers:
            ends_next = any(
                not self._graph[reply] & rest & ~(1 << answer) for reply in cells_of(self._graph[answer] & rest)
            )
            oversight_here = oversight(1 if ends_next else FARTHEST)
            if winning >> answer & 1:
                kept += 1 - oversight_here
            else:
                missed += oversight_here
        return missed / (missed + kept) + _ROOM * len(answers) if answers else 0.0

    def _rest(self, move: Move) -> int:
        return reachable(self._graph, self._unclaimed ^ 1 << move.cell, move.cell)


def _in_reach(graph: Graph, unclaimed: int, moves: Iterable[Move]) -> int:
    """Return the mask of the cells to which the game can still come."""
    return reduce(or_, (reachable(graph, unclaimed, move.cell) | 1 << move.cell for move in moves))
