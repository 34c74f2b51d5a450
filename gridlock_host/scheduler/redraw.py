"""Messages that show the deadline of before an absence, or buttons that do nothing any more.

What they show is changed, and nobody is told.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from sqlalchemy import ColumnElement, Table, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.games.changes import GameChanges
from gridlock_host.games.rows import OVER
from gridlock_host.model.snapshots import Challenge, Game
from gridlock_host.ownership.shards import ALL_SERVERS, Shards
from gridlock_host.scheduler.reachability import is_reachable
from gridlock_host.storage.database import Database
from gridlock_host.storage.retry import try_again_at
from gridlock_host.storage.schema import challenges, games


async def outdated(
    connection: AsyncConnection, table: Table, now: datetime, at_most: int, among: Shards = ALL_SERVERS
) -> list[int]:
    """The ids of the games, or of the challenges, whose message shows another deadline, for the longest first."""
    due = (table.c.redraw_since <= now, is_reachable(table.c.guild_id, among))
    longest_first = select(table.c.id).where(*due).order_by(table.c.redraw_since, table.c.id)
    return list((await connection.scalars(longest_first.limit(at_most))).all())


async def look_at_buttons_again(connection: AsyncConnection, game: Game, when: datetime) -> None:
    """Note that messages of a finished game may have buttons that are to go. A game that goes on is left alone."""
    await connection.execute(
        update(games).where(games.c.id == game.id, games.c.status == OVER).values(redraw_since=when)
    )


class RedrawService:
    """Notes what became of messages that are to be drawn again.

    Args:
        database: Where games and challenges are kept.
        changes: Where games change.
        now: Tells the time, as an aware datetime.
    """

    def __init__(self, database: Database, changes: GameChanges, *, now: Callable[[], datetime]) -> None:
        self._database = database
        self._changes = changes
        self._now = now

    async def note_done(self, drawn: Game | Challenge) -> None:
        """Note that its message shows the deadline, or is gone; not if the deadline has changed again meanwhile.

        Of a finished game, that no message has buttons which do nothing any more.
        """
        # A copy that was remembered has the deadline of before.
        if isinstance(drawn, Game):
            self._changes.forget(drawn.id)
        await self._note(drawn, None)

    async def put_off(self, drawn: Game | Challenge) -> None:
        """Note that its message could not be changed, so that it is tried again in a while."""
        deadline = drawn.deadline if isinstance(drawn, Game) else None
        await self._note(drawn, try_again_at(self._now(), deadline=deadline))

    async def draw_later(self, game: Game) -> None:
        """Let the board of a game be drawn in a while, because it could neither be changed nor posted anew.

        A game that has changed since is left alone: that change has drawn it.
        """
        async with self._database.writing() as connection:
            await connection.execute(
                update(games)
                .where(games.c.id == game.id, games.c.version == game.version)
                .values(redraw_since=try_again_at(self._now(), since=game.changed_at, deadline=game.deadline))
            )

    async def close_buttons_later(self, game: Game) -> None:
        """Let messages of a finished game be looked at again in a while, because they could not lose their buttons.

        A game that goes on is left alone: its next change looks at them.
        """
        async with self._database.writing() as connection:
            await look_at_buttons_again(connection, game, try_again_at(self._now(), since=game.changed_at))

    async def _note(self, drawn: Game | Challenge, redraw_since: datetime | None) -> None:
        table, shows_it = _row(drawn)
        async with self._database.writing() as connection:
            await connection.execute(
                update(table).where(shows_it, table.c.redraw_since.is_not(None)).values(redraw_since=redraw_since)
            )


def _row(drawn: Game | Challenge) -> tuple[Table, ColumnElement[bool]]:
    """The table of a game or a challenge, and the condition that a row is the one, with the deadline that was drawn."""
    if isinstance(drawn, Game):
        return games, (games.c.id == drawn.id) & (games.c.deadline == drawn.deadline)
    return challenges, (challenges.c.id == drawn.id) & (challenges.c.expires_at == drawn.expires_at)
