"""Taking a person's id out of every row, within one transaction.

The id is replaced by the seat: who plays first becomes `DELETED_PLAYER_ONE`, the other one `DELETED_PLAYER_TWO`. So two
deleted players of one game stay two, and nothing tells that the deleted players of two games were the same person.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import ColumnElement, case, delete, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.challenges import store as challenge_store
from gridlock_host.games import store as game_store
from gridlock_host.games.rows import ACTIVE
from gridlock_host.members import fingerprints
from gridlock_host.model.snapshots import DELETED_PLAYER_ONE, DELETED_PLAYER_TWO, Challenge, ChallengeStatus, Game
from gridlock_host.storage.schema import (
    bans,
    blocks,
    bot_records,
    challenges,
    games,
    kept_out,
    matches,
    moderation_log,
    notifications,
    offers,
    puzzle_streaks,
    results,
    standings,
)

# The columns in which a deleted person leaves a seat behind, and which.
_SEATS: Final = (
    (challenges.c.challenger_id, DELETED_PLAYER_ONE),
    (challenges.c.opponent_id, DELETED_PLAYER_TWO),
    (games.c.player_one_id, DELETED_PLAYER_ONE),
    (games.c.player_two_id, DELETED_PLAYER_TWO),
    (moderation_log.c.moderator_id, DELETED_PLAYER_ONE),
    (moderation_log.c.member_id, DELETED_PLAYER_TWO),
)
# What is about the person alone.
_OWN: Final = (
    standings.c.user_id,
    bot_records.c.user_id,
    puzzle_streaks.c.user_id,
    offers.c.by_id,
    blocks.c.user_id,
    kept_out.c.blocker_id,
    notifications.c.user_id,
)
_DELETED: Final = "(deleted)"


async def open_games_of(connection: AsyncConnection, user_id: int) -> list[Game]:
    """The games that a person plays, in all servers."""
    statement = select(games.c.guild_id, games.c.id).where(_plays(user_id), games.c.status == ACTIVE)
    rows = (await connection.execute(statement.order_by(games.c.id))).all()
    found = [await game_store.load_game(connection, *row) for row in rows]
    return [game for game in found if game is not None]


async def open_challenges_of(connection: AsyncConnection, user_id: int) -> list[Challenge]:
    """The open challenges by or to a person, in all servers."""
    statement = select(challenges.c.guild_id).where(
        challenges.c.status == ChallengeStatus.OPEN,
        or_(challenges.c.challenger_id == user_id, challenges.c.opponent_id == user_id),
    )
    guild_ids = (await connection.scalars(statement.distinct().order_by(challenges.c.guild_id))).all()
    found = [await challenge_store.open_challenges(connection, guild_id, user_id) for guild_id in guild_ids]
    return [challenge for of_one_guild in found for challenge in of_one_guild]


async def forget_person(connection: AsyncConnection, user_id: int) -> None:
    """Take a person out of the store. Their games and challenges must not be open any more.

    Args:
        connection: A write transaction from which writers are locked out.
        user_id: Whom to forget.
    """
    await _keep_out(connection, user_id)
    await _take_games_apart(connection, user_id)
    await _forget_reasons(connection, user_id)
    for column in _OWN:
        await connection.execute(delete(column.table).where(column == user_id))
    await _forget_results(connection, user_id)
    for column, seat in _SEATS:
        await connection.execute(update(column.table).where(column == user_id).values({column: seat}))


def _plays(user_id: int) -> ColumnElement[bool]:
    return or_(games.c.player_one_id == user_id, games.c.player_two_id == user_id)


async def _keep_out(connection: AsyncConnection, user_id: int) -> None:
    """Keep no more of bans and of other people's blocks than it takes to go on refusing the person."""
    # Whoever lifts a ban or a block at the same moment has deleted the row first, or finds the fingerprint.
    bans_lost = delete(bans).where(bans.c.user_id == user_id).returning(bans.c.guild_id)
    for guild_id in (await connection.scalars(bans_lost)).all():
        await fingerprints.keep_out(connection, user_id, guild_id=guild_id)
    blocks_lost = delete(blocks).where(blocks.c.blocked_id == user_id).returning(blocks.c.user_id)
    for blocker_id in (await connection.scalars(blocks_lost)).all():
        await fingerprints.keep_out(connection, user_id, blocker_id=blocker_id)


async def _take_games_apart(connection: AsyncConnection, user_id: int) -> None:
    """Leave nothing that ties the person's games to each other, or to messages in which the person is mentioned.

    What is still to be shown keeps its message, which will mention the person no longer.
    """
    mine = _plays(user_id)
    await connection.execute(delete(offers).where(offers.c.game_id.in_(select(games.c.id).where(mine))))
    played = select(games.c.match_id).where(mine, games.c.match_id.is_not(None))
    match_ids = (await connection.scalars(played.distinct())).all()
    await connection.execute(update(games).where(mine).values(match_id=None, match_number=None, rematch_of=None))
    await connection.execute(
        update(games)
        .where(mine, games.c.unshown_since.is_(None))
        .values(message_id=None, notice_channel_id=None, notice_message_id=None)
    )
    await connection.execute(delete(matches).where(matches.c.id.in_(match_ids)))
    asked = or_(challenges.c.challenger_id == user_id, challenges.c.opponent_id == user_id)
    await connection.execute(
        update(challenges).where(asked, challenges.c.unshown_since.is_(None)).values(message_id=None)
    )


async def _forget_reasons(connection: AsyncConnection, user_id: int) -> None:
    """Remove what moderators wrote about the person and their games, and the person's id from whatever else they wrote.

    It is done while the games still tell who played them.
    """
    log, reason = moderation_log.c, moderation_log.c.reason
    played = select(games.c.id).where(_plays(user_id))
    about = or_(log.member_id == user_id, log.game_id.in_(played))
    await connection.execute(update(moderation_log).where(about).values(reason=_DELETED))
    await connection.execute(
        update(moderation_log)
        .where(reason.contains(str(user_id)))
        .values(reason=func.replace(reason, str(user_id), _DELETED))
    )


async def _forget_results(connection: AsyncConnection, user_id: int) -> None:
    """Name the person by their seat in the results of their games, while the games still tell the seat."""
    plays_first = select(games.c.player_one_id).where(games.c.id == results.c.game_id).scalar_subquery() == user_id
    seat = case((plays_first, DELETED_PLAYER_ONE), else_=DELETED_PLAYER_TWO)
    for column in (results.c.winner_id, results.c.loser_id):
        await connection.execute(update(results).where(column == user_id).values({column: seat}))
