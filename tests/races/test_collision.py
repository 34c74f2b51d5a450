"""A few collisions of each pair; `make races` runs far more."""

from __future__ import annotations

import itertools
from random import Random

import pytest

from gridlock_host import Database
from races import actions
from races.actions import PAIRS, Pair, Process
from races.arenas import OneProcess, two_processes
from races.collision import Pace, Score, collide
from races.scenes import Scene, nearly_won_game, running_game

TIMES = 3


@pytest.fixture
def random() -> Random:
    return Random(1)  # noqa: S311


def by_pair(pair: Pair) -> str:
    return pair.name


@pytest.mark.parametrize("pair", PAIRS, ids=by_pair)
async def test_concurrent_actions_in_one_process_are_serializable(
    pair: Pair, database: Database, random: Random
) -> None:
    score = await collide(pair, OneProcess(database), database, itertools.count(), TIMES, random)
    assert score.breaches == []
    assert score.first + score.second == (TIMES if score.orders_differ else 0)


async def test_concurrent_actions_in_two_processes_are_serializable(database: Database, random: Random) -> None:
    numbers = itertools.count()
    async with two_processes(database) as arena:
        scores = [await collide(pair, arena, database, numbers, TIMES, random) for pair in PAIRS]
    assert [score.breaches for score in scores] == [[]] * len(PAIRS)


async def lost_collision(one: actions.Action, two: actions.Action, database: Database, random: Random) -> Score:
    pair = Pair("broken", running_game, one, two, granted=frozenset({1, 2}))
    return await collide(pair, OneProcess(database), database, itertools.count(), 1, random)


async def test_a_move_that_is_acknowledged_and_lost_is_reported(database: Database, random: Random) -> None:
    async def move_or_forget_to(process: Process, scene: Scene) -> None:
        """The first two scenes are those in which nothing collides."""
        if scene.number < 2:
            await actions.ada_moves_to_c1(process, scene)

    score = await lost_collision(move_or_forget_to, actions.ada_moves_to_a4, database, random)
    assert len(score.breaches) == 1


async def test_two_that_are_granted_where_one_may_be_are_reported(database: Database, random: Random) -> None:
    async def look(process: Process, scene: Scene) -> None:
        await process.host.games.find(scene.guild_id, scene.subject_id)

    pair = Pair("broken", running_game, actions.ada_moves_to_c1, look)
    score = await collide(pair, OneProcess(database), database, itertools.count(), 1, random)
    assert score.breaches == ["scene 2: 2 of the two were granted"]


async def test_a_refusal_without_a_text_is_reported(database: Database, random: Random) -> None:
    class Silence(actions.NothingDue):
        def __str__(self) -> str:
            return ""

    async def refuse(process: Process, scene: Scene) -> None:  # noqa: ARG001
        raise Silence

    score = await lost_collision(actions.ada_moves_to_c1, refuse, database, random)
    assert score.breaches == ["scene 2: Silence without a text"]


async def test_an_action_that_fails_is_reported_and_the_collisions_go_on(database: Database, random: Random) -> None:
    async def fail(process: Process, scene: Scene) -> None:  # noqa: ARG001
        raise ZeroDivisionError

    score = await lost_collision(actions.ada_moves_to_c1, fail, database, random)
    assert score.breaches == ["scene 2: ZeroDivisionError() without a text"]


async def test_scenes_share_no_ids(database: Database) -> None:
    arena = OneProcess(database)
    scenes = [await arena.prepare(nearly_won_game, Scene(number)) for number in range(3)]
    assert len({each.guild_id for each in scenes} | {each.ada for each in scenes}) == 6
    assert len({each.subject_id for each in scenes}) == 3


async def test_each_order_is_forced_once_in_every_round() -> None:
    pace = Pace()
    pace.note(0, 0.004)
    pace.note(1, 0.020)
    pace.note(1, 0.030)
    random = Random(1)  # noqa: S311
    starts = [tuple(round(each, 3) for each in pace.delays(collision, random)) for collision in (0, 1, 4, 5)]
    assert starts == [(0.0, 0.006), (0.03, 0.0)] * 2
    by_chance = [pace.delays(collision, random) for collision in range(2, 400, 4)]
    assert all(one <= 0.020 and two <= 0.004 and 0 in (one, two) for one, two in by_chance)
    assert len({one > two for one, two in by_chance}) == 2
