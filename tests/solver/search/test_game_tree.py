"""Search of game trees within a budget."""

from math import inf

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import gridlock_rules as rules
import gridlock_solver as solver
from gridlock_solver import Budget, Solution, Value
from gridlock_solver.search.game_tree import WON, AnytimeSearch, RulesModel, solve_by_rules, solve_by_search
from tests.rules.support import positions
from tests.solver.support import AMPLE, PlainSearch


def test_a_small_board_is_solved_by_the_rules_alone() -> None:
    position = rules.find_variant("standoff").start(3)
    middle = position.parse("B2")

    assert solve_by_rules(position, AMPLE) == Solution((middle,), middle, exact=True)


def test_the_best_move_of_a_lost_position_leaves_the_fewest_winning_answers() -> None:
    position = rules.replay("dodge", 3, ["A3", "C3"])
    answers = {
        str(move): len(solve_by_rules(position.play(move), AMPLE).winning_moves) for move in position.legal_moves
    }
    best = position.parse("B1")

    assert answers == {"A1": 2, "A2": 2, "B1": 1, "C1": 2}
    assert solve_by_rules(position, AMPLE) == Solution((), best, exact=True)


def test_an_empty_budget_gives_a_move_without_a_proof() -> None:
    position = rules.find_variant("isolation").start(8)
    solution = solve_by_rules(position, Budget(positions=0))

    assert not solution.exact
    assert solution.winning_moves == ()
    assert solution.best in position.legal_moves


@pytest.mark.parametrize("most", range(0, 60, 3))
def test_the_best_move_of_a_lost_position_is_proved_only_when_all_winning_answers_are_counted(most: int) -> None:
    position = rules.replay("dodge", 3, ["A3", "C3"])
    solution = solve_by_rules(position, Budget(AMPLE.seconds, most))

    assert not solution.winning_moves
    assert solution == solve_by_rules(position, AMPLE) or not solution.counted or solution.value is Value.OPEN


def test_a_lost_position_is_called_lost_before_the_winning_answers_are_counted() -> None:
    position = rules.replay("dodge", 3, ["A3", "C3"])
    solutions = [solve_by_rules(position, Budget(AMPLE.seconds, most)) for most in range(60)]
    uncounted = [solution for solution in solutions if not solution.counted]

    assert uncounted
    assert all(solution.value is Value.LOST and solution.exact for solution in uncounted)


@settings(max_examples=25)
@given(positions(keys=["standoff", "dodge", "isolation"], sizes=[4], last=8))
def test_a_worth_of_a_win_or_a_loss_is_proved(position: rules.Position) -> None:
    search, plain = AnytimeSearch(RulesModel(), AMPLE.begin()), PlainSearch()
    worths = [search.worth(position, depth) for depth in range(5)]

    assert all(plain.wins(position) == (worth > 0) for worth in worths if abs(worth) == WON)


def test_a_finished_position_has_no_best_move() -> None:
    assert solve_by_rules(rules.replay("dodge", 3, ["B2"]), AMPLE) == Solution((), None, exact=True)


def test_a_budget_is_not_negative() -> None:
    with pytest.raises(ValueError, match="cannot be negative"):
        Budget(seconds=-1)


def test_a_part_of_a_budget_without_a_limit_of_time_has_none_either() -> None:
    allowance = Budget(seconds=inf, positions=8).begin()
    with allowance.share() as half, half.portion(3) as part:
        assert (part.seconds, part.positions, part.is_spent) == (inf, 3, False)
        for _ in range(3):
            part.spend()
        assert part.is_spent
    assert (allowance.seconds, allowance.positions) == (inf, 5)


def test_half_of_no_time_is_spent() -> None:
    with Budget(seconds=0).begin().share() as half:
        assert half.is_spent


class Countdown:
    """A game in which each move takes one or two from a number, and the player who finds zero loses."""

    def successors(self, left: int) -> list[int]:
        return [left - taken for taken in (1, 2) if taken <= left]

    def estimate(self, left: int) -> int:  # noqa: ARG002  # all numbers look alike
        return 0

    def key(self, left: int) -> int:
        return left


def countdown(left: int, budget: Budget) -> Solution:
    """Return the solution of Countdown; a move takes one more than its cell's number."""
    game = Countdown()
    options = {rules.Move(taken - 1): left - taken for taken in (1, 2)}
    return solve_by_search(game, options, lambda move: game.successors(options[move]), budget.begin())


@pytest.mark.parametrize("left", [30, 31, 32])
def test_a_model_of_another_game_is_solved(left: int) -> None:
    """In Countdown the player to move loses at multiples of three, and wins by a move to one."""
    winning = (rules.Move(left % 3 - 1),) if left % 3 else ()

    assert countdown(left, AMPLE) == Solution(winning, (*winning, rules.Move(0))[0], exact=True)


def test_a_game_longer_than_the_recursion_limit_gives_a_move_without_a_proof() -> None:
    assert countdown(100_000, Budget(seconds=3600, positions=5_000)) == Solution((), rules.Move(0), exact=False)


@settings(max_examples=30)
@given(positions(keys=["standoff"], sizes=[6]), st.integers(0, 300))
def test_a_small_budget_never_proves_anything_wrong(position: rules.Position, most: int) -> None:
    assume(position.ply >= 4)
    hurried, ample = (solver.solve(position, budget) for budget in (Budget(seconds=3600, positions=most), AMPLE))

    assert ample.exact
    assert set(hurried.winning_moves) <= set(ample.winning_moves)
    assert hurried.best in (*position.legal_moves, None)
    assert hurried.value in (ample.value, Value.OPEN)
    if hurried.exact:
        assert hurried.winning_moves == ample.winning_moves
        assert hurried == ample or not hurried.counted
