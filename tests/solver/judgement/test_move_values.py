"""Values of moves: as plain search finds them, with the number of moves to the end of the game."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gridlock_rules as rules
from gridlock_solver import Budget, Value, solve
from gridlock_solver.judgement.move_values import value_moves
from tests.solver.support import AMPLE, PlainSearch

NOTHING = Budget(seconds=0, positions=0)
LATE = 5
"""A ply from which all play on the smallest boards is quickly searched."""


def late_position(variant: rules.Variant, size: int, seed: int, left: int) -> rules.Position:
    """The position of a random game so many plies before its end."""
    random, position = Random(seed), variant.start(size)  # noqa: S311
    positions = [position]
    while legal := position.legal_moves:
        position = position.play(random.choice(legal))
        positions.append(position)
    return positions[max(0, len(positions) - 1 - left)]


class PlainLengths:
    """Who wins and how long games last, by a search of all play with the rules alone."""

    def __init__(self) -> None:
        self._known: dict[rules.Position, tuple[bool, int]] = {}

    def find(self, position: rules.Position) -> tuple[bool, int]:
        """Return whether the player to move wins, and the plies to the end."""
        if position not in self._known:
            after = [self.find(position.play(move)) for move in position.legal_moves]
            lost = [plies for wins, plies in after if not wins]
            longest = max((plies for _, plies in after), default=-1)
            self._known[position] = (True, 1 + min(lost)) if lost else (False, 1 + longest)
        return self._known[position]


@settings(max_examples=30)
@given(st.sampled_from(rules.VARIANTS), st.sampled_from([3, 4]), st.integers(0, 2**32))
def test_every_move_has_the_value_and_the_length_of_plain_search(variant: rules.Variant, size: int, seed: int) -> None:
    position = late_position(variant, size, seed, 3 if variant.cells_per_move == 2 else 5)
    values, plain = value_moves(position, AMPLE), PlainLengths()

    assert [value.move for value in values] == list(position.legal_moves)
    for value in values:
        opponent_wins, plies = plain.find(position.play(value.move))
        assert value.value is (Value.LOST if opponent_wins else Value.WON)
        # A late position of Isolation, and the start of a short game, may still have too many that follow.
        may_be_open = variant.cells_per_move == 2 or position.ply < LATE
        assert value.plies == 1 + plies or (value.plies is None and may_be_open)


@settings(max_examples=20)
@given(st.sampled_from(rules.VARIANTS), st.integers(0, 2**32), st.integers(0, 8))
def test_no_move_is_open_where_the_solution_is_exact(variant: rules.Variant, seed: int, left: int) -> None:
    position = late_position(variant, 5, seed, left)
    solution = solve(position, AMPLE)

    assert solution.exact
    values = value_moves(position, AMPLE)
    assert tuple(value.move for value in values if value.value is Value.WON) == solution.winning_moves
    assert all(value.value is not Value.OPEN for value in values)


@settings(max_examples=15)
@given(st.integers(0, 2**32), st.integers(3, 9))
def test_what_is_proved_without_a_budget_is_true(seed: int, left: int) -> None:
    """A move that is not proved is open, and no value is guessed."""
    position = late_position(rules.find_variant("standoff"), 5, seed, left)
    plain = PlainSearch()

    for value in value_moves(position, NOTHING):
        if value.value is not Value.OPEN:
            assert plain.wins(position.play(value.move)) is (value.value is Value.LOST)


def test_a_large_board_that_is_not_solved_is_open_and_has_no_lengths() -> None:
    values = value_moves(rules.replay("isolation", 8, ["A1", "H8"]), NOTHING)

    assert {value.value for value in values} == {Value.OPEN}
    assert {value.plies for value in values} == {None}


@pytest.mark.parametrize(("moves", "left"), [((), 8), (("A1", "B2", "C3"), 5)])
def test_in_blocking_the_length_is_known_from_the_start(moves: tuple[str, ...], left: int) -> None:
    assert {value.plies for value in value_moves(rules.replay("blocking", 8, moves), NOTHING)} == {left}


def test_a_finished_position_has_no_values() -> None:
    assert value_moves(rules.replay("dodge", 3, ["B2"]), AMPLE) == ()
