"""Levels of play: they keep to the rules, depend on the seed alone, and the highest loses nothing that is won."""

from functools import partial
from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import gridlock_rules as rules
from gridlock_solver import Budget, solve
from gridlock_solver.levels import LEVELS, choose
from tests.rules.support import CHOICES, KEYS, play_out, positions
from tests.rules.test_sixth_variant import FILL
from tests.solver.support import AMPLE, PlainSearch

EVERY_LEVEL = st.sampled_from(LEVELS)
SEEDS = st.integers(0, 10_000)


def luck(seed: int) -> Random:
    """What a level's luck comes from."""
    return Random(seed)  # noqa: S311  # games, not secrets


quickly = partial(solve, budget=Budget(seconds=AMPLE.seconds, positions=200))


@given(positions(), EVERY_LEVEL, SEEDS)
def test_every_level_plays_a_legal_move_and_the_same_one_with_the_same_luck(
    position: rules.Position, level: int, seed: int
) -> None:
    assume(position.legal_moves)
    move = choose(position, level, luck(seed), solver=quickly)

    assert move in position.legal_moves
    assert move == choose(position, level, luck(seed), solver=quickly)


@given(CHOICES, EVERY_LEVEL, SEEDS)
def test_a_variant_without_a_solver_is_played_too(choices: list[int], level: int, seed: int) -> None:
    position = play_out(FILL.start(), choices)[4]

    assert choose(position, level, luck(seed), solver=quickly) in position.legal_moves


# Most early positions are left out, because plain search takes long there, and so are all that are lost.
@settings(suppress_health_check=[HealthCheck.filter_too_much])
@given(positions(keys=[key for key in KEYS if key != "blocking"], sizes=[3, 4]), SEEDS)
def test_the_highest_level_keeps_every_win(position: rules.Position, seed: int) -> None:
    """On small boards, where plain search says what wins: so that the solver is not its own judge."""
    assume(position.ply >= 6)
    winning = PlainSearch().winning_moves(position)
    assume(winning)

    assert choose(position, LEVELS[-1], luck(seed)) in winning


@pytest.mark.parametrize(
    ("key", "moves", "best"), [("standoff", [], "C3"), ("isolation", ["C3"], "B2"), ("dodge", ["A1", "E5"], "A2")]
)
def test_the_highest_level_plays_the_best_move_where_it_wins(key: str, moves: list[str], best: str) -> None:
    position = rules.replay(key, 5, moves)

    assert str(choose(position, LEVELS[-1], luck(0))) == str(solve(position).best) == best


def test_the_highest_level_leaves_few_winning_answers_where_it_has_lost() -> None:
    position = rules.replay("standoff", 5, ["A1", "B4"])
    chosen = choose(position, LEVELS[-1], luck(0))
    answers = solve(position.play(chosen)).winning_moves

    assert not solve(position).is_won
    assert len(answers) == min(len(solve(position.play(move)).winning_moves) for move in position.legal_moves)
    assert len(answers) < len(position.play(chosen).legal_moves)


def test_where_every_answer_wins_the_highest_level_leaves_as_many_as_it_can() -> None:
    position = rules.replay("dodge", 5, ["C3"])
    after = {move: position.play(move) for move in position.legal_moves}
    chosen = choose(position, LEVELS[-1], luck(0))

    assert all(len(solve(each).winning_moves) == len(each.legal_moves) for each in after.values())
    assert len(after[chosen].legal_moves) == max(len(each.legal_moves) for each in after.values())


@pytest.mark.parametrize("level", LEVELS[:-1])
def test_a_lower_level_does_not_always_play_the_same(level: int) -> None:
    start = rules.find_variant("standoff").start()

    assert len({choose(start, level, luck(seed)) for seed in range(20)}) > 1


@pytest.mark.parametrize("level", [0, 6, -1])
def test_there_are_no_other_levels(level: int) -> None:
    with pytest.raises(ValueError, match=f"levels go from 1 to 5: there is no level {level}"):
        choose(rules.find_variant("lines").start(), level, luck(0))


@pytest.mark.parametrize("level", LEVELS)
def test_nobody_moves_in_a_finished_game(level: int) -> None:
    with pytest.raises(ValueError, match="the game is over"):
        choose(rules.replay("dodge", 3, ["B2"]), level, luck(0))
