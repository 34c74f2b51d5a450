"""Outbox: what still has to be shown, which may fail, and when that is tried again.

Each mark is a column of the row that has to be shown, so it is written in the same statement as the change.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Column, ColumnElement, Select, and_, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.challenges.store import load_challenges
from gridlock_host.games.offer_store import load_offers
from gridlock_host.model.challenge import Challenge, ChallengeStatus
from gridlock_host.model.game import Game
from gridlock_host.model.messages.announcement import Announcement
from gridlock_host.model.messages.puzzle_post import PuzzlePost
from gridlock_host.model.messages.retry_times import SHOWN_WITHIN, retry_at
from gridlock_host.model.offer import Offer
from gridlock_host.model.place import OldCopy, Place
from gridlock_host.ownership.shards import ALL_SERVERS, Shards, is_reachable
from gridlock_host.servers.puzzle_posts import load_posts
from gridlock_host.standings.announcements import load_announcements
from gridlock_host.storage.database import Database, insert_into
from gridlock_host.storage.schema import announcements, challenges, daily_puzzles, games, offers, old_copies

Mark = Column[Any]
"""A column that tells since when a row has to be shown, or when to try that again; null if it is shown."""

UNSHOWN: Final[Sequence[Mark]] = (
    games.c.unshown_since,
    challenges.c.unshown_since,
    offers.c.unshown_since,
    daily_puzzles.c.unshown_since,
    announcements.c.unshown_since,
)
"""Changes that nobody has seen yet. They are due some time later, because they may just be on the way."""

TO_REDRAW: Final[Sequence[Mark]] = (games.c.redraw_since, challenges.c.redraw_since, old_copies.c.retry_at)
"""Messages with a stale deadline or dead buttons. They are due at once, and notify nobody."""

AWAITS_BOT: Final[Sequence[Mark]] = (games.c.thinking_since,)
"""Games in which the bot has to move."""


class OutboxService:
    """Notes what could not be shown, so that it is tried again later, and what was redrawn.

    Args:
        database: Where games, challenges, offers, posts of puzzles, announcements and older copies are stored.
        now: Tells the time, as an aware datetime.
    """

    def __init__(self, database: Database, *, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now

    async def put_off(self, subject: Game | Challenge | Offer | PuzzlePost | Announcement, *, since: datetime) -> None:
        """Note that a change could not be shown.

        Args:
            subject: What was to be shown. A game that has changed since is left alone.
            since: Since when it has to be shown; the retries get rarer the longer that is.
        """
        deadline = subject.deadline if isinstance(subject, Game) else None
        again = retry_at(self._now(), since=since, deadline=deadline) - SHOWN_WITHIN
        table, changes = _table_of(subject), []
        which = [table.c.id == subject.id]
        if isinstance(subject, Game):
            which.append(games.c.version == subject.version)
            changes.append(subject.id)
        elif isinstance(subject, Challenge | PuzzlePost | Announcement):
            which.append(table.c.unshown_since.is_not(None))
        await self._mark(table.c.unshown_since, and_(*which), again, changes)

    async def put_off_redraw(self, subject: Game | Challenge | OldCopy, *, since: datetime) -> None:
        """Note that a message still shows a stale deadline or dead buttons.

        Args:
            subject: What it shows. A game or challenge that has changed since is left alone.
            since: As for `put_off`.
        """
        if isinstance(subject, OldCopy):
            await self._put_off_copy(subject, retry_at(self._now(), since=since))
            return
        deadline = subject.deadline if isinstance(subject, Game) else subject.expires_at
        again = retry_at(self._now(), since=since, deadline=deadline)
        await self._mark(_table_of(subject).c.redraw_since, _is_as_drawn(subject), again)

    async def note_redrawn(self, subject: Game | Challenge | OldCopy) -> None:
        """Note that a message was redrawn, or is deleted; if the deadline has changed since, it is still to be redrawn.

        For a finished game, this means that no message has dead buttons; for an older copy, that it has none.
        """
        if isinstance(subject, OldCopy):
            await self._database.execute(delete(old_copies).where(old_copies.c.message_id == subject.id), changes=())
            return
        mark = _table_of(subject).c.redraw_since
        await self._mark(mark, _is_as_drawn(subject) & mark.is_not(None), None)

    async def _mark(
        self, mark: Mark, which: ColumnElement[bool], when: datetime | None, changes: Sequence[int] = ()
    ) -> None:
        # Snapshots of games do not have the time of a redraw.
        await self._database.execute(update(mark.table).where(which).values({mark.name: when}), changes=changes)

    async def _put_off_copy(self, copy: OldCopy, again: datetime) -> None:
        values = {"channel_id": copy.place.channel_id, "game_id": copy.game_id, "retry_at": again}
        async with self._database.writing(changes=()) as connection:
            statement = insert_into(old_copies, connection.dialect).values(message_id=copy.id, **values)
            await connection.execute(
                statement.on_conflict_do_update(index_elements=["message_id"], set_={"retry_at": again})
            )


def select_due(mark: Mark, until: datetime | ColumnElement[datetime], among: Shards = ALL_SERVERS) -> Select[Any]:
    """Select the keys of the rows that are marked since this time or longer, the longest due first."""
    (key,) = mark.table.primary_key
    statement = select(key)
    if "guild_id" in mark.table.c:
        guild_id = mark.table.c.guild_id
    else:
        guild_id, statement = games.c.guild_id, statement.join(games, games.c.id == mark.table.c.game_id)
    # Sorted by the index, which in SQLite has the row's id too, but no other key.
    order = (mark, key) if key.name == "id" else (mark,)
    return statement.where(mark <= until, is_reachable(guild_id, among)).order_by(*order)


async def load_due(
    connection: AsyncConnection, marks: Sequence[Mark], until: datetime, at_most: int, among: Shards = ALL_SERVERS
) -> tuple[list[int], list[Challenge | Offer | OldCopy | PuzzlePost | Announcement]]:
    """Return what is marked since this time or longer: the ids of games, and all else as it is stored.

    Args:
        connection: A connection for reading.
        marks: The kinds of marks.
        until: The time.
        at_most: The most rows of each kind.
        among: The servers.
    """
    game_ids: list[int] = []
    found: list[Challenge | Offer | OldCopy | PuzzlePost | Announcement] = []
    for mark in marks:
        ids = list((await connection.scalars(select_due(mark, until, among).limit(at_most))).all())
        if mark.table is games:
            game_ids += ids
        elif ids:
            subjects = await _LOAD[mark.table](connection, ids)
            found += sorted(subjects, key=lambda one: ids.index(one.id))
    return game_ids, found


async def _load_copies(connection: AsyncConnection, ids: list[int]) -> list[OldCopy]:
    statement = select(old_copies, games.c.guild_id).join(games, games.c.id == old_copies.c.game_id)
    rows = await connection.execute(statement.where(old_copies.c.message_id.in_(ids)))
    return [OldCopy(row.message_id, row.game_id, Place(row.guild_id, row.channel_id, row.message_id)) for row in rows]


_LOAD: Final[dict[Any, Callable[..., Any]]] = {
    challenges: load_challenges,
    offers: load_offers,
    old_copies: _load_copies,
    daily_puzzles: load_posts,
    announcements: load_announcements,
}


_TABLES: Final[dict[type, Any]] = {
    Game: games,
    Challenge: challenges,
    Offer: offers,
    PuzzlePost: daily_puzzles,
    Announcement: announcements,
}


def _table_of(  # columns are not typed
    subject: Game | Challenge | Offer | PuzzlePost | Announcement,
) -> Any:  # noqa: ANN401
    return _TABLES[type(subject)]


def _is_as_drawn(subject: Game | Challenge) -> ColumnElement[bool]:
    """Build the condition that a row still has the state and the deadline that were drawn."""
    if isinstance(subject, Game):
        drawn = (games.c.version == subject.version) & (games.c.deadline == subject.deadline)
        # A moderator may take a game out, or put it back, while it is being drawn.
        return (games.c.id == subject.id) & drawn & (games.c.voided == subject.voided)
    is_open = (challenges.c.id == subject.id) & (challenges.c.status == ChallengeStatus.OPEN)
    return is_open & (challenges.c.expires_at == subject.expires_at)
