"""Games as rows: a game is its list of moves, and everything else is derived from it or stands beside it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    and_,
    bindparam,
    case,
    delete,
    exists,
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
from gridlock_host.model.new_game import NewGame
from gridlock_host.model.snapshots import DELETED_PLAYER_ONE, DELETED_PLAYER_TWO, Challenge, Game, Place, Result
from gridlock_host.model.time_control import deadline_after, seconds, warning_time
from gridlock_host.storage.database import new_id
from gridlock_host.storage.schema import games, moves, results

_HAS_DELETED_PLAYER = or_(games.c.player_one_id == DELETED_PLAYER_ONE, games.c.player_two_id == DELETED_PLAYER_TWO)
# What every move needs is built once: building a statement takes longer than many a database takes to run it.
_ADD_MOVE = insert(moves)
_ADVANCE = (
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
        # Help may have been given since the game was read, which changes nothing on the board.
        helped=or_(games.c.helped, bindparam("helped")),
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
        games.c.guild_id,
        games.c.channel_id,
        games.c.message_id,
        games.c.notice_channel_id,
        games.c.notice_message_id,
        games.c.helped,
    )
)


async def add_game(connection: AsyncConnection, game: NewGame) -> Game:
    """Store a new game and return it as it now stands, with its id."""
    thinking_since = game.created_at if game.bot_moves_first else None
    deadline = None if game.bot_moves_first else deadline_after(game.per_move, game.created_at)
    result = await connection.execute(
        insert(games).values(
            challenge_id=game.challenge_id,
            guild_id=game.place.guild_id,
            channel_id=game.place.channel_id,
            variant=game.variant_key,
            size=game.size,
            player_one_id=game.player_one_id,
            player_two_id=game.player_two_id,
            status=ACTIVE,
            version=0,
            created_at=game.created_at,
            seconds_per_move=seconds(game.per_move),
            match_id=game.match_id,
            match_number=game.match_number,
            rematch_of=game.rematch_of,
            bot_id=game.bot_id,
            level=game.level,
            thinking_since=thinking_since,
            unshown_since=game.created_at,
            deadline=deadline,
            wake_at=_wake_at(game.per_move, deadline),
        )
    )
    stored = await select_games(connection, games.c.id == new_id(result))
    return stored[0]


async def load_game(connection: AsyncConnection, guild_id: int, game_id: int) -> Game | None:
    """The game with this id, if it belongs to this server."""
    found = await select_games(connection, games.c.id == game_id, games.c.guild_id == guild_id)
    return found[0] if found else None


async def of_challenge(connection: AsyncConnection, challenge: Challenge) -> Game:
    """The game of an accepted challenge."""
    return (await select_games(connection, games.c.challenge_id == challenge.id))[0]


async def open_games(connection: AsyncConnection, guild_id: int, user_id: int) -> list[Game]:
    """The games that this person plays in this server and that are not over, the oldest first."""
    return await select_games(connection, is_open_game_of(guild_id, user_id))


def is_open_game_of(guild_id: int, user_id: int) -> ColumnElement[bool]:
    """The condition that a game is not over and is played by this person in this server."""
    are_open = select(games.c.id).where(games.c.guild_id == guild_id, games.c.status == ACTIVE)
    # For each seat there is an index; for "one of the two seats" SQLite would look at all open games of the server.
    seats = (games.c.player_one_id, games.c.player_two_id)
    return games.c.id.in_(union_all(*(are_open.where(seat == user_id) for seat in seats)))


async def newest_open_games(connection: AsyncConnection, guild_id: int, at_most: int) -> list[Game]:
    """The games of this server that are not over, whoever plays them, the newest first."""
    newest = select(games.c.id).where(games.c.guild_id == guild_id, games.c.status == ACTIVE)
    found = await select_games(connection, games.c.id.in_(newest.order_by(games.c.id.desc()).limit(at_most)))
    return found[::-1]


async def newest_finished_games(connection: AsyncConnection, guild_id: int, user_id: int, at_most: int) -> list[Game]:
    """Games of this server that are over, those that this person has played first, then the newest first.

    Those in which nobody has moved are not among them.
    """
    has_moves = exists().where(moves.c.game_id == games.c.id)
    newest = (
        select(games.c.id)
        .where(games.c.guild_id == guild_id, games.c.status == OVER, has_moves)
        .order_by(games.c.id.desc())
        .limit(at_most)
    )
    # Each by itself in the order of an index: to sort them together, all that were ever finished would be looked at.
    is_own = [seat == user_id for seat in (games.c.player_one_id, games.c.player_two_id)]
    candidates = [select(each.subquery()) for each in (newest, *map(newest.where, is_own))]
    own_first = (case((or_(*is_own), 0), else_=1), games.c.id.desc())
    first = select(games.c.id).where(games.c.id.in_(union_all(*candidates))).order_by(*own_first).limit(at_most)
    found = await select_games(connection, games.c.id.in_(first))
    return sorted(found, key=lambda game: (not game.has_player(user_id), -game.id))


async def advance(
    connection: AsyncConnection, before: Game, after: Game, now: datetime, seen_on: Place | None = None
) -> Game | None:
    """Claim the next version of a game, which nobody has been shown yet.

    Args:
        connection: A write transaction.
        before: The game as it was read.
        after: The game as it is to be.
        now: When that is.
        seen_on: A message that shows the board, to be noted if none is known.

    Returns:
        `after` with the places where it is shown now, and whether help was given, which others may have changed since
        `before` was read; None when somebody else has changed the game itself.
    """
    wake_at = _wake_at(after.per_move, after.deadline)
    values = {
        "game_id": before.id,
        "seen_version": before.version,
        "version": after.version,
        "status": OVER if after.is_over else ACTIVE,
        "unshown_since": now,
        "deadline": after.deadline,
        "wake_at": wake_at,
        "thinking_since": now if after.bot_is_to_move else None,
        "helped": after.helped,
        "seen_channel_id": None if seen_on is None else seen_on.channel_id,
        "seen_message_id": None if seen_on is None else seen_on.message_id,
    }
    row = (await connection.execute(_ADVANCE, values)).one_or_none()
    return None if row is None else replace(after, place=place_in(row), notice=notice_in(row), helped=row.helped)


def _wake_at(per_move: timedelta | None, deadline: datetime | None) -> datetime | None:
    """When a game has to be looked at after a change: what was warned of before is past."""
    return None if per_move is None or deadline is None else warning_time(deadline, per_move)


async def add_move(connection: AsyncConnection, game: Game, text: str, played_at: datetime) -> None:
    """Append a move to a game."""
    values = {"game_id": game.id, "ply": game.ply, "text": text, "played_at": played_at}
    await connection.execute(_ADD_MOVE, values)


async def note_help(connection: AsyncConnection, game: Game) -> bool:
    """Note that help was given in a game, which changes nothing on its board; False when the game has moved on."""
    result = await connection.execute(
        update(games)
        .where(games.c.id == game.id, games.c.version == game.version, games.c.status == ACTIVE)
        .values(helped=True)
    )
    return result.rowcount == 1


async def remove_moves(connection: AsyncConnection, game: Game) -> None:
    """Take back the moves that are stored beyond those of `game`."""
    await connection.execute(delete(moves).where(moves.c.game_id == game.id, moves.c.ply >= game.ply))


async def next_in_match(connection: AsyncConnection, game: Game) -> Game | None:
    """The game after this one in its match, if there is one."""
    if game.match is None:
        return None
    found = await select_games(
        connection, games.c.match_id == game.match.id, games.c.match_number == game.match.number + 1
    )
    return found[0] if found else None


async def rematch_of(connection: AsyncConnection, game_id: int) -> Game | None:
    """The rematch of a game, if there was one."""
    found = await select_games(connection, games.c.rematch_of == game_id)
    return found[0] if found else None


async def game_before(connection: AsyncConnection, rematch_id: int) -> Game | None:
    """The game whose rematch this is, if it is one."""
    former = select(games.c.rematch_of).where(games.c.id == rematch_id)
    found = await select_games(connection, games.c.id == former.scalar_subquery())
    return found[0] if found else None


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


async def note_shown(connection: AsyncConnection, game: Game, notice: Place | None) -> None:
    """Note that a game is shown as it is, and which message calls the player to move.

    When the game has changed meanwhile it is still to be shown, but the message is noted, so that it will be removed.
    What a deleted player has played is not to be found in any channel from here, once it shows their end.
    """
    is_shown = games.c.version == game.version
    columns = (None, None) if notice is None else (notice.channel_id, notice.message_id)
    await connection.execute(
        update(games)
        .where(games.c.id == game.id)
        .values(
            notice_channel_id=columns[0],
            notice_message_id=columns[1],
            unshown_since=case((is_shown, null()), else_=games.c.unshown_since),
            message_id=case((and_(is_shown, _HAS_DELETED_PLAYER), null()), else_=games.c.message_id),
        )
    )
