"""Levels: legal moves, the same with the same luck, and no won position lost by the highest."""

from functools import cache, partial
from hashlib import sha256
from itertools import pairwise, product
from random import Random
from statistics import fmean

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import gridlock_rules as rules
from gridlock_solver import Budget, solve
from gridlock_solver.level_play.geography import foresights
from gridlock_solver.level_skills import Foresight, Sense
from gridlock_solver.levels import LEVELS, choose
from gridlock_solver.registry import SOLVERS
from gridlock_solver.search.geography_endings import MOST_PLIES
from tests.rules.support import CHOICES, FILL, play_out, positions
from tests.solver.support import AMPLE, PlainSearch

BY_SENSE = [key for key, solver in SOLVERS.items() if isinstance(solver.skills[0], Sense)]
BY_FORESIGHT = [key for key, solver in SOLVERS.items() if isinstance(solver.skills[0], Foresight)]
EXACT_ON_5X5 = [key for key, solver in SOLVERS.items() if solver.exact_to >= 5]
PLAYED = {
    "lines": "61a1de3de5eb4e1e",
    "standoff": "6e783d74a1246220",
    "dodge": "664ea3dffb43705e",
    "blocking": "1b354b07f4243ce1",
    "isolation": "7da3e4e083ffdfb9",
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


# Positions that no move ends are skipped.
@settings(suppress_health_check=[HealthCheck.filter_too_much])
@given(positions(last=2), EVERY_LEVEL, SEEDS)
def test_every_level_ends_the_game_when_it_can(position: rules.Position, level: int, seed: int) -> None:
    assume(any(not position.play(move).legal_moves for move in position.legal_moves))
    move = choose(position, level, luck(seed), solver=quickly)

    assert not position.play(move).legal_moves


@cache
def depth(position: rules.Position, most: int = 5) -> int | None:
    """Return how many plies are left if the winner hurries and the loser delays, by the rules; None if too many."""
    if not position.legal_moves:
        return 0
    if not most:
        return None
    after = [depth(position.play(move), most - 1) for move in position.legal_moves]
    won = [plies for plies in after if plies is not None and plies % 2 == 0]
    if won:
        return min(won) + 1
    return None if None in after else max(plies for plies in after if plies is not None) + 1


@pytest.mark.parametrize("key", BY_FORESIGHT)
def test_a_higher_level_with_foresight_keeps_as_many_wins_at_everydepth(key: str) -> None:
    """In positions that are won in 3 plies, in 5, and in more, among those in which some moves give the win away."""
    late = [position for position in decisive(key) if position.ply > 12]
    classes = {plies: [position for position in late if depth(position) == plies] for plies in (3, 5, None)}
    for positions_of_class in classes.values():
        assert positions_of_class
        kept = [
            fmean(
                choose(position, level, luck(seed)) in solve(position).winning_moves
                for position, seed in product(positions_of_class, range(24))
            )
            for level in LEVELS
        ]
        assert kept == sorted(kept)
        assert kept[0] < kept[-1] == 1


@pytest.mark.parametrize("key", BY_FORESIGHT)
def test_a_higher_level_with_foresight_misjudges_no_more_moves_of_anydepth(key: str) -> None:
    for lower, higher in pairwise(foresights(SOLVERS[key].skills)):
        assert all(higher.oversight(plies) <= lower.oversight(plies) for plies in range(MOST_PLIES))


@pytest.mark.parametrize("key", BY_SENSE)
def test_a_higher_level_with_a_sense_of_room_solves_more_positions_of_every_size(key: str) -> None:
    for lower, higher in pairwise(SOLVERS[key].skills):
        assert isinstance(lower, Sense)
        assert isinstance(higher, Sense)
        assert all(higher.insight(moves) > lower.insight(moves) for moves in range(1, 200))
        assert higher.error <= lower.error


@pytest.mark.parametrize("key", PLAYED)
def test_the_levels_play_as_in_the_tournament(key: str) -> None:
    """docs/strength.md has the results of `make tournament` with these levels."""
    moves = []
    for level in LEVELS:
        chance, position = luck(level), rules.find_variant(key).start(4)
        while position.legal_moves:
            moves.append(choose(position, level, chance))
            position = position.play(moves[-1])

    assert sha256(" ".join(map(str, moves)).encode()).hexdigest()[:16] == PLAYED[key]


def test_the_lowest_level_is_no_weaker_than_random_play() -> None:
    """In Standoff on 5x5: docs/strength.md has the shares of more games."""
    won = 0
    for seed in range(20):
        chance, position = luck(seed), rules.find_variant("standoff").start(5)
        while position.legal_moves:
            its_turn = position.ply % 2 == seed % 2
            position = position.play(choose(position, 1, chance) if its_turn else chance.choice(position.legal_moves))
        won += position.ply % 2 != seed % 2

    assert won >= 10


@pytest.mark.parametrize("key", [key for key in EXACT_ON_5X5 if not rules.find_variant(key).size_decides])
@pytest.mark.parametrize("seat", [0, 1])
def test_the_highest_level_never_plays_a_game_twice_against_a_player_who_repeats_moves(key: str, seat: int) -> None:
    """On 5x5, in ten games with different luck, against a player who always takes the first legal move.

    Where the board decides who wins, a game has few moves, and there is no win to learn.
    """
    games = set()
    for seed in range(10):
        chance, position, moves = luck(seed), rules.find_variant(key).start(5), []
        while position.legal_moves:
            its_turn = position.ply % 2 == seat
            moves.append(choose(position, LEVELS[-1], chance) if its_turn else position.legal_moves[0])
            position = position.play(moves[-1])
        games.add(tuple(moves))

    assert len(games) == 10


@pytest.mark.parametrize(("key", "moves"), [("standoff", ["A1"]), ("lines", []), ("dodge", [])])
def test_the_highest_level_varies_the_winning_move(key: str, moves: list[str]) -> None:
    position = rules.replay(key, 5, moves)
    winning = solve(position).winning_moves

    assert len(winning) > 1
    assert {choose(position, LEVELS[-1], luck(seed)) for seed in range(20 * len(winning))} == set(winning)


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
