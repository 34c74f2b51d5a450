"""Game changes: the check, lock, compare-and-swap and cache of every change of a game."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Final
from weakref import WeakValueDictionary

from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.errors import Busy, GameIsOver, NoSuchGame, NotInThisGame, NotYourTurn, Refusal, StaleBoard
from gridlock_host.games import offer_store
from gridlock_host.games import store as game_store
from gridlock_host.games.live.lookup import read_game
from gridlock_host.games.live.move_writer import is_plain_move, write_move
from gridlock_host.games.live.open_games import OpenGame, OpenGames, Watch
from gridlock_host.log_fields import log_about
from gridlock_host.metrics import HostMetrics
from gridlock_host.model.game import Game
from gridlock_host.model.new_game import NewGame
from gridlock_host.model.offer import OfferKind
from gridlock_host.model.place import Place
from gridlock_host.model.result import Result
from gridlock_host.model.standings.rated import unrated_game
from gridlock_host.standings.announcements import announce_game
from gridlock_host.standings.bot_records import count_bot_result
from gridlock_host.standings.rating_changes import note_rating_change
from gridlock_host.standings.season_tables import count_in_season
from gridlock_host.standings.seasons import season_of
from gridlock_host.standings.service import count_result
from gridlock_host.storage.commit_recovery import commit_with_recovery, with_recovery
from gridlock_host.storage.database import Database
from gridlock_host.storage.locks import lock_game, lock_seasons
from gridlock_rules import RulesError

# A try fails only if another process changed the game in between; that happens this often only if something is wrong.
_TRIES: Final = 5


class GameChanges:
    """Loads games and stores their changes.

    Args:
        database: Where games are stored.
        now: Tells the time, as an aware datetime.
        metrics: Counts moves.
        is_shared: Whether other processes usually change the same games.

    Attributes:
        kept: The open games in memory.
    """

    def __init__(
        self, database: Database, *, now: Callable[[], datetime], metrics: HostMetrics, is_shared: bool = False
    ) -> None:
        self._database = database
        self._now = now
        self._metrics = metrics
        self._is_shared = is_shared
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self.kept = OpenGames()
        database.changed_games.listen(self.kept.forget)

    async def find(self, guild_id: int, game_id: int) -> Game:
        """Return a game of this server as it is stored.

        Raises:
            NoSuchGame: This server has no such game.
        """
        log_about(game=game_id)
        game = await read_game(self._database, self.kept, game_id, guild_id)
        if game is None:
            raise NoSuchGame(game_id)
        return game

    async def current(self, guild_id: int, game_id: int) -> Game:
        """Return a game as this process last stored or read it; what is not kept, or is shared, is read.

        Raises:
            NoSuchGame: This server has no such game.
        """
        kept = None if self._is_shared else self.cached(guild_id, game_id)
        return kept or await self.find(guild_id, game_id)

    def cached(self, guild_id: int, game_id: int) -> Game | None:
        """Return a game as this process last stored or read it; another process may have changed it since."""
        kept = self.kept.find(guild_id, game_id)
        return None if kept is None else kept.game

    def remember_new(self, game: Game, *, is_rematch: bool = False) -> None:
        """Keep a game that has just begun, unless it has gone on already."""
        if self.kept.find(game.place.guild_id, game.id) is None:
            self.kept.remember(OpenGame(game, is_unshown=True, has_offer_messages=is_rematch, is_rematch=is_rematch))

    async def reload(self, game_id: int) -> Game | None:
        """Return a game of any server as it is stored, if it exists; what is kept of it becomes the same."""
        self.kept.forget([game_id])
        return await read_game(self._database, self.kept, game_id)

    @asynccontextmanager
    async def locked(self, game_ids: Iterable[int]) -> AsyncIterator[None]:
        """Keep everything else in this process from changing these games inside the block."""
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
        found: Game | None = None,
        alongside: Callable[[AsyncConnection], Awaitable[None]] | None = None,
    ) -> Game:
        """Store what `change` makes of a game, and return the game as stored.

        The cached or found game may be out of date, which the compare-and-swap finds out. A refusal counts only if
        `change` made it from the game as it is stored now.

        Args:
            guild_id: The server of the game.
            game_id: The game.
            change: Returns the changed game, or raises a refusal.
            seen_on: A message that shows the board; it is noted if no message is known.
            found: The game as the caller has just read it, which saves a second read.
            alongside: Writes more in the same transaction.

        Raises:
            NoSuchGame: This server has no such game.
            Busy: Other processes kept changing the game.
        """
        log_about(game=game_id)
        async with self._lock(game_id):
            known = _newer(self.cached(guild_id, game_id), found)
            if known is not None:
                after = _unless_refused(change, known)
                stored = None if after is None else await self._store(known, after, seen_on, alongside)
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
        """Store a change and return the game as stored; None if the game was changed since `before` was read."""
        if alongside is None and is_plain_move(before, after):
            stored = await self._store_move(before, after, seen_on)
        else:

            async def change(connection: AsyncConnection) -> Game | None:
                stored = await store_change(connection, before, after, self._now(), seen_on)
                if stored is not None and alongside is not None:
                    await alongside(connection)
                return stored

            find = partial(_find_change, after=after)
            stored = await commit_with_recovery(self._database, change, find, changes=[before.id])
        if stored is not None and stored.ply > before.ply:
            self._metrics.moves.labels("bot" if before.bot_is_to_move else "player").inc()
        return stored

    async def _store_move(self, before: Game, after: Game, seen_on: Place | None) -> Game | None:
        with self.kept.watching(before.id) as watch:

            def settle(stored: Game | None) -> None:
                self._keep(before, stored, watch)

            async def write() -> Game | None:
                return await write_move(self._database, before, after, self._now(), seen_on, settle)

            async def find(connection: AsyncConnection) -> Game | None:
                found = await _find_change(connection, after)
                settle(found)
                return found

            try:
                return await with_recovery(self._database, write, find)
            except BaseException:
                self.kept.forget([before.id])
                raise
            finally:
                # After a cancellation, the outcome comes when nothing watches any more.
                watch.is_current = False

    def _keep(self, before: Game, stored: Game | None, watch: Watch) -> None:
        """Keep a game as it was stored, with what was noted at the same time, which the stored row may not have yet.

        It is forgotten if it is not known to be stored, or if something else has changed it at the same time.
        """
        kept = self.kept.find(before.place.guild_id, before.id)
        if stored is None or not watch.is_current or (watch.was_noted and kept is None):
            self.kept.forget([before.id])
        else:
            if watch.was_noted and kept is not None:
                stored = _with_notes(stored, kept.game)
            known = kept or OpenGame(stored, is_unshown=True, has_offer_messages=True, is_rematch=True)
            self.kept.remember(
                OpenGame(
                    stored,
                    is_unshown=True,
                    has_offer_messages=known.has_offer_messages,
                    is_rematch=known.is_rematch,
                )
            )


async def store_change(
    connection: AsyncConnection, before: Game, after: Game, now: datetime, seen_on: Place | None = None
) -> Game | None:
    """Store a change of a game with all that follows from it: result, standings, the next game of the match.

    Args:
        connection: A write transaction.
        before: The game as it was read.
        after: The changed game.
        now: The time of the change.
        seen_on: A message that shows the board; it is noted if no message is known.

    Returns:
        The game as stored; None if it was changed since `before` was read.
    """
    stored = await game_store.advance(connection, before, after, now, seen_on)
    if stored is None:
        return None
    if stored.swap is not before.swap:
        await game_store.exchange_seats(connection, stored)
        await offer_store.lapse_offers(connection, stored, OfferKind.TAKE_BACK, now)
    if stored.ply > before.ply:
        await game_store.add_move(connection, before, stored.moves[-1], stored.moved_at[-1])
    elif stored.ply < before.ply:
        await game_store.remove_moves(connection, stored)
    if stored.result is not None:
        await game_store.add_result(connection, stored, stored.result)
        await _count(connection, stored, stored.result)
        await announce_game(connection, stored, stored.result)
        await _begin_next_of_match(connection, stored, stored.result)
    return stored


def check_takes_part(game: Game, actor_id: int) -> None:
    """Refuse a request about a finished game, or by a person who does not play in it."""
    if game.is_over:
        raise GameIsOver(game)
    if not game.has_player(actor_id):
        raise NotInThisGame(game)


def check_turn(game: Game, actor_id: int, seen_version: int | None) -> None:
    """Refuse a move out of turn, or one that was chosen on an older board."""
    check_takes_part(game, actor_id)
    if game.to_move_id != actor_id:
        raise NotYourTurn(game)
    if seen_version not in (None, game.version):
        raise StaleBoard(game)


def _with_notes(stored: Game, noted: Game) -> Game:
    """Return a game as stored, shown where it was noted last."""
    place = stored.place if noted.place.message_id is None else noted.place
    return replace(stored, place=place, notice=noted.notice)


def _newer(one: Game | None, other: Game | None) -> Game | None:
    if one is None or other is None:
        return one or other
    return one if one.version >= other.version else other


def _unless_refused(change: Callable[[Game], Game], game: Game) -> Game | None:
    try:
        return change(game)
    except (Refusal, RulesError):
        return None


async def _find_change(connection: AsyncConnection, after: Game) -> Game | None:
    """Return the stored game if the change to `after` was committed, else None. Called after a failed commit.

    Another process may have made the same kind of change, so the times are compared too.
    """
    await lock_game(connection, after)
    stored = await game_store.load_game(connection, after.place.guild_id, after.id)
    return stored if stored is not None and _history(stored) == _history(after) else None


def _history(game: Game) -> tuple[object, ...]:
    return game.version, game.moves, game.moved_at, game.result, game.swap


async def _count(connection: AsyncConnection, game: Game, result: Result) -> None:
    if game.handicap or game.voided:
        return
    if game.bot_id is None:
        await count_result(connection, game.place, game.variant.key, result)
        await _count_in_season(connection, game, result)
    else:
        await count_bot_result(connection, game, result)
    if unrated_game(game) is None:
        await note_rating_change(connection, [game.place.guild_id])


async def _count_in_season(connection: AsyncConnection, game: Game, result: Result) -> None:
    if not game.gives_points:
        return
    await lock_seasons(connection, game.place.guild_id, shared=True)
    season = await season_of(connection, game.place.guild_id, result.ended_at)
    if season is not None:
        await count_in_season(connection, season, result)


async def _begin_next_of_match(connection: AsyncConnection, game: Game, result: Result) -> None:
    """Begin the next game of an undecided match, with the other player first."""
    match = game.match
    if match is None or not game.match_goes_on:
        return
    place = replace(game.place, message_id=None)
    number = (match.id, match.number + 1)
    await game_store.add_game(connection, NewGame.after(game, place, result.ended_at, match=number, is_rematch=False))
