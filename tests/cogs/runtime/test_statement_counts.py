"""Statements and transactions of the usual actions, counted by SQLite itself, with all that follows the answer.

A change that adds one must say so here.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import pytest
from sqlalchemy import event

from cogs.runtime.client import GridlockBot
from gridlock_host import Database
from gridlock_host.storage.driver import late_writes
from tests.cogs.support.running_bot import running_bot
from tests.end_to_end.support.table import Table
from tests.support.stand_in import patient_discord

_NEVER: Final = timedelta(days=1)


class Trace:
    """The statements of all connections of a database."""

    def __init__(self, database: Database) -> None:
        self._seen: list[str] = []
        event.listen(database._engine.sync_engine, "connect", self._follow)

    def _follow(self, connection: Any, _record: object) -> None:
        connection.run_async(lambda driver: driver.set_trace_callback(self._seen.append))

    def take(self) -> tuple[list[str], list[list[str]]]:
        """The reads, and the writes of each transaction, since the last call: each by its verb and table."""
        reads: list[str] = []
        writes: list[list[str]] = []
        is_writing = False
        for statement in self._seen:
            verb = statement.split(maxsplit=1)[0]
            match verb:
                case "BEGIN":
                    writes.append([])
                    is_writing = True
                case "COMMIT" | "ROLLBACK":
                    is_writing = False
                case "SAVEPOINT" | "RELEASE":
                    pass
                case _ if is_writing:
                    writes[-1].append(_short(verb, statement))
                case _:
                    reads.append(_short(verb, statement))
        self._seen.clear()
        return reads, writes


def _short(verb: str, statement: str) -> str:
    word = {"UPDATE": "UPDATE", "INSERT": "INTO", "DELETE": "FROM", "SELECT": "SELECT"}.get(verb)
    found = re.search(rf'{word} "?(\w+)', statement)
    return f"{verb} {found[1]}" if found else statement


class Counted:
    """A running bot whose statements are traced."""

    def __init__(self, bot: GridlockBot, table: Table, trace: Trace, database: Database) -> None:
        self._bot = bot
        self._trace = trace
        self._database = database
        self.table = table

    async def settle(self) -> None:
        """Wait until everything that follows the answers is done."""
        while busy := [*self._bot.services.tasks.under_way, *self._bot._sweep_loop._showing.values()]:
            await asyncio.wait(busy)
        await self._database._late.settle()

    async def of(self, action: Awaitable[Any]) -> tuple[list[str], list[list[str]]]:
        """The reads and the writing transactions of an action."""
        await self.settle()
        self._trace.take()
        await action
        await self.settle()
        return self._trace.take()


@pytest.fixture
async def counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Counted]:
    # What is late waits for the end of the action, however long that takes.
    monkeypatch.setattr(late_writes, "_SECONDS", 3_600.0)
    traces: list[tuple[Trace, Database]] = []
    usual = Database.__init__

    def init(database: Database, *arguments: Any) -> None:
        usual(database, *arguments)
        traces.append((Trace(database), database))

    monkeypatch.setattr(Database, "__init__", init)
    async with patient_discord() as here, running_bot(here, tmp_path, monkeypatch, sweep_every=_NEVER) as bot:
        trace, database = traces[-1]
        yield Counted(bot, Table.lay(here), trace, database)


async def test_a_move_by_button_is_one_write_and_no_read(counted: Counted) -> None:
    table = counted.table
    board = await table.begin()
    await table.ada.press(board, "C3")
    await table.bob.press(board, "E3")
    for player, cell in ((table.ada, "E1"), (table.bob, "A1")):
        reads, writes = await counted.of(player.press(board, cell))
        assert reads == []
        assert writes == [["UPDATE games", "INSERT moves"], ["UPDATE games"]]


async def test_a_typed_move_is_one_write_and_one_read(counted: Counted) -> None:
    table = counted.table
    await table.begin()
    await table.play(["C3", "E3"])
    reads, writes = await counted.of(table.move(table.ada, "E1"))
    assert reads == ["SELECT games"]
    assert writes == [["UPDATE games", "INSERT moves"], ["UPDATE games"]]


@pytest.mark.parametrize("start", ["plain", "fair"])
async def test_an_accepted_challenge_is_two_writes(counted: Counted, start: str) -> None:
    """The second one notes the place of the board, that it is shown, and that the challenge is."""
    table = counted.table
    await table.begin(start=start)
    challenge = await table.challenge(first="me", start=start)
    reads, writes = await counted.of(table.bob.press(challenge, "Accept"))
    assert reads == ["SELECT challenges", "SELECT notifications"]
    begin = ["UPDATE challenges", "SELECT guild_settings", "SELECT EXISTS", "INSERT games"]
    assert writes == [begin, ["UPDATE games", "UPDATE games", "UPDATE challenges"]]
