"""Leaderboards and records: one point a win, counted when a game ends."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

from sqlalchemy import Dialect, Insert, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.games.bot_records import BotRecord, select_bot_records
from gridlock_host.model.game import Place, Result
from gridlock_host.storage.database import Database, insert_into
from gridlock_host.storage.schema import standings

FEWEST_GAMES_FOR_RATE: Final = 5
"""The fewest games with which a member has a rank by win rate."""


class Order(StrEnum):
    """The order of a leaderboard."""

    POINTS = "points"
    WIN_RATE = "win rate"


@dataclass(frozen=True, slots=True)
class Record:
    """The number of games won and lost."""

    won: int = 0
    lost: int = 0

    @property
    def played(self) -> int:
        """The number of games that ended."""
        return self.won + self.lost

    @property
    def win_rate(self) -> Fraction:
        """The share of games won, exactly; 0 before the first game."""
        return Fraction(self.won, self.played) if self.played else Fraction(0)


@dataclass(frozen=True, slots=True)
class Standing:
    """A row of a leaderboard. Equal values share a rank, and the next rank skips: 1, 2, 2, 4.

    Attributes:
        rank: The rank; None for a member with too few games for it.
    """

    rank: int | None
    user_id: int
    record: Record


async def count_result(connection: AsyncConnection, place: Place, variant_key: str, result: Result) -> None:
    """Add the result of a game to the standings of its server; a game without a winner adds nothing."""
    if result.winner_id is None or result.loser_id is None:
        return
    outcome = {result.winner_id: Record(won=1), result.loser_id: Record(lost=1)}
    # Sorted, so that two transactions lock the rows in the same order.
    for user_id in sorted(outcome):
        row: dict[str, int | str] = {"guild_id": place.guild_id, "user_id": user_id, "variant": variant_key}
        await connection.execute(_add(connection.dialect, row, outcome[user_id]))


class StandingsService:
    """Leaderboards and records of the members of servers.

    Args:
        database: Where they are kept.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def leaderboard(self, guild_id: int, variant_key: str | None, order: Order) -> list[Standing]:
        """Return the standings of a server, the best first, in one variant or in all together."""
        statement = select(
            standings.c.user_id, func.sum(standings.c.won).label("won"), func.sum(standings.c.lost).label("lost")
        ).where(standings.c.guild_id == guild_id)
        if variant_key is not None:
            statement = statement.where(standings.c.variant == variant_key)
        rows = await self._database.fetch(statement.group_by(standings.c.user_id))
        return rank(((row.user_id, Record(int(row.won), int(row.lost))) for row in rows), order)

    async def records_by_variant(self, guild_id: int, user_id: int) -> dict[str, Record]:
        """Return what a member won and lost in this server, by the variant's key."""
        statement = select(standings.c.variant, standings.c.won, standings.c.lost).where(
            standings.c.guild_id == guild_id, standings.c.user_id == user_id
        )
        return {row.variant: Record(row.won, row.lost) for row in await self._database.fetch(statement)}

    async def bot_records(self, guild_id: int, user_id: int | None = None) -> list[BotRecord]:
        """Return what a member, or all of them, won and lost against the bot in this server, by variant and level."""
        return [
            BotRecord(row.variant, row.level, row.won, row.lost, row.won_with_help)
            for row in await self._database.fetch(select_bot_records(guild_id, user_id))
        ]


def rank(records: Iterable[tuple[int, Record]], order: Order) -> list[Standing]:
    """Sort members by `order`. Among equals, those who have played more come first, with the same rank.

    By win rate, members with fewer than `FEWEST_GAMES_FOR_RATE` games come last, without a rank: one win of one game
    says too little.
    """

    def value(record: Record) -> Fraction:
        return Fraction(record.won) if order is Order.POINTS else record.win_rate

    def is_ranked(record: Record) -> bool:
        return order is Order.POINTS or record.played >= FEWEST_GAMES_FOR_RATE

    ranked: list[Standing] = []
    for place, (user_id, record) in enumerate(
        sorted(records, key=lambda one: (not is_ranked(one[1]), -value(one[1]), -one[1].played, one[0])), start=1
    ):
        tied = ranked and value(ranked[-1].record) == value(record)
        own = ranked[-1].rank if tied else place
        ranked.append(Standing(own if is_ranked(record) else None, user_id, record))
    return ranked


def _add(dialect: Dialect, row: dict[str, int | str], record: Record) -> Insert:
    return (
        insert_into(standings, dialect)
        .values({**row, "won": record.won, "lost": record.lost})
        .on_conflict_do_update(
            index_elements=list(row),
            set_={"won": standings.c.won + record.won, "lost": standings.c.lost + record.lost},
        )
    )
