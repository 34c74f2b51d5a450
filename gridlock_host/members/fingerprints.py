"""Recognising somebody whose data was deleted, so that no ban and no block is escaped that way.

What is kept is a random salt and a digest of it with the person's id: nobody can read the id out of it, and two
fingerprints of one person have nothing in common. Whoever has the store and suspects a certain person can still test
whether the fingerprint is theirs. That much is needed to refuse them, and it is the only thing that can be learned:
nothing else in the store refers to a fingerprint.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from hmac import compare_digest

from sqlalchemy import ColumnElement, Row, delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.storage.schema import kept_out

_SALT_BYTES = 16


async def keep_out(
    connection: AsyncConnection, user_id: int, *, guild_id: int | None = None, blocker_id: int | None = None
) -> None:
    """Note the fingerprint of somebody who is banned from a server's games, or blocked by a person."""
    salt = secrets.token_hex(_SALT_BYTES)
    await connection.execute(
        insert(kept_out).values(guild_id=guild_id, blocker_id=blocker_id, salt=salt, digest=_digest(salt, user_id))
    )


async def servers_that_ban(connection: AsyncConnection, user_id: int) -> list[int]:
    """The servers in which somebody was banned before their data was deleted."""
    rows = await _of(connection, user_id, kept_out.c.guild_id.is_not(None))
    return sorted({row.guild_id for row in rows})


async def is_banned(connection: AsyncConnection, guild_id: int, user_id: int) -> bool:
    """Whether somebody was banned in this server before their data was deleted."""
    return bool(await _of(connection, user_id, kept_out.c.guild_id == guild_id))


async def is_blocked(connection: AsyncConnection, user_id: int, blocker_id: int) -> bool:
    """Whether somebody was blocked by this person before their data was deleted."""
    return bool(await _of(connection, user_id, kept_out.c.blocker_id == blocker_id))


async def count_blocks_by(connection: AsyncConnection, blocker_id: int) -> int:
    """How many people whose data was deleted this person has blocked; nobody can read who they are."""
    statement = select(func.count()).select_from(kept_out).where(kept_out.c.blocker_id == blocker_id)
    return (await connection.execute(statement)).scalar_one()


async def lift_ban(connection: AsyncConnection, guild_id: int, user_id: int) -> bool:
    """Forget that somebody was banned in this server; False when no fingerprint says so."""
    return await _remove(connection, await _of(connection, user_id, kept_out.c.guild_id == guild_id))


async def lift_block(connection: AsyncConnection, user_id: int, blocker_id: int) -> bool:
    """Forget that somebody was blocked by this person; False when no fingerprint says so."""
    return await _remove(connection, await _of(connection, user_id, kept_out.c.blocker_id == blocker_id))


async def _of(
    connection: AsyncConnection, user_id: int, condition: ColumnElement[bool]
) -> list[Row[tuple[object, ...]]]:
    """The fingerprints of a person among those that meet the condition."""
    rows = (await connection.execute(select(kept_out).where(condition))).all()
    return [row for row in rows if compare_digest(row.digest, _digest(row.salt, user_id))]


async def _remove(connection: AsyncConnection, fingerprints: Sequence[Row[tuple[object, ...]]]) -> bool:
    await connection.execute(delete(kept_out).where(kept_out.c.id.in_([row.id for row in fingerprints])))
    return bool(fingerprints)


def _digest(salt: str, user_id: int) -> str:
    return hashlib.sha256(f"{salt}:{user_id}".encode()).hexdigest()
