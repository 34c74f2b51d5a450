"""Game store: the statements that add and change games, all within a transaction of the caller."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from operator import attrgetter
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Update,
    bindparam,
    case,
    delete,
    func,
    insert,
    null,
    or_,
    select,
    union_all,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.games.rows import ACTIVE, OVER, notice_in, place_in, select_games
from gridlock_host.model.challenge import Challenge
from gridlock_host.model.game import Game
from gridlock_host.model.new_game import NewGame
from gridlock_host.model.place import Place
from gridlock_host.model.result import Result
from gridlock_host.model.time_control import deadline_after, seconds, warning_time
from gridlock_host.storage.database import new_id
from gridlock_host.storage.schema import games, matches, moves, results

# Built once: building a statement takes longer than many a database needs to run it.
ADVANCE = (
    update(games)
    .where(games.c.id == bindparam("game_id"), games.c.version == bindparam("seen_version"), games.c.status == ACTIVE)
    .values(
        version=bindparam("version"),
        status=bindparam("status"),
        unshown_since=bindparam("unshown_since"),
        redraw_since=null(),
        deadline=bindparam("deadline"),
        wake_at=bindparam("wake_at"),
        thinking_since=bindparam("thinking_since"),
        # Help does not change the version, so it may have been given after the game was read.
        helped=or_(games.c.helped, bindparam("helped", type_=Boolean)),
        channel_id=case(
            (
                games.c.message_id.is_(None),
                func.coalesce(bindparam("seen_channel_id", type_=BigInteger), games.c.channel_id),
            ),
            else_=games.c.channel_id,
        ),
        message_id=func.coalesce(games.c.message_id, bindparam("seen_message_id", type_=BigInteger)),
    )
    .returning(
        games.c.id,
        games.c.guild_id,
        games.c.channel_id,
        games.c.message_id,
        games.c.notice_channel_id,
        games.c.notice_message_id,
        games.c.foreign_guild_id,
        games.c.helped,
        games.c.voided,
    )
)

_ADD_GAME = insert(games)
_ADD_MOVE = insert(moves)
_ADD_RESULT = insert(results)


async def add_match(connection: AsyncConnection, guild_id: int, best_of: int) -> int | None:
    """Store a new match and return its id; None for a single game, which needs no match."""
    if best_of == 1:
        return None
    return new_id(await connection.execute(insert(matches).values(guild_id=guild_id, best_of=best_of)))


async def add_game(connection: AsyncConnection, game: NewGame) -> Game:
    """Store a new game and return it."""
    terms = game.terms
    deadline = None if game.bot_moves_first else deadline_after(terms.per_move, game.created_at)
    result = await connection.execute(
        _ADD_GAME,
        {
            "challenge_id": game.challenge_id,
            "guild_id": game.place.guild_id,
            "channel_id": game.place.channel_id,
            "foreign_guild_id": game.place.foreign_guild_id,
            "variant": terms.variant_key,
            "size": terms.board_size,
            "player_one_id": game.player_one_id,
            "player_two_id": game.player_two_id,
            "status": ACTIVE,
            "version": 0,
            "created_at": game.created_at,
            "seconds_per_move": seconds(terms.per_move),
            "match_id": game.match_id,
            "match_number": game.match_number,
            "rematch_of": game.rematch_of,
            "bot_id": game.bot_id,
            "level": terms.level,
            "start": game.start,
            "start_again": game.start_again,
            "swap": game.swap,
            "handicap": game.handicap,
            "rated": terms.rated,
            "voided": game.voided,
            "thinking_since": game.created_at if game.bot_moves_first else None,
            "unshown_since": game.created_at,
            "deadline": deadline,
            "wake_at": _wake_at(terms.per_move, deadline),
        },
    )
    game_id = new_id(result)
    # What is known of a single game is all there is; the games of a match have a score.
    return _begun(game, game_id, deadline) if game.match_id is None else await _read_game(connection, game_id)


def _begun(game: NewGame, game_id: int, deadline: datetime | None) -> Game:
    terms = game.terms
    return Game(
        id=game_id,
        place=replace(game.place, message_id=None),
        notice=None,
        player_one_id=game.player_one_id,
        player_two_id=game.player_two_id,
        version=0,
        created_at=game.created_at,
        moves=(),
        position=game.position,
        result=None,
        per_move=terms.per_move,
        deadline=deadline,
        bot_id=game.bot_id,
        level=terms.level,
        start=game.start,
        start_again=game.start_again,
        swap=game.swap,
        handicap=game.handicap,
        rated=terms.rated,
        voided=game.voided,
    )


async def _read_game(connection: AsyncConnection, game_id: int) -> Game:
    return (await select_games(connection, games.c.id == game_id))[0]


async def load_game(connection: AsyncConnection, guild_id: int, game_id: int) -> Game | None:
    """Return the game with this id, if it belongs to this server."""
    found = await select_games(connection, games.c.id == game_id, games.c.guild_id == guild_id)
    return found[0] if found else None


async def load_game_of_challenge(connection: AsyncConnection, challenge: Challenge) -> Game:
    """Return the first game of an accepted challenge."""
    return (await select_games(connection, games.c.challenge_id == challenge.id))[0]


async def load_rematch_of(connection: AsyncConnection, game_id: int) -> Game | None:
    """Return the rematch of a game, if there was one."""
    found = await select_games(connection, games.c.rematch_of == game_id)
    return found[0] if found else None


async def advance(
    connection: AsyncConnection, before: Game, after: Game, now: datetime, seen_on: Place | None = None
) -> Game | None:
    """Store the next version of a game by compare-and-swap on its version.

    Args:
        connection: A write transaction.
        before: The game as it was read.
        after: The changed game.
        now: The time of the change.
        seen_on: A message that shows the board; it is noted if no message is known.

    Returns:
        `after`, with what may have changed without a new version since `before` was read: where it is shown, and
        whether help was given or it was voided. None if the game has another version by now.
    """
    row = (await connection.execute(ADVANCE, advance_values(before, after, now, seen_on))).one_or_none()
    if row is None:
        return None
    return replace(after, place=place_in(row), notice=notice_in(row), helped=row.helped, voided=row.voided)


def advance_values(before: Game, after: Game, now: datetime, seen_on: Place | None) -> dict[str, Any]:
    """Return the values of `ADVANCE`; see `advance`."""
    return {
        "game_id": before.id,
        "seen_version": before.version,
        "version": after.version,
        "status": OVER if after.is_over else ACTIVE,
        "unshown_since": now,
        "deadline": after.deadline,
        "wake_at": _wake_at(after.per_move, after.deadline),
        "thinking_since": now if after.bot_is_to_move else None,
        "helped": after.helped,
        "seen_channel_id": None if seen_on is None else seen_on.channel_id,
        "seen_message_id": None if seen_on is None else seen_on.message_id,
    }


async def add_move(connection: AsyncConnection, game: Game, text: str, played_at: datetime) -> None:
    """Append a move to a game."""
    values = {"game_id": game.id, "ply": game.ply, "text": text, "played_at": played_at}
    await connection.execute(_ADD_MOVE, values)


async def exchange_seats(connection: AsyncConnection, game: Game) -> None:
    """Store the seats of a game whose players have swapped them."""
    seats = {"player_one_id": game.player_one_id, "player_two_id": game.player_two_id}
    await connection.execute(update(games).where(games.c.id == game.id).values(**seats, swap=game.swap))


async def remove_moves(connection: AsyncConnection, game: Game) -> None:
    """Delete the stored moves beyond those of `game`."""
    await connection.execute(delete(moves).where(moves.c.game_id == game.id, moves.c.ply >= game.ply))


async def add_result(connection: AsyncConnection, game: Game, result: Result) -> None:
    """Store the result of a game. A second result of one game breaks the table's key."""
    values = {
        "game_id": game.id,
        "winner_id": result.winner_id,
        "loser_id": result.loser_id,
        "ending": result.ending,
        "ended_at": result.ended_at,
        "guild_id": game.place.guild_id,
        "gives_points": game.gives_points,
    }
    await connection.execute(_ADD_RESULT, values)


def schedule_button_removal(game: Game, when: datetime) -> Update:
    """Build the statement that schedules a redraw of a finished game, to remove dead buttons; none of an open one."""
    return update(games).where(games.c.id == game.id, games.c.status == OVER).values(redraw_since=when)


async def load_open_games_in_all_servers(connection: AsyncConnection, user_id: int) -> list[Game]:
    """Return the open games of a person in all servers, the oldest first."""
    # Each seat has an index, which a condition on both seats together would not use.
    of_seat = [
        select(games.c.guild_id, games.c.id).where(seat == user_id, games.c.status == ACTIVE)
        for seat in (games.c.player_one_id, games.c.player_two_id)
    ]
    rows = sorted((await connection.execute(union_all(*of_seat))).all(), key=attrgetter("id"))
    found = [await load_game(connection, *row) for row in rows]
    return [game for game in found if game is not None]


def _wake_at(per_move: timedelta | None, deadline: datetime | None) -> datetime | None:
    """Return when the sweeper has to look at a game after a change: when it is time to warn the player."""
    return None if per_move is None or deadline is None else warning_time(deadline, per_move)
