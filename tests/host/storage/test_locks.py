"""Transactions that wait for each other."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest
from sqlalchemy import update

from gridlock_host import Database, Game, Host, Person
from gridlock_host.games import store as game_store
from gridlock_host.members import blocks as block_store
from gridlock_host.model.terms import Terms
from gridlock_host.scheduler.departures import KEPT_FOR, delete_departed
from gridlock_host.servers.bans import remove_ban
from gridlock_host.storage.schema import games
from tests.host.support.busy_life import naming, stored_rows
from tests.host.support.host import ADA, BOB, CHANNEL, CLEO, GUILD, HERE, MANAGER, Clock, new_request, propose
from tests.host.support.waiting import until_waiting

HOUR = timedelta(hours=1)


async def begin(host: Host, *, one: int = ADA) -> Game:
    challenge = await host.challenges.propose(
        HERE, one, Person(BOB), Terms("lines", per_move=HOUR), request_id=new_request()
    )
    return await host.challenges.accept(GUILD, challenge.id, BOB, channel_id=CHANNEL)


async def test_a_move_during_a_time_credit_starts_a_fresh_deadline(
    database: Database, host: Host, clock: Clock
) -> None:
    game = await begin(host)
    clock.time += HOUR - timedelta(minutes=1)
    await host.scheduler.departures.note_outage(GUILD)
    clock.time += timedelta(minutes=10)
    assert game.to_move_id is not None
    move = next(iter(game.position.legal_moves))
    after = game.with_move(str(move), game.position.play(move), clock.time)
    async with database.writing() as moving:
        await game_store.advance(moving, game, after, clock.time)
        await game_store.add_move(moving, game, str(move), clock.time)
        returning = asyncio.create_task(host.scheduler.departures.note_return(GUILD))
        await until_waiting(database, 1)
    await returning
    assert (await host.games.find(GUILD, game.id)).deadline == clock.time + HOUR


async def test_an_unban_during_erasure_holds(database: Database, host: Host) -> None:
    await host.servers.moderation.ban(GUILD, MANAGER, ADA, "")
    await host.members.blocks.add(BOB, ADA)
    async with database.writing() as lifting:
        assert await remove_ban(lifting, GUILD, ADA)
        assert await block_store.remove_block(lifting, BOB, ADA)
        forgetting = asyncio.create_task(host.members.privacy.forget(ADA))
        await until_waiting(database, 1)
    await forgetting
    await propose(host, one=ADA, two=BOB)


@pytest.mark.parametrize("away_for", [timedelta(minutes=1), timedelta(days=30)], ids=["returns", "is deleted"])
async def test_erasure_during_a_server_wide_change_waits_and_succeeds(
    database: Database,
    host: Host,
    clock: Clock,
    away_for: timedelta,
) -> None:
    """The change of the server is held up by a change of a game in it, and so both are under way at once."""
    game = await begin(host, one=CLEO)
    await propose(host, one=CLEO, two=ADA)
    await host.scheduler.departures.note_departure(GUILD)
    clock.time += away_for
    due = (
        delete_departed(database, clock.time) if away_for >= KEPT_FOR else host.scheduler.departures.note_return(GUILD)
    )
    async with database.writing() as connection:
        await connection.execute(update(games).where(games.c.id == game.id).values(message_id=1))
        changing = asyncio.ensure_future(due)
        await until_waiting(database, 1)
        forgetting = asyncio.create_task(host.members.privacy.forget(ADA))
        await until_waiting(database, 2)
    await asyncio.gather(changing, forgetting)
    assert naming(await stored_rows(database), ADA) == []
