"""Game service: moves, resignation, and finding games."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime

from gridlock_host.errors import Refusal
from gridlock_host.games import due as due_games
from gridlock_host.games import store as game_store
from gridlock_host.games.changes import GameChanges
from gridlock_host.games.offers import OfferService
from gridlock_host.games.standings import StandingsService
from gridlock_host.games.take_back import TakeBackService
from gridlock_host.games.turns import check_takes_part, check_turn
from gridlock_host.metrics import HostFigures
from gridlock_host.model.snapshots import Ending, Game, Place
from gridlock_host.model.time_control import warning_time
from gridlock_host.storage.database import Database


class GameService:
    """What players do in games.

    Args:
        database: Where games are kept.
        now: Tells the time, as an aware datetime.
        figures: Where moves are counted.

    Attributes:
        changes: Loads games and stores their changes.
        offers: Open offers between two players, and the messages that show them.
        standings: Leaderboards and records.
        take_back: Taking moves back.
    """

    def __init__(self, database: Database, *, now: Callable[[], datetime], figures: HostFigures) -> None:
        self._database = database
        self._now = now
        self.changes = GameChanges(database, now=now, figures=figures)
        self.offers = OfferService(database, now=now)
        self.standings = StandingsService(database)
        self.take_back = TakeBackService(database, self.changes, now=now)

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
            check_turn(game, actor_id, seen_version)
            move = game.position.parse(text)
            position, now = game.position.play(move), self._now()
            after = game.with_move(str(move), position, now)
            if position.outcome is None:
                return after
            return after.ended(Ending.NO_LEGAL_MOVE, game.player_id(position.outcome.winner), now)

        return await self.changes.change(guild_id, game_id, play, seen_on)

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

        return await self.changes.change(guild_id, game_id, give_up)

    async def find(self, guild_id: int, game_id: int) -> Game:
        """Return a game of this server, open or over.

        Raises:
            NoSuchGame: This server has no such game.
        """
        return await self.changes.find(guild_id, game_id)

    async def find_own(self, guild_id: int, game_id: int, actor_id: int) -> Game:
        """A game that goes on and in which the actor plays.

        Raises:
            NoSuchGame, GameIsOver, NotInThisGame: As for `move`.
        """
        game = await self.find(guild_id, game_id)
        check_takes_part(game, actor_id)
        return game

    async def find_turn(self, guild_id: int, game_id: int, actor_id: int, *, seen_version: int) -> Game:
        """A game in which the actor is to move and has seen the current board.

        Raises:
            NoSuchGame, GameIsOver, NotInThisGame, NotYourTurn, StaleBoard: As for `move`.
        """
        remembered = self.changes.cached(guild_id, game_id)
        if remembered is not None:
            with suppress(Refusal):
                check_turn(remembered, actor_id, seen_version)
                return remembered
        game = await self.find(guild_id, game_id)
        check_turn(game, actor_id, seen_version)
        return game

    async def open_for(self, guild_id: int, user_id: int) -> list[Game]:
        """The games this person plays in this server, the oldest first."""
        async with self._database.reading() as connection:
            return await game_store.open_games(connection, guild_id, user_id)

    async def finished_for(self, guild_id: int, user_id: int, at_most: int) -> list[Game]:
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

    async def game_before(self, rematch: Game) -> Game | None:
        """The game whose rematch this is, if it is one."""
        async with self._database.reading() as connection:
            return await game_store.game_before(connection, rematch.id)

    async def has_rematch(self, game: Game) -> bool:
        """Whether the rematch of a game has begun."""
        async with self._database.reading() as connection:
            return await game_store.rematch_of(connection, game.id) is not None

    async def note_help(self, game: Game) -> bool:
        """Note that help is given in a game as it stands; False when it has moved on."""
        async with self._database.writing() as connection:
            return await game_store.note_help(connection, game)
