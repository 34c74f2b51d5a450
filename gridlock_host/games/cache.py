"""Games as they were last stored here, so that a player's next move need not wait for a read."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from gridlock_host.model.game import Game

_MOST_GAMES: Final = 1_024


class RecentGames:
    """The games changed last, at most 1,024 of them, and only those that go on.

    This is no truth: another process may have changed a game since. Whoever uses a game from here stores by
    compare-and-swap, and looks at the store before refusing anything.
    """

    def __init__(self) -> None:
        self._games: OrderedDict[int, Game] = OrderedDict()

    def remember(self, game: Game) -> None:
        """Keep a game as it was stored; a finished one is dropped."""
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
        """A game of this server, if it is remembered."""
        game = self._games.get(game_id)
        return game if game is not None and game.place.guild_id == guild_id else None
