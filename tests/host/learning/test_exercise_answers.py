"""The answers of exercises, compared with plain search by the rules."""

from __future__ import annotations

from random import Random

import pytest

from gridlock_rules import find_variant, replay
from scripts.checks.exercises import check, slips
from scripts.checks.plain_search import TooManyPositions, plain_winning_moves


def test_no_exercise_of_a_sample_has_a_wrong_answer() -> None:
    checked, _, wrong = check(30, seed=7, sizes=(3, 4), most_positions=3_000)
    assert wrong == []
    assert checked.total() == 30
    assert {board.split()[0] for board in checked} == {"lines", "standoff", "dodge", "isolation"}


@pytest.mark.exhaustive
def test_none_of_hundreds_of_exercises_has_a_wrong_answer() -> None:
    """The script checks thousands, which takes longer than a test may."""
    checked, _, wrong = check(500, seed=1)
    assert wrong == []
    assert checked.total() == 500


def test_plain_search_knows_what_the_rule_books_boards_are_known_for() -> None:
    assert plain_winning_moves(find_variant("dodge").start(3)) == ["B2"]
    assert plain_winning_moves(find_variant("standoff").start(3)) == ["B2"]
    assert plain_winning_moves(replay("lines", 3, ["A1", "A2", "B2", "B3"])) == ["A3", "B1"]
    with pytest.raises(TooManyPositions):
        plain_winning_moves(find_variant("lines").start(6))


def test_a_slip_had_another_choice() -> None:
    """Its move does not win, and some move does."""
    games = slips(Random(3), sizes=(3, 4))  # noqa: S311  # for positions, not for secrets
    for slip in (next(games) for _ in range(10)):
        winning = slip.ply.solution.winning_moves
        assert winning
        assert slip.ply.move not in winning
