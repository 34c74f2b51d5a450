"""Lists of finished games, page by page: those of a member, perhaps only of a variant or against one opponent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import ColumnElement, exists, select, union_all
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.games.rows import OVER, select_games
from gridlock_host.model.game import Game
from gridlock_host.model.standings.season import Season
from gridlock_host.storage.database import Database
from gridlock_host.storage.schema import games, results

GAMES_A_PAGE: Final = 10
"""The number of games on a page."""


@dataclass(frozen=True, slots=True)
class FinishedFilter:
    """Which finished games of a server are listed.

    Attributes:
        member_id: Who played in them.
        opponent_id: Against whom; None for anybody.
        variant: The key of the variant; None for all.
        season: The season in which they ended; None for all time.
    """

    member_id: int
    opponent_id: int | None = None
    variant: str | None = None
    season: Season | None = None


@dataclass(frozen=True, slots=True)
class Cursor:
    """Where a page begins: next to a game, and on which side of it. New games do not shift the pages before them.

    Attributes:
        game_id: The game that the page follows; None for the newest games.
        newer: Whether the page has newer games than that one, and not older ones.
    """

    game_id: int | None = None
    newer: bool = False


@dataclass(frozen=True, slots=True)
class FinishedPage:
    """A page of finished games, the newest first.

    Attributes:
        games: The games.
        has_newer: Whether there are newer ones.
        has_older: Whether there are older ones.
    """

    games: tuple[Game, ...]
    has_newer: bool
    has_older: bool


class FinishedGames:
    """Lists finished games.

    Args:
        database: Where they are stored.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def page(self, guild_id: int, which: FinishedFilter, cursor: Cursor) -> FinishedPage:
        """Return a page of the finished games of a server."""
        async with self._database.reading() as connection:
            ids = await _ids(connection, guild_id, which, cursor)
            chosen = ids[:GAMES_A_PAGE]
            found = await select_games(connection, games.c.id.in_(chosen)) if chosen else []
        is_more, came_from = len(ids) > GAMES_A_PAGE, cursor.game_id is not None
        return FinishedPage(
            tuple(reversed(found)),
            has_newer=is_more if cursor.newer else came_from,
            has_older=came_from if cursor.newer else is_more,
        )


async def _ids(connection: AsyncConnection, guild_id: int, which: FinishedFilter, cursor: Cursor) -> list[int]:
    """Return the ids of the games of a page, and of one more, those next to the cursor first."""
    order = games.c.id if cursor.newer else games.c.id.desc()
    of_seat = [
        select(games.c.id)
        .where(games.c.guild_id == guild_id, games.c.status == OVER, own == which.member_id)
        .where(*_conditions(which, other, cursor))
        .order_by(order)
        .limit(GAMES_A_PAGE + 1)
        for own, other in (
            (games.c.player_one_id, games.c.player_two_id),
            (games.c.player_two_id, games.c.player_one_id),
        )
    ]
    # Each seat has an index, in whose order its part is read.
    found = (await connection.scalars(union_all(*(select(each.subquery()) for each in of_seat)))).all()
    return sorted(found, reverse=not cursor.newer)[: GAMES_A_PAGE + 1]


def _conditions(which: FinishedFilter, other: ColumnElement[int], cursor: Cursor) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    if which.opponent_id is not None:
        conditions.append(other == which.opponent_id)
    if which.variant is not None:
        conditions.append(games.c.variant == which.variant)
    if which.season is not None:
        conditions.append(exists().where(results.c.game_id == games.c.id, *_within(which.season)))
    if cursor.game_id is not None:
        conditions.append(games.c.id > cursor.game_id if cursor.newer else games.c.id < cursor.game_id)
    return conditions


def _within(season: Season) -> list[ColumnElement[bool]]:
    begun = results.c.ended_at >= season.begins_at
    return [begun] if season.ends_at is None else [begun, results.c.ended_at < season.ends_at]
