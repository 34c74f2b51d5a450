"""Redraw service: the retry of boards that Discord did not take, and of messages with a stale deadline or buttons."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from sqlalchemy import ColumnElement, Table, Update, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.games.store import schedule_button_removal
from gridlock_host.model.challenge import Challenge
from gridlock_host.model.game import Game
from gridlock_host.model.retry_times import retry_at
from gridlock_host.ownership.shards import ALL_SERVERS, Shards, is_reachable
from gridlock_host.storage.database import Database
from gridlock_host.storage.schema import challenges, games


class RedrawService:
    """Notes which messages have to be redrawn, and which were.

    Args:
        database: Where games and challenges are stored.
        now: Tells the time, as an aware datetime.
    """

    def __init__(self, database: Database, *, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now

    async def note_done(self, drawn: Game | Challenge) -> None:
        """Note that the message of a game or challenge was redrawn, or is deleted.

        If the deadline has changed again, it still has to be redrawn. For a finished game, this means that no message
        has dead buttons.
        """
        await self._note(drawn, None)

    async def postpone(self, drawn: Game | Challenge) -> None:
        """Note that the message could not be changed, so that it is tried again later."""
        deadline = drawn.deadline if isinstance(drawn, Game) else None
        await self._note(drawn, retry_at(self._now(), deadline=deadline))

    async def schedule_redraw(self, game: Game) -> None:
        """Schedule a redraw of a board that could neither be changed nor posted again.

        A game that has changed since is left alone, for its change draws the board.
        """
        redraw_since = retry_at(self._now(), since=game.changed_at, deadline=game.deadline)
        unchanged = (games.c.id == game.id, games.c.version == game.version)
        await self._execute(update(games).where(*unchanged).values(redraw_since=redraw_since))

    async def schedule_button_removal(self, game: Game) -> None:
        """Schedule another try to remove dead buttons from messages of a finished game. An open game is left alone."""
        when = retry_at(self._now(), since=game.changed_at)
        await self._execute(schedule_button_removal(game, when))

    async def _note(self, drawn: Game | Challenge, redraw_since: datetime | None) -> None:
        table, shows_it = _row(drawn)
        is_due = table.c.redraw_since.is_not(None)
        await self._execute(update(table).where(shows_it, is_due).values(redraw_since=redraw_since))

    async def _execute(self, statement: Update) -> None:
        # Snapshots of games do not have these times.
        await self._database.execute(statement, changes=())


async def load_ids_to_redraw(
    connection: AsyncConnection, table: Table, now: datetime, at_most: int, among: Shards = ALL_SERVERS
) -> list[int]:
    """Return the ids of the games, or of the challenges, that have to be redrawn, the longest due first."""
    due = (table.c.redraw_since <= now, is_reachable(table.c.guild_id, among))
    longest_first = select(table.c.id).where(*due).order_by(table.c.redraw_since, table.c.id)
    return list((await connection.scalars(longest_first.limit(at_most))).all())


def _row(drawn: Game | Challenge) -> tuple[Table, ColumnElement[bool]]:
    """Return the table of a game or challenge, and the condition that a row is this one with the deadline drawn."""
    if isinstance(drawn, Game):
        return games, (games.c.id == drawn.id) & (games.c.deadline == drawn.deadline)
    return challenges, (challenges.c.id == drawn.id) & (challenges.c.expires_at == drawn.expires_at)
