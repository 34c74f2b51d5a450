"""Marks, resistance and accuracy, compared with plain search by the rules."""

from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gridlock_rules as rules
from gridlock_solver import Accuracy, JudgedPly, Mark, judge, judge_move
from gridlock_solver.judgement.resistance import Answers
from gridlock_solver.judgement.review import accuracy_of, judged_by
from tests.rules.support import CHOICES, KEYS, moves_between, play_out
from tests.solver.support import AMPLE, PlainSearch

# From here on, plain search of a larger board is quick.
MOST_FREE = 8


@cache
def plain() -> PlainSearch:
    """The search, which keeps what it has found from one example to the next."""
    return PlainSearch()


@st.composite
def games(draw: st.DrawFn) -> list[rules.Position]:
    """A game on 3x3, or the rest of one on 4x4."""
    key = draw(st.sampled_from(KEYS))
    game = play_out(rules.find_variant(key).start(draw(st.sampled_from([3, 4]))), draw(CHOICES))
    return [position for position in game if position.size == 3 or free_cells(position) <= MOST_FREE]


def free_cells(position: rules.Position) -> int:
    return sum(mark == "." for row in position.marks for mark in row)


def expected(position: rules.Position, move: rules.Move) -> Mark:
    legal, winning = len(position.legal_moves), plain().winning_moves(position)
    if legal == 1:
        return Mark.FORCED
    if not winning:
        return Mark.HOPELESS
    if len(winning) == legal:
        return Mark.FREE
    if move not in winning:
        return Mark.GAVE_AWAY
    return Mark.ONLY_MOVE if len(winning) == 1 else Mark.KEPT_WIN


def answers(position: rules.Position, move: rules.Move) -> Answers:
    after = position.play(move)
    return Answers(len(plain().winning_moves(after)), len(after.legal_moves))


@settings(max_examples=15, deadline=None)
@given(games())
def test_every_mark_is_that_of_plain_search(game: list[rules.Position]) -> None:
    moves = moves_between(game)
    judged = [judge_move(position, move, AMPLE) for position, move in zip(game, moves, strict=False)]
    assert [ply.mark for ply in judged] == [
        expected(position, move) for position, move in zip(game, moves, strict=False)
    ]
    for ply, position in zip(judged, game, strict=False):
        winning = len(plain().winning_moves(position))
        assert ply.is_decision == (0 < winning < len(position.legal_moves))
        assert ply.is_slip == (ply.is_decision and ply.move not in plain().winning_moves(position))


@settings(max_examples=15, deadline=None)
@given(games())
def test_the_resistance_of_a_lost_move_is_that_of_plain_search(game: list[rules.Position]) -> None:
    for position, move in zip(game, moves_between(game), strict=False):
        ply = judge_move(position, move, AMPLE)
        if ply.mark is not Mark.HOPELESS:
            assert ply.resistance is None
            continue
        assert ply.resistance is not None
        shares = {each: answers(position, each).share for each in position.legal_moves}
        assert ply.resistance.left == answers(position, move)
        assert ply.resistance.was_best == (shares[move] == min(shares.values()))
        assert ply.resistance.was_free == (min(shares.values()) == max(shares.values()))
        assert ply.resistance.best_move is not None
        assert shares[ply.resistance.best_move] == min(shares.values())


def test_the_smaller_share_of_winning_answers_resists_more() -> None:
    """One answer of one is forced, and no player can miss it; two of eighteen can be missed."""
    assert Answers(2, 18).share < Answers(1, 1).share == Fraction(1)


def test_only_decisions_count_in_the_accuracy() -> None:
    plies = judge(["A1", "A2", "B2", "B3", "C3", "A3"], "lines", 3).plies
    assert [ply.mark for ply in plies if ply.is_decision] == [Mark.GAVE_AWAY, Mark.KEPT_WIN]
    assert accuracy_of(plies, rules.Player.ONE) == Accuracy(decisions=1, kept=0)
    assert accuracy_of(plies, rules.Player.TWO) == Accuracy(decisions=1, kept=1)


def test_a_position_that_is_not_solved_for_every_move_is_no_decision() -> None:
    """Otherwise losses would count there, and wins would not, because these are not proved."""
    position = rules.find_variant("dodge").start(3)
    slip = judge_move(position, position.parse("A1"))
    unproved = JudgedPly(0, rules.Player.ONE, slip.move, Mark.GAVE_AWAY, slip.solution.__class__((), None, exact=False))
    assert slip.is_slip
    assert not unproved.is_decision
    assert accuracy_of([unproved], rules.Player.ONE) == Accuracy()


@pytest.mark.parametrize("key", KEYS)
def test_known_solutions_give_the_same_mark_as_a_search(key: str) -> None:
    start = rules.find_variant(key).start(3)
    for move in start.legal_moves:
        searched = judge_move(start, move, AMPLE)
        assert judged_by(start, move, searched.solution).mark is searched.mark
