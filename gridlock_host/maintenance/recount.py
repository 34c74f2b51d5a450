"""Recount of the standings and of the records against the bot from the results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.model.game import is_deleted
from gridlock_host.storage.schema import bot_records, games, results, standing_totals, standings

Key = tuple[Any, ...]
Counts = dict[Key, Counter[str]]


async def miscounts(connection: AsyncConnection) -> list[str]:
    """Return a sentence for each member whose stored wins and losses differ from the results."""
    counted, counted_against_bot = await _recount(connection)
    stored = {
        (row.guild_id, row.user_id, row.variant): Counter({"won": row.won, "lost": row.lost})
        for row in await connection.execute(select(standings))
    }
    stored_in_all = {
        (row.guild_id, row.user_id, "all variants"): Counter({"won": row.won, "lost": row.lost})
        for row in await connection.execute(select(standing_totals))
    }
    stored_against_bot = {
        (row.guild_id, row.user_id, row.variant, row.level): Counter(
            {"won": row.won, "lost": row.lost, "won with help": row.won_with_help}
        )
        for row in await connection.execute(select(bot_records))
    }
    return [
        *_differences("The standings", stored, counted),
        *_differences("The standings", stored_in_all, _sums(counted)),
        *_differences("The records against the bot", stored_against_bot, counted_against_bot),
    ]


async def _recount(connection: AsyncConnection) -> tuple[Counts, Counts]:
    counted: Counts = {}
    against_bot: Counts = {}
    columns = (games.c.guild_id, games.c.variant, games.c.level, games.c.bot_id, games.c.helped)
    statement = select(*columns, results.c.winner_id, results.c.loser_id).join(games, games.c.id == results.c.game_id)
    async for row in await connection.stream(statement.where(results.c.winner_id.is_not(None))):
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


def _sums(counted: Counts) -> Counts:
    """Return the counts over all variants."""
    sums: Counts = {}
    for (guild_id, user_id, _), count in counted.items():
        sums.setdefault((guild_id, user_id, "all variants"), Counter()).update(count)
    return sums


def _count(counts: Counts, key: Key, *, won: bool, with_help: bool) -> None:
    count = counts.setdefault(key, Counter())
    count["won" if won else "lost"] += 1
    if with_help:
        count["won with help"] += 1


def _differences(what: str, stored: Counts, counted: Counts) -> Iterator[str]:
    for key in sorted(stored.keys() | counted.keys()):
        has, should_have = stored.get(key, Counter()), counted.get(key, Counter())
        if has != should_have:
            guild_id, user_id, variant, *level = key
            where = f"{variant} at level {level[0]}" if level else variant
            yield (
                f"{what} of member {user_id} in server {guild_id}, {where}, say {_said(has)}; "
                f"the results say {_said(should_have)}."
            )


def _said(count: Counter[str]) -> str:
    return ", ".join(f"{number} {what}" for what, number in sorted(count.items()) if number) or "nothing"
