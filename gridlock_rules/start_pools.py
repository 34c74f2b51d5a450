"""Pools of starts: the positions from which games begin that are not to begin on the empty board.

A pool is fair as a whole: each seat wins as many of its starts with perfect play, and about as many games between
players of one strength. No single start is, so a start is drawn from the pool. docs/starts.md has the figures.
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

HANDICAPS: Final = range(1, 4)
"""The handicaps, from the least."""


def fair_starts(key: str, size: int) -> tuple[str, ...]:
    """Return the fair starts of a variant on a board, in no order that tells who wins; none if there is no pool.

    Args:
        key: The key of the variant.
        size: Number of rows and columns.
    """
    return _pools(key).get((size, 0, ""), ())


def handicap_starts(key: str, size: int, handicap: int, *, favours_first: bool) -> tuple[str, ...]:
    """Return the starts that make up for a difference in strength; none if there is no pool.

    Args:
        key: The key of the variant.
        size: Number of rows and columns.
        handicap: How much they favour one player, from 1 to 3.
        favours_first: Whether they favour the player who moves first, and not the other one.
    """
    return _pools(key).get((size, handicap, "first" if favours_first else "second"), ())


@cache
def _pools(key: str) -> Mapping[tuple[int, int, str], tuple[str, ...]]:
    """Read the pools of a variant: lines of size, handicap, favoured player and start, split by tabs."""
    file = files("gridlock_rules").joinpath("pools", f"{key}.tsv")
    found: dict[tuple[int, int, str], list[str]] = {}
    for line in file.read_text(encoding="ascii").splitlines() if file.is_file() else ():
        size, handicap, player, start = line.split("\t")
        found.setdefault((int(size), int(handicap), player), []).append(start)
    return {name: tuple(starts) for name, starts in found.items()}
