"""Games of a level against itself, from which the share of a start that the first player wins is measured."""

from functools import lru_cache
from math import inf
from random import Random

from gridlock_rules import Position, Variant
from gridlock_rules.starts import images_of_start
from gridlock_solver.levels import LEVELS, QUICK_LEVELS, choose, solve_briefly
from gridlock_solver.registry import solve
from gridlock_solver.search.budget import Budget
from gridlock_solver.solution import Solution

EQUAL_LEVELS = LEVELS[:-1]
"""The levels that play. The highest one wins as perfect play does, wherever the solver is exact."""

_TO_THE_END = Budget(seconds=inf)
"""By positions and no clock, so that the same games come out on every machine."""


@lru_cache(maxsize=400_000)
def solve_to_the_end(position: Position) -> Solution:
    """Return the solution of a position, whatever time that takes."""
    return solve(position, _TO_THE_END)


_solve_briefly = lru_cache(maxsize=400_000)(solve_briefly)


def wins_of_first(variant: Variant, size: int, start: str, level: int, numbers: range, purpose: str) -> int:
    """Return how many games of a level against itself the player wins who moves first.

    The start is shown in each of its eight symmetric images in turn, as games begin from any of them, and a level may
    prefer one of two moves that a symmetry maps to each other.

    Args:
        variant: The variant.
        size: Number of rows and columns of the board.
        start: The start as `Variant.start` reads it.
        level: One of `EQUAL_LEVELS`.
        numbers: The numbers of the games. The same number gives the same game.
        purpose: Games of another purpose are other games.
    """
    images = [variant.start(size, image) for image in images_of_start(start, size)]
    name = f"{purpose}: {variant.key} {size}x{size}, level {level}, {start}"
    return sum(first_wins(images[number % len(images)], level, f"{name}, {number}") for number in numbers)


def first_wins(position: Position, level: int, seed: str) -> bool:
    """Return whether the player who moves first wins a game of a level against itself.

    Args:
        position: The start of the game, unfinished.
        level: One of `EQUAL_LEVELS`.
        seed: The source of all chance: the same seed gives the same game.
    """
    chance, first = Random(seed), position.to_move  # noqa: S311  # games, not secrets
    solver = _solve_briefly if level in QUICK_LEVELS else solve_to_the_end
    while position.legal_moves:
        position = position.play(choose(position, level, chance, solver=solver))
    return position.to_move is not first
