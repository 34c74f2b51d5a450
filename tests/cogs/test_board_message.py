"""What a board says beside its cells."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.board_message import board_message
from cogs.words import Words
from gridlock_rules import VARIANTS, Variant
from tests.host.support import a_game
from tests.rules.support import moves_between, play_out


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
@given(choices=st.lists(st.integers(0, 63), min_size=1), data=st.data())
def test_a_board_explains_the_marks_that_stand_on_it_and_no_others(
    variant: Variant, choices: list[int], data: st.DataObject
) -> None:
    positions = play_out(variant.start(3), choices)
    ply = data.draw(st.integers(0, len(positions) - 1))
    moves = [str(move) for move in moves_between(positions[: ply + 1])]
    text = board_message(a_game(variant=variant.key, moves=moves), Words()).children[0].content  # type: ignore[attr-defined]
    on_board = {mark for row in positions[ply].marks for mark in row}
    for mark, meaning in variant.other_marks.items():
        assert (f"`{mark}` {meaning}" in text) is (mark in on_board)
