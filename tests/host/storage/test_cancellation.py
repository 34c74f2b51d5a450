"""Requests cancelled at every point where they wait."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Coroutine, Generator
from types import coroutine
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host import Database, Game, Host
from gridlock_host.errors import NotModerator
from tests.host.support.host import ADA, BOB, CHANNEL, GUILD, assert_whole, lift_limits, open_host, play, propose, start


@coroutine
def cancelled_at(request: Coroutine[Any, Any, object], waits: range) -> Generator[Any, None, int]:
    """Run a request, cancel its task at these waits, and return the number of all waits."""
    task = asyncio.current_task()
    assert task is not None
    waited, thrown = 0, None
    while True:
        try:
            awaited = request.send(None) if thrown is None else request.throw(thrown)
        except StopIteration:
            return waited
        if waited in waits:
            task.cancel()
        waited += 1
        try:
            yield awaited
        except BaseException as error:  # noqa: BLE001  # whatever the task throws is for the request
            thrown = error
        else:
            thrown = None


async def evening(host: Host) -> Game:
    """A challenge, its acceptance, and the one move that wins at once: every kind of transaction."""
    challenge = await propose(host, variant="dodge")
    game = await host.challenges.accept(GUILD, challenge.id, BOB, channel_id=CHANNEL)
    return await host.games.move(GUILD, game.id, ADA, "B2")


async def run_cancelled(host: Host, waits: range) -> int | None:
    """Play and cancel at these waits; return the number of waits, or None if it was cancelled."""

    async def request() -> int:
        return await cancelled_at(evening(host), waits)

    task = asyncio.create_task(request())
    await asyncio.wait([task])
    await asyncio.gather(*asyncio.all_tasks() - {asyncio.current_task()}, return_exceptions=True)
    return None if task.cancelled() else task.result()


# A connection that is cancelled while it is made is closed as garbage, of which Python 3.13 warns. It holds nothing.
@pytest.mark.filterwarnings("ignore:unclosed database:ResourceWarning")
@pytest.mark.filterwarnings("ignore:Exception ignored in. <sqlite3:pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("times", [1, 2], ids=["once", "twice in a row"])
async def test_a_request_cancelled_anywhere_leaves_nothing_half_done(database: Database, times: int) -> None:
    """No transaction stays open, no connection stays out, no lock stays held, and no game is half written."""
    url = database.url.render_as_string(hide_password=False)
    await lift_limits(open_host(database))
    # A wait for PostgreSQL takes longer; what lies between two of those tried is tried on SQLite.
    for wait in range(0, 1_000, times if database.is_sqlite else 3 * times):
        used = Database(url)
        host = open_host(used)
        # A connection that is cancelled twice while it is made has nothing to lose: only those in use matter then.
        if times > 1:
            await host.games.open_for(GUILD, ADA)
            await host.challenges.open_for(GUILD, ADA)
        waited = await run_cancelled(host, range(wait, wait + times))
        assert used._engine.pool.checkedout() == 0  # type: ignore[attr-defined]
        await assert_whole(database)
        # Another process can write, and so can the one whose request was cancelled.
        game = await start(open_host(database), variant="dodge")
        await play(host, game, "B2")
        await used.close()
        if waited is not None:
            assert waited <= wait
            gc.collect()
            return
    pytest.fail("a request waited a thousand times")


async def test_a_refusal_of_a_cancelled_request_is_no_error(sqlite_url: str) -> None:
    told: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context))
    database = Database(sqlite_url)

    async def refuse(_: AsyncConnection) -> None:
        raise NotModerator

    async with database.writing():
        refused = asyncio.create_task(database.transact(refuse))
        for _ in range(10):
            # It comes as far as the turn to write, which this block has.
            await asyncio.sleep(0)
        refused.cancel()
        await asyncio.wait([refused])
        assert refused.cancelled()
        # Its traceback would keep the transaction from being collected, which is when an error is told.
        del refused
    await database.close()
    gc.collect()
    assert told == []
