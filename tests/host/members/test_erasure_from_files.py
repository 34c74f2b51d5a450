"""Erasure of a member's data from the files of the database."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from gridlock_host import Database
from gridlock_host.scheduler.departures import KEPT_FOR, delete_departed
from tests.host.support.busy_life import every_trace, live, naming, stored_rows
from tests.host.support.host import (
    ADA,
    CLEO,
    GUILD,
    MANAGER,
    Clock,
    lift_limits,
    open_host,
    play_to_the_end,
    start,
)


def traces(folder: Path, *sought: bytes) -> dict[str, int]:
    """The files that contain one of these, and how often."""
    found = {path.name: sum(map(path.read_bytes().count, sought)) for path in folder.iterdir()}
    return {name: number for name, number in found.items() if number}


def bytes_of(person: int) -> tuple[bytes, bytes]:
    """An id as text and as SQLite stores it."""
    return str(person).encode(), person.to_bytes(8, "big")


@pytest.fixture
async def overwriting_nothing(sqlite_url: str) -> AsyncIterator[Database]:
    """A database whose SQLite overwrites deleted rows only if it is told to, as on some platforms."""
    database = Database(sqlite_url)

    def switch_off(connection: Any, _record: object) -> None:
        connection.execute("PRAGMA secure_delete = OFF")

    event.listen(database._engine.sync_engine, "connect", switch_off, insert=True)
    yield database
    await database.close()


REASON = "Insults, in the channel of the finals"


async def live_and_forget(database: Database) -> None:
    host = open_host(database)
    await lift_limits(host)
    for number in range(40):
        await play_to_the_end(host, await start(host, one=ADA if number % 2 else CLEO))
    await live(host, every_trace())
    await host.servers.moderation.unban(GUILD, MANAGER, ADA, REASON)
    await host.servers.moderation.ban(GUILD, MANAGER, ADA, REASON)
    assert traces(database.path.parent, *bytes_of(ADA)) if database.path else False
    await host.members.privacy.forget(ADA)


async def test_no_file_holds_an_erased_member_or_the_reasons_about_them(
    overwriting_nothing: Database, tmp_path: Path
) -> None:
    await live_and_forget(overwriting_nothing)
    assert traces(tmp_path, *bytes_of(ADA), REASON.encode()) == {}
    assert traces(tmp_path, *bytes_of(CLEO)) != {}


async def test_no_file_holds_members_of_a_deleted_server(
    overwriting_nothing: Database, clock: Clock, tmp_path: Path
) -> None:
    host = open_host(overwriting_nothing, now=clock)
    await play_to_the_end(host, await start(host))
    await host.scheduler.departures.note_departure(GUILD)
    clock.time += KEPT_FOR
    assert await delete_departed(overwriting_nothing, clock.time) == [GUILD]
    assert traces(tmp_path, *bytes_of(ADA)) == {}


async def test_an_erasure_beside_a_reader_is_done_and_a_warning_tells_of_the_log(
    overwriting_nothing: Database, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gridlock_host.storage.sqlite._TRIES_TO_EMPTY_LOG", 1)
    await play_to_the_end(open_host(overwriting_nothing), await start(open_host(overwriting_nothing)))
    with closing(sqlite3.connect(tmp_path / "gridlock.db")) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM games").fetchall()
        await open_host(overwriting_nothing).members.privacy.forget(ADA)
    assert "still holds deleted data" in caplog.text
    assert naming(await stored_rows(overwriting_nothing), ADA) == []
