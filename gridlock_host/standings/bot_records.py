"""Records against the bot, for each level. They do not count in the standings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Final

from sqlalchemy import ColumnElement, Table, bindparam, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.model.game import Game
from gridlock_host.model.result import Result
from gridlock_host.storage.database import insert_into
from gridlock_host.storage.driver.statements import Statement
from gridlock_host.storage.schema import bot_record_totals, bot_records


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
    if game.bot_id is None or game.level is None or result.winner_id is None:
        return
    person_id = game.opponent_of(game.bot_id)
    won = int(result.winner_id == person_id)
    added = BotRecord(game.variant.key, game.level, won, 1 - won, int(game.helped and bool(won)))
    await change_bot_records(connection, game.place.guild_id, [(person_id, added)])


async def change_bot_records(
    connection: AsyncConnection, guild_id: int, changes: Sequence[tuple[int, BotRecord]]
) -> None:
    """Change records against the bot. Members without a result have no record.

    Args:
        connection: A write transaction.
        guild_id: The server.
        changes: What is added, each with its member; negative numbers take results back.
    """
    # Sorted, so that two transactions lock the rows in the same order.
    in_order = sorted(changes, key=lambda one: (one[0], one[1].variant_key, one[1].level))
    for table in (bot_records, bot_record_totals):
        for user_id, record in in_order:
            key = {"guild_id": guild_id, "user_id": user_id, "variant": record.variant_key, "level": record.level}
            counts = {"won": record.won, "lost": record.lost, "won_with_help": record.won_with_help}
            row = {column.name: key[column.name] for column in table.primary_key}
            await connection.execute(
                insert_into(table, connection.dialect)
                .values({**row, **counts})
                .on_conflict_do_update(
                    index_elements=list(row), set_={name: table.c[name] + count for name, count in counts.items()}
                )
            )
            if record.played < 0:
                is_row = [table.c[name] == value for name, value in row.items()]
                await connection.execute(delete(table).where(*is_row, table.c.won == 0, table.c.lost == 0))


async def subtract_from_totals(connection: AsyncConnection, user_id: int) -> None:
    """Take the records of a person, which are about to be deleted, out of the sums over all members."""
    records = (await connection.execute(select(bot_records).where(bot_records.c.user_id == user_id))).all()
    total = bot_record_totals.c
    # Sorted, so that two transactions lock the rows in the same order.
    for record in sorted(records, key=attrgetter("guild_id", "variant", "level")):
        of_level = (
            total.guild_id == record.guild_id,
            total.variant == record.variant,
            total.level == record.level,
        )
        await connection.execute(
            update(bot_record_totals)
            .where(*of_level)
            .values(
                won=total.won - record.won,
                lost=total.lost - record.lost,
                won_with_help=total.won_with_help - record.won_with_help,
            )
        )
        await connection.execute(delete(bot_record_totals).where(*of_level, total.won == 0, total.lost == 0))


def _records(table: Table, *conditions: ColumnElement[bool]) -> Statement:
    record = table.c
    columns = (record.variant, record.level, record.won, record.lost, record.won_with_help)
    here = record.guild_id == bindparam("guild_id")
    return Statement(select(*columns).where(here, *conditions).order_by(record.variant, record.level))


BOT_RECORDS_OF_MEMBER: Final = _records(bot_records, bot_records.c.user_id == bindparam("user_id"))
"""Selects the records of a member in a server, by variant and level."""
TOTAL_BOT_RECORDS: Final = _records(bot_record_totals)
"""Selects the records of all members together in a server, by variant and level."""
