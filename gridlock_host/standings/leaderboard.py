"""Leaderboards, read a page at a time in the order of an index, each in one statement.

Ranks come from the counts of equal records. The program never holds more than a page of members.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from sqlalchemy import Column, ColumnElement, Integer, Table, bindparam, case, func, select, true, type_coerce
from sqlalchemy.types import NullType

from gridlock_host.model.standings.standing import LeaderboardPage, Order, Record, Standing
from gridlock_host.standings.record_counts import ALL_VARIANTS
from gridlock_host.storage.database import Database
from gridlock_host.storage.driver.statements import Row, Statement
from gridlock_host.storage.schema import record_counts, season_counts, season_standings, standing_totals, standings

MEMBERS_ON_A_PAGE: Final = 10
# More pages than a server has members for; the number of rows to skip must fit a 32-bit integer.
_MOST_PAGES: Final = 10**8


async def load_leaderboard(
    database: Database,
    guild_id: int,
    variant_key: str | None,
    order: Order,
    *,
    asker_id: int,
    number: int,
    season: int | None = None,
) -> LeaderboardPage:
    """Return a page of the leaderboard of a server.

    Args:
        database: Where the standings are kept.
        guild_id: The server.
        variant_key: The variant whose games count; None for all of them together.
        order: The order. Among equals, members who have played more come first, then those with the lower id. By win
            rate, members with fewer than `FEWEST_GAMES_FOR_RATE` games come last, without a rank.
        asker_id: The member whose rank is returned along.
        number: The page, from 0; one past the end means the last one.
        season: The number of the season whose games count, of all variants together; None for all that was ever played.
    """
    table = standing_totals if variant_key is None else standings
    statement = _statement(table if season is None else season_standings, order)
    which: dict[str, object] = {"guild_id": guild_id, "user_id": asker_id}
    if season is None:
        which |= {"variant": variant_key, "counted_variant": variant_key or ALL_VARIANTS}
    else:
        which |= {"season": season}
    number = min(number, _MOST_PAGES)
    while True:
        window = {"skipped": number * MEMBERS_ON_A_PAGE, "taken": MEMBERS_ON_A_PAGE}
        # Late writes do not change standings.
        rows = await database.fetch_compiled(statement, which | window, flushes=False)
        last = max(0, (rows[0].members or 0) - 1) // MEMBERS_ON_A_PAGE
        if number <= last:
            return _page(rows, number, last, asker_id)
        number = last


def _page(rows: Sequence[Row], number: int, last: int, asker_id: int) -> LeaderboardPage:
    counts = rows[0]
    return LeaderboardPage(
        tuple(_ranked(rows, number * MEMBERS_ON_A_PAGE + 1)) if counts.user_id is not None else (),
        number=number,
        pages=last + 1,
        ranks=counts.ranks or 0,
        own=_own(counts, asker_id),
    )


def _own(counts: Row, asker_id: int) -> Standing | None:
    if counts.asker_value is None:
        return None
    rank = 1 + counts.better_than_asker if counts.asker_value >= 0 else None
    return Standing(rank, asker_id, Record(counts.asker_won, counts.asker_lost))


def _ranked(rows: Sequence[Row], place: int) -> list[Standing]:
    """Return the standings of consecutive members; the first one has this place."""
    ranked: list[Standing] = []
    best_first = sorted(rows, key=lambda row: (-row.value, -row.won, -row.lost, row.user_id))
    rank = 1 + rows[0].better_than_first
    for index, row in enumerate(best_first):
        if index and row.value != best_first[index - 1].value:
            rank = place + index
        ranked.append(Standing(rank if row.value >= 0 else None, row.user_id, Record(row.won, row.lost)))
    return ranked


@cache
def _statement(table: Table, order: Order) -> Statement:
    """Build the statement that selects the members from a certain place on, each with counts of all members.

    Without members from there on, it selects the counts alone. A value below 0 gives no rank.
    """
    value: Column[Any] = table.c.won if order is Order.POINTS else table.c.rate_order
    here = [table.c.guild_id == bindparam("guild_id")]
    count = (season_counts if table is season_standings else record_counts).c
    counts_here = [count.guild_id == bindparam("guild_id")]
    if table is season_standings:
        here.append(table.c.season == bindparam("season"))
        counts_here.append(count.season == bindparam("season"))
    else:
        counts_here.append(count.variant == bindparam("counted_variant"))
    if table is standings:
        here.append(table.c.variant == bindparam("variant"))
    # These are in the order of an index. Among members with equal values, more wins or, without a win, more losses
    # mean more games.
    order_by = [column.desc() for column in dict.fromkeys([value, table.c.won, table.c.lost])]
    page = (
        select(table.c.user_id, table.c.won, table.c.lost, type_coerce(value, NullType()).label("value"))
        .where(*here)
        .order_by(*order_by, table.c.user_id)
        .offset(bindparam("skipped", type_=Integer))
        .limit(bindparam("taken", type_=Integer))
        .cte("page")
    )
    # The first of a page is one of its best.
    of_first = select(func.max(page.c.value)).scalar_subquery()
    of_asker, asker_won, asker_lost = (
        select(column).where(*here, table.c.user_id == bindparam("user_id")).scalar_subquery()
        for column in (value, table.c.won, table.c.lost)
    )
    counted: Column[Any] = count.won if order is Order.POINTS else count.rate_order
    counts = (
        select(
            func.sum(count.members).label("members"),
            _members_with(count, counted >= 0).label("ranks"),
            type_coerce(of_asker, NullType()).label("asker_value"),
            asker_won.label("asker_won"),
            asker_lost.label("asker_lost"),
            _members_with(count, counted > of_asker).label("better_than_asker"),
            _members_with(count, counted > of_first).label("better_than_first"),
        )
        .where(*counts_here)
        .subquery("counts")
    )
    return Statement(select(counts, page).join_from(counts, page, true(), isouter=True))


def _members_with(count: Any, condition: ColumnElement[bool]) -> ColumnElement[int]:  # noqa: ANN401  # not typed
    return func.sum(case((condition, count.members), else_=0))
