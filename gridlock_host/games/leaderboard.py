"""Leaderboards, read a page at a time in the order of an index.

The database counts and skips members; the program never holds more than a page of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from sqlalchemy import Column, ColumnElement, Executable, Row, ScalarSelect, Table, bindparam, func, null, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.model.standing import LeaderboardPage, Order, Record, Standing
from gridlock_host.storage.schema import standing_totals, standings

MEMBERS_ON_A_PAGE: Final = 10


@dataclass(frozen=True, slots=True)
class _Statements:
    """The statements for one table and one order.

    Attributes:
        counts: Counts the members, those with a rank by win rate, and those who are better than a certain member.
        page: Selects the members from a certain place on.
        better: Counts the members who are better than a certain member.
    """

    counts: Executable
    page: Executable
    better: Executable


async def load_leaderboard(
    connection: AsyncConnection, guild_id: int, variant_key: str | None, order: Order, *, asker_id: int, number: int
) -> LeaderboardPage:
    """Return a page of the leaderboard of a server.

    Args:
        connection: A connection whose statements see one state of the database.
        guild_id: The server.
        variant_key: The variant whose games count; None for all of them together.
        order: The order. Among equals, members who have played more come first, then those with the lower id. By win
            rate, members with fewer than `FEWEST_GAMES_FOR_RATE` games come last, without a rank.
        asker_id: The member whose rank is returned along.
        number: The page, from 0; one past the end means the last one.
    """
    statements = _statements(standing_totals if variant_key is None else standings, order)
    which = {"guild_id": guild_id, "variant": variant_key}
    counts = (await connection.execute(statements.counts, which | {"user_id": asker_id})).one()
    last = max(0, counts.members - 1) // MEMBERS_ON_A_PAGE
    number = min(number, last)
    begin = number * MEMBERS_ON_A_PAGE
    # The member before the page tells whether its first member shares a rank with an earlier page.
    window = {"skipped": max(begin - 1, 0), "taken": MEMBERS_ON_A_PAGE + min(begin, 1)}
    rows: Sequence[Row[Any]] = (await connection.execute(statements.page, which | window)).all()
    before, rows = (rows[:1], rows[1:]) if begin else ([], rows)
    first_rank = begin + 1
    if rows and before and before[0].value == rows[0].value and rows[0].is_ranked:
        better = await connection.scalar(statements.better, which | {"user_id": rows[0].user_id})
        first_rank = 1 + (better or 0)
    return LeaderboardPage(
        tuple(_ranked(rows, begin + 1, first_rank)),
        number=number,
        pages=last + 1,
        ranks=counts.members if order is Order.POINTS else counts.ranks,
        own_rank=1 + counts.better if counts.asker_is_ranked else None,
    )


def _ranked(rows: Sequence[Row[Any]], place: int, rank: int) -> list[Standing]:
    """Return the standings of consecutive members: the first has this place and this rank."""
    ranked: list[Standing] = []
    for index, row in enumerate(rows):
        if index and row.value != rows[index - 1].value:
            rank = place + index
        ranked.append(Standing(rank if row.is_ranked else None, row.user_id, Record(row.won, row.lost)))
    return ranked


@cache
def _statements(table: Table, order: Order) -> _Statements:
    """Build the statements once: building one takes longer than many a database needs to run it."""
    value: Column[Any] = table.c.won if order is Order.POINTS else table.c.rate_order
    is_ranked = value >= 0
    here = [table.c.guild_id == bindparam("guild_id")]
    if "variant" in table.c:
        here.append(table.c.variant == bindparam("variant"))
    # These are in the order of an index. Among members with equal values, more wins or, without a win, more losses
    # mean more games.
    best_first = [*dict.fromkeys([value, table.c.won, table.c.lost])]
    page = (
        select(table.c.user_id, table.c.won, table.c.lost, value.label("value"), is_ranked.label("is_ranked"))
        .where(*here)
        .order_by(*(column.desc() for column in best_first), table.c.user_id)
        .offset(bindparam("skipped"))
        .limit(bindparam("taken"))
    )
    of_member = select(value).where(*here, table.c.user_id == bindparam("user_id")).scalar_subquery()
    better = _count(table, *here, value > of_member)
    counts = select(
        _count(table, *here).label("members"),
        (null() if order is Order.POINTS else _count(table, *here, is_ranked)).label("ranks"),
        better.label("better"),
        (of_member >= 0).label("asker_is_ranked"),
    )
    return _Statements(counts, page, select(better))


def _count(table: Table, *conditions: ColumnElement[bool]) -> ScalarSelect[int]:
    return select(func.count()).select_from(table).where(*conditions).scalar_subquery()
