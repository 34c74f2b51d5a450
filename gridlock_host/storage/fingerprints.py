"""Fingerprints of people whose data was deleted, so that a deletion escapes no ban and no block.

A fingerprint is a random salt and a digest of the salt with the person's id. The id cannot be read from it, and two
fingerprints of one person have nothing in common. Someone who has the database and suspects a certain person can test
whether a fingerprint is theirs. The bot needs that much to refuse the person, and nothing else in the database refers
to a fingerprint.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from hmac import compare_digest
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.storage.schema import kept_out

_SALT_BYTES = 16


async def add_fingerprint(
    connection: AsyncConnection, user_id: int, *, guild_id: int | None = None, blocker_id: int | None = None
) -> None:
    """Store the fingerprint of a person who is banned in a server, or blocked by another person."""
    salt = secrets.token_hex(_SALT_BYTES)
    await connection.execute(
        insert(kept_out).values(guild_id=guild_id, blocker_id=blocker_id, salt=salt, digest=_digest(salt, user_id))
    )


async def servers_that_ban(connection: AsyncConnection, user_id: int) -> list[int]:
    """Return the servers in which a person was banned before their data was deleted."""
    rows = await _find(connection, user_id, kept_out.c.guild_id.is_not(None))
    return sorted({row.guild_id for row in rows})


async def is_banned(connection: AsyncConnection, guild_id: int, user_id: int) -> bool:
    """Whether a person was banned in this server before their data was deleted."""
    return bool(await _find(connection, user_id, kept_out.c.guild_id == guild_id))


async def is_blocked(connection: AsyncConnection, user_id: int, blocker_id: int) -> bool:
    """Whether a person was blocked by this other person before their data was deleted."""
    return bool(await _find(connection, user_id, kept_out.c.blocker_id == blocker_id))


def blocks_by(blocker_id: int) -> Select[Any]:
    """Select the fingerprints of people whom this person has blocked."""
    return select(kept_out).where(kept_out.c.blocker_id == blocker_id)


async def lift_ban(connection: AsyncConnection, guild_id: int, user_id: int) -> bool:
    """Delete the fingerprints of a person banned in this server; False if there are none."""
    return await _remove(connection, await _find(connection, user_id, kept_out.c.guild_id == guild_id))


async def lift_block(connection: AsyncConnection, user_id: int, blocker_id: int) -> bool:
    """Delete the fingerprints of a person blocked by this other person; False if there are none."""
    return await _remove(connection, await _find(connection, user_id, kept_out.c.blocker_id == blocker_id))


async def _find(
    connection: AsyncConnection, user_id: int, condition: ColumnElement[bool]
) -> list[Row[tuple[object, ...]]]:
    """Return the fingerprints of a person among those that meet a condition."""
    rows = (await connection.execute(select(kept_out).where(condition))).all()
    return [row for row in rows if compare_digest(row.digest, _digest(row.salt, user_id))]


async def _remove(connection: AsyncConnection, fingerprints: Sequence[Row[tuple[object, ...]]]) -> bool:
    await connection.execute(delete(kept_out).where(kept_out.c.id.in_([row.id for row in fingerprints])))
    return bool(fingerprints)


def _digest(salt: str, user_id: int) -> str:
    return hashlib.sha256(f"{salt}:{user_id}".encode()).hexdigest()
