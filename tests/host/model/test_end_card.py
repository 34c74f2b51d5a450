"""Who stood to win along a game: proofs carried back, moves that gave the win away, and the turning point."""

from __future__ import annotations

import pytest

from gridlock_host.model.end_card import Story
from gridlock_rules import Player

ONE, TWO = Player.ONE, Player.TWO


def test_a_story_is_stored_as_one_letter_a_position() -> None:
    story = Story((ONE, None, TWO))
    assert story.text == "1?2"
    assert Story.read("1?2") == story


@pytest.mark.parametrize(
    ("found", "told"),
    [
        ((None, ONE), "11"),  # Player 1 moves into a won position, so there was a winning move
        ((None, TWO), "?2"),  # that says nothing of Player 1's other moves
        ((ONE, None, TWO), "122"),
        ((None, None, ONE), "??1"),
        ((None, None, None, ONE), "??11"),
    ],
)
def test_a_proof_holds_before_the_winners_own_move(found: tuple[Player | None, ...], told: str) -> None:
    assert Story.of(found).text == told


@pytest.mark.parametrize(
    ("text", "turns", "turning_point"),
    [
        ("111", [], None),
        ("122", [0], None),
        ("1211", [0, 1], 1),
        ("1?11", [], None),
        ("21?1", [0], None),
        ("2?11", [], None),
        ("2111", [0], 0),
        ("1112", [2], None),
    ],
)
def test_the_turning_point_is_the_last_move_that_gave_the_win_to_the_winner(
    text: str, turns: list[int], turning_point: int | None
) -> None:
    story = Story.read(text)
    assert list(story.turns) == turns
    assert story.turning_point(ONE) == turning_point
