"""Open games in memory: immutable snapshots, forgotten when a transaction may have changed them by another path."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from gridlock_host.model.game import Game

# A snapshot takes some kilobytes. A game that is not kept costs one read with its next move.
_MOST_GAMES: Final = 4_096


@dataclass(frozen=True, slots=True)
class OpenGame:
    """An open game as this process last stored or read it.

    Attributes:
        game: The snapshot.
        is_unshown: Whether its last change is not shown yet.
        has_offer_messages: Whether there may be a message with buttons of an offer in this game, or in the one whose
            rematch it is.
        is_rematch: Whether it may be the rematch of another game.
    """

    game: Game
    is_unshown: bool
    has_offer_messages: bool
    is_rematch: bool


class OpenGames:
    """The open games that this process has used last.

    Another process can change a game too. So callers store by compare-and-swap, and read the database before they
    refuse a request.
    """

    def __init__(self) -> None:
        self._games: OrderedDict[int, OpenGame] = OrderedDict()
        # The reads under way, by game. What they find is kept only if the game was not changed in between.
        self._reads: defaultdict[int, list[_Read]] = defaultdict(list)

    def __len__(self) -> int:
        return len(self._games)

    def find(self, guild_id: int, game_id: int) -> OpenGame | None:
        """Return a game of this server, if it is kept."""
        found = self._games.get(game_id)
        if found is None or found.game.place.guild_id != guild_id:
            return None
        self._games.move_to_end(game_id)
        return found

    def remember(self, one: OpenGame) -> None:
        """Keep a game as it was just stored; forget it if it is over."""
        self.forget([one.game.id])
        self._keep(one)

    def forget(self, game_ids: Collection[int] | None) -> None:
        """Forget games; None for all."""
        if game_ids is None:
            self._games.clear()
        for game_id in list(self._reads) if game_ids is None else game_ids:
            self._games.pop(game_id, None)
            for read in self._reads.get(game_id, ()):
                read.is_current = False

    @contextmanager
    def reading(self, game_id: int) -> Iterator[_Read]:
        """Keep what is read in the block, unless the game was changed since the block began."""
        read = _Read()
        self._reads[game_id].append(read)
        try:
            yield read
        finally:
            self._reads[game_id].remove(read)
            if not self._reads[game_id]:
                del self._reads[game_id]
        if read.is_current and read.found is not None:
            self._keep(read.found)

    def _keep(self, one: OpenGame) -> None:
        if one.game.is_over:
            return
        self._games[one.game.id] = one
        if len(self._games) > _MOST_GAMES:
            self._games.popitem(last=False)


class _Read:
    """A read under way.

    Attributes:
        found: What it has found.
        is_current: Whether the game was not changed since it began.
    """

    def __init__(self) -> None:
        self.found: OpenGame | None = None
        self.is_current = True
