"""Game service: moves, resignation, and finding games."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Final

from sqlalchemy import ColumnElement, bindparam, case, exists, or_, select, union_all, update

from gridlock_host.errors import NoSwap, Refusal
from gridlock_host.games.changes import GameChanges, check_takes_part, check_turn
from gridlock_host.games.end_cards import EndCardService
from gridlock_host.games.finished import FinishedGames
from gridlock_host.games.live.lookup import read_open_games
from gridlock_host.games.live.shown_notes import ShownNotes
from gridlock_host.games.offers import OfferService
from gridlock_host.games.rows import ACTIVE, OVER, select_games
from gridlock_host.games.shares import PictureShares
from gridlock_host.games.take_back import TakeBackService
from gridlock_host.metrics import HostMetrics
from gridlock_host.model.game import Game
from gridlock_host.model.place import Place
from gridlock_host.model.result import Ending
from gridlock_host.model.starts import SWAP_WORD
from gridlock_host.model.time_control import warning_time
from gridlock_host.standings.announcements import AnnouncementService
from gridlock_host.standings.seasons import SeasonService
from gridlock_host.standings.service import StandingsService
from gridlock_host.storage.database import Database
from gridlock_host.storage.driver.statements import Statement
from gridlock_host.storage.schema import games, moves

_REMATCH: Final = Statement(select(games.c.id).where(games.c.rematch_of == bindparam("game_id")))


class GameService:
    """What players do in games.

    Args:
        database: Where games are stored.
        now: Tells the time, as an aware datetime.
        metrics: Counts moves.
        is_shared: Whether other processes usually change the same games; what they do is then seen at once.

    Attributes:
        changes: Loads games and stores their changes.
        end_cards: What finished games tell beside the result.
        picture_shares: Which pictures of finished games were shared.
        finished: Lists of finished games.
        offers: Open offers between two players, and the messages that show them.
        standings: Leaderboards and records.
        announcements: What is told in the channels for results.
        seasons: The seasons of servers.
        take_back: Taking moves back.
    """

    def __init__(
        self, database: Database, *, now: Callable[[], datetime], metrics: HostMetrics, is_shared: bool = False
    ) -> None:
        self._database = database
        self._now = now
        self.changes = GameChanges(database, now=now, metrics=metrics, is_shared=is_shared)
        self.end_cards = EndCardService(database, now=now)
        self.picture_shares = PictureShares(database, now=now)
        self.offers = OfferService(database, self.changes.kept, now=now)
        self.standings = StandingsService(database)
        self.announcements = AnnouncementService(database, now=now)
        self.seasons = SeasonService(database, now=now)
        self.finished = FinishedGames(database)
        self._shown_notes = ShownNotes(database, self.changes.kept)
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
        found: Game | None = None,
    ) -> Game:
        """Play a move and return the game after it.

        Args:
            guild_id: The server in which the request was made.
            game_id: The game.
            actor_id: The player who moves.
            text: The move, in any notation that the variant reads; or `SWAP_WORD`, to take over the first move.
            seen_version: The version of the game on the board that the player saw; None if the request shows no board.
                The version is the ply as long as no move is taken back and nobody swaps, and never decreases.
            seen_on: The message that shows that board; it is noted if no message is known.
            found: The game as the caller has just read it, which saves a second read.

        Raises:
            NoSuchGame: This server has no such game.
            GameIsOver: The game has ended.
            NotInThisGame: The actor is not one of its players.
            NotYourTurn: The opponent is to move.
            StaleBoard: The actor saw an older board.
            InvalidNotation: `text` is not a move.
            IllegalMove: The rules forbid the move.
            NoSwap: There is no right to swap, or it is over.
            Busy: Other processes kept changing the game.
        """

        def play(game: Game) -> Game:
            check_turn(game, actor_id, seen_version)
            if text.strip().casefold() == SWAP_WORD:
                return _swapped(game, self._now())
            move = game.position.parse(text)
            position, now = game.position.play(move), self._now()
            after = game.with_move(str(move), position, now)
            if position.outcome is None:
                return after
            return after.ended(Ending.NO_LEGAL_MOVE, game.player_id(position.outcome.winner), now)

        return await self.changes.change(guild_id, game_id, play, seen_on, found=found)

    async def resign(
        self, guild_id: int, game_id: int, actor_id: int, *, opponent_left: bool = False, found: Game | None = None
    ) -> Game:
        """Resign a game, in either player's turn; or win it, if the opponent has left the server.

        If not both players have moved, the game counts for neither; see `Game.may_be_called_off`.

        Args:
            guild_id: The server in which the request was made.
            game_id: The game.
            actor_id: The player who resigns.
            opponent_left: Whether the opponent has left the server.
            found: As for `move`.

        Raises:
            NoSuchGame, GameIsOver, NotInThisGame, Busy: As for `move`.
        """

        def give_up(game: Game) -> Game:
            check_takes_part(game, actor_id)
            after = replace(game, version=game.version + 1)
            if game.may_be_called_off:
                return after.ended(Ending.CALLED_OFF, None, self._now())
            if opponent_left:
                return after.ended(Ending.DEPARTURE, actor_id, self._now())
            return after.ended(Ending.RESIGNATION, game.opponent_of(actor_id), self._now())

        return await self.changes.change(guild_id, game_id, give_up, found=found)

    async def find(self, guild_id: int, game_id: int) -> Game:
        """Return a game of this server, open or over.

        Raises:
            NoSuchGame: This server has no such game.
        """
        return await self.changes.find(guild_id, game_id)

    async def current(self, game: Game) -> Game:
        """Return a game as it is now, for what follows an answer: mostly from memory.

        What another process has changed is seen by the sweep that shows it, and by the next change; where games are
        shared, it is read.
        """
        return await self.changes.current(game.place.guild_id, game.id)

    async def find_own(self, guild_id: int, game_id: int, actor_id: int) -> Game:
        """Return an open game in which the actor plays.

        Raises:
            NoSuchGame, GameIsOver, NotInThisGame: As for `move`.
        """
        game = await self.find(guild_id, game_id)
        check_takes_part(game, actor_id)
        return game

    async def find_turn(self, guild_id: int, game_id: int, actor_id: int, *, seen_version: int) -> Game:
        """Return a game in which the actor is to move and has seen the current board.

        Raises:
            NoSuchGame, GameIsOver, NotInThisGame, NotYourTurn, StaleBoard: As for `move`.
        """
        cached = self.changes.cached(guild_id, game_id)
        if cached is not None:
            with suppress(Refusal):
                check_turn(cached, actor_id, seen_version)
                return cached
        game = await self.find(guild_id, game_id)
        check_turn(game, actor_id, seen_version)
        return game

    async def open_for(self, guild_id: int, user_id: int) -> list[Game]:
        """Return the open games of a player in this server, the oldest first."""
        return await read_open_games(self._database, self.changes.kept, guild_id, user_id)

    async def newest_open(self, guild_id: int, at_most: int) -> list[Game]:
        """Return the newest open games of all players in this server, the newest first."""
        newest = select(games.c.id).where(games.c.guild_id == guild_id, games.c.status == ACTIVE)
        found = await self._select(games.c.id.in_(newest.order_by(games.c.id.desc()).limit(at_most)))
        return found[::-1]

    async def finished_for(self, guild_id: int, user_id: int, at_most: int) -> list[Game]:
        """Return finished games of this server that have moves: those of this player first, then the newest first."""
        has_moves = exists().where(moves.c.game_id == games.c.id)
        newest = (
            select(games.c.id)
            .where(games.c.guild_id == guild_id, games.c.status == OVER, has_moves)
            .order_by(games.c.id.desc())
            .limit(at_most)
        )
        # Each part is sorted by an index. Sorting them together would read all games that were ever finished.
        is_own = [seat == user_id for seat in (games.c.player_one_id, games.c.player_two_id)]
        candidates = [select(each.subquery()) for each in (newest, *map(newest.where, is_own))]
        own_first = (case((or_(*is_own), 0), else_=1), games.c.id.desc())
        first = select(games.c.id).where(games.c.id.in_(union_all(*candidates))).order_by(*own_first).limit(at_most)
        found = await self._select(games.c.id.in_(first))
        return sorted(found, key=lambda game: (not game.has_player(user_id), -game.id))

    async def next_in_match(self, game: Game) -> Game | None:
        """Return the game after this one in its match, if there is one."""
        if game.match is None:
            return None
        number = game.match.number + 1
        found = await self._select(games.c.match_id == game.match.id, games.c.match_number == number)
        return found[0] if found else None

    async def game_before(self, rematch: Game) -> Game | None:
        """Return the game whose rematch this is, if it is one."""
        kept = self.changes.kept.find(rematch.place.guild_id, rematch.id)
        if kept is not None and not kept.is_rematch:
            return None
        former = select(games.c.rematch_of).where(games.c.id == rematch.id)
        found = await self._select(games.c.id == former.scalar_subquery())
        return found[0] if found else None

    async def has_rematch(self, game: Game) -> bool:
        """Whether the rematch of a game has begun."""
        return bool(await self._database.fetch_compiled(_REMATCH, {"game_id": game.id}, flushes=False))

    async def note_help(self, game: Game) -> bool:
        """Note that a player was helped in a game; False if the game has changed since it was read."""
        unchanged = (games.c.id == game.id, games.c.version == game.version, games.c.status == ACTIVE)
        noted = update(games).where(*unchanged).values(helped=True)
        return await self._database.execute(noted, changes=[game.id]) == 1

    async def place_board(self, game_id: int, place: Place) -> None:
        """Note which message shows the board of a game. The version of the game stays."""
        self._shown_notes.note_place(game_id, place)

    async def store_notes(self) -> None:
        """Store now what has been noted of the messages of games.

        Raises:
            Busy, StoreFailed: It cannot be stored, and is tried again later.
        """
        await self._database.flush()

    async def note_shown(self, game: Game, notice: Place | None) -> None:
        """Note that a game is shown as it is, and which message notifies the player to move; see `ShownNotes`."""
        self._shown_notes.note_shown(game, notice)

    async def is_unshown(self, game: Game) -> bool:
        """Whether the game is unchanged since it was read, and its last change is not shown yet."""
        return await self._shown_notes.is_unshown(game)

    def is_short_of_time(self, game: Game) -> bool:
        """Whether a notice to the player to move has to warn that little time is left."""
        if game.deadline is None or game.per_move is None:
            return False
        return self._now() >= warning_time(game.deadline, game.per_move)

    async def _select(self, *conditions: ColumnElement[bool]) -> list[Game]:
        async with self._database.reading() as connection:
            return await select_games(connection, *conditions)


def _swapped(game: Game, moment: datetime) -> Game:
    if not game.may_swap:
        raise NoSwap(game)
    return game.swapped(moment)
