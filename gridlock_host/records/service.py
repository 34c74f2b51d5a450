"""Record service: files of a person's own games, and games opened from files."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from sqlalchemy import select, union_all
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.errors import CannotThink, Refusal
from gridlock_host.games.rows import OVER, select_games
from gridlock_host.model.game import Game
from gridlock_host.records.files import BrokenFile, OpenedFile, open_file
from gridlock_host.records.json_form import json_of
from gridlock_host.records.line_notation import line_of
from gridlock_host.records.record import GameRecord, record_of
from gridlock_host.storage.database import Database
from gridlock_host.storage.schema import games
from gridlock_host.workers.pool import WorkerFailed, WorkerPool

MOST_EXPORTED: Final = 2_000
"""The most games of a file; it has less than 4 MB with as many of the longest."""

# A game is replayed when it is read. So many take some milliseconds, and then others come in between.
_GAMES_AT_ONCE: Final = 20
# The largest file takes about a second; the rest is for waiting until a worker is free.
_SECONDS_TO_OPEN: Final = 20.0


class RecordForm(StrEnum):
    """The forms of records."""

    TEXT = "text"
    JSON = "json"


class BrokenUpload(Refusal):
    """What a person has uploaded or pasted is no game."""


@dataclass(frozen=True, slots=True)
class Exported:
    """A file of games.

    Attributes:
        content: The file.
        games: The number of games in it.
        are_all: Whether there are no older ones.
    """

    content: bytes
    games: int
    are_all: bool


class RecordService:
    """Writes and reads records. Nothing that it reads is stored.

    Args:
        database: Has the games.
        pool: Reads files, which may be broken in any way.
        now: Tells the time, as an aware datetime.
    """

    def __init__(self, database: Database, pool: WorkerPool, *, now: Callable[[], datetime]) -> None:
        self._database = database
        self._pool = pool
        self._now = now

    async def open(self, content: bytes, number: int, *, guild_id: int, user_id: int) -> OpenedFile:
        """Return a game of a file, all of whose games are in order.

        Args:
            content: The file, or a pasted text.
            number: Which game, from 1.
            guild_id: The server in which it was uploaded.
            user_id: Who has uploaded it.

        Raises:
            BrokenUpload: It is no file of games; the sentence names the line and the reason.
            CannotThink: It could not be read in time.
        """
        try:
            opened = await self._pool.run(
                open_file, content, number, seconds=_SECONDS_TO_OPEN, server=guild_id, person=user_id
            )
        except WorkerFailed as failure:
            raise CannotThink from failure
        if isinstance(opened, BrokenFile):
            raise BrokenUpload(opened.reason)
        return opened

    def record(self, game: Game) -> GameRecord:
        """Return the record of a game as of now."""
        return record_of(game, self._now())

    async def export(self, guild_id: int, user_id: int, form: RecordForm) -> Exported:
        """Return the newest finished games of a person in a server as a file, the oldest of them first.

        Args:
            guild_id: The server.
            user_id: The person.
            form: What the file is made of: a line for each game, or JSON.
        """
        write = line_of if form is RecordForm.TEXT else json_of
        async with self._database.reading() as connection:
            ids = await _newest_finished(connection, guild_id, user_id, MOST_EXPORTED + 1)
            chosen = sorted(ids[:MOST_EXPORTED])
            written = [write(self.record(game)) async for game in _games(connection, chosen)]
        return Exported(_file(written, form), len(written), len(ids) <= MOST_EXPORTED)


async def _newest_finished(connection: AsyncConnection, guild_id: int, user_id: int, most: int) -> list[int]:
    """Return the ids of a person's finished games, the newest first."""
    of_seat = [
        select(games.c.id)
        .where(games.c.guild_id == guild_id, games.c.status == OVER, seat == user_id)
        .order_by(games.c.id.desc())
        .limit(most)
        for seat in (games.c.player_one_id, games.c.player_two_id)
    ]
    # Each part is read in the order of its index.
    found = union_all(*(select(each.subquery()) for each in of_seat))
    return sorted((await connection.scalars(found)).all(), reverse=True)[:most]


async def _games(connection: AsyncConnection, ids: list[int]) -> AsyncIterator[Game]:
    for begin in range(0, len(ids), _GAMES_AT_ONCE):
        for game in await select_games(connection, games.c.id.in_(ids[begin : begin + _GAMES_AT_ONCE])):
            yield game


def _file(written: list[str], form: RecordForm) -> bytes:
    if form is RecordForm.TEXT:
        return "".join(f"{line}\n" for line in written).encode()
    return ("[\n" + ",\n".join(written) + "\n]\n").encode()
