"""Outlook: whether anything is due, in one statement, so that an idle sweep costs next to nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import ColumnElement, Date, Executable, Exists, bindparam, exists, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.games.rows import ACTIVE
from gridlock_host.model.challenge import ChallengeStatus
from gridlock_host.model.offer import OfferStatus
from gridlock_host.ownership.shards import Shards, is_reachable
from gridlock_host.scheduler.heartbeat import select_last_beat
from gridlock_host.scheduler.outbox import AWAITS_BOT, TO_REDRAW, UNSHOWN, Mark, select_due
from gridlock_host.servers.puzzle_posts import select_servers_due
from gridlock_host.standings.announcements import select_digests_due
from gridlock_host.standings.seasons import select_seasons_over
from gridlock_host.storage.columns import UTCDateTime
from gridlock_host.storage.schema import challenges, departures, games, offers


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a sweep has to look at.

    Attributes:
        last_beat: The oldest of the last heartbeats of the shards; None before the first.
        has_deadlines: Whether a player has to be warned or has run out of time, a challenge or an offer expires, the
            puzzle of the day or the digest of a week has to be posted, a season is over, or the data of a server has
            to be deleted.
        has_unshown: Whether a change is not shown.
        awaits_bot: Whether the bot has to move.
        has_redraws: Whether a message has to be redrawn.
    """

    last_beat: datetime | None
    has_deadlines: bool
    has_unshown: bool
    awaits_bot: bool
    has_redraws: bool


async def load_outlook(
    connection: AsyncConnection,
    statement: Executable,
    *,
    now: datetime,
    unshown_until: datetime,
    thinking_until: datetime,
    left_until: datetime,
    puzzle_day: date,
    digest_day: date,
) -> Outlook:
    """Execute a statement that `select_outlook` has built.

    Args:
        connection: A connection for reading.
        statement: The statement.
        now: The time.
        unshown_until: Changes until this time have to be shown.
        thinking_until: Where the bot has been to move since this time or longer, it has to move.
        left_until: The data of servers that were left until this time has to be deleted.
        puzzle_day: The day whose puzzle was to be posted last.
        digest_day: The Monday on which a digest was to be posted last.
    """
    times = {
        "now": now,
        "unshown_until": unshown_until,
        "thinking_until": thinking_until,
        "left_until": left_until,
        "puzzle_day": puzzle_day,
        "digest_day": digest_day,
    }
    row = (await connection.execute(statement, times)).one()
    return Outlook(row.last_beat, row.has_deadlines, row.has_unshown, row.awaits_bot, row.has_redraws)


def select_outlook(shards: Shards) -> Executable:
    """Build the statement that tells what is due in some shards. A sweeper builds it once."""
    now, unshown_until = _moment("now"), _moment("unshown_until")
    left = exists().where(departures.c.left_at <= _moment("left_until"), shards.covers(departures.c.guild_id))
    is_open_challenge, is_open_offer = challenges.c.status == ChallengeStatus.OPEN, offers.c.status == OfferStatus.OPEN
    return select(
        select_last_beat(shards).scalar_subquery().label("last_beat"),
        or_(
            _in_games(shards, games.c.status == ACTIVE, games.c.wake_at <= now),
            _in_challenges(shards, is_open_challenge, challenges.c.expires_at <= now),
            _in_offers(shards, is_open_offer, offers.c.expires_at <= now),
            left,
            select_servers_due(bindparam("puzzle_day", type_=Date()), shards).exists(),
            select_seasons_over(now, shards).exists(),
            select_digests_due(bindparam("digest_day", type_=Date()), shards).exists(),
        ).label("has_deadlines"),
        _any_due(UNSHOWN, unshown_until, shards).label("has_unshown"),
        _any_due(AWAITS_BOT, _moment("thinking_until"), shards).label("awaits_bot"),
        _any_due(TO_REDRAW, now, shards).label("has_redraws"),
    )


def _moment(name: str) -> ColumnElement[datetime]:
    return bindparam(name, type_=UTCDateTime())


def _in_games(shards: Shards, *conditions: ColumnElement[bool]) -> Exists:
    return exists().where(*conditions, is_reachable(games.c.guild_id, shards))


def _in_challenges(shards: Shards, *conditions: ColumnElement[bool]) -> Exists:
    return exists().where(*conditions, is_reachable(challenges.c.guild_id, shards))


def _in_offers(shards: Shards, *conditions: ColumnElement[bool]) -> Exists:
    of_game = select(offers.c.id).join(games, games.c.id == offers.c.game_id)
    return of_game.where(*conditions, is_reachable(games.c.guild_id, shards)).exists()


def _any_due(marks: Sequence[Mark], until: ColumnElement[datetime], shards: Shards) -> ColumnElement[bool]:
    return or_(*(select_due(mark, until, shards).order_by(None).exists() for mark in marks))
