"""Database failures during COMMIT, and what is said about the change."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from typing import Any

import pytest

from gridlock_host import Challenge, Database, DeclineReason, Game, Host
from gridlock_host.errors import NotYourTurn, OutcomeUnknown, StoreFailed, StoreUnreadable
from gridlock_host.storage import commit_recovery
from gridlock_host.storage.faults import Fault
from gridlock_host.storage.schema import metadata
from tests.host.support.failing_commits import failing_commits
from tests.host.support.failing_proxy import Breaks, Line
from tests.host.support.host import (
    ADA,
    BOB,
    CHANNEL,
    GUILD,
    assert_whole,
    contents,
    open_host,
    play,
    propose,
    refused,
    start,
    start_against_bot,
)
from tests.host.support.statements import listening


@pytest.fixture
async def server(postgres_url: str) -> AsyncIterator[Database]:
    """The server itself, to look at what it holds; without rows at the end."""
    database = Database(postgres_url)
    yield database
    async with database.writing() as connection:
        for table in reversed(metadata.sorted_tables):
            await connection.execute(table.delete())
    await database.close()


@pytest.fixture
async def line(server: Database) -> AsyncIterator[Line]:
    async with Line(server.url.render_as_string(hide_password=False)).laid() as line:
        yield line


@pytest.fixture
async def host(line: Line) -> AsyncIterator[Host]:
    """A process that reaches the server through the line."""
    database = Database(line.url)
    yield open_host(database)
    await database.close()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give up at once where the store cannot be looked at."""
    monkeypatch.setattr(commit_recovery, "_SECONDS", 0.0)


Request = Callable[[], Coroutine[Any, Any, Game | Challenge]]


async def a_move(host: Host) -> Request:
    game = await start(host)
    return lambda: host.games.move(GUILD, game.id, ADA, "A1")


async def the_last_move(host: Host) -> Request:
    game = await start(host, variant="dodge", best_of=3)
    return lambda: host.games.move(GUILD, game.id, ADA, "B2")


async def giving_up(host: Host) -> Request:
    game = await play(host, await start(host), "A1", "A2")
    return lambda: host.games.resign(GUILD, game.id, ADA)


async def taking_back(host: Host) -> Request:
    game = await play(host, await start_against_bot(host), "A1")
    return lambda: host.games.take_back.offer(GUILD, game.id, ADA)


async def accepting(host: Host) -> Request:
    asked = await propose(host, best_of=3)
    return lambda: host.challenges.accept(GUILD, asked.id, BOB, channel_id=CHANNEL)


async def declining(host: Host) -> Request:
    asked = await propose(host)
    return lambda: host.challenges.decline(GUILD, asked.id, BOB, DeclineReason.NOT_NOW)


async def cancelling(host: Host) -> Request:
    asked = await propose(host)
    return lambda: host.challenges.cancel(GUILD, asked.id, ADA)


async def challenging(host: Host) -> Request:
    return lambda: propose(host)


async def challenging_the_bot(host: Host) -> Request:
    return lambda: start_against_bot(host)


CHANGES = [a_move, the_last_move, giving_up, taking_back, accepting, declining, cancelling]
BEGINNINGS = [challenging, challenging_the_bot]
Prepare = Callable[[Host], Awaitable[Request]]


async def stored(server: Database, one: Game | Challenge) -> Game | Challenge:
    """What another process finds in the place of a game or a challenge."""
    host = open_host(server)
    find = host.games.find if isinstance(one, Game) else host.challenges.find
    return await find(GUILD, one.id)


@pytest.mark.parametrize("resets", [False, True])
@pytest.mark.parametrize("prepare", [*CHANGES, *BEGINNINGS])
async def test_a_stored_change_is_confirmed_after_a_failed_commit(
    server: Database, line: Line, host: Host, prepare: Prepare, *, resets: bool
) -> None:
    request = await prepare(host)
    before = await contents(server)
    line.break_once(Breaks.BEFORE_ANSWER, resets=resets)
    done = await request()
    assert line.broken == 1
    assert await contents(server) != before
    assert await stored(server, done) == done
    await assert_whole(server)


@pytest.mark.parametrize("prepare", CHANGES)
async def test_an_unstored_change_is_refused_and_can_be_repeated(
    server: Database, line: Line, host: Host, prepare: Prepare
) -> None:
    request = await prepare(host)
    line.break_once(Breaks.BEFORE_COMMIT)
    async with refused(server, StoreFailed) as info:
        await request()
    assert "Nothing was changed" in str(info.value)
    assert line.broken == 1
    done = await request()
    assert await stored(server, done) == done
    await assert_whole(server)


@pytest.mark.parametrize("when", Breaks)
@pytest.mark.parametrize("prepare", BEGINNINGS)
async def test_one_request_makes_one_challenge_or_game_whatever_breaks(
    server: Database, line: Line, host: Host, prepare: Prepare, when: Breaks
) -> None:
    request = await prepare(host)
    line.break_once(when)
    done = await request()
    assert line.broken == 1
    assert await stored(server, done) == done
    rows = await contents(server)
    assert len(rows["challenges"]) == 1
    assert len(rows["games"]) == isinstance(done, Game)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("when", [Breaks.BEFORE_COMMIT, Breaks.BEFORE_ANSWER])
@pytest.mark.parametrize("prepare", [*CHANGES, *BEGINNINGS])
async def test_an_unreachable_server_never_confirms_that_nothing_changed(
    server: Database, line: Line, host: Host, prepare: Prepare, when: Breaks
) -> None:
    request = await prepare(host)
    before = await contents(server)
    line.break_once(when, for_good=True)
    with pytest.raises(OutcomeUnknown, match="I do not know whether it is stored") as info:
        await request()
    assert "Nothing was changed" not in str(info.value)
    assert (await contents(server) != before) is (when is Breaks.BEFORE_ANSWER)


@pytest.mark.usefixtures("impatient")
async def test_a_repeated_move_is_answered_with_the_current_game(server: Database, line: Line, host: Host) -> None:
    request = await a_move(host)
    line.break_once(Breaks.BEFORE_ANSWER, for_good=True)
    with pytest.raises(OutcomeUnknown):
        await request()
    line.mend()
    async with refused(server, NotYourTurn):
        await request()


async def test_a_briefly_unreachable_server_is_asked_again(server: Database, line: Line, host: Host) -> None:
    request = await a_move(host)
    line.break_once(Breaks.BEFORE_ANSWER, for_good=True)
    asking = asyncio.create_task(request())
    while line.turned_away < 2:  # noqa: ASYNC110  # that is what is waited for
        await asyncio.sleep(0)
    line.mend()
    done = await asking
    assert await stored(server, done) == done


async def test_an_unknown_outcome_is_reported_as_unknown(server: Database, line: Line, host: Host) -> None:
    line.break_once(Breaks.BEFORE_ANSWER)
    with pytest.raises(OutcomeUnknown):
        await host.members.blocks.add(ADA, BOB)
    assert await open_host(server).members.blocks.blocked_by(ADA) == [BOB]


async def test_a_failed_commit_is_logged(line: Line, host: Host, caplog: pytest.LogCaptureFixture) -> None:
    request = await a_move(host)
    line.break_once(Breaks.BEFORE_ANSWER)
    await request()
    told = [record.message for record in caplog.records if record.levelno >= logging.WARNING]
    assert [message.split(" (")[0] for message in told] == [
        Fault.UNREACHABLE.value.removesuffix("."),
        "the database can be written again",
    ]


async def test_a_failed_read_says_nothing_about_changes() -> None:
    """It may be read for an answer after something was changed."""
    database = Database("postgresql://ada@127.0.0.1:1/games")
    with pytest.raises(StoreUnreadable) as info:
        await open_host(database).games.open_for(GUILD, ADA)
    assert "changed" not in str(info.value)
    await database.close()


@pytest.fixture
async def sqlite(sqlite_url: str) -> AsyncIterator[Database]:
    database = Database(sqlite_url)
    yield database
    await database.close()


@pytest.mark.parametrize(
    ("code", "is_overwritten"), [(sqlite3.SQLITE_IOERR_FSYNC, True), (sqlite3.SQLITE_IOERR_WRITE, False)]
)
async def test_an_unconfirmed_write_is_overwritten_before_it_is_reported_unchanged(
    sqlite: Database, code: int, *, is_overwritten: bool
) -> None:
    """Else the next start would find it where it was written ahead, and store it after all."""
    host = open_host(sqlite)
    game = await start(host)
    with failing_commits(sqlite, code, at_most=1), listening(sqlite) as statements:
        async with refused(sqlite, StoreFailed):
            await host.games.move(GUILD, game.id, ADA, "A1")
    assert ("PRAGMA user_version = 0" in statements.asked) is is_overwritten
    assert (await play(host, game, "A1")).ply == 1


@pytest.mark.usefixtures("impatient")
async def test_the_outcome_is_unknown_if_the_disk_confirms_nothing(sqlite: Database) -> None:
    host = open_host(sqlite)
    game = await start(host)
    with failing_commits(sqlite, sqlite3.SQLITE_IOERR_FSYNC, at_most=-1), pytest.raises(OutcomeUnknown):
        await host.games.move(GUILD, game.id, ADA, "A1")
    assert (await play(host, game, "A1")).ply == 1
