"""Cache of open games, so that a move need not wait for a read."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from gridlock_host.model.game import Game

_MOST_GAMES: Final = 1_024


class RecentGames:
    """The open games that this process has changed last, at most 1,024.

    A cached game may be out of date, because another process may have changed it. Callers store by compare-and-swap,
    and read the database before they refuse a request.
    """

    def __init__(self) -> None:
        self._games: OrderedDict[int, Game] = OrderedDict()

    def remember(self, game: Game) -> None:
        """Add a stored game, or drop it if it is finished."""
        self._games.pop(game.id, None)
        if game.is_over:
            return
        self._games[game.id] = game
        if len(self._games) > _MOST_GAMES:
            self._games.popitem(last=False)

    def forget(self, game_id: int) -> None:
        """Drop a game."""
        self._games.pop(game_id, None)

    def find(self, guild_id: int, game_id: int) -> Game | None:
        """Return a game of this server, if it is cached."""
        game = self._games.get(game_id)
        return game if game is not None and game.place.guild_id == guild_id else None
