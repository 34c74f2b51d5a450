"""Erasure of a person by `forget-me`: replaces or deletes their id in every table, within one transaction.

In games and challenges the id is replaced by the seat: `DELETED_PLAYER_ONE` for Player 1 and the challenger,
`DELETED_PLAYER_TWO` for the other one. So two deleted players of one game stay two. Games also keep a number, which is
the same in all games of the person in one server: without it, the ratings of their opponents would change. Nothing else
tells that the deleted players of two games were the same person, and nothing does that of games in different servers.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import ColumnElement, and_, case, delete, func, literal, or_, select, true, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.members.own_rows import select_entries_about
from gridlock_host.model.person import DELETED_PLAYER_ONE, DELETED_PLAYER_TWO
from gridlock_host.model.standings.rated import nameless_number
from gridlock_host.standings.bot_records import subtract_from_totals
from gridlock_host.standings.rating_changes import note_rating_change
from gridlock_host.standings.record_counts import subtract_from_counts
from gridlock_host.standings.season_tables import subtract_from_season_counts
from gridlock_host.storage.fingerprints import add_fingerprint
from gridlock_host.storage.locks import lock_rows
from gridlock_host.storage.schema import (
    accuracies,
    accuracy_totals,
    announcements,
    bans,
    blocks,
    bot_records,
    challenges,
    end_cards,
    exercises,
    games,
    kept_out,
    matches,
    moderation_log,
    notifications,
    offers,
    old_copies,
    picture_shares,
    puzzle_streaks,
    reading_settings,
    results,
    season_standings,
    seasons,
    standing_totals,
    standings,
    tutorial_progress,
)

# Columns in which the id is replaced, and by what.
_SEATS: Final = (
    (challenges.c.challenger_id, DELETED_PLAYER_ONE),
    (challenges.c.opponent_id, DELETED_PLAYER_TWO),
    (moderation_log.c.moderator_id, DELETED_PLAYER_ONE),
    (moderation_log.c.member_id, DELETED_PLAYER_TWO),
    (seasons.c.champion_id, DELETED_PLAYER_ONE),
)
_PLAYERS: Final = ((games.c.player_one_id, DELETED_PLAYER_ONE), (games.c.player_two_id, DELETED_PLAYER_TWO))
# Columns of tables whose rows are about this person alone, and are deleted.
_OWN: Final = (
    standings.c.user_id,
    standing_totals.c.user_id,
    season_standings.c.user_id,
    bot_records.c.user_id,
    puzzle_streaks.c.user_id,
    tutorial_progress.c.user_id,
    accuracies.c.user_id,
    accuracy_totals.c.user_id,
    exercises.c.user_id,
    blocks.c.user_id,
    kept_out.c.blocker_id,
    notifications.c.user_id,
    reading_settings.c.user_id,
)
_DELETED: Final = "(deleted)"


async def is_stored(connection: AsyncConnection, user_id: int) -> bool:
    """Whether anything names a person."""
    # Results and offers are of games that the person plays.
    columns = (*(column for column, _ in (*_SEATS, *_PLAYERS)), *_OWN, bans.c.user_id, blocks.c.blocked_id)
    named = [select(literal(1)).where(column == user_id).exists() for column in columns]
    in_reasons = select(literal(1)).where(_named_in_reason(user_id)).exists()
    return bool(await connection.scalar(select(or_(*named, in_reasons))))


async def erase_person(connection: AsyncConnection, user_id: int) -> None:
    """Erase a person from the database. Their games and challenges must be closed already.

    Args:
        connection: A write transaction that has locked the person.
        user_id: The person.
    """
    await _replace_bans_and_blocks(connection, user_id)
    await _unlink_messages(connection, user_id)
    await _erase_reasons(connection, user_id)
    await subtract_from_counts(connection, user_id)
    await subtract_from_totals(connection, user_id)
    await subtract_from_season_counts(connection, user_id)
    for column in _OWN:
        await connection.execute(delete(column.table).where(column == user_id))
    await _erase_results(connection, user_id)
    numbers = await _numbers(connection, user_id)
    await _erase_games(connection, user_id, numbers)
    for column, seat in _SEATS:
        await connection.execute(update(column.table).where(column == user_id).values({column: seat}))
    await note_rating_change(connection, numbers, hides_older=True)


def _plays(user_id: int) -> ColumnElement[bool]:
    return or_(games.c.player_one_id == user_id, games.c.player_two_id == user_id)


def _named_in_reason(user_id: int) -> ColumnElement[bool]:
    log = moderation_log.c
    return and_(log.names_a_number == true(), log.reason.contains(str(user_id)))


async def _replace_bans_and_blocks(connection: AsyncConnection, user_id: int) -> None:
    """Replace bans, and other people's blocks, by fingerprints."""
    # Another transaction that lifts a ban or a block has deleted the row first, or finds the fingerprint.
    lifted_bans = delete(bans).where(bans.c.user_id == user_id).returning(bans.c.guild_id)
    for guild_id in (await connection.scalars(lifted_bans)).all():
        await add_fingerprint(connection, user_id, guild_id=guild_id)
    lifted_blocks = delete(blocks).where(blocks.c.blocked_id == user_id).returning(blocks.c.user_id)
    for blocker_id in (await connection.scalars(lifted_blocks)).all():
        await add_fingerprint(connection, user_id, blocker_id=blocker_id)


async def _unlink_messages(connection: AsyncConnection, user_id: int) -> None:
    """Remove what is to be shown of the person's games, and what end cards and challenges tell of messages.

    A change that is not shown yet keeps its message, which will no longer mention the person.
    """
    of_games = offers.c.game_id.in_(select(games.c.id).where(_plays(user_id)))
    await lock_rows(connection, offers, of_games)
    await connection.execute(delete(offers).where(of_games))
    mine = select(games.c.id).where(_plays(user_id))
    await connection.execute(delete(old_copies).where(old_copies.c.game_id.in_(mine)))
    await connection.execute(delete(announcements).where(announcements.c.game_id.in_(mine)))
    await connection.execute(
        update(end_cards)
        .where(end_cards.c.game_id.in_(mine))
        .values(points=None, rank_before=None, rank_after=None, shared_channel_id=None, shared_message_id=None)
    )
    await connection.execute(
        update(picture_shares).where(picture_shares.c.game_id.in_(mine)).values(channel_id=None, message_id=None)
    )
    asked = or_(challenges.c.challenger_id == user_id, challenges.c.opponent_id == user_id)
    await connection.execute(
        update(challenges).where(asked, challenges.c.unshown_since.is_(None)).values(message_id=None)
    )


async def _numbers(connection: AsyncConnection, user_id: int) -> dict[int, int]:
    """Return the number that stands for the person in ratings, by server."""
    first: dict[int, tuple[int, int]] = {}
    for seat, column in enumerate((games.c.player_one_id, games.c.player_two_id), start=1):
        # Grouped here, because the database would sort them.
        statement = select(games.c.guild_id, games.c.id).where(column == user_id)
        for guild_id, game_id in await connection.execute(statement):
            first[guild_id] = min(first.get(guild_id, (game_id, seat)), (game_id, seat))
    return {guild_id: nameless_number(*game) for guild_id, game in first.items()}


async def _erase_games(connection: AsyncConnection, user_id: int, numbers: dict[int, int]) -> None:
    """Replace the person's id in games by their seat, and remove what links these to each other, or to messages.

    All of that is one statement, because a person may have thousands of games, and others wait for this transaction.
    """
    mine = _plays(user_id)
    played = select(games.c.match_id).where(mine, games.c.match_id.is_not(None))
    match_ids = set((await connection.scalars(played)).all())
    # A change that is not shown yet keeps its message, which will no longer mention the person.
    messages = (games.c.message_id, games.c.notice_channel_id, games.c.notice_message_id)
    changes: dict[str, object] = {
        column.name: case((games.c.unshown_since.is_not(None), column)) for column in messages
    }
    changes |= {column.name: case((column == user_id, seat), else_=column) for column, seat in _PLAYERS}
    if numbers:
        number = case(numbers, value=games.c.guild_id)
        nameless = (games.c.nameless_one, games.c.nameless_two)
        changes |= {
            kept.name: case((column == user_id, number), else_=kept)
            for (column, _), kept in zip(_PLAYERS, nameless, strict=True)
        }
    changes |= dict.fromkeys(("match_id", "match_number", "rematch_of"))
    await connection.execute(update(games).where(mine).values(changes))
    await connection.execute(delete(matches).where(matches.c.id.in_(match_ids)))


async def _erase_reasons(connection: AsyncConnection, user_id: int) -> None:
    """Delete moderators' reasons about the person and their games, and the person's id from all other reasons.

    This comes before the ids of players are replaced.
    """
    reason, about = moderation_log.c.reason, moderation_log.c.id.in_(select_entries_about(user_id))
    await connection.execute(update(moderation_log).where(about).values(reason=_DELETED))
    await connection.execute(
        update(moderation_log)
        .where(_named_in_reason(user_id))
        .values(reason=func.replace(reason, str(user_id), _DELETED))
    )


async def _erase_results(connection: AsyncConnection, user_id: int) -> None:
    """Replace the person's id in results by their seat. This comes before the ids of players are replaced."""
    plays_first = select(games.c.player_one_id).where(games.c.id == results.c.game_id).scalar_subquery() == user_id
    seat = case((plays_first, DELETED_PLAYER_ONE), else_=DELETED_PLAYER_TWO)
    played = select(games.c.id).where(_plays(user_id))
    for column in (results.c.winner_id, results.c.loser_id):
        mine = update(results).where(results.c.game_id.in_(played), column == user_id)
        await connection.execute(mine.values({column: seat}))
