"""Shares of pictures of finished games: the claim that lets each picture be shared once, and where it was posted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, bindparam, delete, select, update

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

    async def claim(self, picture: GamePicture) -> bool:
        """Return whether the caller may share a picture now. Nobody else may, until `release`."""
        async with self._database.writing(changes=()) as connection:
            new = insert_into(picture_shares, connection.dialect).values(**_key(picture), shared_at=self._now())
            added = await connection.execute(new.on_conflict_do_nothing().returning(_row.game_id))
            return added.one_or_none() is not None

    async def release(self, picture: GamePicture) -> None:
        """Let a picture be shared after all, because Discord has taken no message."""
        await self._database.execute(delete(picture_shares).where(*_is(picture)), changes=())

    async def note_posted(self, picture: GamePicture, place: Place) -> None:
        """Store which message shares a picture."""
        where = {"channel_id": place.channel_id, "message_id": place.message_id}
        await self._database.execute(update(picture_shares).where(*_is(picture)).values(where), changes=())

    async def find(self, guild_id: int, picture: GamePicture) -> Place | None:
        """Return the message that shares a picture; None if it is not known."""
        rows = await self._database.fetch_compiled(_PLACE, _key(picture), flushes=False)
        if not rows or rows[0].message_id is None:
            return None
        return Place(guild_id, rows[0].channel_id, rows[0].message_id)


def _key(picture: GamePicture) -> dict[str, Any]:
    return {"game_id": picture.game_id, "form": picture.form, "ply": picture.ply}


def _is(picture: GamePicture) -> list[ColumnElement[bool]]:
    return [picture_shares.c[name] == value for name, value in _key(picture).items()]
