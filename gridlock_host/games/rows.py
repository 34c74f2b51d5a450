"""Games as they are read: the rows of a game, and the snapshot that is made of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import groupby
from operator import attrgetter
from typing import Final

from sqlalchemy import ColumnElement, Row, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.games.match_store import match_wins
from gridlock_host.model.snapshots import Ending, Game, MatchScore, Place, Result
from gridlock_host.storage.schema import games, matches, moves, results
from gridlock_rules import replay

ACTIVE: Final = "active"
OVER: Final = "over"


async def select_games(
    connection: AsyncConnection, *conditions: ColumnElement[bool], at_most: int | None = None
) -> list[Game]:
    """The games that meet the conditions, the oldest first, read as of one moment: a row a move."""
    chosen = select(games.c.id).where(*conditions).order_by(games.c.id).limit(at_most)
    statement = (
        select(
            games,
            results.c.winner_id,
            results.c.loser_id,
            results.c.ending,
            results.c.ended_at,
            moves.c.text,
            moves.c.played_at,
            matches.c.best_of,
        )
        .outerjoin(results, results.c.game_id == games.c.id)
        .outerjoin(matches, matches.c.id == games.c.match_id)
        .outerjoin(moves, moves.c.game_id == games.c.id)
        .where(games.c.id.in_(chosen))
        .order_by(games.c.id, moves.c.ply)
    )
    rows = (await connection.execute(statement)).all()
    found = [_game(list(of_one_game)) for _, of_one_game in groupby(rows, key=attrgetter("id"))]
    return [await _with_wins(connection, game) for game in found]


async def _with_wins(connection: AsyncConnection, game: Game) -> Game:
    if game.match is None:
        return game
    wins = await match_wins(connection, game.match.id, game.match.number)
    return replace(game, match=replace(game.match, wins=wins))


def _game(rows: Sequence[Row[tuple[object, ...]]]) -> Game:
    row = rows[0]
    played = tuple(str(each.text) for each in rows if each.text is not None)
    return Game(
        id=row.id,
        place=place_in(row),
        notice=notice_in(row),
        player_one_id=row.player_one_id,
        player_two_id=row.player_two_id,
        version=row.version,
        created_at=row.created_at,
        moves=played,
        position=replay(row.variant, row.size, played),
        result=_result(row),
        per_move=None if row.seconds_per_move is None else timedelta(seconds=row.seconds_per_move),
        deadline=row.deadline,
        moved_at=tuple(each.played_at for each in rows if each.text is not None),
        match=_match(row),
        bot_id=row.bot_id,
        level=row.level,
        helped=row.helped,
    )


def place_in(row: Row[tuple[object, ...]]) -> Place:
    """Where the game of a row is shown."""
    return Place(row.guild_id, row.channel_id, row.message_id)


def _match(row: Row[tuple[object, ...]]) -> MatchScore | None:
    """The match of a game, its wins not yet counted."""
    if row.match_id is None:
        return None
    return MatchScore(id=row.match_id, best_of=row.best_of, number=row.match_number, wins={})


def notice_in(row: Row[tuple[object, ...]]) -> Place | None:
    """Which message calls the player to move in the game of a row."""
    if row.notice_message_id is None:
        return None
    return Place(row.guild_id, row.notice_channel_id, row.notice_message_id)


def _result(row: Row[tuple[object, ...]]) -> Result | None:
    if row.ending is None:
        return None
    return Result(row.winner_id, row.loser_id, Ending(row.ending), row.ended_at)
