"""Levels: legal moves, the same with the same luck, and no won position lost by the highest."""

from collections.abc import Container
from functools import cache, partial
from hashlib import sha256
from itertools import product
from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import gridlock_rules as rules
from gridlock_solver import Budget, solve
from gridlock_solver.level_skills import Sight
from gridlock_solver.levels import LEVELS, choose
from gridlock_solver.registry import SOLVERS
from tests.rules.support import CHOICES, FILL, play_out, positions
from tests.solver.support import AMPLE, PlainSearch

BY_SIGHT = [key for key, solver in SOLVERS.items() if isinstance(solver.skills[0], Sight)]
EXACT_ON_5X5 = [key for key, solver in SOLVERS.items() if solver.exact_to >= 5]
PLAYED = {
    "lines": "06d25cd05fbdf9e8",
    "standoff": "f9dba2b8a576699e",
    "dodge": "324924d7bc2474f8",
    "blocking": "d2dafc9c48697f5b",
    "isolation": "86dc11ad9a09a855",
}
"""Digests of games between equal levels on 4x4."""
EVERY_LEVEL = st.sampled_from(LEVELS)
SEEDS = st.integers(0, 10_000)


def luck(seed: int) -> Random:
    """Return the source of a level's random choices."""
    return Random(seed)  # noqa: S311  # games, not secrets


@cache
def decisive(key: str) -> list[rules.Position]:
    """Return won positions on 5x5 in which some moves give the win away, from games of random play against level 5."""
    found = []
    for seed in range(15):
        chance, position = luck(seed), rules.find_variant(key).start(5)
        while position.legal_moves:
            if 0 < len(solve(position).winning_moves) < len(position.legal_moves):
                found.append(position)
            its_turn = position.to_move is rules.Player.TWO
            position = position.play(
                choose(position, LEVELS[-1], chance) if its_turn else chance.choice(position.legal_moves)
            )
    return found


def endings(key: str, empty: Container[int]) -> list[rules.Position]:
    """Return those of them that have one of these numbers of empty cells."""
    return [position for position in decisive(key) if 25 - position.ply in empty]


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
def test_every_level_plays_a_variant_without_a_solver(choices: list[int], level: int, seed: int) -> None:
    position = play_out(FILL.start(), choices)[4]

    assert choose(position, level, luck(seed), solver=quickly) in position.legal_moves


# Lost positions are skipped.
@settings(suppress_health_check=[HealthCheck.filter_too_much])
@given(positions(sizes=[3, 4], last=6), SEEDS)
def test_the_highest_level_keeps_every_win(position: rules.Position, seed: int) -> None:
    """On small boards, where plain search can tell what wins."""
    winning = PlainSearch().winning_moves(position)
    assume(winning)

    assert choose(position, LEVELS[-1], luck(seed)) in winning


@pytest.mark.parametrize("key", EXACT_ON_5X5)
@pytest.mark.parametrize("seed", range(2))
def test_the_highest_level_wins_every_game_that_it_can(key: str, seed: int) -> None:
    """On 5x5, against random play, moving first and second."""
    chance, position, could_win = luck(seed), rules.find_variant(key).start(5), False
    while position.legal_moves:
        if position.ply % 2 == seed:
            could_win = could_win or solve(position).is_won
            position = position.play(choose(position, LEVELS[-1], chance))
            assert not (could_win and solve(position).is_won)
        else:
            position = position.play(chance.choice(position.legal_moves))

    assert not could_win or position.ply % 2 != seed


@pytest.mark.parametrize("key", BY_SIGHT)
def test_every_level_with_sight_wins_short_endings(key: str) -> None:
    short = endings(key, range(6))

    assert short
    for position, level in product(short, LEVELS):
        assert choose(position, level, luck(0)) in solve(position).winning_moves


def test_in_lines_a_lower_level_gives_long_endings_away() -> None:
    long = endings("lines", range(10, 26))

    assert long
    for position, level in product(long, LEVELS[:-1]):
        assert choose(position, level, luck(0)) not in solve(position).winning_moves


@pytest.mark.parametrize(("key", "empty"), [("lines", 9), ("dodge", 7)])
def test_a_higher_level_with_sight_misjudges_fewer_endings(key: str, empty: int) -> None:
    position = endings(key, {empty})[0]
    winning = solve(position).winning_moves
    kept = [sum(choose(position, level, luck(seed)) in winning for seed in range(50)) for level in (1, 3, 4)]

    assert kept == sorted(set(kept))


@settings(max_examples=30)
@given(positions(keys=BY_SIGHT, sizes=[4, 5]), EVERY_LEVEL, SEEDS)
def test_every_level_with_sight_plays_a_lost_position_like_the_highest(
    position: rules.Position, level: int, seed: int
) -> None:
    assume(position.legal_moves and not solve(position).is_won)

    assert choose(position, level, luck(seed)) == choose(position, LEVELS[-1], luck(seed))


@pytest.mark.parametrize("key", PLAYED)
def test_the_levels_play_as_in_the_tournament(key: str) -> None:
    """docs/strength.md has the results of `make tournament` with these levels."""
    moves = []
    for level, seed in product(LEVELS, range(3)):
        chance, position = luck(seed), rules.find_variant(key).start(4)
        while position.legal_moves:
            moves.append(choose(position, level, chance))
            position = position.play(moves[-1])

    assert sha256(" ".join(map(str, moves)).encode()).hexdigest()[:16] == PLAYED[key]


@pytest.mark.parametrize(("key", "games"), [("lines", 40), ("standoff", 10), ("dodge", 40)])
def test_the_lowest_level_wins_most_games_against_random_play(key: str, games: int) -> None:
    won = 0
    for seed in range(games):
        chance, position = luck(seed), rules.find_variant(key).start(5)
        while position.legal_moves:
            its_turn = position.ply % 2 == seed % 2
            position = position.play(choose(position, 1, chance) if its_turn else chance.choice(position.legal_moves))
        won += position.ply % 2 != seed % 2

    assert won > games / 2


@pytest.mark.parametrize(
    ("key", "moves", "best"), [("standoff", [], "C3"), ("isolation", ["C3"], "B2"), ("dodge", ["A1", "E5"], "A2")]
)
def test_the_highest_level_plays_the_best_move_of_a_won_position(key: str, moves: list[str], best: str) -> None:
    position = rules.replay(key, 5, moves)

    assert str(choose(position, LEVELS[-1], luck(0))) == str(solve(position).best) == best


def test_the_highest_level_leaves_few_winning_answers_in_a_lost_position() -> None:
    position = rules.replay("standoff", 5, ["A1", "B4"])
    chosen = choose(position, LEVELS[-1], luck(0))
    answers = solve(position.play(chosen)).winning_moves

    assert not solve(position).is_won
    assert len(answers) == min(len(solve(position.play(move)).winning_moves) for move in position.legal_moves)
    assert len(answers) < len(position.play(chosen).legal_moves)


def test_the_highest_level_leaves_many_answers_if_all_of_them_win() -> None:
    position = rules.replay("dodge", 5, ["C3"])
    after = {move: position.play(move) for move in position.legal_moves}
    chosen = choose(position, LEVELS[-1], luck(0))

    assert all(len(solve(each).winning_moves) == len(each.legal_moves) for each in after.values())
    assert len(after[chosen].legal_moves) == max(len(each.legal_moves) for each in after.values())


@pytest.mark.parametrize("level", LEVELS[:-1])
def test_a_lower_level_varies_its_moves(level: int) -> None:
    start = rules.find_variant("standoff").start()

    assert len({choose(start, level, luck(seed)) for seed in range(20)}) > 1


@pytest.mark.parametrize("level", [0, 6, -1])
def test_an_unknown_level_is_refused(level: int) -> None:
    with pytest.raises(ValueError, match=f"levels go from 1 to 5: there is no level {level}"):
        choose(rules.find_variant("lines").start(), level, luck(0))


@pytest.mark.parametrize("level", LEVELS)
def test_a_finished_game_is_refused(level: int) -> None:
    with pytest.raises(ValueError, match="the game is over"):
        choose(rules.replay("dodge", 3, ["B2"]), level, luck(0))
