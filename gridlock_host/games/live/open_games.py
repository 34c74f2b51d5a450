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
        # The reads and writes under way, by game. What they find is kept only if nothing has changed in between.
        self._watches: defaultdict[int, list[Watch]] = defaultdict(list)

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

    def note(self, one: OpenGame) -> None:
        """Keep a game with a note of where it is shown, which is written later."""
        for watch in self._watches.get(one.game.id, ()):
            watch.was_noted = True
        self._keep(one)

    def forget(self, game_ids: Collection[int] | None) -> None:
        """Forget games; None for all."""
        if game_ids is None:
            self._games.clear()
        for game_id in list(self._watches) if game_ids is None else game_ids:
            self._games.pop(game_id, None)
            for watch in self._watches.get(game_id, ()):
                watch.is_current = False

    @contextmanager
    def watching(self, game_id: int) -> Iterator[Watch]:
        """Watch for changes of a game in the block, and keep what is found in it if there was none."""
        watch = Watch()
        self._watches[game_id].append(watch)
        try:
            yield watch
        finally:
            self._watches[game_id].remove(watch)
            if not self._watches[game_id]:
                del self._watches[game_id]
        if watch.is_current and not watch.was_noted and watch.found is not None:
            self._keep(watch.found)

    def _keep(self, one: OpenGame) -> None:
        if one.game.is_over:
            return
        self._games[one.game.id] = one
        if len(self._games) > _MOST_GAMES:
            self._games.popitem(last=False)


class Watch:
    """A read or a write of a game under way.

    Attributes:
        found: The game as it was read.
        is_current: Whether nothing else has changed the game since it began.
        was_noted: Whether it was noted since where the game is shown. What is read or written may not have that yet.
    """

    def __init__(self) -> None:
        self.found: OpenGame | None = None
        self.is_current = True
        self.was_noted = False
