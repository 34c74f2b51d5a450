"""A change of a game in the store: made with all that it entails, and found again."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.games import store as game_store
from gridlock_host.games.bot_records import count_bot_result
from gridlock_host.games.offer_store import lock_game
from gridlock_host.games.standings import count_result
from gridlock_host.model.new_game import NewGame
from gridlock_host.model.snapshots import Game, Place, Result


async def store_change(
    connection: AsyncConnection, before: Game, after: Game, now: datetime, seen_on: Place | None
) -> Game | None:
    """Store a change of a game and return it as stored; None when the game was changed since `before` was read.

    Args:
        connection: A write transaction.
        before: The game as it was read.
        after: The game as it is to be.
        now: When that is.
        seen_on: A message that shows the board, to be noted if none is known.
    """
    stored = await game_store.advance(connection, before, after, now, seen_on)
    if stored is None:
        return None
    if stored.ply > before.ply:
        await game_store.add_move(connection, before, stored.moves[-1], stored.moved_at[-1])
    elif stored.ply < before.ply:
        await game_store.remove_moves(connection, stored)
    if stored.result is not None:
        await game_store.add_result(connection, stored, stored.result)
        await _count(connection, stored, stored.result)
        await _begin_next_of_match(connection, stored, stored.result)
    return stored


async def find_change(connection: AsyncConnection, after: Game) -> Game | None:
    """A game as it is stored, if a change has made it what `after` is; else None.

    Args:
        connection: A write transaction, before whose end nobody else changes the game.
        after: What the change was to make of the game.
    """
    await lock_game(connection, after)
    stored = await game_store.load_game(connection, after.place.guild_id, after.id)
    return stored if stored is not None and _is_same_change(stored, after) else None


def _is_same_change(one: Game, other: Game) -> bool:
    """Whether two games have come to be what they are by the same change; another process may have made a like one."""
    changes = [(game.version, game.moves, game.moved_at, game.result) for game in (one, other)]
    return changes[0] == changes[1]


async def _count(connection: AsyncConnection, game: Game, result: Result) -> None:
    if game.bot_id is None:
        await count_result(connection, game.place, game.variant.key, result)
    else:
        await count_bot_result(connection, game, result)


async def _begin_next_of_match(connection: AsyncConnection, game: Game, result: Result) -> None:
    """Begin the next game of a match that is not decided, with the other player first."""
    match = game.match
    if match is None or not game.match_goes_on:
        return
    place = Place(game.place.guild_id, game.place.channel_id)
    number = (match.id, match.number + 1)
    await game_store.add_game(connection, NewGame.after(game, place, result.ended_at, match=number, is_rematch=False))
