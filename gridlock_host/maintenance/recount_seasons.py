"""Recount of seasons: their standings from the results, and whether a champion has the most points."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from typing import Any

from sqlalchemy import and_, false, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.maintenance.differences import Counts, differences
from gridlock_host.model.person import is_deleted
from gridlock_host.storage.schema import games, results, season_counts, season_standings, seasons


async def season_miscounts(connection: AsyncConnection) -> list[str]:
    """Return a sentence for each stored number of a season that differs from the results."""
    counted = await _recount(connection)
    members: Counts = {}
    for (guild_id, season, _), count in counted.items():
        members.setdefault((guild_id, season, count["won"], count["lost"]), Counter())["members"] += 1
    return [
        *await differences(
            connection,
            season_standings,
            counted,
            "The standings of member {user_id} in season {season} of server {guild_id}",
        ),
        *await differences(
            connection,
            season_counts,
            members,
            "The numbers of members in season {season} of server {guild_id} with {won} won and {lost} lost",
        ),
        *await _wrong_champions(connection, counted),
        *await _wrong_points(connection),
    ]


async def _recount(connection: AsyncConnection) -> Counts:
    """Count the results that give points by the season in which they ended."""
    of_server: defaultdict[int, list[Any]] = defaultdict(list)
    for row in await connection.execute(select(seasons).order_by(seasons.c.guild_id, seasons.c.begins_at)):
        of_server[row.guild_id].append(row)
    begins = {guild_id: [row.begins_at for row in rows] for guild_id, rows in of_server.items()}
    counted: Counts = {}
    columns = (results.c.guild_id, results.c.winner_id, results.c.loser_id, results.c.ended_at)
    async for row in await connection.stream(select(*columns).where(results.c.gives_points)):
        place = bisect_right(begins.get(row.guild_id, []), row.ended_at) - 1
        if place < 0:
            continue
        season = of_server[row.guild_id][place]
        if season.ends_at is not None and row.ended_at >= season.ends_at:
            continue
        for user_id, outcome in ((row.winner_id, "won"), (row.loser_id, "lost")):
            if not is_deleted(user_id):
                counted.setdefault((row.guild_id, season.number, user_id), Counter())[outcome] += 1
    return counted


async def _wrong_champions(connection: AsyncConnection, counted: Counts) -> list[str]:
    most: Counter[tuple[int, int]] = Counter()
    for (guild_id, number, _), count in counted.items():
        most[guild_id, number] = max(most[guild_id, number], count["won"])
    titles = select(seasons.c.guild_id, seasons.c.number, seasons.c.champion_id)
    is_closed = and_(seasons.c.ends_at.is_not(None), seasons.c.close_at.is_(None))
    decided = titles.where(is_closed, or_(seasons.c.champion_id.is_(None), seasons.c.champion_id > 0))
    return [
        f"The champion of season {row.number} of server {row.guild_id} does not have the most points in it."
        for row in await connection.execute(decided)
        if counted.get((row.guild_id, row.number, row.champion_id), Counter())["won"] < most[row.guild_id, row.number]
    ]


async def _wrong_points(connection: AsyncConnection) -> list[str]:
    """Find results that are marked as if moderators had taken their games out, or as if they had not, and the like."""
    should = and_(
        results.c.winner_id.is_not(None), games.c.bot_id.is_(None), games.c.handicap == 0, games.c.voided == false()
    )
    differ = (
        select(results.c.game_id).join(games, games.c.id == results.c.game_id).where(results.c.gives_points != should)
    )
    return [
        f"The result of game #{game_id} is marked wrongly as giving points or none."
        for game_id in await connection.scalars(differ.order_by(results.c.game_id))
    ]
