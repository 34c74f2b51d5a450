"""Erasure of a person beside other transactions: it holds up nobody else, and waits for what names the person."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from sqlalchemy import insert, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host import Challenge, ChallengeStatus, Database, Game, Host, Place, Terms
from gridlock_host.challenges import transactions
from gridlock_host.model.terms import First
from gridlock_host.storage.locks import lock_game
from gridlock_host.storage.schema import blocks, games
from tests.host.support.busy_life import naming, stored_rows
from tests.host.support.host import (
    ADA,
    BOB,
    BOT,
    CHANNEL,
    CLEO,
    GUILD,
    HERE,
    NOON,
    OTHER_GUILD,
    lift_limits,
    new_request,
    play,
    propose,
    resign,
    start,
)
from tests.host.support.waiting import until_waiting
from tests.support.patience import PATIENCE

Begin = Callable[[AsyncConnection], Awaitable[object]]


@pytest.fixture
def database_url(postgres_url: str) -> str:
    """PostgreSQL, for SQLite has one writer at a time."""
    return postgres_url


def challenge(challenger: int, opponent: int | None) -> Challenge:
    return Challenge(
        id=0,
        place=HERE,
        challenger_id=challenger,
        opponent_id=opponent,
        terms=Terms("lines", size=3, first=First.ME),
        status=ChallengeStatus.OPEN,
        created_at=NOON,
        expires_at=NOON + timedelta(days=1),
    )


async def test_others_play_on_while_an_erasure_waits(database: Database, host: Host) -> None:
    """In the same server and in others; the erasure waits for a change of one of the person's games."""
    hers = await start(host)
    theirs = await start(host, one=BOB, two=CLEO)
    async with database.writing() as connection:
        await connection.execute(update(games).where(games.c.id == hers.id).values(message_id=1))
        forgetting = asyncio.create_task(host.members.privacy.forget(ADA))
        await until_waiting(database, 1)
        async with asyncio.timeout(PATIENCE):
            await play(host, theirs, "B2")
            await resign(host, GUILD, theirs.id, CLEO)
            assert await host.challenges.rematch.offer(GUILD, theirs.id, BOB, channel_id=CHANNEL) is None
            elsewhere = await start(host, one=CLEO, two=BOB, place=Place(OTHER_GUILD, CHANNEL))
            await play(host, elsewhere, "B2")
        assert not forgetting.done()
    await forgetting
    assert naming(await stored_rows(database), ADA) == []


async def test_an_erasure_does_not_wait_for_changes_of_others(database: Database, host: Host) -> None:
    await start(host)
    theirs = await start(host, one=BOB, two=CLEO)
    async with database.writing() as connection:
        await connection.execute(update(games).where(games.c.id == theirs.id).values(message_id=1))
        await transactions.add(connection, challenge(BOB, CLEO), request_id=new_request(), thread_of=None)
        async with asyncio.timeout(PATIENCE):
            await host.members.privacy.forget(ADA)
    assert naming(await stored_rows(database), ADA) == []


def ask(challenger: int, opponent: int | None) -> Begin:
    asked = challenge(challenger, opponent)
    return partial(transactions.add, challenge=asked, request_id=new_request(), thread_of=None)


def play_bot() -> Begin:
    asked = replace(challenge(ADA, BOT), status=ChallengeStatus.ACCEPTED, expires_at=None)
    return partial(
        transactions.start_bot_game, challenge=asked, seats=(ADA, BOT), request_id=new_request(), thread_of=None
    )


async def accept(connection: AsyncConnection, asked: Challenge, actor_id: int) -> Game | None:
    return await transactions.accept(
        connection,
        asked,
        actor_id,
        seats=(asked.challenger_id, actor_id),
        here=HERE,
        thread_of=None,
        now=lambda: NOON,
    )


async def rematch(connection: AsyncConnection, game: Game) -> None:
    """What the host does when the second player presses, up to the commit."""
    assert await lock_game(connection, game)
    row = {"guild_id": GUILD, "channel_id": CHANNEL, "variant": "lines", "size": 3, "created_at": NOON}
    seats = {"player_one_id": game.player_two_id, "player_two_id": game.player_one_id}
    await connection.execute(insert(games).values(**row, **seats, status="active", version=0, rematch_of=game.id))


async def to_anybody(host: Host, challenger: int) -> Challenge:
    return await host.challenges.propose(HERE, challenger, None, Terms("lines", size=3), request_id=new_request())


@pytest.mark.parametrize(
    "what",
    ["a challenge by her", "one to her", "one to anybody", "a game against the bot", "accepted", "accepts", "rematch"],
)
async def test_an_erasure_waits_for_what_is_being_stored_about_the_person(
    database: Database, host: Host, what: str
) -> None:
    await lift_limits(host)
    over = await resign(host, GUILD, (await start(host)).id, BOB)
    begin: Begin
    match what:
        case "a challenge by her":
            begin = ask(ADA, BOB)
        case "one to her":
            begin = ask(BOB, ADA)
        case "one to anybody":
            begin = ask(ADA, None)
        case "a game against the bot":
            begin = play_bot()
        case "accepted":
            begin = partial(accept, asked=await propose(host), actor_id=BOB)
        case "accepts":
            begin = partial(accept, asked=await to_anybody(host, BOB), actor_id=ADA)
        case _:
            begin = partial(rematch, game=over)
    async with database.writing() as connection:
        await begin(connection)
        forgetting = asyncio.create_task(host.members.privacy.forget(ADA))
        await until_waiting(database, 1)
    forgotten = await forgetting
    assert naming(await stored_rows(database), ADA) == []
    closed = 0 if what in ("accepted", "accepts", "a game against the bot", "rematch") else 1
    assert (len(forgotten.challenges), len(forgotten.games)) == (closed, 1 - closed)


async def test_what_was_added_during_an_erasure_is_erased_too(
    database: Database, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A block, which locks nothing, is stored just when the rest has been erased."""
    await start(host)
    erase = host.members.privacy._forget
    added: list[bool] = []

    async def erase_beside(connection: AsyncConnection, user_id: int) -> object:
        forgotten = await erase(connection, user_id)
        if not added:
            async with database.writing() as other:
                await other.execute(insert(blocks).values(user_id=BOB, blocked_id=ADA, blocked_at=NOON))
            added.append(True)
        return forgotten

    monkeypatch.setattr(host.members.privacy, "_forget", erase_beside)
    await host.members.privacy.forget(ADA)
    assert naming(await stored_rows(database), ADA) == []
    async with database.reading() as connection:
        assert await connection.scalar(text("SELECT count(*) FROM kept_out")) == 1


async def test_two_players_of_many_games_are_erased_at_once(database: Database, host: Host) -> None:
    """By two processes, so that nothing but the order of the locks keeps them from waiting for each other."""
    await lift_limits(host)
    for number in range(12):
        one, two = (ADA, BOB) if number % 2 else (BOB, ADA)
        await start(host, one=one, two=two)
    other = Host(database, now=lambda: NOON, toss=lambda: True)
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(host.members.privacy.forget(ADA), other.members.privacy.forget(BOB))
    rows = await stored_rows(database)
    assert naming(rows, ADA) == naming(rows, BOB) == []
