"""Search within a budget: what it proves is true, and it says when it has not proved everything."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import gridlock_rules as rules
import gridlock_solver as solver
from gridlock_solver import Budget, Solution
from gridlock_solver.search.game_tree import solve_by_rules, solve_by_search
from tests.rules.support import positions
from tests.solver.support import AMPLE


def test_a_small_board_is_solved_by_the_rules_alone() -> None:
    position = rules.find_variant("standoff").start(3)
    middle = position.parse("B2")

    assert solve_by_rules(position, AMPLE) == Solution((middle,), middle, exact=True)


def test_a_lost_position_gives_the_move_with_the_fewest_winning_answers() -> None:
    position = rules.replay("dodge", 3, ["A3", "C3"])
    answers = {
        str(move): len(solve_by_rules(position.play(move), AMPLE).winning_moves) for move in position.legal_moves
    }
    best = position.parse("B1")

    assert answers == {"A1": 2, "A2": 2, "B1": 1, "C1": 2}
    assert solve_by_rules(position, AMPLE) == Solution((), best, exact=True)


def test_without_a_budget_a_move_is_given_and_nothing_claimed() -> None:
    position = rules.find_variant("isolation").start(8)
    solution = solve_by_rules(position, Budget(positions=0))

    assert not solution.exact
    assert solution.winning_moves == ()
    assert solution.best in position.legal_moves


def test_a_finished_position_has_no_best_move() -> None:
    assert solve_by_rules(rules.replay("dodge", 3, ["B2"]), AMPLE) == Solution((), None, exact=True)


def test_a_budget_is_not_negative() -> None:
    with pytest.raises(ValueError, match="cannot be negative"):
        Budget(seconds=-1)


class Countdown:
    """A game in which each move takes one or two from a number, and whoever finds nothing loses."""

    def successors(self, left: int) -> list[int]:
        return [left - taken for taken in (1, 2) if taken <= left]

    def estimate(self, left: int) -> int:  # noqa: ARG002  # every number looks the same
        return 0

    def key(self, left: int) -> int:
        return left


def countdown(left: int, budget: Budget) -> Solution:
    """Solve Countdown; the move to a cell takes one more than the cell's number."""
    game = Countdown()
    options = {rules.Move(taken - 1): left - taken for taken in (1, 2)}
    return solve_by_search(game, options, lambda move: game.successors(options[move]), budget)


@pytest.mark.parametrize("left", [30, 31, 32])
def test_a_model_of_any_game_is_solved(left: int) -> None:
    """Countdown is lost on multiples of three, and won by going to one."""
    winning = (rules.Move(left % 3 - 1),) if left % 3 else ()

    assert countdown(left, AMPLE) == Solution(winning, (*winning, rules.Move(0))[0], exact=True)


def test_a_game_too_long_to_be_searched_to_its_end_gets_a_move_without_a_claim() -> None:
    assert countdown(100_000, Budget(seconds=3600, positions=5_000)) == Solution((), rules.Move(0), exact=False)


@settings(max_examples=30)
@given(positions(keys=["standoff"], sizes=[6]), st.integers(0, 300))
def test_what_is_proved_within_any_budget_is_true(position: rules.Position, most: int) -> None:
    assume(position.ply >= 4)
    hurried, ample = (solver.solve(position, budget) for budget in (Budget(seconds=3600, positions=most), AMPLE))

    assert ample.exact
    assert set(hurried.winning_moves) <= set(ample.winning_moves)
    assert hurried.best in (*position.legal_moves, None)
    if hurried.exact:
        assert hurried == ample
