"""Notification service: each person's mode and quiet hours, and whom an event notifies."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from enum import StrEnum
from typing import Final

from sqlalchemy import bindparam, select

from gridlock_host.errors import BadHours
from gridlock_host.model.challenge import Challenge, ChallengeStatus
from gridlock_host.model.game import Game
from gridlock_host.model.offer import Offer, OfferKind, OfferStatus
from gridlock_host.storage.database import Database, insert_into
from gridlock_host.storage.driver.statements import Statement
from gridlock_host.storage.schema import challenges, games, notifications, offers
from gridlock_rules.notation import ascii_look_alike

# A player whose last move is this recent is looking at the game and needs no notice.
STILL_HERE: Final = timedelta(minutes=2)
# A challenger who cancels and challenges again notifies the opponent once in this time.
CHALLENGED_AGAIN_AFTER: Final = timedelta(minutes=10)

_HOUR = re.compile(r"([0-9]{1,2})(?:[:.h]([0-9]{2}))?\s*(?:h|uhr|([ap])\.?m\.?)?", re.IGNORECASE)
_NOON: Final = 12


class NotifyMode(StrEnum):
    """When a person wants to be notified.

    `DIRECT` is as `ON`; direct messages then tell what cannot be said in a place outside of servers.
    """

    ON = "on"
    OFF = "off"
    QUIET = "quiet"
    DIRECT = "direct"


@dataclass(frozen=True, slots=True)
class NotificationSettings:
    """When a person wants to be notified.

    Attributes:
        quiet_from: When the quiet hours begin, as a time of the day in UTC; None in modes other than `QUIET`.
        quiet_to: When they end. They may go past midnight.
    """

    mode: NotifyMode = NotifyMode.ON
    quiet_from: time | None = None
    quiet_to: time | None = None

    @classmethod
    def of(cls, mode: NotifyMode, start: str | None, end: str | None) -> NotificationSettings:
        """Read settings as a person writes them, with quiet hours such as "22" and "7:30".

        Raises:
            BadHours: Quiet hours are missing, are not times of the day, are equal, or do not belong to the mode.
        """
        if mode is not NotifyMode.QUIET:
            if start is not None or end is not None:
                raise BadHours
            return cls(mode)
        if start is None or end is None:
            raise BadHours
        quiet_from, quiet_to = read_hour(start), read_hour(end)
        if quiet_from == quiet_to:
            raise BadHours
        return cls(mode, quiet_from, quiet_to)

    def allow(self, moment: datetime) -> bool:
        """Whether the person wants to be notified at this time."""
        if self.mode is NotifyMode.QUIET and self.quiet_from is not None and self.quiet_to is not None:
            return not _within(moment.astimezone(UTC).time(), self.quiet_from, self.quiet_to)
        return self.mode in (NotifyMode.ON, NotifyMode.DIRECT)


_OF_PERSON: Final = Statement(select(notifications).where(notifications.c.user_id == bindparam("user_id")))


class NotificationService:
    """Stores when people want to be notified, and decides whether to notify them.

    Args:
        database: Where the settings are stored.
        now: Tells the time, as an aware datetime.
    """

    def __init__(self, database: Database, *, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now

    async def change(self, user_id: int, wanted: NotificationSettings) -> None:
        """Store when a person wants to be notified, in all servers."""
        columns = {
            "mode": wanted.mode,
            "quiet_from": _minutes(wanted.quiet_from),
            "quiet_to": _minutes(wanted.quiet_to),
        }
        async with self._database.writing() as connection:
            statement = insert_into(notifications, connection.dialect).values(user_id=user_id, **columns)
            await connection.execute(statement.on_conflict_do_update(index_elements=["user_id"], set_=columns))

    async def may_notify(self, user_id: int) -> bool:
        """Whether a person wants to be notified now."""
        return (await self._settings(user_id)).allow(self._now())

    async def takes_direct_messages(self, user_id: int) -> bool:
        """Whether a person wants direct messages about games outside of servers."""
        return (await self._settings(user_id)).mode is NotifyMode.DIRECT

    async def _settings(self, user_id: int) -> NotificationSettings:
        rows = await self._database.fetch_compiled(_OF_PERSON, {"user_id": user_id}, flushes=False)
        if not rows:
            return NotificationSettings()
        row = rows[0]
        return NotificationSettings(NotifyMode(row.mode), _time(row.quiet_from), _time(row.quiet_to))

    async def notifies_opponent(self, challenge: Challenge) -> bool:
        """Whether a challenge notifies the opponent.

        It does not if an earlier challenge by the same challenger to the same opponent in the same server was cancelled
        or declined less than `CHALLENGED_AGAIN_AFTER` before: the opponent knows, or does not want to play.
        """
        earlier = select(challenges.c.id).where(
            challenges.c.guild_id == challenge.place.guild_id,
            challenges.c.status.in_([ChallengeStatus.CANCELLED, ChallengeStatus.DECLINED]),
            challenges.c.challenger_id == challenge.challenger_id,
            challenges.c.opponent_id == challenge.opponent_id,
            challenges.c.id < challenge.id,
            challenges.c.closed_at > challenge.created_at - CHALLENGED_AGAIN_AFTER,
            # A later time is from before the clock was set back.
            challenges.c.closed_at <= challenge.created_at,
        )
        return not await self._database.fetch(earlier.limit(1))

    async def notifies_of_offer(self, offer: Offer, opponent_id: int) -> bool:
        """Whether an offer notifies the opponent.

        An offer of a rematch does not if an earlier one by the same player to the same opponent in the same server was
        made less than `CHALLENGED_AGAIN_AFTER` before, and was withdrawn or declined.
        """
        if offer.kind is not OfferKind.REMATCH:
            return True
        earlier = (
            select(offers.c.id)
            .join(games, games.c.id == offers.c.game_id)
            .where(
                games.c.guild_id == offer.guild_id,
                offers.c.status.in_([OfferStatus.REFUSED, OfferStatus.WITHDRAWN]),
                offers.c.by_id == offer.by_id,
                offers.c.to_id == opponent_id,
                offers.c.id < offer.id,
                offers.c.created_at > offer.created_at - CHALLENGED_AGAIN_AFTER,
                # A later time is from before the clock was set back.
                offers.c.created_at <= offer.created_at,
            )
        )
        return not await self._database.fetch(earlier.limit(1))

    def notifies_player_to_move(self, game: Game) -> bool:
        """Whether the player to move is notified.

        The bot is not, nor a player who has just moved in this game, or has just begun it against the bot.
        """
        if game.bot_is_to_move:
            return False
        begun_by_player = game.bot_id is not None and (game.match is None or game.match.number == 1)
        begun = game.created_at if begun_by_player else None
        last_own = game.moved_at[-2] if len(game.moved_at) >= 2 else begun
        # A time in the future is from before the clock was set back.
        return last_own is None or not timedelta() <= self._now() - last_own < STILL_HERE


def read_hour(text: str) -> time:
    """Read a time of the day as people write it: 22, 22:30, 22.30, 10pm, 10:30 p.m.; 24:00 is midnight.

    Raises:
        BadHours: It is not a time of the day.
    """
    match = _HOUR.fullmatch(ascii_look_alike(text).strip())
    if match is None:
        raise BadHours
    hour, minute = int(match[1]), int(match[2] or 0)
    if match[3] is not None:
        if hour not in range(1, _NOON + 1):
            raise BadHours
        hour = hour % _NOON + (_NOON if match[3] in "pP" else 0)
    try:
        return time() if (hour, minute) == (24, 0) else time(hour, minute)
    except ValueError as error:
        raise BadHours from error


def _within(moment: time, start: time, end: time) -> bool:
    if start <= end:
        return start <= moment < end
    return moment >= start or moment < end


def _minutes(of_day: time | None) -> int | None:
    return None if of_day is None else of_day.hour * 60 + of_day.minute


def _time(minutes: int | None) -> time | None:
    return None if minutes is None else time(*divmod(minutes, 60))
