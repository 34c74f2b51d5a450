"""Recount of stored sums: standings and records against the bot from the results, accuracies from those of games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.maintenance.differences import Counts, Key, differences
from gridlock_host.maintenance.recount_seasons import season_miscounts
from gridlock_host.model.person import is_deleted
from gridlock_host.standings.record_counts import ALL_VARIANTS
from gridlock_host.storage.schema import (
    accuracies,
    accuracy_totals,
    bot_record_totals,
    bot_records,
    games,
    record_counts,
    results,
    standing_totals,
    standings,
)


async def miscounts(connection: AsyncConnection) -> list[str]:
    """Return a sentence for each stored number of wins and losses that differs from the results."""
    counted, against_bot = await _recount(connection)
    member = "member {user_id} in server {guild_id}"
    return [
        *await differences(connection, standings, counted, f"The standings of {member}, {{variant}},"),
        *await differences(
            connection,
            standing_totals,
            _sums(counted, lambda guild_id, user_id, _: (guild_id, user_id)),
            f"The standings of {member}, all variants,",
        ),
        *await differences(
            connection,
            record_counts,
            _records(counted),
            "The numbers of members in server {guild_id} with {won} won and {lost} lost, {variant},",
        ),
        *await differences(
            connection,
            bot_records,
            against_bot,
            f"The records against the bot of {member}, {{variant}} at level {{level}},",
        ),
        *await differences(
            connection,
            bot_record_totals,
            _sums(against_bot, lambda guild_id, _, variant, level: (guild_id, variant, level)),
            "The records against the bot of all members in server {guild_id}, {variant} at level {level},",
        ),
        *await differences(
            connection,
            accuracy_totals,
            await _recount_accuracies(connection),
            f"The sums of the accuracies of {member}, {{variant}},",
            "accuracies",
        ),
        *await season_miscounts(connection),
    ]


async def _recount(connection: AsyncConnection) -> tuple[Counts, Counts]:
    counted: Counts = {}
    against_bot: Counts = {}
    columns = (games.c.guild_id, games.c.variant, games.c.level, games.c.bot_id, games.c.helped)
    statement = select(*columns, results.c.winner_id, results.c.loser_id).join(games, games.c.id == results.c.game_id)
    counts = (results.c.winner_id.is_not(None), games.c.handicap == 0, games.c.voided.is_(False))
    async for row in await connection.stream(statement.where(*counts)):
        for user_id, won in ((row.winner_id, True), (row.loser_id, False)):
            if is_deleted(user_id) or user_id == row.bot_id:
                continue
            if row.bot_id is None:
                _count(counted, (row.guild_id, user_id, row.variant), won=won, with_help=False)
            else:
                _count(
                    against_bot, (row.guild_id, user_id, row.variant, row.level), won=won, with_help=won and row.helped
                )
    return counted, against_bot


async def _recount_accuracies(connection: AsyncConnection) -> Counts:
    counted: Counts = {}
    statement = select(accuracies, games.c.bot_id).join(games, games.c.id == accuracies.c.game_id)
    async for row in await connection.stream(statement):
        if row.user_id != row.bot_id:
            key = row.guild_id, row.user_id, row.variant
            counted.setdefault(key, Counter()).update(decisions=row.decisions, kept=row.kept)
    return counted


def _sums(counted: Counts, key_of: Callable[..., Key]) -> Counts:
    """Return the counts added up by another key, which is made from each key."""
    sums: Counts = {}
    for key, count in counted.items():
        sums.setdefault(key_of(*key), Counter()).update(count)
    return sums


def _records(counted: Counts) -> Counts:
    """Return how many members have the same record in a variant, or in all together."""
    in_all = _sums(counted, lambda guild_id, user_id, _: (guild_id, user_id, ALL_VARIANTS))
    members: Counts = {}
    for (guild_id, _, variant), count in [*counted.items(), *in_all.items()]:
        members.setdefault((guild_id, variant, count["won"], count["lost"]), Counter())["members"] += 1
    return members


def _count(counts: Counts, key: Key, *, won: bool, with_help: bool) -> None:
    count = counts.setdefault(key, Counter())
    count["won" if won else "lost"] += 1
    if with_help:
        count["won_with_help"] += 1
