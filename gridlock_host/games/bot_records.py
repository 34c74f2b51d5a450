"""Records against the bot, for each level. They do not count in the standings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Integer, Select, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.model.game import Game, Result
from gridlock_host.storage.database import insert_into
from gridlock_host.storage.schema import bot_records


@dataclass(frozen=True, slots=True)
class BotRecord:
    """The record of a member, or of all members of a server, against the bot in one variant at one level.

    Attributes:
        won: Games won, with or without help.
        won_with_help: Games won after a hint or a take-back.
    """

    variant_key: str
    level: int
    won: int
    lost: int
    won_with_help: int

    @property
    def played(self) -> int:
        """The number of games that ended."""
        return self.won + self.lost


async def count_bot_result(connection: AsyncConnection, game: Game, result: Result) -> None:
    """Add the result of a game to the player's record against the bot; a game without a winner adds nothing."""
    if game.bot_id is None or result.winner_id is None:
        return
    person_id = game.opponent_of(game.bot_id)
    key = {
        "guild_id": game.place.guild_id,
        "user_id": person_id,
        "variant": game.variant.key,
        "level": game.level,
    }
    won = int(result.winner_id == person_id)
    counts = {"won": won, "lost": 1 - won, "won_with_help": int(game.helped and bool(won))}
    await connection.execute(
        insert_into(bot_records, connection.dialect)
        .values({**key, **counts})
        .on_conflict_do_update(
            index_elements=list(key), set_={name: bot_records.c[name] + count for name, count in counts.items()}
        )
    )


def select_bot_records(guild_id: int, user_id: int | None = None) -> Select[Any]:
    """Select the records of this member, or of all members together, in a server, by variant and level."""
    record = bot_records.c
    counts = [
        func.sum(count).cast(Integer).label(count.name) for count in (record.won, record.lost, record.won_with_help)
    ]
    statement = select(record.variant, record.level, *counts).where(record.guild_id == guild_id)
    if user_id is not None:
        statement = statement.where(record.user_id == user_id)
    return statement.group_by(record.variant, record.level).order_by(record.variant, record.level)
