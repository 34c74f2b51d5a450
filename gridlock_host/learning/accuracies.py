"""Accuracies: how many decisions of a player kept the win, by game, and summed up by variant."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Column, ScalarSelect, bindparam, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.model.game import Game
from gridlock_host.storage.columns import UTCDateTime
from gridlock_host.storage.database import Database, insert_into
from gridlock_host.storage.driver.statements import Statement
from gridlock_host.storage.locks import lock_game
from gridlock_host.storage.schema import accuracies, accuracy_totals, seasons
from gridlock_solver.judgement.accuracy import Accuracy

_total, _each, _season = accuracy_totals.c, accuracies.c, seasons.c
# When the running season began; nothing without one.
_SEASON_BEGIN: Final = (
    select(_season.begins_at)
    .where(
        _season.guild_id == bindparam("guild_id"),
        _season.begins_at <= bindparam("now", type_=UTCDateTime),
        or_(_season.ends_at.is_(None), _season.ends_at > bindparam("now", type_=UTCDateTime)),
    )
    .order_by(_season.begins_at.desc())
    .limit(1)
    .scalar_subquery()
)


def _in_season(column: Column[int]) -> ScalarSelect[Any]:
    """Sum up a column over the games of a variant that ended in the running season."""
    of_member = (_each.user_id == _total.user_id, _each.guild_id == _total.guild_id, _each.variant == _total.variant)
    return select(func.sum(column)).where(*of_member, _each.ended_at >= _SEASON_BEGIN).scalar_subquery()


_OF_MEMBER: Final = Statement(
    select(
        _total.variant,
        _total.decisions,
        _total.kept,
        _in_season(_each.decisions).label("decisions_in_season"),
        _in_season(_each.kept).label("kept_in_season"),
    ).where(_total.guild_id == bindparam("guild_id"), _total.user_id == bindparam("user_id"))
)


@dataclass(frozen=True, slots=True)
class MemberAccuracy:
    """The accuracy of a member in a variant.

    Attributes:
        ever: Over all games.
        in_season: Over the games of the running season; without decisions if there is none.
    """

    ever: Accuracy
    in_season: Accuracy


class AccuracyService:
    """Stores and sums up accuracies.

    Args:
        database: Where they are stored.
        now: Tells the time, as an aware datetime.
    """

    def __init__(self, database: Database, *, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now

    async def add(self, game: Game, by_player: Mapping[int, Accuracy]) -> None:
        """Store the accuracies of the players of a finished game, by their ids, once.

        Nothing is stored of a player without a decision, nor of a game of which a player has been forgotten since.
        """
        told = {user_id: accuracy for user_id, accuracy in sorted(by_player.items()) if accuracy.decisions}
        if not told:
            return
        async with self._database.writing(changes=()) as connection:
            if not await lock_game(connection, game):
                return
            # Sorted, so that two transactions lock the rows in the same order.
            for user_id, accuracy in told.items():
                if await _is_added(connection, game, user_id, accuracy) and user_id != game.bot_id:
                    await _add_to_total(connection, game, user_id, accuracy)

    async def by_variant(self, guild_id: int, user_id: int) -> dict[str, MemberAccuracy]:
        """Return a member's accuracy in this server, by the variant's key."""
        values = {"guild_id": guild_id, "user_id": user_id, "now": self._now()}
        rows = await self._database.fetch_compiled(_OF_MEMBER, values, flushes=False)
        return {
            row.variant: MemberAccuracy(
                Accuracy(row.decisions, row.kept), Accuracy(row.decisions_in_season or 0, row.kept_in_season or 0)
            )
            for row in rows
        }


async def _is_added(connection: AsyncConnection, game: Game, user_id: int, accuracy: Accuracy) -> bool:
    """Add the accuracy of a player in a game, and return whether it was not there yet."""
    if game.result is None:
        return False
    new = insert_into(accuracies, connection.dialect).values(
        game_id=game.id,
        user_id=user_id,
        guild_id=game.place.guild_id,
        variant=game.variant.key,
        ended_at=game.result.ended_at,
        decisions=accuracy.decisions,
        kept=accuracy.kept,
    )
    added = await connection.execute(new.on_conflict_do_nothing().returning(accuracies.c.game_id))
    return added.one_or_none() is not None


async def _add_to_total(connection: AsyncConnection, game: Game, user_id: int, accuracy: Accuracy) -> None:
    key = {"guild_id": game.place.guild_id, "user_id": user_id, "variant": game.variant.key}
    counts = {"decisions": accuracy.decisions, "kept": accuracy.kept}
    new = insert_into(accuracy_totals, connection.dialect).values({**key, **counts})
    more = {name: accuracy_totals.c[name] + count for name, count in counts.items()}
    await connection.execute(new.on_conflict_do_update(index_elements=list(key), set_=more))
