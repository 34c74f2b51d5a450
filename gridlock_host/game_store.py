"""Games as rows: a game is its list of moves, and everything else is derived from it or stands beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Any

from sqlalchemy import ColumnElement, Row, case, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.database import new_id
from gridlock_host.schema import games, moves, results
from gridlock_host.snapshots import Ending, Game, Place, Result
from gridlock_rules import find_variant, replay

_ACTIVE, _OVER = "active", "over"


@dataclass(frozen=True, slots=True)
class NewGame:
    """What is settled before the first move."""

    challenge_id: int
    place: Place
    variant_key: str
    size: int
    player_one_id: int
    player_two_id: int
    created_at: datetime


async def add_game(connection: AsyncConnection, game: NewGame) -> Game:
    """Store a new game and return it as it now stands, with its id."""
    result = await connection.execute(
        insert(games).values(
            challenge_id=game.challenge_id,
            guild_id=game.place.guild_id,
            channel_id=game.place.channel_id,
            variant=game.variant_key,
            size=game.size,
            player_one_id=game.player_one_id,
            player_two_id=game.player_two_id,
            status=_ACTIVE,
            version=0,
            created_at=game.created_at,
        )
    )
    return Game(
        id=new_id(result),
        place=game.place,
        notice=None,
        player_one_id=game.player_one_id,
        player_two_id=game.player_two_id,
        version=0,
        created_at=game.created_at,
        moves=(),
        position=find_variant(game.variant_key).start(game.size),
        result=None,
    )


async def load_game(connection: AsyncConnection, guild_id: int, game_id: int) -> Game | None:
    """The game with this id, if it belongs to this server."""
    found = await _select(connection, games.c.id == game_id, games.c.guild_id == guild_id)
    return found[0] if found else None


async def open_games(connection: AsyncConnection, guild_id: int, user_id: int) -> list[Game]:
    """The games that this person plays in this server and that are not over, the oldest first."""
    return await _select(
        connection,
        games.c.guild_id == guild_id,
        games.c.status == _ACTIVE,
        or_(games.c.player_one_id == user_id, games.c.player_two_id == user_id),
    )


async def advance(connection: AsyncConnection, before: Game, after: Game, seen_on: Place | None = None) -> Game | None:
    """Claim the next version of a game.

    Args:
        connection: A write transaction.
        before: The game as it was read.
        after: The game as it is to be.
        seen_on: A message that shows the board, to be noted if none is known.

    Returns:
        `after` with the places where it is shown now, which others may have changed since `before` was read;
        None when somebody else has changed the game itself.
    """
    result = await connection.execute(
        update(games)
        .where(games.c.id == before.id, games.c.version == before.version, games.c.status == _ACTIVE)
        .values({"version": after.version, "status": _OVER if after.is_over else _ACTIVE} | _where_unknown(seen_on))
        .returning(games)
    )
    row = result.one_or_none()
    return None if row is None else replace(after, place=_place(row), notice=_notice(row))


def _where_unknown(seen_on: Place | None) -> dict[str, Any]:
    if seen_on is None:
        return {}
    unknown = games.c.message_id.is_(None)
    return {
        "channel_id": case((unknown, seen_on.channel_id), else_=games.c.channel_id),
        "message_id": case((unknown, seen_on.message_id), else_=games.c.message_id),
    }


async def add_move(connection: AsyncConnection, game: Game, text: str, played_at: datetime) -> None:
    """Append a move to a game."""
    await connection.execute(insert(moves).values(game_id=game.id, ply=game.ply, text=text, played_at=played_at))


async def add_result(connection: AsyncConnection, game: Game, result: Result) -> None:
    """Note how a game ended. A second result of one game breaks the table's key."""
    await connection.execute(
        insert(results).values(
            game_id=game.id,
            winner_id=result.winner_id,
            loser_id=result.loser_id,
            ending=result.ending,
            ended_at=result.ended_at,
        )
    )


async def place_board(connection: AsyncConnection, game_id: int, place: Place) -> None:
    """Note which message shows the board. This is no change of the game: its version stays."""
    await connection.execute(
        update(games).where(games.c.id == game_id).values(channel_id=place.channel_id, message_id=place.message_id)
    )


async def place_notice(connection: AsyncConnection, game_id: int, notice: Place | None) -> None:
    """Note which message calls the player to move."""
    columns = (None, None) if notice is None else (notice.channel_id, notice.message_id)
    await connection.execute(
        update(games).where(games.c.id == game_id).values(notice_channel_id=columns[0], notice_message_id=columns[1])
    )


async def _select(connection: AsyncConnection, *conditions: ColumnElement[bool]) -> list[Game]:
    """The games that meet the conditions, read in one statement and so as of one moment: a row a move."""
    statement = (
        select(games, results.c.winner_id, results.c.loser_id, results.c.ending, results.c.ended_at, moves.c.text)
        .outerjoin(results, results.c.game_id == games.c.id)
        .outerjoin(moves, moves.c.game_id == games.c.id)
        .where(*conditions)
        .order_by(games.c.id, moves.c.ply)
    )
    rows = (await connection.execute(statement)).all()
    return [_game(list(of_one_game)) for _, of_one_game in groupby(rows, key=attrgetter("id"))]


def _game(rows: Sequence[Row[tuple[object, ...]]]) -> Game:
    row = rows[0]
    played = tuple(str(each.text) for each in rows if each.text is not None)
    return Game(
        id=row.id,
        place=_place(row),
        notice=_notice(row),
        player_one_id=row.player_one_id,
        player_two_id=row.player_two_id,
        version=row.version,
        created_at=row.created_at,
        moves=played,
        position=replay(row.variant, row.size, played),
        result=_result(row),
    )


def _place(row: Row[tuple[object, ...]]) -> Place:
    return Place(row.guild_id, row.channel_id, row.message_id)


def _notice(row: Row[tuple[object, ...]]) -> Place | None:
    if row.notice_message_id is None:
        return None
    return Place(row.guild_id, row.notice_channel_id, row.notice_message_id)


def _result(row: Row[tuple[object, ...]]) -> Result | None:
    if row.winner_id is None:
        return None
    return Result(row.winner_id, row.loser_id, Ending(row.ending), row.ended_at)
