"""Choice of starts by games of equal players: as many starts won by each seat, and as many games, at every level."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from random import Random
from statistics import fmean, pvariance

from gridlock_rules import Position
from gridlock_solver.levels import LEVELS, choose
from gridlock_solver.registry import solve
from gridlock_solver.starts.candidates import Start

_LEVELS = LEVELS[:-1]
"""The levels that play. The highest one wins as perfect play does, wherever the solver is exact."""

_ROUNDS = 24
"""How many games each level plays from each start."""


@dataclass(frozen=True)
class Played:
    """A start with the results of games from it.

    Attributes:
        start: The start.
        is_won: Whether the player who moves first wins with perfect play.
        shares: For each level, the share of the games that this player won.
    """

    start: Start
    is_won: bool
    shares: tuple[float, ...]


def balanced(starts: Sequence[Start], count: int) -> list[Start]:
    """Return an even number of the starts, half of them won by each seat, that are nearest to fair at every level.

    Raises:
        ValueError: There are too few starts that one of the seats wins.
    """
    every = [played(start) for start in starts]
    expected = _expected(every)
    chosen: list[int] = []
    for is_won in (True, False):
        same = [number for number, each in enumerate(every) if each.is_won is is_won]
        if len(same) < count // 2:
            raise ValueError(f"only {len(same)} of {len(starts)} starts have this winner")
        chosen += same[: count // 2]
    _improve(chosen, every, lambda numbers: _unfairness([expected[number] for number in numbers]))
    return [every[number].start for number in chosen]


def _improve(chosen: list[int], every: Sequence[Played], cost: Callable[[Sequence[int]], float]) -> None:
    """Exchange chosen starts for others of the same winner, as long as that lowers the cost."""
    least, is_better = cost(chosen), True
    while is_better:
        is_better = False
        for place, other in product(range(len(chosen)), range(len(every))):
            if other in chosen or every[other].is_won is not every[chosen[place]].is_won:
                continue
            changed = [*chosen[:place], other, *chosen[place + 1 :]]
            if (new := cost(changed)) < least:
                chosen[place], least, is_better = other, new, True


def _unfairness(shares: Sequence[Sequence[float]]) -> float:
    """Return how far the mean shares of the levels are from one half."""
    return sum((fmean(of_level) - 0.5) ** 2 for of_level in zip(*shares, strict=True))


def _expected(every: Sequence[Played]) -> list[tuple[float, ...]]:
    """Return the shares to expect in other games: as far nearer to the mean as the measured ones differ by chance."""
    columns = []
    for of_level in zip(*(each.shares for each in every), strict=True):
        mean, spread = fmean(of_level), pvariance(of_level)
        noise = fmean(share * (1 - share) for share in of_level) / (_ROUNDS - 1)
        kept = max(0.0, 1 - noise / spread) if spread else 0.0
        columns.append([mean + kept * (share - mean) for share in of_level])
    return list(zip(*columns, strict=True))


def played(start: Start) -> Played:
    """Return a start with the results of some games from it. The same start gives the same games."""
    shares = tuple(fmean(_first_wins(start, level, number) for number in range(_ROUNDS)) for level in _LEVELS)
    return Played(start, _solve(start.position).is_won, shares)


_solve = lru_cache(maxsize=100_000)(solve)


def _first_wins(start: Start, level: int, number: int) -> bool:
    chance = Random(f"choice of starts, level {level}, {start.text}, {number}")  # noqa: S311  # games, not secrets
    position: Position = start.position
    first = position.to_move
    while position.legal_moves:
        position = position.play(choose(position, level, chance, solver=_solve))
    return position.to_move is not first
