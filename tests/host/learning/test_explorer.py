"""The opening explorer in the host: values from a worker, kept for the next person."""

from __future__ import annotations

import asyncio

import pytest

from gridlock_host import Database
from gridlock_host.errors import CannotThink
from gridlock_host.learning.explorer import Explorer
from gridlock_host.learning.walks import Walk
from gridlock_host.workers.pool import WorkerPool
from gridlock_rules import UnsupportedSize, find_variant
from gridlock_solver import Value
from tests.host.support.host import ADA, BOB, GUILD

LINES = find_variant("lines")


@pytest.fixture(params=["sqlite_url"])
def database_url(request: pytest.FixtureRequest) -> str:
    """One kind of database: its rows do not matter here."""
    url: str = request.getfixturevalue(request.param)
    return url


async def test_two_people_get_the_same_values_from_one_search(database: Database, pool: WorkerPool) -> None:
    explorer, walk = Explorer(database, pool), Walk.start(LINES, 3)
    first, second = await asyncio.gather(
        *(explorer.explore(walk, user_id=person, guild_id=GUILD) for person in (ADA, BOB))
    )
    assert first == second
    assert {value.value for value in first.values} == {Value.WON}
    assert all(mine.plies == theirs.plies is not None for mine, theirs in zip(first.values, second.values, strict=True))


async def test_a_finished_game_has_no_values(database: Database, pool: WorkerPool) -> None:
    walk = Walk.start(find_variant("dodge"), 3)
    walk = walk.play(walk.position.parse("B2"))
    explored = await Explorer(database, pool).explore(walk, user_id=ADA, guild_id=GUILD)
    assert (explored.values, explored.hidden) == ((), frozenset())


async def test_a_failing_solver_is_a_refusal(database: Database, pool: WorkerPool) -> None:
    await pool.close()
    with pytest.raises(CannotThink):
        await Explorer(database, pool).explore(Walk.start(LINES, 3), user_id=ADA, guild_id=GUILD)


def test_a_size_without_a_board_is_refused() -> None:
    with pytest.raises(UnsupportedSize):
        Walk.start(LINES, 9)
