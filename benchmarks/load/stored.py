"""Prepared database: games in progress, and open challenges."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any

from sqlalchemy import Table, insert

from benchmarks.load.world import Seat
from gridlock_host import Database, Host, Sweeper
from gridlock_host.games.rows import ACTIVE
from gridlock_host.storage.schema import challenges, games, moves
from gridlock_rules import find_variant
from local_discord import Interaction, Message

PER_MOVE = timedelta(days=1)

# In these a move is one cell.
_VARIANTS = ("lines", "standoff", "dodge")
_SIZE = 5
_PLIES = 6
_ROWS_AT_ONCE = 2_000


@dataclass(frozen=True)
class StoredGame:
    """A stored game with six moves.

    Attributes:
        id: Its id.
        seat: Its seat; Player 1 is to move.
        cell: A legal move.
    """

    id: int
    seat: Seat
    cell: str

    async def move(self) -> Interaction:
        """Play the cell by command as Player 1, and return when it is answered."""
        return await self.seat.one.command(self.seat.channel, "gridlock move", cell=self.cell, game=str(self.id))

    async def list_games(self) -> Interaction:
        """List the games of Player 1, and return when it is answered."""
        return await self.seat.one.command(self.seat.channel, "gridlock games")


class Writer:
    """Writes games and challenges into a migrated database that no bot uses yet.

    Args:
        database: The database.
        now: The current time.
    """

    def __init__(self, database: Database, now: datetime) -> None:
        self._database = database
        self._now = now
        self._random = Random("load")  # noqa: S311  # for moves, not for secrets
        self._games = 0
        self._challenges = 0

    async def add_games(
        self, seats: Iterable[Seat], deadlines: Sequence[timedelta] | None = None, *, warned: bool = True
    ) -> list[StoredGame]:
        """Add a game for each seat.

        Args:
            seats: The seats.
            deadlines: The remaining time of each game; None for no limit.
            warned: Whether the players have been warned, if a deadline is near.
        """
        added, game_rows, move_rows = [], list[dict[str, Any]](), list[dict[str, Any]]()
        for number, seat in enumerate(seats):
            self._games += 1
            variant = _VARIANTS[self._games % len(_VARIANTS)]
            played, following = self._opening(variant)
            off = None if deadlines is None else deadlines[number]
            game_rows.append(self._game_row(self._games, seat, variant) | self._times(off, warned=warned))
            move_rows += [self._move_row(self._games, ply, text) for ply, text in enumerate(played)]
            added.append(StoredGame(self._games, seat, following))
        await self._insert(games, game_rows)
        await self._insert(moves, move_rows)
        return added

    async def add_challenges(self, seats: Iterable[Seat], expires_in: timedelta) -> None:
        """Add an open challenge for each seat."""
        rows = [self._challenge_row(seat) | {"expires_at": self._now + expires_in} for seat in seats]
        await self._insert(challenges, rows)

    async def sweep(self, ago: timedelta, times: int) -> list[float]:
        """Sweep with the clock set back, and return the seconds of each sweep."""

        def then() -> datetime:
            return self._now - ago

        sweeper = Sweeper(self._database, Host(self._database, now=then, toss=lambda: True).games, now=then)
        return [await _seconds(sweeper) for _ in range(times)]

    def _opening(self, variant: str) -> tuple[list[str], str]:
        """Six random moves of an unfinished game, and a legal next move."""
        while True:
            position, played = find_variant(variant).start(_SIZE), list[str]()
            while position.outcome is None and len(played) < _PLIES:
                move = self._random.choice(list(position.legal_moves))
                position = position.play(move)
                played.append(str(move))
            if position.outcome is None:
                return played, str(self._random.choice(list(position.legal_moves)))

    def _game_row(self, game_id: int, seat: Seat, variant: str) -> dict[str, Any]:
        return {
            "id": game_id,
            **_place(seat.board),
            "variant": variant,
            "size": _SIZE,
            "player_one_id": seat.one.id,
            "player_two_id": seat.two.id,
            "status": ACTIVE,
            "version": _PLIES,
            "created_at": self._now - PER_MOVE,
        }

    def _times(self, off: timedelta | None, *, warned: bool) -> dict[str, Any]:
        if off is None:
            return {"seconds_per_move": None, "deadline": None, "wake_at": None}
        deadline = self._now + off
        wake_at = deadline if warned else deadline - PER_MOVE / 4
        return {"seconds_per_move": int(PER_MOVE.total_seconds()), "deadline": deadline, "wake_at": wake_at}

    def _move_row(self, game_id: int, ply: int, text: str) -> dict[str, Any]:
        return {"game_id": game_id, "ply": ply, "text": text, "played_at": self._now - PER_MOVE / 2}

    def _challenge_row(self, seat: Seat) -> dict[str, Any]:
        self._challenges += 1
        return {
            "id": self._challenges,
            "request_id": self._challenges,
            **_place(seat.board),
            "challenger_id": seat.one.id,
            "opponent_id": seat.two.id,
            "variant": _VARIANTS[0],
            "size": _SIZE,
            "first": "me",
            "status": "open",
            "created_at": self._now - PER_MOVE,
        }

    async def _insert(self, table: Table, rows: list[dict[str, Any]]) -> None:
        async with self._database.writing() as connection:
            for begin in range(0, len(rows), _ROWS_AT_ONCE):
                await connection.execute(insert(table), rows[begin : begin + _ROWS_AT_ONCE])


async def _seconds(sweeper: Sweeper) -> float:
    begin = time.perf_counter()
    await sweeper.sweep()
    await sweeper.find_unshown()
    await sweeper.find_awaiting_bot()
    await sweeper.find_to_redraw()
    return time.perf_counter() - begin


def _place(board: Message) -> dict[str, Any]:
    guild = board.channel.guild
    if guild is None:
        raise ValueError("a game is played in a server")
    return {"guild_id": guild.id, "channel_id": board.channel.id, "message_id": board.id}
