"""Standings: one point a win, counted when a game ends; leaderboards and records."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Dialect, Insert, Table, bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.games.bot_records import BotRecord, select_bot_records
from gridlock_host.games.leaderboard import load_leaderboard
from gridlock_host.model.game import Place, Result
from gridlock_host.model.standing import LeaderboardPage, Order, Record
from gridlock_host.storage.database import Database, insert_into
from gridlock_host.storage.schema import standing_totals, standings

_OF_MEMBER: Final = select(standings.c.variant, standings.c.won, standings.c.lost).where(
    standings.c.guild_id == bindparam("guild_id"), standings.c.user_id == bindparam("user_id")
)


async def count_result(connection: AsyncConnection, place: Place, variant_key: str, result: Result) -> None:
    """Add the result of a game to the standings of its server; a game without a winner adds nothing."""
    if result.winner_id is None or result.loser_id is None:
        return
    rows: list[dict[str, int | str]] = [
        {"guild_id": place.guild_id, "user_id": user_id, "won": won, "lost": 1 - won}
        # Sorted, so that two transactions lock the rows in the same order.
        for user_id, won in sorted([(result.winner_id, 1), (result.loser_id, 0)])
    ]
    await connection.execute(_add(standings, connection.dialect), [{**row, "variant": variant_key} for row in rows])
    await connection.execute(_add(standing_totals, connection.dialect), rows)


class StandingsService:
    """Leaderboards and records of the members of servers.

    Args:
        database: Where they are kept.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def leaderboard(
        self, guild_id: int, variant_key: str | None, order: Order, *, asker_id: int, number: int = 0
    ) -> LeaderboardPage:
        """Return a page of the leaderboard of a server, as `load_leaderboard` describes it."""
        async with self._database.snapshot() as connection:
            return await load_leaderboard(connection, guild_id, variant_key, order, asker_id=asker_id, number=number)

    async def records_by_variant(self, guild_id: int, user_id: int) -> dict[str, Record]:
        """Return what a member won and lost in this server, by the variant's key."""
        async with self._database.reading() as connection:
            rows = (await connection.execute(_OF_MEMBER, {"guild_id": guild_id, "user_id": user_id})).all()
        return {row.variant: Record(row.won, row.lost) for row in rows}

    async def bot_records(self, guild_id: int, user_id: int | None = None) -> list[BotRecord]:
        """Return what a member, or all of them, won and lost against the bot in this server, by variant and level."""
        return [
            BotRecord(row.variant, row.level, row.won, row.lost, row.won_with_help)
            for row in await self._database.fetch(select_bot_records(guild_id, user_id))
        ]


def _add(table: Table, dialect: Dialect) -> Insert:
    """Build the statement that adds a result to the row of a member, which may not exist yet."""
    new = insert_into(table, dialect)
    key = [column.name for column in table.primary_key]
    return new.on_conflict_do_update(
        index_elements=key, set_={name: table.c[name] + new.excluded[name] for name in ("won", "lost")}
    )
