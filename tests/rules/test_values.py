"""Numbers from other programs: perft, and values of positions.

Plain search is too slow for the values of larger boards; of these only the legal moves are compared.
"""

import pytest

import gridlock_rules as rules
from tests.rules.support import vector_rows

# The most positions that plain search visits, and the fewest values it must find for each variant.
_BUDGET = 1_000
_FEWEST_VALUES = 20

VALUE_ROWS = [
    pytest.param(*row, id=f"{row[0]}-{row[1]}-{row[2].count(' ') + 1 if row[2] != '-' else 0}-{number}")
    for number, row in enumerate(vector_rows("values.tsv"), start=2)
]


def position_of(key: str, size: str, moves: str) -> rules.Position:
    """Return the position of a row; "-" stands for no moves."""
    return rules.replay(key, int(size), [] if moves == "-" else moves.split())


@pytest.mark.parametrize(("key", "size", "moves", "value", "legal", "winning", "some_winning"), VALUE_ROWS)
def test_the_number_of_legal_moves_is_known(
    key: str, size: str, moves: str, value: str, legal: str, winning: str, some_winning: str
) -> None:
    position = position_of(key, size, moves)

    assert len(position.legal_moves) == len(list(position.legal_moves)) == int(legal)
    assert (value == "win") == (int(winning) > 0)
    if some_winning != "-":
        assert all(position.parse(text) in position.legal_moves for text in some_winning.split())


class _TooManyPositions(Exception):
    pass


def mover_wins(position: rules.Position, known: dict[rules.Position, bool]) -> bool:
    """Return whether the player to move wins, by search of all play."""
    if position not in known:
        if len(known) >= _BUDGET:
            raise _TooManyPositions
        after = sorted((position.play(move) for move in position.legal_moves), key=lambda p: len(p.legal_moves))
        known[position] = any(not mover_wins(next_position, known) for next_position in after)
    return known[position]


def winning_moves(position: rules.Position) -> list[rules.Move] | None:
    """Return all winning moves, or None if that takes too many positions."""
    known: dict[rules.Position, bool] = {}
    try:
        return [move for move in position.legal_moves if not mover_wins(position.play(move), known)]
    except _TooManyPositions:
        return None


@pytest.mark.parametrize("key", sorted({row[0] for row in vector_rows("values.tsv")}))
def test_plain_search_finds_the_known_values(key: str) -> None:
    rows = [row for row in vector_rows("values.tsv") if row[0] == key]
    found = 0
    for _, size, moves, _value, _legal, count, some in sorted(rows, key=lambda row: int(row[4])):  # the late ones first
        winning = winning_moves(position_of(key, size, moves)) if found < _FEWEST_VALUES else None
        if winning is not None:
            found += 1
            assert len(winning) == int(count), moves
            assert some == "-" or set(some.split()) <= {str(move) for move in winning}, moves

    assert found >= _FEWEST_VALUES


@pytest.mark.parametrize(
    ("key", "size", "winning"),
    [
        ("lines", 3, "A1 A2 A3 B1 B2 B3 C1 C2 C3"),
        ("standoff", 3, "B2"),
        ("dodge", 3, "B2"),
        ("blocking", 3, "A1 A2 A3 B1 B2 B3 C1 C2 C3"),
        ("blocking", 4, ""),
    ],
)
def test_the_winning_first_moves_are_those_of_the_rule_texts(key: str, size: int, winning: str) -> None:
    moves = winning_moves(rules.find_variant(key).start(size))

    assert moves is not None
    assert " ".join(str(move) for move in moves) == winning


PERFT_ROWS = [
    pytest.param(key, int(size), int(depth), int(count), id=f"{key}-{size}-{depth}")
    for key, size, depth, count in vector_rows("perft.tsv")
]


def perft(position: rules.Position, depth: int) -> int:
    """Return the number of move sequences of a length."""
    if depth == 1:
        return len(position.legal_moves)
    return sum(perft(position.play(move), depth - 1) for move in position.legal_moves)


@pytest.mark.parametrize(("key", "size", "depth", "count"), PERFT_ROWS)
def test_perft_is_that_of_other_programs(key: str, size: int, depth: int, count: int) -> None:
    assert perft(rules.find_variant(key).start(size), depth) == count
