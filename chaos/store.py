"""The bot's database, read and changed from outside the bot."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Row, Table, make_url, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from gridlock_host.scheduler.outbox import AWAITS_BOT, TO_REDRAW, UNSHOWN
from gridlock_host.storage.schema import (
    announcements,
    challenges,
    games,
    metadata,
    moderation_log,
    moves,
    offers,
    results,
    season_standings,
    seasons,
    standings,
)
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
        shown_players: The players that its boards have shown; empty if they are not known.
    """

    row: Row[Any]
    moves: tuple[str, ...]
    result: Row[Any] | None
    shown_players: tuple[int, ...] = ()

    @property
    def seats(self) -> tuple[int, int]:
        """The stored ids of its players, the first to move first: below 0 for those who were forgotten."""
        return self.row.player_one_id, self.row.player_two_id

    @property
    def players(self) -> tuple[int, int]:
        """The ids of its players, also of those who were forgotten since, if boards have shown them."""
        one, two = self.seats
        if min(one, two) > 0 or not self.shown_players:
            return one, two
        shown_one, shown_two = self.shown_players
        return (shown_one if one < 0 else one), (shown_two if two < 0 else two)

    @property
    def has_forgotten_player(self) -> bool:
        """Whether the data of one of its players was deleted."""
        return min(self.seats) < 0

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
        seasons: The rows of the seasons.
        season_standings: The rows of their standings.
        announcements: The rows of what is told in channels for results.
        moderation: The rows of the moderators' log, in order.
    """

    games: Mapping[int, StoredGame]
    challenges: Mapping[int, Row[Any]]
    offers: Sequence[Row[Any]]
    standings: Sequence[Row[Any]]
    seasons: Sequence[Row[Any]] = ()
    season_standings: Sequence[Row[Any]] = ()
    announcements: Sequence[Row[Any]] = ()
    moderation: Sequence[Row[Any]] = ()


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

    async def read(self, shown_players: Mapping[int, tuple[int, ...]] | None = None) -> Stored:
        """Read all rows.

        Args:
            shown_players: The players that boards have shown, by the number of the game.
        """
        shown = shown_players or {}
        async with self._engine.connect() as connection:
            played: dict[int, list[str]] = {}
            for move in await _rows(connection, moves, "game_id", "ply"):
                played.setdefault(move.game_id, []).append(move.text)
            ended = {row.game_id: row for row in await _rows(connection, results, "game_id")}
            return Stored(
                games={
                    row.id: StoredGame(row, tuple(played.get(row.id, ())), ended.get(row.id), shown.get(row.id, ()))
                    for row in await _rows(connection, games, "id")
                },
                challenges={row.request_id: row for row in await _rows(connection, challenges, "id")},
                offers=await _rows(connection, offers, "id"),
                standings=await _rows(connection, standings, "guild_id"),
                seasons=await _rows(connection, seasons, "guild_id", "number"),
                season_standings=await _rows(connection, season_standings, "guild_id", "season"),
                announcements=await _rows(connection, announcements, "id"),
                moderation=await _rows(connection, moderation_log, "id"),
            )

    async def find_named(self, user_ids: Collection[int]) -> set[int]:
        """Return which of these people are named in any row of any table."""
        texts = {str(user_id): user_id for user_id in user_ids}
        named: set[int] = set()
        async with self._engine.connect() as connection:
            for table in metadata.sorted_tables:
                for row in await connection.execute(select(table)):
                    said = repr(tuple(row))
                    named |= {user_id for each, user_id in texts.items() if each in said}
        return named

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

    async def let_seasons_close(self, ended_before: datetime) -> bool:
        """Let the champions of seasons that ended before a time be decided now; False if there are none."""
        over = (seasons.c.close_at > datetime.now(UTC)) & (seasons.c.ends_at < ended_before)
        async with self._engine.begin() as connection:
            done = await connection.execute(update(seasons).where(over).values(close_at=_LONG_AGO))
        return done.rowcount > 0

    async def seasons_to_close(self) -> bool:
        """Whether the champion of a season is due to be decided."""
        due = select(seasons.c.id).where(seasons.c.close_at <= datetime.now(UTC))
        async with self._engine.connect() as connection:
            return bool((await connection.scalars(due)).all())

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
