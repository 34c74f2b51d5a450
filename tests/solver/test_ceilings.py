"""Ceilings of lost starts, compared with plain search by the rules."""

from functools import cache
from statistics import fmean

import pytest

import gridlock_rules as rules
from benchmarks.strength.ceilings import KEYS, ceilings_of


@cache
def chance(position: rules.Position, player: rules.Player) -> float:
    """Return how often the best play of a player beats a random mover, by the rules alone."""
    if not position.legal_moves:
        return float(position.to_move is not player)
    chances = [chance(position.play(move), player) for move in position.legal_moves]
    return max(chances) if position.to_move is player else fmean(chances)


@pytest.mark.parametrize("key", KEYS)
def test_a_ceiling_is_the_best_chance_of_the_seat_that_loses(key: str) -> None:
    """On 3x3, from the empty board and after each first move."""
    empty = rules.find_variant(key).start(3)
    starts = ["", *map(str, empty.legal_moves)] if key == "lines" else ["", "A1", "A2"]
    found = ceilings_of(key, 3, starts)

    for start, ceiling in zip(starts, found, strict=True):
        position = rules.find_variant(key).start(3, start)
        loser = position.to_move.opponent if _wins(position) else position.to_move
        assert ceiling == pytest.approx(chance(position, loser), abs=1e-6)


def _wins(position: rules.Position) -> bool:
    return any(not _wins(position.play(move)) for move in position.legal_moves)
