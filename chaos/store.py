"""The bot's database, read and changed from outside the bot."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Row, Table, make_url, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from gridlock_host.scheduler.outbox import AWAITS_BOT, TO_REDRAW, UNSHOWN
from gridlock_host.storage.schema import challenges, games, moves, offers, results, standings
from gridlock_rules import Position, RulesError, find_variant, replay

_LONG_AGO: Final = datetime(2020, 1, 1, tzinfo=UTC)
_SECONDS_TO_WAIT_FOR_A_LOCK: Final = 20
_PENDING: Final = (*UNSHOWN, *TO_REDRAW, *AWAITS_BOT)


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A stored game.

    Attributes:
        row: Its row.
        moves: Its moves in order.
        result: The row of its result; None while it is open.
    """

    row: Row[Any]
    moves: tuple[str, ...]
    result: Row[Any] | None

    @property
    def players(self) -> tuple[int, int]:
        """The ids of its players, the first to move first."""
        return self.row.player_one_id, self.row.player_two_id

    @property
    def position(self) -> Position:
        """The position after its moves.

        Raises:
            RulesError: One of them is not legal.
        """
        return replay(self.row.variant, self.row.size, self.moves, start=self.row.start)

    @property
    def has_legal_move(self) -> bool:
        """Whether its moves are legal and a legal move is left."""
        try:
            return bool(self.position.legal_moves)
        except RulesError:
            return False

    @property
    def to_move(self) -> int:
        """The id of the player to move."""
        return self.player_at(len(self.moves))

    def player_at(self, ply: int) -> int:
        """The id of the player who moves after so many moves; on a start, some moves may count as played."""
        begun = find_variant(self.row.variant).start(self.row.size, self.row.start)
        return self.players[(begun.ply + ply) % 2]

    @property
    def taken_back(self) -> range:
        """The possible numbers of take-backs.

        The version counts moves, these, and ends that are no moves. From a person one move is taken back at a time,
        from the bot one or two.
        """
        at_most = self._changes_undone // 2
        at_least = at_most if self.row.bot_id is None else -(-self._changes_undone // 3)
        return range(at_least, at_most + 1)

    @property
    def plies_reached(self) -> range:
        """The plies that the game may have reached before take-backs."""
        return range(1, len(self.moves) + self._changes_undone + 1)

    @property
    def _changes_undone(self) -> int:
        """The number of moves taken back plus the number of take-backs."""
        ended_otherwise = self.result is not None and self.result.ending != "no_legal_move"
        return int(self.row.version) - len(self.moves) - ended_otherwise


@dataclass(frozen=True, slots=True)
class Stored:
    """The rows that the checks need.

    Attributes:
        games: The games by their numbers.
        challenges: The rows of the challenges by the id of the interaction that created them.
        offers: The rows of the offers.
        standings: The rows of the standings.
    """

    games: Mapping[int, StoredGame]
    challenges: Mapping[int, Row[Any]]
    offers: Sequence[Row[Any]]
    standings: Sequence[Row[Any]]


class Store:
    """Access to the database.

    Args:
        url: Its URL, as the bot gets it.
    """

    def __init__(self, url: str) -> None:
        address = make_url(url)
        if address.get_backend_name() == "sqlite":
            options = {"timeout": _SECONDS_TO_WAIT_FOR_A_LOCK}
            self._engine = create_async_engine(address.set(drivername="sqlite+aiosqlite"), connect_args=options)
        else:
            self._engine = create_async_engine(address.set(drivername="postgresql+asyncpg"))

    async def close(self) -> None:
        """Close all connections."""
        await self._engine.dispose()

    async def read(self) -> Stored:
        """Read all rows."""
        async with self._engine.connect() as connection:
            played: dict[int, list[str]] = {}
            for move in await _rows(connection, moves, "game_id", "ply"):
                played.setdefault(move.game_id, []).append(move.text)
            ended = {row.game_id: row for row in await _rows(connection, results, "game_id")}
            return Stored(
                games={
                    row.id: StoredGame(row, tuple(played.get(row.id, ())), ended.get(row.id))
                    for row in await _rows(connection, games, "id")
                },
                challenges={row.request_id: row for row in await _rows(connection, challenges, "id")},
                offers=await _rows(connection, offers, "id"),
                standings=await _rows(connection, standings, "guild_id"),
            )

    async def still_to_be_shown(self) -> list[str]:
        """The games, challenges, offers and older copies with a pending post, redraw or bot move."""
        async with self._engine.connect() as connection:
            return [
                f"{mark.table.name} {row[0]}, {mark.name} {row[1]:%H:%M:%S}"
                for mark in _PENDING
                for row in await connection.execute(select(*mark.table.primary_key, mark).where(mark.is_not(None)))
            ]

    async def let_time_run_out(self, game: int) -> bool:
        """Set the deadline of a game into the past; False if the game has none."""
        running = (games.c.id == game) & games.c.deadline.is_not(None)
        async with self._engine.begin() as connection:
            done = await connection.execute(update(games).where(running).values(deadline=_LONG_AGO, wake_at=_LONG_AGO))
        return done.rowcount == 1

    async def hold_writes(self, seconds: float) -> None:
        """Let all writes of the bot wait for so many seconds."""
        is_sqlite = self._engine.dialect.name == "sqlite"
        async with self._engine.connect() as connection:
            if is_sqlite:
                await connection.exec_driver_sql("BEGIN IMMEDIATE")
            else:
                await connection.execute(text("LOCK TABLE games, challenges, offers IN EXCLUSIVE MODE"))
            await asyncio.sleep(seconds)
            await connection.rollback()

    async def empty_log(self) -> None:
        """Move everything from the write-ahead log of SQLite into the database, and leave no space in it."""
        async with self._engine.connect() as connection:
            await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    async def overdue(self) -> list[int]:
        """The open games whose time has run out."""
        running = (games.c.status == "active") & (games.c.deadline < datetime.now(UTC))
        async with self._engine.connect() as connection:
            return list(await connection.scalars(select(games.c.id).where(running)))

    async def let_retries_be_due(self) -> None:
        """Make all retries due now; otherwise the run would wait for minutes.

        What is due already, such as a change that a kill kept from being shown, is left to the start of the bot.
        """
        async with self._engine.begin() as connection:
            now = datetime.now(UTC)
            for mark in _PENDING:
                await connection.execute(update(mark.table).where(mark > now).values({mark.name: _LONG_AGO}))


async def _rows(connection: AsyncConnection, table: Table, *order: str) -> Sequence[Row[Any]]:
    return (await connection.execute(select(table).order_by(*(table.c[name] for name in order)))).all()


@asynccontextmanager
async def new_store(server: str | None, folder: Path, name: str, *, encoding: str | None = None) -> AsyncIterator[str]:
    """Create an empty database, yield its URL, and drop it at the end.

    Args:
        server: The URL of any database of a PostgreSQL server whose user may create databases; None for an SQLite file.
        folder: The folder of the SQLite file.
        name: The name of the database.
        encoding: Its encoding on PostgreSQL; None for the server's default.
    """
    if server is None:
        yield f"sqlite:///{folder / name}.db"
        return
    address = make_url(server).set(drivername="postgresql+asyncpg")
    engine = create_async_engine(address, isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        kind = "" if encoding is None else f" ENCODING '{encoding}' LOCALE 'C' TEMPLATE template0"
        await connection.execute(text(f"CREATE DATABASE {name}{kind}"))
    try:
        yield address.set(database=name).render_as_string(hide_password=False)
    finally:
        async with engine.connect() as connection:
            await connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
        await engine.dispose()
