"""Games: playing a move, resigning, and finding what is being played."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial
from weakref import WeakValueDictionary

from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.errors import Busy, GameIsOver, NoSuchGame, NotInThisGame, NotYourTurn, Refusal, StaleBoard
from gridlock_host.games import due as due_games
from gridlock_host.games import store as game_store
from gridlock_host.games.cache import RecentGames
from gridlock_host.games.transitions import find_change, store_change
from gridlock_host.metrics import HostFigures
from gridlock_host.model.snapshots import Ending, Game, Place
from gridlock_host.model.time_control import warning_time
from gridlock_host.storage.commit_recovery import store
from gridlock_host.storage.database import Database
from gridlock_rules import RulesError

# Each try fails only when another process changed the game in between, so more than a few cannot be bad luck.
_TRIES = 5


class GameSessions:
    """What players do in games. The arguments are those of `SessionManager`."""

    def __init__(self, database: Database, *, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._recent = RecentGames()
        self.figures = HostFigures()

    async def move(
        self,
        guild_id: int,
        game_id: int,
        actor_id: int,
        text: str,
        *,
        seen_version: int | None = None,
        seen_on: Place | None = None,
    ) -> Game:
        """Play a move.

        Args:
            guild_id: The server in which the request was made.
            game_id: The game.
            actor_id: Who moves.
            text: The move, in any of the ways in which the variant reads moves.
            seen_version: The version of the game on the board that the actor looked at; None when the request shows no
                board. It is the ply as long as no move is taken back, and never returns to an earlier number.
            seen_on: The message that shows that board; it is noted along with the move if no message is known.

        Raises:
            NoSuchGame: This server has no such game.
            GameIsOver: It has ended.
            NotInThisGame: The actor does not play in it.
            NotYourTurn: The opponent is to move.
            StaleBoard: The actor looked at an older board.
            InvalidNotation: `text` is no move at all.
            IllegalMove: The rules forbid the move.
            Busy: Other processes kept changing the game.
        """

        def play(game: Game) -> Game:
            _check_turn(game, actor_id, seen_version)
            move = game.position.parse(text)
            position, now = game.position.play(move), self._now()
            after = game.with_move(str(move), position, now)
            if position.outcome is None:
                return after
            return after.ended(Ending.NO_LEGAL_MOVE, game.player_id(position.outcome.winner), now)

        return await self.change(guild_id, game_id, play, seen_on)

    async def resign(self, guild_id: int, game_id: int, actor_id: int, *, opponent_left: bool = False) -> Game:
        """Give a game up, whoever is to move; or win it, where the opponent has left the server.

        Raises:
            NoSuchGame, GameIsOver, NotInThisGame, Busy: As for `move`.
        """

        def give_up(game: Game) -> Game:
            check_takes_part(game, actor_id)
            after = replace(game, version=game.version + 1)
            if opponent_left:
                return after.ended(Ending.DEPARTURE, actor_id, self._now())
            return after.ended(Ending.RESIGNATION, game.opponent_of(actor_id), self._now())

        return await self.change(guild_id, game_id, give_up)

    async def find_game(self, guild_id: int, game_id: int) -> Game:
        """A game of this server, going on or over.

        Raises:
            NoSuchGame: This server has no such game.
        """
        async with self._database.reading() as connection:
            game = await game_store.load_game(connection, guild_id, game_id)
        if game is None:
            raise NoSuchGame(game_id)
        return game

    async def find_own_game(self, guild_id: int, game_id: int, actor_id: int) -> Game:
        """A game that goes on and in which the actor plays.

        Raises:
            NoSuchGame, GameIsOver, NotInThisGame: As for `move`.
        """
        game = await self.find_game(guild_id, game_id)
        check_takes_part(game, actor_id)
        return game

    async def find_turn(self, guild_id: int, game_id: int, actor_id: int, *, seen_version: int) -> Game:
        """A game in which the actor is to move and has seen the current board.

        Raises:
            NoSuchGame, GameIsOver, NotInThisGame, NotYourTurn, StaleBoard: As for `move`.
        """
        remembered = self._recent.find(guild_id, game_id)
        if remembered is not None:
            with suppress(Refusal):
                _check_turn(remembered, actor_id, seen_version)
                return remembered
        game = await self.find_game(guild_id, game_id)
        _check_turn(game, actor_id, seen_version)
        return game

    async def open_games(self, guild_id: int, user_id: int) -> list[Game]:
        """The games this person plays in this server, the oldest first."""
        async with self._database.reading() as connection:
            return await game_store.open_games(connection, guild_id, user_id)

    async def finished_games(self, guild_id: int, user_id: int, at_most: int) -> list[Game]:
        """Games of this server that are over and have moves, those of this person first, then the newest first."""
        async with self._database.reading() as connection:
            return await game_store.newest_finished_games(connection, guild_id, user_id, at_most)

    async def next_in_match(self, game: Game) -> Game | None:
        """The game after this one in its match, if there is one."""
        async with self._database.reading() as connection:
            return await game_store.next_in_match(connection, game)

    async def place_board(self, game_id: int, place: Place) -> None:
        """Note which message shows a game's board."""
        async with self._database.writing() as connection:
            await game_store.place_board(connection, game_id, place)

    async def note_shown(self, game: Game, notice: Place | None) -> None:
        """Note that a game is shown as it is, and which message calls the player to move."""
        async with self._database.writing() as connection:
            await game_store.note_shown(connection, game, notice)

    async def is_unshown(self, game: Game) -> bool:
        """Whether a game stands as it is here, and that is still to be shown, or is just being shown."""
        async with self._database.reading() as connection:
            return await due_games.is_unshown(connection, game)

    async def put_off_showing(self, game: Game) -> None:
        """Note that a game could not be shown as it is, so that it is tried again in a while."""
        async with self._database.writing() as connection:
            await due_games.put_off_showing(connection, game, self._now())

    def is_short_of_time(self, game: Game) -> bool:
        """Whether so little time is left for the move that a call to it has to warn."""
        if game.deadline is None or game.per_move is None:
            return False
        return self._now() >= warning_time(game.deadline, game.per_move)

    async def change(
        self,
        guild_id: int,
        game_id: int,
        change: Callable[[Game], Game],
        seen_on: Place | None = None,
        *,
        alongside: Callable[[AsyncConnection], Awaitable[None]] | None = None,
    ) -> Game:
        """Store what `change` makes of a game, one change of a game at a time. All changes go through here.

        What `alongside` writes is stored in the same transaction.

        What was remembered of the game may be out of date when another process has changed it. Storing finds that
        out, and a refusal is believed only when it was made on what the store holds.
        """
        async with self._locks.setdefault(game_id, asyncio.Lock()):
            remembered = self._recent.find(guild_id, game_id)
            if remembered is not None:
                after = _unless_refused(change, remembered)
                stored = None if after is None else await self._store(remembered, after, seen_on, alongside)
                if stored is not None:
                    return stored
            for _ in range(_TRIES):
                game = await self.find_game(guild_id, game_id)
                stored = await self._store(game, change(game), seen_on, alongside)
                if stored is not None:
                    return stored
        raise Busy

    async def _store(
        self,
        before: Game,
        after: Game,
        seen_on: Place | None,
        alongside: Callable[[AsyncConnection], Awaitable[None]] | None,
    ) -> Game | None:
        """Store a change of a game and return it as stored; None when the game was changed since `before` was read."""

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
            self.figures.moves.labels("bot" if before.bot_is_to_move else "player").inc()
        return stored


def _unless_refused(change: Callable[[Game], Game], game: Game) -> Game | None:
    try:
        return change(game)
    except (Refusal, RulesError):
        return None


def check_takes_part(game: Game, actor_id: int) -> None:
    """Refuse a request about a game that is over, or by somebody who does not play in it."""
    if game.is_over:
        raise GameIsOver(game)
    if not game.has_player(actor_id):
        raise NotInThisGame(game)


def _check_turn(game: Game, actor_id: int, seen_version: int | None) -> None:
    check_takes_part(game, actor_id)
    if game.to_move_id != actor_id:
        raise NotYourTurn(game)
    if seen_version not in (None, game.version):
        raise StaleBoard(game)
