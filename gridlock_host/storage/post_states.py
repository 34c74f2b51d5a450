"""States of posts that the bot makes by itself: an attempt, the message, or that a post is left out."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Generic, Protocol, TypeVar

from sqlalchemy import Table, update

from gridlock_host.model.place import Place
from gridlock_host.storage.database import Database


class Post(Protocol):
    """A post with a row of its own."""

    @property
    def id(self) -> int:
        """The id of its row."""

    @property
    def expires_at(self) -> datetime:
        """When it is too late to post it."""


_PostT = TypeVar("_PostT", bound=Post)


class PostStates(Generic[_PostT]):
    """Stores what became of posts of one kind.

    Args:
        database: Where they are stored.
        table: The table with their rows.
        now: Tells the time, as an aware datetime.
    """

    def __init__(self, database: Database, table: Table, *, now: Callable[[], datetime]) -> None:
        self._database = database
        self._table = table
        self._now = now

    def is_too_late(self, post: _PostT) -> bool:
        """Return whether it is too late to post it."""
        return self._now() >= post.expires_at

    async def note_attempt(self, post: _PostT) -> None:
        """Store that an attempt to post it begins."""
        await self._change(post, tried_at=self._now())

    async def note_posted(self, post: _PostT, place: Place) -> None:
        """Store in which message it was posted."""
        await self._change(post, message_id=place.message_id, unshown_since=None)

    async def note_left_out(self, post: _PostT) -> None:
        """Store that it will not be posted."""
        await self._change(post, unshown_since=None)

    async def _change(self, post: _PostT, **values: object) -> None:
        statement = update(self._table).where(self._table.c.id == post.id).values(values)
        await self._database.execute(statement, changes=())
