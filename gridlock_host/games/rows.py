"""Reading games: the statement that selects them, and the snapshot made from their rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

from sqlalchemy import BigInteger, ColumnElement, Row, Select, bindparam, exists, or_, select, union_all
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.model.game import Game
from gridlock_host.model.place import Place
from gridlock_host.model.result import Ending, MatchScore, Result
from gridlock_host.model.starts import Swap
from gridlock_host.storage.driver.statements import Statement
from gridlock_host.storage.schema import games, matches, moves, offers, results
from gridlock_rules import replay

ACTIVE: Final = "active"
OVER: Final = "over"


_WINS: Final = (
    select(results.c.winner_id)
    .join(games, games.c.id == results.c.game_id)
    .where(
        games.c.match_id == bindparam("match_id"),
        games.c.match_number <= bindparam("match_number"),
        results.c.winner_id.is_not(None),
    )
)
_HAS_OFFER_MESSAGES: Final = exists().where(
    offers.c.message_id.is_not(None), or_(offers.c.game_id == games.c.id, offers.c.game_id == games.c.rematch_of)
)


async def select_games(
    connection: AsyncConnection, *conditions: ColumnElement[bool], at_most: int | None = None
) -> list[Game]:
    """Return the games that meet the conditions, the oldest first. Each is read as of one moment, one row per move."""
    chosen = select(games.c.id).where(*conditions).order_by(games.c.id).limit(at_most)
    rows = (await connection.execute(_with_moves(games.c.id.in_(chosen)))).all()
    found = [game_in(list(of_one_game)) for _, of_one_game in groupby(rows, key=attrgetter("id"))]
    return [await _with_wins(connection, game) for game in found]


def _with_moves(which: ColumnElement[bool], *more: ColumnElement[Any]) -> Select[Any]:
    """Select games with their results and moves, one row per move."""
    return (
        select(
            games,
            results.c.winner_id,
            results.c.loser_id,
            results.c.ending,
            results.c.ended_at,
            moves.c.text,
            moves.c.played_at,
            matches.c.best_of,
            *more,
        )
        .outerjoin(results, results.c.game_id == games.c.id)
        .outerjoin(matches, matches.c.id == games.c.match_id)
        .outerjoin(moves, moves.c.game_id == games.c.id)
        .where(which)
        .order_by(games.c.id, moves.c.ply)
    )


def is_open_game_of(guild_id: int | ColumnElement[int], user_id: int | ColumnElement[int]) -> ColumnElement[bool]:
    """Build the condition that a game is open and played by this person in this server."""
    are_open = select(games.c.id).where(games.c.guild_id == guild_id, games.c.status == ACTIVE)
    # Each seat has an index. For "one of the two seats", SQLite would read all open games of the server.
    seats = (games.c.player_one_id, games.c.player_two_id)
    return games.c.id.in_(union_all(*(are_open.where(seat == user_id) for seat in seats)))


ONE_GAME: Final = Statement(
    _with_moves(games.c.id == bindparam("game_id"), _HAS_OFFER_MESSAGES.label("has_offer_messages"))
)
OPEN_GAMES: Final = Statement(
    select(games.c.id, games.c.version)
    .where(is_open_game_of(bindparam("guild_id", type_=BigInteger), bindparam("user_id", type_=BigInteger)))
    .order_by(games.c.id)
)
WINS: Final = Statement(_WINS)


def place_in(row: Row[tuple[object, ...]]) -> Place:
    """Return where the game of a row is shown."""
    return Place(row.guild_id, row.channel_id, row.message_id, row.foreign_guild_id)


def notice_in(row: Row[tuple[object, ...]]) -> Place | None:
    """Return the message that notifies the player to move in the game of a row."""
    if row.notice_message_id is None:
        return None
    return Place(row.guild_id, row.notice_channel_id, row.notice_message_id, row.foreign_guild_id)


async def _with_wins(connection: AsyncConnection, game: Game) -> Game:
    """Count the games of the match that were won up to this one, by player."""
    if game.match is None:
        return game
    of_match = {"match_id": game.match.id, "match_number": game.match.number}
    return with_wins(game, (await connection.execute(_WINS, of_match)).scalars())


def with_wins(game: Game, winners: Iterable[int]) -> Game:
    """Return the game with the winners of the games of its match up to this one."""
    return game if game.match is None else replace(game, match=replace(game.match, wins=Counter(winners)))


def game_in(rows: Sequence[Row[tuple[object, ...]]]) -> Game:
    """Return the game of some rows, one per move, with the wins of its match not yet counted."""
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
        position=replay(row.variant, row.size, played, start=row.start),
        result=_result(row),
        per_move=None if row.seconds_per_move is None else timedelta(seconds=row.seconds_per_move),
        deadline=row.deadline,
        moved_at=tuple(each.played_at for each in rows if each.text is not None),
        match=_match(row),
        bot_id=row.bot_id,
        level=row.level,
        helped=row.helped,
        start=row.start,
        start_again=row.start_again,
        swap=None if row.swap is None else Swap(row.swap),
        handicap=row.handicap,
        rated=row.rated,
        voided=row.voided,
    )


def _match(row: Row[tuple[object, ...]]) -> MatchScore | None:
    """Return the match of a game, with its wins not yet counted."""
    if row.match_id is None:
        return None
    return MatchScore(id=row.match_id, best_of=row.best_of, number=row.match_number, wins={})


def _result(row: Row[tuple[object, ...]]) -> Result | None:
    if row.ending is None:
        return None
    return Result(row.winner_id, row.loser_id, Ending(row.ending), row.ended_at)
