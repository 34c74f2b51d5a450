"""Head-to-head: what two members have won against each other, by variant and seat, and their last games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Boolean, Select, bindparam, case, func, select

from gridlock_host.model.place import Place
from gridlock_host.model.standings.standing import Record, SeatRecords
from gridlock_host.storage.database import Database
from gridlock_host.storage.driver.statements import Row, Statement
from gridlock_host.storage.schema import games, results
from gridlock_rules import VARIANTS, Player

LAST_GAMES: Final = 10
"""How many of the last games are listed."""


@dataclass(frozen=True, slots=True)
class PairGame:
    """A finished game of a pair."""

    id: int
    variant_key: str
    size: int
    winner_id: int
    ended_at: datetime
    place: Place


@dataclass(frozen=True, slots=True)
class HeadToHead(SeatRecords):
    """What a member has won and lost against another one.

    Attributes:
        last: Their last games, the last one first.
    """

    last: tuple[PairGame, ...]


def _won_against(*columns: Any) -> Select[Any]:  # noqa: ANN401  # columns are not typed
    """Select from the games that one has won against the other; those with a handicap are left out."""
    return (
        select(*columns)
        .select_from(results)
        .join(games, games.c.id == results.c.game_id)
        .where(
            results.c.winner_id == bindparam("winner_id"),
            results.c.loser_id == bindparam("loser_id"),
            results.c.guild_id == bindparam("guild_id"),
            # A game against the bot gives none.
            results.c.gives_points == bindparam("gives_points", type_=Boolean),
            games.c.handicap == 0,
        )
    )


def _number(variant_key: str, seat: Player) -> Any:  # noqa: ANN401
    """Count those of a variant that the winner has won in a seat."""
    column = games.c.player_one_id if seat is Player.ONE else games.c.player_two_id
    is_it = (games.c.variant == variant_key) & (column == results.c.winner_id)
    return func.coalesce(func.sum(case((is_it, 1), else_=0)), 0).label(f"{variant_key}_{seat.value}")


# One pass over the games of the pair, without a sort by variant.
_SUMS: Final = Statement(_won_against(*(_number(variant.key, seat) for variant in VARIANTS for seat in Player)))
_place = (games.c.guild_id, games.c.channel_id, games.c.message_id)
_LAST: Final = Statement(
    _won_against(games.c.id, games.c.variant, games.c.size, *_place, results.c.winner_id, results.c.ended_at)
    .order_by(results.c.ended_at.desc(), results.c.game_id.desc())
    .limit(LAST_GAMES)
)


async def load_head_to_head(
    database: Database, guild_id: int, user_id: int, other_id: int, *, is_bot: bool
) -> HeadToHead:
    """Return what a member has won and lost against another one, or against the bot, in a server.

    Args:
        database: Where results are kept.
        guild_id: The server.
        user_id: The member.
        other_id: The other one.
        is_bot: Whether the other one is the bot.
    """
    common = {"guild_id": guild_id, "gives_points": not is_bot}
    won = common | {"winner_id": user_id, "loser_id": other_id}
    lost = common | {"winner_id": other_id, "loser_id": user_id}
    of_won, of_lost = [(await database.fetch_compiled(_SUMS, each, flushes=False))[0] for each in (won, lost)]
    last = [row for each in (won, lost) for row in await database.fetch_compiled(_LAST, each, flushes=False)]
    return HeadToHead(_records(of_won, of_lost), _newest(last))


def _records(won: Row, lost: Row) -> dict[tuple[str, Player], Record]:
    """Return the records by variant and seat. A game that was lost in one seat was won in the other."""
    found = {
        (variant.key, seat): Record(
            getattr(won, f"{variant.key}_{seat.value}"), getattr(lost, f"{variant.key}_{seat.opponent.value}")
        )
        for variant in VARIANTS
        for seat in Player
    }
    return {key: record for key, record in found.items() if record.played}


def _newest(rows: Sequence[Row]) -> tuple[PairGame, ...]:
    newest = sorted(rows, key=lambda row: (row.ended_at, row.id), reverse=True)[:LAST_GAMES]
    return tuple(
        PairGame(
            row.id,
            row.variant,
            row.size,
            row.winner_id,
            row.ended_at,
            Place(row.guild_id, row.channel_id, row.message_id),
        )
        for row in newest
    )
