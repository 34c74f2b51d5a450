"""Standings: one point a win, counted when a game ends; leaderboards and records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from sqlalchemy import Dialect, Table, bindparam, delete, select
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.dml import ReturningInsert

from gridlock_host.model.place import Place
from gridlock_host.model.result import Result
from gridlock_host.model.standings.standing import LeaderboardPage, Order, Record
from gridlock_host.standings.bot_records import BOT_RECORDS_OF_MEMBER, TOTAL_BOT_RECORDS, BotRecord
from gridlock_host.standings.head_to_head import HeadToHead, load_head_to_head
from gridlock_host.standings.leaderboard import load_leaderboard
from gridlock_host.standings.played_games import PlayedGames, load_played_games
from gridlock_host.standings.record_counts import ALL_VARIANTS, Key, change_counts, key_of
from gridlock_host.storage.database import Database, insert_into
from gridlock_host.storage.driver.statements import Statement
from gridlock_host.storage.schema import standing_totals, standings

_OF_MEMBER: Final = Statement(
    select(standings.c.variant, standings.c.won, standings.c.lost).where(
        standings.c.guild_id == bindparam("guild_id"), standings.c.user_id == bindparam("user_id")
    )
)
_REMOVE_EMPTY: Final = {
    table: delete(table).where(
        table.c.guild_id == bindparam("of_guild"),
        table.c.user_id == bindparam("of_user"),
        table.c.won == 0,
        table.c.lost == 0,
    )
    for table in (standings, standing_totals)
}


async def count_result(connection: AsyncConnection, place: Place, variant_key: str, result: Result) -> None:
    """Add the result of a game to the standings of its server; a game without a winner adds nothing."""
    if result.winner_id is None or result.loser_id is None:
        return
    added = {(result.winner_id, variant_key): Record(won=1), (result.loser_id, variant_key): Record(lost=1)}
    await change_standings(connection, place.guild_id, added)


async def change_standings(
    connection: AsyncConnection, guild_id: int, changes: Mapping[tuple[int, str], Record]
) -> None:
    """Change the standings of a server. Members without a result are in no table.

    Args:
        connection: A write transaction.
        guild_id: The server.
        changes: What is added, by member and variant; negative numbers take results back.
    """
    totals = Counter[tuple[int, str]]()
    lost = Counter[tuple[int, str]]()
    for (user_id, _), change in changes.items():
        totals[user_id, ALL_VARIANTS] += change.won
        lost[user_id, ALL_VARIANTS] += change.lost
    in_all = {key: Record(totals[key], lost[key]) for key in totals}
    counts: Counter[Key] = Counter()
    for table, of_table in ((standings, changes), (standing_totals, in_all)):
        counts.update(await _change_table(connection, table, guild_id, of_table))
    await change_counts(connection, counts)


async def _change_table(
    connection: AsyncConnection, table: Table, guild_id: int, changes: Mapping[tuple[int, str], Record]
) -> Counter[Key]:
    """Change one table, and return how the numbers of members with equal records change."""
    rows: list[dict[str, int | str]] = [
        {"guild_id": guild_id, "user_id": user_id, "won": change.won, "lost": change.lost}
        | ({"variant": variant} if table is standings else {})
        # Sorted, so that two transactions lock the rows in the same order.
        for (user_id, variant), change in sorted(changes.items(), key=lambda one: one[0])
    ]
    counts: Counter[Key] = Counter()
    for row in await connection.execute(_add(table, connection.dialect), rows):
        variant = row.variant if table is standings else ALL_VARIANTS
        after, added = Record(row.won, row.lost), changes[row.user_id, variant]
        before = Record(after.won - added.won, after.lost - added.lost)
        counts[key_of(guild_id, variant, after)] += bool(after.played)
        counts[key_of(guild_id, variant, before)] -= bool(before.played)
    if any(change.won < 0 or change.lost < 0 for change in changes.values()):
        people = sorted({user_id for user_id, _ in changes})
        await connection.execute(_REMOVE_EMPTY[table], [{"of_guild": guild_id, "of_user": each} for each in people])
    return counts


class StandingsService:
    """Leaderboards and records of the members of servers.

    Args:
        database: Where they are kept.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def leaderboard(
        self,
        guild_id: int,
        variant_key: str | None,
        order: Order,
        *,
        asker_id: int,
        number: int = 0,
        season: int | None = None,
    ) -> LeaderboardPage:
        """Return a page of the leaderboard of a server, as `load_leaderboard` describes it."""
        return await load_leaderboard(
            self._database, guild_id, variant_key, order, asker_id=asker_id, number=number, season=season
        )

    async def records_by_variant(self, guild_id: int, user_id: int) -> dict[str, Record]:
        """Return what a member won and lost in this server, by the variant's key."""
        values = {"guild_id": guild_id, "user_id": user_id}
        rows = await self._database.fetch_compiled(_OF_MEMBER, values, flushes=False)
        return {row.variant: Record(row.won, row.lost) for row in rows}

    async def head_to_head(self, guild_id: int, user_id: int, other_id: int, *, is_bot: bool = False) -> HeadToHead:
        """Return what a member has won and lost against another one, as `load_head_to_head` describes it."""
        return await load_head_to_head(self._database, guild_id, user_id, other_id, is_bot=is_bot)

    async def played_games(self, guild_id: int, user_id: int) -> PlayedGames:
        """Return what a member has won and lost against all others, their streaks and their favourite first moves."""
        return await load_played_games(self._database, guild_id, user_id)

    async def bot_records(self, guild_id: int, user_id: int | None = None) -> list[BotRecord]:
        """Return what a member, or all of them, won and lost against the bot in this server, by variant and level."""
        statement = TOTAL_BOT_RECORDS if user_id is None else BOT_RECORDS_OF_MEMBER
        values = {"guild_id": guild_id, "user_id": user_id}
        return [
            BotRecord(row.variant, row.level, row.won, row.lost, row.won_with_help)
            for row in await self._database.fetch_compiled(statement, values, flushes=False)
        ]


@cache
def _add(table: Table, dialect: Dialect) -> ReturningInsert[Any]:
    """Build, once, the statement that adds results to the row of a member, if there is one, and returns the sum."""
    new = insert_into(table, dialect)
    key = [column.name for column in table.primary_key]
    added = {name: table.c[name] + new.excluded[name] for name in ("won", "lost")}
    variant = [table.c.variant] if table is standings else []
    return new.on_conflict_do_update(index_elements=key, set_=added).returning(
        table.c.user_id, table.c.won, table.c.lost, *variant
    )
