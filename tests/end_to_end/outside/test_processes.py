"""Games outside of servers with two processes on one PostgreSQL database.

Discord sends what comes from a chat to the process of the first shard, and what comes from a server without the bot to
the process of that server's shard. The time of all these games is kept by the process of the first shard.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from datetime import UTC, datetime

import pytest
import pytest_asyncio
from sqlalchemy import update

from gridlock_host import Database, migrate
from gridlock_host.storage.schema import games
from local_discord import Channel, LocalDiscord, Member
from local_discord.model.values.snowflakes import shard_of
from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.delivery import only_by_gateway
from tests.end_to_end.support.outside import FOREIGN_SERVER, GROUP, Place
from tests.end_to_end.support.table import Table, game_id, reply
from tests.host.support.postgres import new_postgres_database

pytestmark = [pytest.mark.asyncio(loop_scope="session"), only_by_gateway("only its shards are divided")]

Two = tuple[Database, BotProcess, BotProcess]
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def two(own_discord: LocalDiscord, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Two]:
    """A database, and the processes that serve shard 0 and shard 1 of 2, in this order."""
    folder = tmp_path_factory.mktemp("shards")
    async with new_postgres_database() as url, AsyncExitStack() as stack:
        database = Database(url)
        stack.push_async_callback(database.close)
        await migrate(database)
        more = {"DATABASE_URL": url}
        first, second = (
            BotProcess(own_discord, folder, log=f"bot{each}.log", shards=f"{each}/2", more=more) for each in range(2)
        )
        await asyncio.gather(*(stack.enter_async_context(one) for one in (first, second)))
        yield database, first, second
        for one in (first, second):
            assert await one.stop() == 0, one.log
            assert "Traceback" not in one.log, one.log


def place_in_shard(table: Table, shard: int) -> Place:
    """A server without the bot, of which a shard tells."""
    while shard_that_hears_of(place := Place.add(table, FOREIGN_SERVER)) != shard:
        pass
    return place


def shard_that_hears_of(place: Place) -> int:
    """The shard to which Discord sends the interactions from a place."""
    return 0 if place.channel.guild is None else shard_of(place.channel.guild.id, 2)


@pytest.fixture
def table(own_discord: LocalDiscord, two: Two) -> Table:  # noqa: ARG001  # they must run
    return Table.lay(own_discord)


@pytest.fixture(params=["a group chat", "a server of the first shard", "a server of the second shard"])
def place(table: Table, request: pytest.FixtureRequest) -> Place:
    if request.param == "a group chat":
        return Place.add(table, GROUP)
    return place_in_shard(table, 0 if "first" in request.param else 1)


async def test_a_game_is_played_to_its_end_and_again(place: Place) -> None:
    board = await place.begin(size=3)
    await place.ada.press(board, "B2")
    await place.shows(board, "move 2")
    call = await place.discord.until(
        lambda: [one for one in place.channel.messages if f"{place.bob.mention}, it is your turn" in one.text], "a call"
    )
    asked = reply(await place.ada.press(board, "Take back"))
    await place.bob.press(asked, "Agree")
    await place.shows(board, "move 1")
    await place.discord.until(lambda: call[0].deleted, "the call to be removed")
    for player, cell in ((place.ada, "B2"), (place.bob, "B1")):
        await player.press(board, cell)
        await place.shows(board, f"**{cell}**")
    newer = await place.answer(place.ada, "gridlock move", cell="B3")
    await place.discord.until(lambda: board.deleted, "the older board to be removed")
    question = reply(await place.bob.press(newer, "Resign"))
    await place.bob.press(question, "Yes, resign")
    await place.shows(newer, "Game over")
    rematch = reply(await place.bob.press(reply(await place.ada.press(newer, "Rematch")), "Rematch"))
    assert "move 1" in rematch.text
    assert place.calls_by_channel() == []


async def plays_the_bot(table: Table, channel: Channel, person: Member) -> None:
    options = {"opponent": table.guild.bot, "level": 1, "variant": "lines", "start": "plain", "first": "me"}
    board = reply(await person.command(channel, "gridlock challenge", **options))  # type: ignore[arg-type]
    hint = reply(await person.press(board, "Hint"))
    assert hint.ephemeral
    await person.press(board, "C3")
    await table.discord.until(lambda: "move 3" in board.text, "the bot to move")


async def test_the_bot_moves_there(table: Table, place: Place) -> None:
    await plays_the_bot(table, place.channel, place.ada)
    assert place.calls_by_channel() == []


async def test_the_bot_moves_in_direct_messages(table: Table) -> None:
    await plays_the_bot(table, table.ada.dm, table.ada)


async def test_games_of_all_places_are_listed_in_each(table: Table) -> None:
    near, far = place_in_shard(table, 0), place_in_shard(table, 1)
    boards = [await one.begin() for one in (near, far, Place.add(table, GROUP))]
    for person, channel in ((near.ada, near.channel), (far.ada, far.channel), (table.ada, table.ada.dm)):
        listed = reply(await person.command(channel, "gridlock games")).text
        assert [f"#{game_id(board)}" in listed for board in boards] == [True] * 3


async def test_a_loss_on_time_is_noted_by_the_first_process_and_shown_by_the_one_that_has_the_token(
    place: Place, two: Two
) -> None:
    database, _, _ = two
    await place.ada.command(place.ada.dm, "gridlock me notify", mode="direct")
    board = await place.begin(time="1 hour")
    for player, cell in ((place.ada, "C3"), (place.bob, "C1")):
        await player.press(board, cell)
        await place.shows(board, f"**{cell}**")
    ran_out = update(games).where(games.c.id == int(game_id(board))).values(deadline=LONG_AGO, wake_at=LONG_AGO)
    await database.execute(ran_out)
    number = f"#{game_id(board)}"
    await place.discord.until(
        lambda: [one for one in place.ada.dm.messages if number in one.text and "is over" in one.text],
        "Ada to be told directly",
    )
    if shard_that_hears_of(place) == 1:
        # The first process has no token of this board.
        assert "ran out of time" in reply(await place.ada.press(board, "C2")).text
    await place.shows(board, "Game over")
    assert place.calls_by_channel() == []
