"""Perft: numbers of move sequences, compared with other programs'."""

import pytest

import gridlock_rules as rules
from tests.rules.support import vector_rows

ROWS = [
    pytest.param(key, int(size), int(depth), int(count), id=f"{key}-{size}-{depth}")
    for key, size, depth, count in vector_rows("perft.tsv")
]


def perft(position: rules.Position, depth: int) -> int:
    """Return the number of move sequences of a length."""
    if depth == 1:
        return len(position.legal_moves)
    return sum(perft(position.play(move), depth - 1) for move in position.legal_moves)


@pytest.mark.parametrize(("key", "size", "depth", "count"), ROWS)
def test_perft_is_that_of_other_programs(key: str, size: int, depth: int, count: int) -> None:
    assert perft(rules.find_variant(key).start(size), depth) == count
