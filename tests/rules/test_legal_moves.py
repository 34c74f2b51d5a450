"""Legal moves as a sequence that is stored as sets of cells."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridlock_rules as rules
from tests.rules.support import positions


@given(positions())
def test_legal_moves_behave_like_a_tuple(position: rules.Position) -> None:
    moves, members = position.legal_moves, tuple(position.legal_moves)

    assert isinstance(moves, Sequence)
    assert len(moves) == len(members) == len(set(members))
    assert bool(moves) == bool(members)
    assert [moves[index] for index in range(len(moves))] == list(members)
    assert [moves[-1 - index] for index in range(len(moves))] == list(reversed(members)) == list(reversed(moves))
    assert all(move in moves for move in members)


@given(positions(), st.slices(30))
def test_a_slice_is_a_tuple_of_moves(position: rules.Position, part: slice) -> None:
    assert position.legal_moves[part] == tuple(position.legal_moves)[part]


@given(positions(), st.sampled_from([-1, 1]))
def test_an_index_out_of_range_is_an_error(position: rules.Position, side: int) -> None:
    moves = position.legal_moves
    with pytest.raises(IndexError):
        moves[len(moves) if side > 0 else -len(moves) - 1]


@given(positions())
def test_legal_moves_are_in_board_order(position: rules.Position) -> None:
    order = [(move.cell, -1 if move.removed is None else move.removed) for move in position.legal_moves]
    assert order == sorted(order)


@pytest.mark.parametrize("stranger", ["A1", None, 0, (0, None)])
@pytest.mark.parametrize("moves", [[], ["A1", "E5"]])
def test_an_object_that_is_not_a_legal_move_is_not_a_member(moves: list[str], stranger: object) -> None:
    assert stranger not in rules.replay("isolation", 5, moves).legal_moves


def test_legal_moves_are_equal_if_their_members_are() -> None:
    one, other = (rules.replay("standoff", 5, moves).legal_moves for moves in (["A1", "E5"], ["A1", "E5"]))
    turn = rules.replay("isolation", 5, ["A1", "E5"]).legal_moves

    assert (one, hash(one)) == (other, hash(other))
    assert turn == rules.replay("isolation", 5, ["A1", "E5"]).legal_moves
    assert hash(turn) == hash(rules.replay("isolation", 5, ["A1", "E5"]).legal_moves)
    assert one != rules.replay("standoff", 5, ["A1", "E4"]).legal_moves
    assert one != turn
    assert turn != one


def test_the_repr_lists_the_moves() -> None:
    assert repr(rules.replay("lines", 3, ["A1", "A2", "B2", "B3", "C3"]).legal_moves) == "<CellMoves A3 C1 C2>"
