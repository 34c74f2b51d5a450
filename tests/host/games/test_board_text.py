"""Boards drawn as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridlock_host import draw_board
from gridlock_host.model.messages.board_text import LEGAL_MARK
from gridlock_rules import EMPTY_MARK, VARIANTS, Move, Position, Variant, cell_name, replay


@st.composite
def positions(draw: st.DrawFn) -> tuple[Position, list[str]]:
    """A position of any variant on any board, with the moves that led to it."""
    variant = draw(st.sampled_from(VARIANTS))
    position = variant.start(draw(st.sampled_from(variant.sizes)))
    moves: list[str] = []
    for choice in draw(st.lists(st.integers(0, 10**6), max_size=12)):
        if position.legal_moves:
            move = list(position.legal_moves)[choice % len(position.legal_moves)]
            position = position.play(move)
            moves.append(str(move))
    return position, moves


def _last_move(position: Position, moves: list[str]) -> Move | None:
    return replay(position.variant.key, position.size, moves[:-1]).parse(moves[-1]) if moves else None


@given(positions())
def test_boards_of_a_game_are_ascii_blocks_of_equal_width(drawn: tuple[Position, list[str]]) -> None:
    """All lines of all boards of one game have the same width, so that the grid neither breaks nor jumps."""
    position, moves = drawn
    lines = draw_board(position, _last_move(position, moves)).split("\n")
    at_the_start = draw_board(position.variant.start(position.size)).split("\n")
    assert len(lines) == position.size + 1
    assert {len(line) for line in [*lines, *at_the_start]} == {len(lines[0])}
    assert all(char.isascii() and char.isprintable() and char != "`" for line in lines for char in line)


@given(positions())
def test_legal_cells_alone_have_the_mark_of_legal_cells(drawn: tuple[Position, list[str]]) -> None:
    position, _ = drawn
    targets = position.targets
    rows = draw_board(position, legal=position.legal_moves.targets).split("\n")[1:]
    width = (len(rows[0]) - 2) // position.size
    shown = {
        cell_name(row * 8 + column)
        for row, line in enumerate(rows)
        for column in range(position.size)
        if line[2 + column * width : 2 + (column + 1) * width].strip() == LEGAL_MARK
    }
    assert shown == {cell_name(cell) for cell in targets}


@given(positions())
def test_a_board_shows_every_mark_in_its_row_and_column(drawn: tuple[Position, list[str]]) -> None:
    """What the last move changed stands in brackets, and nothing else."""
    position, moves = drawn
    last = _last_move(position, moves)
    header, *rows = draw_board(position, last).split("\n")
    width = (len(header) - 2) // position.size
    assert header.split() == [str(column) for column in range(1, position.size + 1)]
    for row, line in enumerate(rows):
        assert line[0] == cell_name(row * 8)[0]
        for column in range(position.size):
            marks = [mark for mark, cells in position.mark_masks if cells >> (row * 8 + column) & 1]
            cell = line[2 + column * width : 2 + (column + 1) * width]
            changed = () if last is None else (last.cell, last.removed)
            bracketed = f"{line[0]}{column + 1}" in [cell_name(one) for one in changed if one is not None]
            assert (cell[0], cell[-1]) == (("[", "]") if bracketed else (" ", " "))
            assert [cell[1:-1].strip()] == (marks or [EMPTY_MARK])
            assert header[2 + column * width : 2 + (column + 1) * width].strip() == str(column + 1)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_no_mark_means_two_things(variant: Variant) -> None:
    """None is the name of a row or a column, and X and O are players in all games."""
    players, others = set(variant.player_marks), set(variant.other_marks)
    assert not (players | others) & {*"ABCDEFGH12345678[]", EMPTY_MARK, LEGAL_MARK}
    assert not players & others
    assert not others & {"X", "O"}


def test_a_board_as_players_see_it() -> None:
    position = replay("lines", 3, ["A1", "A3"])
    assert draw_board(position, replay("lines", 3, ["A1"]).parse("A3")) == (
        "   1  2  3 \n"
        "A  X  . [O]\n"
        "B  .  .  . \n"
        "C  .  .  . "
    )  # fmt: skip


def test_marks_of_two_characters_keep_the_columns_straight() -> None:
    position = replay("isolation", 3, ["A1", "C3"])
    assert draw_board(position, None) == (
        "   1   2   3  \n"
        "A  P1  .   .  \n"
        "B  .   .   .  \n"
        "C  .   .   P2 "
    )  # fmt: skip
