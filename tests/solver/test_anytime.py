"""Search within a budget: what it proves is true, and it says when it has not proved everything."""

import pytest

import gridlock_rules as rules
from gridlock_solver import Budget, Solution
from gridlock_solver.by_rules import solve
from tests.solver.support import AMPLE


def test_a_small_board_is_solved_by_the_rules_alone() -> None:
    position = rules.find_variant("standoff").start(3)
    middle = position.parse("B2")

    assert solve(position, AMPLE) == Solution((middle,), middle, exact=True)


def test_a_lost_position_gives_the_move_with_the_fewest_winning_answers() -> None:
    position = rules.replay("dodge", 3, ["A3", "C3"])
    answers = {str(move): len(solve(position.play(move), AMPLE).winning_moves) for move in position.legal_moves}
    best = position.parse("B1")

    assert answers == {"A1": 2, "A2": 2, "B1": 1, "C1": 2}
    assert solve(position, AMPLE) == Solution((), best, exact=True)


def test_without_a_budget_a_move_is_given_and_nothing_claimed() -> None:
    position = rules.find_variant("isolation").start(8)
    solution = solve(position, Budget(positions=0))

    assert not solution.exact
    assert solution.winning_moves == ()
    assert solution.best in position.legal_moves


def test_a_finished_position_has_no_best_move() -> None:
    assert solve(rules.replay("dodge", 3, ["B2"]), AMPLE) == Solution((), None, exact=True)


def test_a_budget_is_not_negative() -> None:
    with pytest.raises(ValueError, match="cannot be negative"):
        Budget(seconds=-1)
