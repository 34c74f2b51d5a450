"""Endings of undirected vertex geography: how many plies they last, and how hard they are to win.

A state is the mask of the unclaimed cells that matter and the cell of the last claim.
"""

from collections.abc import Callable
from functools import lru_cache
from math import prod

from gridlock_rules.geometry import cells_of
from gridlock_solver.search.budget import Exhausted
from gridlock_solver.search.matching import Graph

MOST_PLIES = 64
"""No game on any board lasts longer."""

Oversight = Callable[[int], float]
"""The probability that a player misjudges a move after which the game lasts so many plies."""

Choosing = Callable[[tuple[float, ...]], tuple[float, ...]]
"""Returns how probably each of some moves is played, by how probably each is believed to win."""


def guess(_plies: int) -> float:
    """Return the oversight of a player who knows of no move whether it wins."""
    return 0.5


@lru_cache(maxsize=10_000)
def drawn(beliefs: tuple[float, ...]) -> tuple[float, ...]:
    """Return how probably each move is played by a player who draws from those believed to win; from all if none is.

    Args:
        beliefs: How probably each move is believed to win, whatever is believed of the others; at least one.
    """
    shares = []
    for number, belief in enumerate(beliefs):
        counts = [1.0]  # The probabilities that none of the other moves is believed, one of them, two ...
        for other in (*beliefs[:number], *beliefs[number + 1 :]):
            more = zip([*counts, 0.0], [0.0, *counts], strict=True)
            counts = [(1 - other) * same + other * one_less for same, one_less in more]
        shares.append(belief * sum(chance / (count + 1) for count, chance in enumerate(counts)))
    none = prod(1 - belief for belief in beliefs) / len(beliefs)
    return tuple(share + none for share in shares)


def weighed(beliefs: tuple[float, ...]) -> tuple[float, ...]:
    """Return an estimate of the same: the share of each move in the sum of the beliefs; 0 if no move is believed."""
    total = sum(beliefs)
    return tuple(belief / total if total else 0.0 for belief in beliefs)


def reachable(graph: Graph, unclaimed: int, last: int) -> int:
    """Return the mask of the unclaimed cells to which the game can still come after a claim."""
    reached, newest = 0, graph[last] & unclaimed
    while newest:
        reached |= newest
        around = 0
        for cell in cells_of(newest):
            around |= graph[cell]
        newest = around & unclaimed & ~reached
    return reached


class Endings:
    """The endings that follow one position. What was found is remembered.

    Args:
        graph: For each cell, the mask of the cells that may follow it.
        most_moves: How many moves may be looked at in all.
        choosing: Tells how probably a player who errs plays each move, by the beliefs that it wins.
    """

    def __init__(self, graph: Graph, most_moves: int, choosing: Choosing = weighed) -> None:
        self._graph = graph
        self._choosing = choosing
        self._moves_left = most_moves
        self._plies: dict[tuple[int, int], tuple[int, int | None]] = {}
        self._chances: dict[tuple[int, int, Oversight], float] = {}
        self._counts: dict[tuple[int, int], dict[int, int]] = {}
        self._fewest: dict[int, int] = {}

    def plies(self, unclaimed: int, last: int, most: int = MOST_PLIES) -> int | None:
        """Return how many plies are left if the winner hurries and the loser delays; None if more than `most`.

        An odd number means that the player to move wins.

        Raises:
            Exhausted: Too many moves were looked at.
        """
        key = unclaimed, self._graph[last] & unclaimed
        searched, plies = self._plies.get(key, (-1, None))
        if plies is not None:
            return plies if plies <= most else None
        if searched < most:
            plies = self._searched(unclaimed, last, most)
            self._plies[key] = most, plies
        return plies

    def _searched(self, unclaimed: int, last: int, most: int) -> int | None:
        moves = self._graph[last] & unclaimed
        if not moves or most == 0:
            return None if moves else 0
        if most < self._fewest_plies(unclaimed):
            return None
        self._spend(moves)
        shortest, longest, all_known = None, 0, True
        for cell in self._distinct(unclaimed, moves):
            plies = self.plies(unclaimed ^ 1 << cell, cell, most - 1)
            if plies is None:
                all_known = False
            elif plies % 2:
                longest = max(longest, plies)
            else:
                shortest, most = plies, plies
                if not most:
                    break
        if shortest is not None:
            return shortest + 1
        return longest + 1 if all_known else None

    def _fewest_plies(self, unclaimed: int) -> int:
        """Return a bound: all neighbours of the last claim are claimed before it, so there is a claim for each."""
        fewest = self._fewest.get(unclaimed)
        if fewest is None:
            fewest = 1 + min((self._graph[cell] & unclaimed).bit_count() for cell in cells_of(unclaimed))
            self._fewest[unclaimed] = fewest
        return fewest

    def _distinct(self, unclaimed: int, moves: int) -> dict[int, int]:
        """Return moves that lead to different endings, each with the number of moves that are like it.

        Two moves are alike if the same cells may follow both, each other left aside.
        """
        counts = self._counts.get((unclaimed, moves))
        if counts is None:
            counts = self._counts[unclaimed, moves] = self._counted(unclaimed, moves)
        return counts

    def _counted(self, unclaimed: int, moves: int) -> dict[int, int]:
        counts: dict[int, int] = {}
        alike: dict[int, int] = {}
        for cell in cells_of(moves):
            following = self._graph[cell] & unclaimed
            like = alike.get(following, alike.get(following | 1 << cell))
            if like is None:
                alike[following] = alike[following | 1 << cell] = like = cell
            counts[like] = counts.get(like, 0) + 1
        return counts

    def _spend(self, moves: int) -> None:
        self._moves_left -= moves.bit_count()
        if self._moves_left < 0:
            raise Exhausted

    def chance(self, unclaimed: int, last: int, oversight: Oversight) -> float:
        """Return the chance to win against a player to move who misjudges moves, by setting the hardest problems.

        The player ends the game if one move does, unless the oversight is `guess`.

        Raises:
            Exhausted: Too many moves were looked at.
        """
        key = unclaimed, self._graph[last] & unclaimed, oversight
        if key not in self._chances:
            self._spend(key[1])
            self._chances[key] = self._weighed(unclaimed, last, oversight)
        return self._chances[key]

    def _weighed(self, unclaimed: int, last: int, oversight: Oversight) -> float:
        """Return the mean chance after each move, weighed by how probable it is that the move is played."""
        plies_left = self.plies(unclaimed, last) or 0
        if plies_left % 2 == 0:
            return 1.0
        if plies_left == 1 and oversight is not guess:
            return 0.0
        cells = self._distinct(unclaimed, self._graph[last] & unclaimed)
        moves: list[tuple[float, float]] = []
        for cell, count in cells.items():
            rest = unclaimed ^ 1 << cell
            plies = self.plies(rest, cell) or 0
            missed = oversight(plies)
            belief = missed if plies % 2 else 1 - missed
            moves += [(belief, 1.0 if plies % 2 else self._best_chance(rest, cell, oversight))] * count
        moves.sort()
        shares = self._choosing(tuple(belief for belief, _ in moves))
        return sum(share * hope for share, (_, hope) in zip(shares, moves, strict=True))

    def _best_chance(self, unclaimed: int, last: int, oversight: Oversight) -> float:
        cells = self._distinct(unclaimed, self._graph[last] & unclaimed)
        return max((self.chance(unclaimed ^ 1 << cell, cell, oversight) for cell in cells), default=0.0)
