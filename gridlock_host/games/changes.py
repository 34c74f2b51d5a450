"""The one place where games change: a lock per game, a cache, and compare-and-swap."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime
from functools import partial
from typing import Final
from weakref import WeakValueDictionary

from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.errors import Busy, NoSuchGame, Refusal
from gridlock_host.games import store as game_store
from gridlock_host.games.cache import RecentGames
from gridlock_host.games.transitions import find_change, store_change
from gridlock_host.metrics import HostFigures
from gridlock_host.model.snapshots import Game, Place
from gridlock_host.storage.commit_recovery import store
from gridlock_host.storage.database import Database
from gridlock_rules import RulesError

# Each try fails only when another process changed the game in between, so more than a few cannot be bad luck.
_TRIES: Final = 5


class GameChanges:
    """Loads games and stores their changes.

    Args:
        database: Where games are kept.
        now: Tells the time, as an aware datetime.
        figures: Where moves are counted.
    """

    def __init__(self, database: Database, *, now: Callable[[], datetime], figures: HostFigures) -> None:
        self._database = database
        self._now = now
        self._figures = figures
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._recent = RecentGames()

    async def find(self, guild_id: int, game_id: int) -> Game:
        """Return a game of this server as it is stored.

        Raises:
            NoSuchGame: This server has no such game.
        """
        async with self._database.reading() as connection:
            game = await game_store.load_game(connection, guild_id, game_id)
        if game is None:
            raise NoSuchGame(game_id)
        return game

    def cached(self, guild_id: int, game_id: int) -> Game | None:
        """Return a game as this process last stored it; another process may have changed it since."""
        return self._recent.find(guild_id, game_id)

    def forget(self, game_id: int) -> None:
        """Drop a game from the cache."""
        self._recent.forget(game_id)

    @asynccontextmanager
    async def locked(self, game_ids: Iterable[int]) -> AsyncIterator[None]:
        """Let nothing in this process change these games inside the block."""
        async with AsyncExitStack() as stack:
            for game_id in game_ids:
                await stack.enter_async_context(self._lock(game_id))
            yield

    async def change(
        self,
        guild_id: int,
        game_id: int,
        change: Callable[[Game], Game],
        seen_on: Place | None = None,
        *,
        alongside: Callable[[AsyncConnection], Awaitable[None]] | None = None,
    ) -> Game:
        """Store what `change` makes of a game, and return the game as stored.

        A cached game may be out of date, which the compare-and-swap finds out. A refusal counts only when `change`
        made it from the stored game.

        Args:
            guild_id: The server of the game.
            game_id: The game.
            change: Returns the changed game, or raises a refusal.
            seen_on: A message that shows the board; it is noted if no message is known.
            alongside: Writes more in the same transaction.

        Raises:
            NoSuchGame: This server has no such game.
            Busy: Other processes kept changing the game.
        """
        async with self._lock(game_id):
            cached = self.cached(guild_id, game_id)
            if cached is not None:
                after = _unless_refused(change, cached)
                stored = None if after is None else await self._store(cached, after, seen_on, alongside)
                if stored is not None:
                    return stored
            for _ in range(_TRIES):
                game = await self.find(guild_id, game_id)
                stored = await self._store(game, change(game), seen_on, alongside)
                if stored is not None:
                    return stored
        raise Busy

    def _lock(self, game_id: int) -> asyncio.Lock:
        return self._locks.setdefault(game_id, asyncio.Lock())

    async def _store(
        self,
        before: Game,
        after: Game,
        seen_on: Place | None,
        alongside: Callable[[AsyncConnection], Awaitable[None]] | None,
    ) -> Game | None:
        """Store a change and return the game as stored; None when the game was changed since `before` was read."""

        async def change(connection: AsyncConnection) -> Game | None:
            stored = await store_change(connection, before, after, self._now(), seen_on)
            if stored is not None and alongside is not None:
                await alongside(connection)
            return stored

        stored = await store(self._database, change, find=partial(find_change, after=after))
        if stored is None:
            return None
        self._recent.remember(stored)
        if stored.ply > before.ply:
            self._figures.moves.labels("bot" if before.bot_is_to_move else "player").inc()
        return stored


def _unless_refused(change: Callable[[Game], Game], game: Game) -> Game | None:
    try:
        return change(game)
    except (Refusal, RulesError):
        return None
