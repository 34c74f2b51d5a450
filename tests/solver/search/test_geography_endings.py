"""Endings of Lines and Dodge: how long they last and how hard they are, compared with plain search by the rules."""

from functools import cache
from itertools import pairwise, product
from math import prod
from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import gridlock_rules as rules
from gridlock_rules.claim_position import LastCellPosition
from gridlock_rules.geometry import geometry
from gridlock_solver.level_skills import Foresight
from gridlock_solver.levels import LEVELS, choose
from gridlock_solver.registry import find_solver
from gridlock_solver.search.budget import Exhausted
from gridlock_solver.search.geography_endings import Choosing, Endings, drawn, guess, reachable, weighed
from tests.rules.support import positions

SKILL = Foresight(reach=3.0, error=0.6, sharpness=2.0, guile=1.0, farthest=9, view=1_000)
OF_GEOGRAPHY = positions(keys=["lines", "dodge"], sizes=[3, 4], last=7)


@cache
def plies_left(position: rules.Position) -> int:
    """Return how many plies are left if the winner hurries and the loser delays, by the rules alone."""
    after = [plies_left(position.play(move)) for move in position.legal_moves]
    won = [plies + 1 for plies in after if plies % 2 == 0]
    return min(won) if won else max((plies + 1 for plies in after), default=0)


def shares_of_draws(beliefs: list[float]) -> list[float]:
    """Return how often each move is drawn from those believed to win, or from all, over all sets of beliefs."""
    shares = [0.0] * len(beliefs)
    for believed in product([True, False], repeat=len(beliefs)):
        chance = prod(belief if has else 1 - belief for belief, has in zip(beliefs, believed, strict=True))
        among = [number for number, has in enumerate(believed) if has] or range(len(beliefs))
        for number in among:
            shares[number] += chance / len(among)
    return shares


def shares_of_weights(beliefs: list[float]) -> list[float]:
    """Return the share of each belief in their sum."""
    return [belief / sum(beliefs) if sum(beliefs) else 0.0 for belief in beliefs]


@cache
def chance_to_win(position: rules.Position, skill: Foresight | None, *, draws: bool) -> float:
    """Return the chance against a player to move of this skill, or who plays at random, by the rules alone."""
    if plies_left(position) == 1 and skill:
        return 0.0
    if plies_left(position) % 2 == 0:
        return 1.0
    beliefs, hopes = [], []
    for move in position.legal_moves:
        after = position.play(move)
        missed = skill.oversight(plies_left(after)) if skill else 0.5
        loses = plies_left(after) % 2 == 1
        beliefs.append(missed if loses else 1 - missed)
        answers = [chance_to_win(after.play(answer), skill, draws=draws) for answer in after.legal_moves]
        hopes.append(1.0 if loses else max(answers, default=0.0))
    shares = shares_of_draws(beliefs) if draws else shares_of_weights(beliefs)
    return sum(share * hope for share, hope in zip(shares, hopes, strict=True))


def chance_after(position: rules.Position, move: rules.Move) -> float:
    """Return the chance of a player who plays this move, a mean of those against level 4's skill and random play."""
    after = position.play(move)
    skilled, guessing = (chance_to_win(after, skill, draws=True) for skill in (skill_of(position), None))
    return 0.35 * skilled + 0.65 * guessing


def skill_of(position: rules.Position) -> Foresight:
    """Return the skill of level 4."""
    skill = find_solver(position.variant.key).skills[-1]
    assert isinstance(skill, Foresight)
    return skill


def state(position: rules.Position, choosing: Choosing = weighed) -> tuple[Endings, int, int]:
    """Return the endings, the unclaimed cells that matter and the last cell of a position."""
    assert isinstance(position, LastCellPosition)
    assert position.last is not None
    graph = find_solver(position.variant.key).graph
    assert graph is not None
    edges = graph(position.size)
    unclaimed = geometry(position.size).board & ~(position.one | position.two)
    return Endings(edges, 100_000, choosing), reachable(edges, unclaimed, position.last), position.last


@given(OF_GEOGRAPHY)
def test_an_ending_lasts_as_long_as_the_rules_let_it(position: rules.Position) -> None:
    assume(position.ply >= position.size)
    endings, unclaimed, last = state(position)

    assert endings.plies(unclaimed, last) == plies_left(position)


@given(OF_GEOGRAPHY)
def test_a_shorter_look_ahead_finds_the_same_or_nothing(position: rules.Position) -> None:
    assume(position.ply >= position.size)
    endings, unclaimed, last = state(position)

    for most in range(8):
        expected = plies_left(position)
        assert endings.plies(unclaimed, last, most) == (expected if expected <= most else None)


@pytest.mark.parametrize("choosing", [drawn, weighed])
@settings(max_examples=30)
@given(position=positions(keys=["lines", "dodge"], sizes=[3, 4], last=7))
def test_the_chance_against_a_player_who_errs_is_that_of_the_rules(
    choosing: Choosing, position: rules.Position
) -> None:
    assume(position.ply >= max(1, position.size**2 - 9))
    endings, unclaimed, last = state(position, choosing)

    for skill, oversight in ((SKILL, SKILL.oversight), (None, guess)):
        expected = chance_to_win(position, skill, draws=choosing is drawn)
        assert endings.chance(unclaimed, last, oversight) == pytest.approx(expected)


@settings(max_examples=30, suppress_health_check=[HealthCheck.filter_too_much])
@given(positions(keys=["lines", "dodge"], sizes=[3, 4], last=7), st.integers(0, 100))
def test_the_highest_level_plays_one_of_the_hardest_problems(position: rules.Position, seed: int) -> None:
    assume(position.ply >= max(1, position.size**2 - 9) and position.legal_moves and plies_left(position) % 2 == 0)
    chosen = choose(position, LEVELS[-1], Random(seed))  # noqa: S311  # games, not secrets
    hardest = max(chance_after(position, move) for move in position.legal_moves)

    assert chance_after(position, chosen) >= hardest - 0.011


def test_a_look_at_too_many_states_is_given_up() -> None:
    _, unclaimed, last = state(rules.replay("lines", 5, ["C3"]))
    graph = find_solver("lines").graph
    assert graph is not None

    with pytest.raises(Exhausted):
        Endings(graph(5), 1_000).plies(unclaimed, last)


def test_a_look_ahead_costs_nothing_where_no_ending_is_near() -> None:
    _, unclaimed, last = state(rules.replay("dodge", 5, ["C3"]))
    graph = find_solver("dodge").graph
    assert graph is not None

    assert Endings(graph(5), most_moves=0).plies(unclaimed, last, most=6) is None


def test_a_skill_errs_more_the_farther_the_end_and_never_jumps() -> None:
    errors = [SKILL.oversight(plies) for plies in range(SKILL.farthest + 2)]
    steps = [after - before for before, after in pairwise(errors)]

    assert errors[0] == 0
    assert all(0 < step < SKILL.error / 3 for step in steps)
    assert errors[-1] < SKILL.error
    assert SKILL.oversight(30) == errors[-1]
