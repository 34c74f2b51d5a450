"""What counts for a new game between two people in a server, read in one statement, for speed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sqlalchemy import ColumnElement, and_, exists, func, literal, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.challenges.store import is_open_challenge_by
from gridlock_host.games.store import is_open_game_of
from gridlock_host.members import fingerprints
from gridlock_host.storage.schema import bans, blocks, kept_out


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What counts for a new game in a server, of whoever asks, and of the other player if there is one yet.

    Attributes:
        asker_is_banned: Whether moderators keep the asker out of new games.
        other_is_banned: The same of the other player.
        asker_is_blocked: Whether the other player has blocked the asker.
        other_is_blocked: Whether the asker has blocked the other player.
        asker_games: The asker's open games.
        other_games: The other player's open games.
        asker_challenges: The open challenges that the asker has made.
    """

    asker_is_banned: bool
    other_is_banned: bool
    asker_is_blocked: bool
    other_is_blocked: bool
    asker_games: int
    other_games: int
    asker_challenges: int


async def load_circumstances(
    connection: AsyncConnection, guild_id: int, asker_id: int, other_id: int | None
) -> Circumstances:
    """What counts for a new game of two people; without another person, nothing is said of them."""
    statement = select(
        _is_banned(guild_id, asker_id).label("asker_is_banned"),
        _is_banned(guild_id, other_id).label("other_is_banned"),
        _has_blocked(other_id, asker_id).label("asker_is_blocked"),
        _has_blocked(asker_id, other_id).label("other_is_blocked"),
        _count(is_open_game_of(guild_id, asker_id)).label("asker_games"),
        (literal(0) if other_id is None else _count(is_open_game_of(guild_id, other_id))).label("other_games"),
        _count(is_open_challenge_by(guild_id, asker_id)).label("asker_challenges"),
        exists()
        .where(or_(kept_out.c.guild_id == guild_id, kept_out.c.blocker_id.in_([asker_id, other_id])))
        .label("has_fingerprints"),
    )
    values = dict((await connection.execute(statement)).mappings().one())
    has_fingerprints = values.pop("has_fingerprints")
    circumstances = Circumstances(**values)
    if not has_fingerprints:
        return circumstances
    return await _with_fingerprints(connection, circumstances, guild_id, asker_id, other_id)


async def _with_fingerprints(
    connection: AsyncConnection, circumstances: Circumstances, guild_id: int, asker_id: int, other_id: int | None
) -> Circumstances:
    """Recognise those whose data was deleted after they had been banned or blocked."""
    circumstances = replace(
        circumstances,
        asker_is_banned=circumstances.asker_is_banned or await fingerprints.is_banned(connection, guild_id, asker_id),
    )
    if other_id is None:
        return circumstances
    return replace(
        circumstances,
        other_is_banned=circumstances.other_is_banned or await fingerprints.is_banned(connection, guild_id, other_id),
        asker_is_blocked=circumstances.asker_is_blocked
        or await fingerprints.is_blocked(connection, asker_id, other_id),
        other_is_blocked=circumstances.other_is_blocked
        or await fingerprints.is_blocked(connection, other_id, asker_id),
    )


def _is_banned(guild_id: int, user_id: int | None) -> ColumnElement[bool]:
    return exists().where(and_(bans.c.guild_id == guild_id, bans.c.user_id == user_id))


def _has_blocked(user_id: int | None, other_id: int | None) -> ColumnElement[bool]:
    return exists().where(and_(blocks.c.user_id == user_id, blocks.c.blocked_id == other_id))


def _count(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return select(func.count()).where(condition).scalar_subquery()
