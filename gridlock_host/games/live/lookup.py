"""Lookup of games by compiled statements, for what is read with nearly every request."""

from __future__ import annotations

from typing import Any

from gridlock_host.games.live.open_games import OpenGame, OpenGames
from gridlock_host.games.rows import ONE_GAME, OPEN_GAMES, WINS, game_in, with_wins
from gridlock_host.model.game import Game
from gridlock_host.storage.database import Database


async def read_game(database: Database, kept: OpenGames, game_id: int, guild_id: int | None = None) -> Game | None:
    """Return a game as it is stored, and keep it in memory if it is open; None if it is of another server."""
    with kept.watching(game_id) as watch:
        rows = await database.fetch_compiled(ONE_GAME, {"game_id": game_id})
        if not rows or guild_id not in (None, rows[0].guild_id):
            return None
        watch.found = await _read(database, rows)
        return watch.found.game


async def read_open_games(database: Database, kept: OpenGames, guild_id: int, user_id: int) -> list[Game]:
    """Return the open games of a player in this server, the oldest first."""
    # Of what is written late, a kept snapshot knows; so nothing needs to be written before.
    rows = await database.fetch_compiled(OPEN_GAMES, {"guild_id": guild_id, "user_id": user_id}, flushes=False)
    found = [await _kept_or_read(database, kept, guild_id, row) for row in rows]
    return [game for game in found if game is not None and not game.is_over]


async def _kept_or_read(database: Database, kept: OpenGames, guild_id: int, row: Any) -> Game | None:  # noqa: ANN401  # rows of the driver are not typed
    """Return a game from memory, unless another version is stored. What is read is kept, so it is read once."""
    known = kept.find(guild_id, row.id)
    if known is not None and known.game.version >= row.version:
        return known.game
    return await read_game(database, kept, row.id, guild_id)


async def _read(database: Database, rows: list[Any]) -> OpenGame:
    """Return the game of some rows, one per move."""
    row, game = rows[0], game_in(rows)
    if game.match is not None:
        of_match = {"match_id": game.match.id, "match_number": game.match.number}
        winners = await database.fetch_compiled(WINS, of_match, flushes=False)
        game = with_wins(game, (each.winner_id for each in winners))
    return OpenGame(
        game,
        is_unshown=row.unshown_since is not None,
        has_offer_messages=bool(row.has_offer_messages),
        is_rematch=row.rematch_of is not None,
    )
