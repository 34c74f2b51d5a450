"""The legend and the buttons of a board."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.components.registry import find_control
from cogs.messages.boards.board import board_message
from cogs.text.i18n import Words
from gridlock_rules import VARIANTS, Variant
from tests.host.support.host import a_game
from tests.rules.support import moves_between, play_out


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
@given(choices=st.lists(st.integers(0, 63), min_size=1), data=st.data())
def test_a_board_explains_the_marks_on_it_and_no_others(
    variant: Variant, choices: list[int], data: st.DataObject
) -> None:
    positions = play_out(variant.start(3), choices)
    ply = data.draw(st.integers(0, len(positions) - 1))
    moves = [str(move) for move in moves_between(positions[: ply + 1])]
    text = board_message(a_game(variant=variant.key, moves=moves), Words()).payload[0]["components"][0]["content"]
    on_board = {mark for mark, cells in positions[ply].mark_masks if cells}
    for mark, meaning in variant.other_marks.items():
        assert (f"`{mark}` {meaning}" in text) is (mark in on_board)


@pytest.mark.parametrize("version", [9_999, 10_000, 10**9 - 1])
def test_every_button_of_a_board_is_known_after_any_number_of_moves_taken_back(version: int) -> None:
    """Each move that is taken back increases the version, and against the bot there is no limit."""
    board = board_message(a_game(version=version), Words())
    rows = [part for part in board.payload[0]["components"] if part["type"] == 1]
    ids = [control["custom_id"] for row in rows for control in row["components"]]
    assert len(ids) > 1
    for custom_id in ids:
        assert find_control(custom_id) is not None
