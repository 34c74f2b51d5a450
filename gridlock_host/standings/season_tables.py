"""Standings of seasons: sums of the results that ended in each, and their recount."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Final

from sqlalchemy import Dialect, bindparam, case, delete, func, insert, literal, select, union_all, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.dml import ReturningInsert

from gridlock_host.model.person import is_deleted
from gridlock_host.model.result import Result
from gridlock_host.model.standings.season import Season
from gridlock_host.storage.database import insert_into
from gridlock_host.storage.locks import lock_seasons
from gridlock_host.storage.schema import results, season_counts, season_standings, seasons

_own, _count = season_standings.c, season_counts.c
_KEYS: Final = ("guild_id", "season", "won", "lost")
_Key = tuple[int, int, int, int]

_BEST: Final = (
    select(_own.user_id, _own.won)
    .where(_own.guild_id == bindparam("guild_id"), _own.season == bindparam("season"), _own.won > 0)
    .order_by(_own.won.desc(), _own.lost.desc(), _own.user_id)
    .limit(1)
)
_AS_GOOD: Final = select(func.sum(_count.members)).where(
    _count.guild_id == bindparam("guild_id"), _count.season == bindparam("season"), _count.won == bindparam("won")
)
_REMOVE_EMPTY: Final = delete(season_counts).where(
    *(column == bindparam(f"of_{column.name}") for column in season_counts.primary_key), _count.members == 0
)


async def count_in_season(connection: AsyncConnection, season: Season, result: Result) -> None:
    """Add a result that gives points to the standings of its season.

    If it is stored so late that the season is closed, its champion is decided again.
    """
    if result.winner_id is None or result.loser_id is None:
        return
    added = {result.winner_id: (1, 0), result.loser_id: (0, 1)}
    changes: Counter[_Key] = Counter()
    # Sorted, so that two transactions lock the rows in the same order.
    rows = [
        {"guild_id": season.guild_id, "season": season.number, "user_id": user_id, "won": won, "lost": lost}
        for user_id, (won, lost) in sorted(added.items())
    ]
    for row in await connection.execute(_add(connection.dialect), rows):
        won, lost = added[row.user_id]
        changes[season.guild_id, season.number, row.won, row.lost] += 1
        if row.won + row.lost > 1:
            changes[season.guild_id, season.number, row.won - won, row.lost - lost] -= 1
    await _change_counts(connection, changes)
    await _decide_again(connection, season)


async def load_champion(connection: AsyncConnection, guild_id: int, number: int) -> tuple[int | None, int]:
    """Return the member with the most points in a season, and how many have as many; None if nobody has any."""
    of_season = {"guild_id": guild_id, "season": number}
    best = (await connection.execute(_BEST, of_season)).one_or_none()
    if best is None:
        return None, 0
    return best.user_id, await connection.scalar(_AS_GOOD, of_season | {"won": best.won}) or 0


async def subtract_from_season_counts(connection: AsyncConnection, user_id: int) -> None:
    """Take the standings of a person, which are about to be deleted, out of the counts of all seasons."""
    counted_in = await connection.scalars(select(_own.guild_id).where(_own.user_id == user_id))
    for guild_id in sorted(set(counted_in)):
        await lock_seasons(connection, guild_id, shared=True)
    own = select(_own.guild_id, _own.season, _own.won, _own.lost).where(_own.user_id == user_id)
    left = Counter(tuple(row) for row in await connection.execute(own))
    await _change_counts(connection, Counter({key: -number for key, number in left.items()}))


async def recount_season(connection: AsyncConnection, season: Season) -> None:
    """Count a season again from its results, after games were taken out or put back.

    The champion of a closed season is decided again, unless the data of the champion was deleted.
    """
    for table in (season_standings, season_counts):
        await connection.execute(
            delete(table).where(table.c.guild_id == season.guild_id, table.c.season == season.number)
        )
    of_season = [
        results.c.guild_id == season.guild_id,
        results.c.gives_points,
        results.c.ended_at >= season.begins_at,
        *([] if season.ends_at is None else [results.c.ended_at < season.ends_at]),
    ]
    each = union_all(
        select(results.c.winner_id.label("user_id"), literal(1).label("won")).where(*of_season),
        select(results.c.loser_id.label("user_id"), literal(0).label("won")).where(*of_season),
    ).subquery()
    won, lost = (func.sum(case((each.c.won == number, 1), else_=0)) for number in (1, 0))
    counted = select(literal(season.guild_id), literal(season.number), each.c.user_id, won, lost)
    people = counted.where(each.c.user_id > 0).group_by(each.c.user_id)
    columns = ["guild_id", "season", "user_id", "won", "lost"]
    await connection.execute(insert(season_standings).from_select(columns, people))
    equal = (
        select(_own.guild_id, _own.season, _own.won, _own.lost, func.count())
        .where(_own.guild_id == season.guild_id, _own.season == season.number)
        .group_by(_own.guild_id, _own.season, _own.won, _own.lost)
    )
    await connection.execute(insert(season_counts).from_select([*_KEYS, "members"], equal))
    await _decide_again(connection, season)


async def _decide_again(connection: AsyncConnection, season: Season) -> None:
    """Decide the champion of a season that is closed, unless the data of the champion was deleted."""
    if season.is_closed and (season.champion_id is None or not is_deleted(season.champion_id)):
        champion_id, champions = await load_champion(connection, season.guild_id, season.number)
        of_row = (seasons.c.guild_id == season.guild_id, seasons.c.number == season.number)
        await connection.execute(update(seasons).where(*of_row).values(champion_id=champion_id, champions=champions))


async def _change_counts(connection: AsyncConnection, changes: Counter[_Key]) -> None:
    rows = [
        dict(zip(_KEYS, key, strict=True)) | {"members": change} for key, change in sorted(changes.items()) if change
    ]
    if not rows:
        return
    await connection.execute(_add_count(connection.dialect), rows)
    left = [{f"of_{name}": row[name] for name in _KEYS} for row in rows if row["members"] < 0]
    if left:
        await connection.execute(_REMOVE_EMPTY, left)


@cache
def _add(dialect: Dialect) -> ReturningInsert[int, int, int]:
    """Build, once, the statement that adds a result to the row of a member, if there is one, and returns the sum."""
    new = insert_into(season_standings, dialect)
    added = {name: _own[name] + new.excluded[name] for name in ("won", "lost")}
    keys = [column.name for column in season_standings.primary_key]
    return new.on_conflict_do_update(index_elements=keys, set_=added).returning(_own.user_id, _own.won, _own.lost)


@cache
def _add_count(dialect: Dialect) -> postgresql.Insert | sqlite.Insert:
    """Build, once, the statement that adds a number of members to a record, which may not exist yet."""
    new = insert_into(season_counts, dialect)
    added = {"members": _count.members + new.excluded.members}
    return new.on_conflict_do_update(index_elements=list(_KEYS), set_=added)
