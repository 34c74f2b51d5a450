"""Announcements: which results are told in a server's channel, the claim that tells each once, and what was posted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from datetime import date, datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, Select, bindparam, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.model.game import Game
from gridlock_host.model.messages.announcement import (
    STREAKS_TOLD,
    Announcement,
    AnnouncementKind,
    WeekSummary,
    expiry,
    week_before,
)
from gridlock_host.model.messages.retry_times import SHOWN_WITHIN
from gridlock_host.model.place import Place
from gridlock_host.model.result import Result
from gridlock_host.model.standings.season import Season
from gridlock_host.ownership.shards import Shards, is_reachable
from gridlock_host.standings.streaks import load_streak
from gridlock_host.storage.database import Database
from gridlock_host.storage.driver.statements import Statement
from gridlock_host.storage.post_states import PostStates
from gridlock_host.storage.schema import announcements, games, guild_settings, results, standing_totals

# A server of the size that Discord allows does not play more games in a week.
_MOST_GAMES_OF_A_WEEK: Final = 20_000
_NAMED: Final = 3

_row, _total = announcements.c, standing_totals.c
_CHANNEL: Final = select(guild_settings.c.results_channel_id).where(guild_settings.c.guild_id == bindparam("guild_id"))
_POINTS: Final = select(_total.won).where(_total.guild_id == bindparam("guild_id"))
_OWN_POINTS: Final = _POINTS.where(_total.user_id == bindparam("user_id"))
_BEST_OF_OTHERS: Final = (
    _POINTS.where(_total.user_id != bindparam("user_id"))
    .order_by(_total.won.desc(), _total.lost.desc(), _total.user_id)
    .limit(1)
)
_OF_WEEK: Final = Statement(
    select(results.c.winner_id, results.c.loser_id, games.c.variant)
    .join(games, games.c.id == results.c.game_id)
    .where(
        results.c.guild_id == bindparam("guild_id"),
        results.c.gives_points,
        results.c.ended_at >= bindparam("begin"),
        results.c.ended_at < bindparam("end"),
    )
    .limit(_MOST_GAMES_OF_A_WEEK)
)


class AnnouncementService(PostStates[Announcement]):
    """Stores what became of announcements, and reads what they tell.

    Args:
        database: Where they are stored.
        now: Tells the time, as an aware datetime.
    """

    def __init__(self, database: Database, *, now: Callable[[], datetime]) -> None:
        super().__init__(database, announcements, now=now)

    async def week(self, guild_id: int, monday: date) -> WeekSummary | None:
        """Return what was played in the week before a Monday; None without a game that gave points."""
        begin, end = week_before(monday)
        values = {"guild_id": guild_id, "begin": begin, "end": end}
        rows = await self._database.fetch_compiled(_OF_WEEK, values, flushes=False)
        if not rows:
            return None
        won = Counter(row.winner_id for row in rows)
        variants = Counter(row.variant for row in rows)
        best = sorted(won.items(), key=lambda one: (-one[1], one[0]))[:_NAMED]
        variant, number = min(variants.items(), key=lambda one: (-one[1], one[0]))
        members = won.keys() | {row.loser_id for row in rows}
        return WeekSummary(len(rows), len(members), tuple(best), variant, number)


async def announce_game(connection: AsyncConnection, game: Game, result: Result) -> None:
    """Add the announcement of a game between two people that has a winner, if its server wants that.

    A game that moderators have taken out of the standings is not told.

    Args:
        connection: The transaction that ends the game, in which its result was counted already.
        game: The game.
        result: Its result.
    """
    if game.bot_id is not None or result.winner_id is None or game.voided:
        return
    guild_id = game.place.guild_id
    channel_id = await connection.scalar(_CHANNEL, {"guild_id": guild_id})
    if channel_id is None:
        return
    streak, takes_lead = None, False
    if not game.handicap:
        # One more, so that the streak after the longest that is told is not taken for it.
        length = await load_streak(connection, guild_id, result.winner_id, most=STREAKS_TOLD[-1] + 1)
        streak = length if length in STREAKS_TOLD else None
        takes_lead = await _takes_lead(connection, guild_id, result.winner_id)
    await _add(
        connection,
        AnnouncementKind.GAME,
        Place(guild_id, channel_id),
        result.ended_at,
        game_id=game.id,
        streak=streak,
        takes_lead=takes_lead,
    )


async def announce_season(connection: AsyncConnection, season: Season) -> Announcement | None:
    """Add the announcement of a season that was closed; None if its server does not want that, or nobody has won.

    Args:
        connection: The transaction that closes it.
        season: The season.
    """
    channel_id = await connection.scalar(_CHANNEL, {"guild_id": season.guild_id})
    if channel_id is None or season.champion_id is None or season.ends_at is None:
        return None
    place = Place(season.guild_id, channel_id)
    return await _add(connection, AnnouncementKind.SEASON, place, season.ends_at, season=season.number)


async def _takes_lead(connection: AsyncConnection, guild_id: int, user_id: int) -> bool:
    """Return whether a member's last point has put them before all others, the best of whom had as many points."""
    of_member = {"guild_id": guild_id, "user_id": user_id}
    own = await connection.scalar(_OWN_POINTS, of_member)
    best = await connection.scalar(_BEST_OF_OTHERS, of_member)
    return own is not None and best is not None and own == best + 1


def select_digests_due(monday: date | ColumnElement[date], among: Shards) -> Select[Any]:
    """Select the servers that want digests, and for which that of the week before a Monday is not done."""
    is_due = guild_settings.c.digest_done_on < monday
    return select(guild_settings.c.guild_id).where(is_due, is_reachable(guild_settings.c.guild_id, among))


async def load_digests_due(connection: AsyncConnection, monday: date, at_most: int, among: Shards) -> list[int]:
    """Return servers for which the digest of the week before a Monday has to be posted or left out."""
    ordered = select_digests_due(monday, among).order_by(guild_settings.c.digest_done_on)
    return list((await connection.scalars(ordered.limit(at_most))).all())


async def claim_digest(connection: AsyncConnection, guild_id: int, monday: date, now: datetime) -> Announcement | None:
    """Claim the digest of the week before a Monday, in a write transaction: of all callers, one gets it, once.

    Returns:
        The announcement; None if it was claimed before, if the server does not want it any more, or if it is too late.
    """
    done = (
        update(guild_settings)
        .where(guild_settings.c.guild_id == guild_id, guild_settings.c.digest_done_on < monday)
        .values(digest_done_on=monday)
        .returning(guild_settings.c.results_channel_id)
    )
    channel_id = await connection.scalar(done)
    end = week_before(monday)[1]
    if channel_id is None or now >= expiry(AnnouncementKind.DIGEST, end):
        return None
    return await _add(connection, AnnouncementKind.DIGEST, Place(guild_id, channel_id), end)


async def load_announcements(connection: AsyncConnection, ids: Collection[int]) -> list[Announcement]:
    """Return the announcements with these ids."""
    return [_read(row) for row in await connection.execute(select(announcements).where(_row.id.in_(ids)))]


async def _add(
    connection: AsyncConnection,
    kind: AnnouncementKind,
    place: Place,
    about_at: datetime,
    *,
    game_id: int | None = None,
    streak: int | None = None,
    takes_lead: bool = False,
    season: int | None = None,
) -> Announcement:
    values = {
        "guild_id": place.guild_id,
        "kind": kind,
        "about_at": about_at,
        "game_id": game_id,
        "streak": streak,
        "takes_lead": takes_lead,
        "season": season,
        "channel_id": place.channel_id,
        # Nothing but the sweep shows it, so it need not wait whether something else does.
        "unshown_since": about_at - SHOWN_WITHIN,
    }
    added = await connection.execute(insert(announcements).values(values).returning(*announcements.c))
    return _read(added.one())


def _read(row: Row[Any]) -> Announcement:
    return Announcement(
        row.id,
        AnnouncementKind(row.kind),
        row.about_at,
        Place(row.guild_id, row.channel_id, row.message_id),
        row.tried_at,
        row.unshown_since,
        row.game_id,
        row.streak,
        row.takes_lead,
        row.season,
    )
