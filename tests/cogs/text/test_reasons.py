"""Reasons in a sentence and on a board."""

from __future__ import annotations

import re
from itertools import chain

import pytest
from hypothesis import given, settings

from cogs.text.i18n import LANGUAGES, Words
from cogs.text.learning.reasons import reason_board, reason_text, short_reason
from gridlock_host import draw_board
from gridlock_rules import Position, cell_name, replay
from gridlock_solver import Budget, Explanation, Reason, explain
from tests.rules.support import KEYS, SIZES, positions


def board_of(key: str, size: int, moves: str, move: str) -> str | None:
    position = replay(key, size, moves.split())
    return reason_board(position, position.parse(move), explain(position, position.parse(move)))


def test_both_cells_of_a_pair_show_the_same_letter() -> None:
    assert board_of("lines", 3, "", "A1") == "\n".join(
        ["```", "   1  2  3 ", "A [X] a  b ", "B  c  a  c ", "C  d  d  b ", "```"]
    )


def test_the_answer_that_punishes_is_drawn_with_its_pairs() -> None:
    assert board_of("dodge", 3, "", "A1") == "\n".join(
        ["```", "   1  2  3 ", "A  X  b  c ", "B  a  . [O]", "C  b  c  a ", "```"]
    )


def test_a_region_that_is_cut_off_is_drawn() -> None:
    position = replay("isolation", 3, ["A1", "C3", "A2/B1"])
    move = position.legal_moves[0]
    board = reason_board(position, move, Explanation.of(Reason.CUT_OFF, cells=(0, 1), player="P1", opponent="P2"))
    assert board is not None
    assert board.count("*") == 2


def test_a_text_that_has_judged_a_move_gives_no_reason_for_what_left_no_choice() -> None:
    for reason in (Reason.FORCED, Reason.UNPROVED):
        assert reason_text(Explanation.of(reason)) is None
        assert short_reason(Explanation.of(reason)) is None


@settings(max_examples=40)
@given(position=positions(keys=[key for key in KEYS if key != "isolation"], sizes=SIZES, last=30))
def test_each_letter_is_on_two_cells_that_are_free_and_the_board_keeps_its_width(position: Position) -> None:
    for move in position.legal_moves[:2]:
        explanation = explain(position, move, Budget(positions=500))
        drawn = reason_board(position, move, explanation)
        pairs = explanation.pairs if explanation.then is None else explanation.then.pairs
        assert (drawn is None) == (not pairs)
        if drawn is not None:
            lines = drawn.splitlines()[1:-1]
            assert {len(line) for line in lines} == {len(draw_board(position).splitlines()[0])}
            shown = {
                row[0] + str(column): row[3 * column] for row in lines[1:] for column in range(1, position.size + 1)
            }
            letters = [{shown[cell_name(cell)] for cell in pair} for pair in pairs]
            assert all(len(pair) == 1 for pair in letters)
            assert len(set(chain(*letters))) == len(pairs)
            assert not set(chain(*letters)) & {"X", "O", "x", "o", "."}


@settings(max_examples=15)
@given(position=positions(sizes=[3, 4, 5]))
@pytest.mark.parametrize("language", LANGUAGES)
def test_reasons_read_well_in_every_language(language: str, position: Position) -> None:
    for move in position.legal_moves[:3]:
        text = Words.of(language).say(explain(position, move, Budget(positions=300)).phrase)
        assert not re.search(r"[{}]|\.\.|\.$", text)
