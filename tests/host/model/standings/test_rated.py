"""What is rated: boards on which the seat alone decides are not."""

from __future__ import annotations

import pytest

from gridlock_host.model.standings.rated import Unrated, unrated_board
from gridlock_rules import VARIANTS, Player, Position, find_variant

BOARDS = [(variant.key, size) for variant in VARIANTS for size in variant.sizes]


def winners(position: Position, known: dict[Position, frozenset[Player]]) -> frozenset[Player]:
    """Who can win, however badly the other one plays; the search ends once both can."""
    if position in known:
        return known[position]
    if position.outcome is not None:
        return frozenset([position.outcome.winner])
    found = frozenset[Player]()
    for move in position.legal_moves:
        found |= winners(position.play(move), known)
        if len(found) == len(Player):
            break
    known[position] = found
    return found


@pytest.mark.parametrize("board", [board for board in BOARDS if not find_variant(board[0]).size_decides])
def test_each_seat_can_win_on_every_board_whose_size_does_not_decide(board: tuple[str, int]) -> None:
    variant, size = board
    assert winners(find_variant(variant).start(size), {}) == set(Player)


@pytest.mark.parametrize("size", [3, 4, 5])
def test_one_seat_alone_can_win_where_the_size_decides(size: int) -> None:
    for variant in VARIANTS:
        if variant.size_decides:
            assert len(winners(variant.start(size), {})) == 1
            assert unrated_board(variant.key, size, is_plain=True) is Unrated.SIZE_DECIDES
            assert unrated_board(variant.key, size, is_plain=False) is None


def test_a_board_is_not_rated_if_the_first_move_can_win() -> None:
    found = {board for board in BOARDS if unrated_board(*board, is_plain=True) is Unrated.FIRST_MOVE_WINS}
    assert found == {("standoff", 3), ("dodge", 3)}
