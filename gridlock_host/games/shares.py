"""Shares of finished games and of their pictures: the claim that lets each be shared once, and where it was posted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Table, bindparam, delete, select, update

from gridlock_host.model.place import Place
from gridlock_host.storage.database import Database, insert_into
from gridlock_host.storage.driver.statements import Statement
from gridlock_host.storage.schema import picture_shares

_row = picture_shares.c
_PLACE: Final = Statement(
    select(_row.channel_id, _row.message_id).where(
        _row.game_id == bindparam("game_id"), _row.form == bindparam("form"), _row.ply == bindparam("ply")
    )
)


@dataclass(frozen=True, slots=True)
class ShareTable:
    """A table with a column `shared_at`, the time of the claim.

    Attributes:
        table: The table. Where `shared_at` may be empty, its rows tell something else, too.
        channel_id: The name of the column with the channel of the message that shares it.
        message_id: The name of the column with that message.
    """

    table: Table
    channel_id: str
    message_id: str


class Share:
    """The share of a finished game, or of one of its pictures.

    Args:
        database: Where it is stored.
        now: Tells the time, as an aware datetime.
        stored: Its table.
        key: The columns of the primary key, with their values.
        others: Other values of the row, if there is none yet.
    """

    def __init__(
        self,
        database: Database,
        *,
        now: Callable[[], datetime],
        stored: ShareTable,
        key: Mapping[str, Any],
        others: Mapping[str, Any] | None = None,
    ) -> None:
        self._database = database
        self._now = now
        self._stored = stored
        self._table = stored.table
        self._key = dict(key)
        self._others = dict(others or {})

    async def claim(self) -> bool:
        """Return whether the caller may share it now. Nobody else may, until `release`."""
        claimed, shared_at = {"shared_at": self._now()}, self._table.c.shared_at
        async with self._database.writing(changes=()) as connection:
            new = insert_into(self._table, connection.dialect).values(self._others | self._key | claimed)
            unless_shared = new.on_conflict_do_update(
                index_elements=list(self._key), set_=claimed, where=shared_at.is_(None)
            )
            found = await connection.execute(unless_shared.returning(shared_at))
            return found.one_or_none() is not None

    async def release(self) -> None:
        """Let it be shared after all, because Discord has taken no message."""
        if self._table.c.shared_at.nullable:
            await self._update({"shared_at": None})
        else:
            await self._database.execute(delete(self._table).where(*self._is_own()), changes=())

    async def note_posted(self, place: Place) -> None:
        """Store which message shares it."""
        await self._update({self._stored.channel_id: place.channel_id, self._stored.message_id: place.message_id})

    async def _update(self, values: dict[str, Any]) -> None:
        await self._database.execute(update(self._table).where(*self._is_own()).values(values), changes=())

    def _is_own(self) -> list[ColumnElement[bool]]:
        return [self._table.c[name] == value for name, value in self._key.items()]


_PICTURES: Final = ShareTable(picture_shares, "channel_id", "message_id")


@dataclass(frozen=True, slots=True)
class GamePicture:
    """A picture of a stored game.

    Attributes:
        game_id: The game.
        form: The form of the file, such as `gif`.
        ply: So many moves are played in it.
    """

    game_id: int
    form: str
    ply: int


class PictureShares:
    """Stores which pictures were shared.

    Args:
        database: Where that is stored.
        now: Tells the time, as an aware datetime.
    """

    def __init__(self, database: Database, *, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now

    def of(self, picture: GamePicture) -> Share:
        """Return the share of a picture."""
        return Share(self._database, now=self._now, stored=_PICTURES, key=asdict(picture))

    async def find(self, board: Place, picture: GamePicture) -> Place | None:
        """Return the message that shares a picture of the game with this board; None if it is not known."""
        rows = await self._database.fetch_compiled(_PLACE, asdict(picture), flushes=False)
        if not rows or rows[0].message_id is None:
            return None
        return board.in_channel(rows[0].channel_id, rows[0].message_id)
