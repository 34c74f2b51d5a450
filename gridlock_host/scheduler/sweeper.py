"""Sweeper: does what is due without a request, such as warnings, time forfeits and expiring challenges."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from typing import Final, TypeVar

from sqlalchemy import and_

from gridlock_host.challenges import store as challenge_store
from gridlock_host.errors import Busy, Refusal, StoreFailed
from gridlock_host.games import due as due_games
from gridlock_host.games.offer_store import expire_offer, load_expired_offers, load_offers
from gridlock_host.games.service import GameService
from gridlock_host.model.challenge import Challenge, ChallengeStatus
from gridlock_host.model.game import Game
from gridlock_host.model.messages.announcement import digest_day
from gridlock_host.model.messages.puzzle_post import day_to_post
from gridlock_host.model.messages.retry_times import SHOWN_WITHIN
from gridlock_host.model.offer import Offer
from gridlock_host.ownership.shards import ALL_SERVERS, Shards, is_reachable
from gridlock_host.scheduler import heartbeat
from gridlock_host.scheduler.departures import KEPT_FOR, delete_departed
from gridlock_host.scheduler.downtime import clamp_future_timestamps, extend_deadlines
from gridlock_host.scheduler.events import Due, Event, Subject
from gridlock_host.scheduler.heartbeat import Servers
from gridlock_host.scheduler.outbox import AWAITS_BOT, TO_REDRAW, UNSHOWN, Mark, load_due
from gridlock_host.scheduler.outlook import Outlook, load_outlook, select_outlook
from gridlock_host.scheduler.steady_clock import SteadyClock
from gridlock_host.scheduler.time_forfeit import forfeit
from gridlock_host.servers.puzzle_posts import claim_post, load_servers_due
from gridlock_host.standings.announcements import announce_season, claim_digest, load_digests_due
from gridlock_host.standings.seasons import close_season, load_seasons_over
from gridlock_host.storage.database import Database

_log = logging.getLogger(__name__)
_T = TypeVar("_T")

# The bot moves within two seconds.
_BOT_MOVES_WITHIN: Final = timedelta(seconds=10)
# What two clocks of one machine may differ by, without one being set.
_DRIFT: Final = timedelta(seconds=1)
# Keeps a sweep after a long pause short; the next sweep does the rest.
_AT_ONCE: Final = 100


class Sweeper:
    """Does what is due. Each thing is done once, however many processes sweep.

    Args:
        database: Where everything is stored.
        games: Ends games.
        now: Tells the time, as an aware datetime.
        clock: The same clock, if it has to be told when to take over that of the machine.
        shards: The servers to sweep.
    """

    def __init__(
        self,
        database: Database,
        games: GameService,
        *,
        now: Callable[[], datetime],
        clock: SteadyClock | None = None,
        shards: Shards = ALL_SERVERS,
    ) -> None:
        self._database = database
        self._clock = clock
        self._changes = games.changes
        self._now = now
        self._shards = shards
        self._failing: set[str] = set()
        self._is_behind = False
        self._started_at = now()
        self._outlook = select_outlook(shards)

    def serve(self, shards: Shards) -> None:
        """Sweep only these servers from now on."""
        if shards != self._shards:
            self._shards = shards
            self._outlook = select_outlook(shards)

    def follow_clock(self) -> None:
        """Go by the clock of the machine, while another process sweeps."""
        self._read_clock()
        self._adopt_clock()

    async def extend_deadlines_after_downtime(self) -> datetime:
        """Extend deadlines by the time during which nothing swept. Called before the first sweep after it.

        A deadline that was over before that time is not extended. If the clock was set back since, deadlines that are
        too late by now are cut.

        Returns:
            The time up to which the next sweep may charge players.
        """
        before, now = self._now(), self._read_clock()
        is_set_back = now < before - _DRIFT
        # If this process dies before that is stored, a turn that began by the earlier time would seem to have been over
        # long ago, while one by the later time is cut. So only a later time is taken over at once.
        if not is_set_back:
            self._adopt_clock()
        async with self._database.writing() as connection:
            absences = await heartbeat.load_absences(connection, self._shards, since_start=self._started_at)
            for absence in absences:
                # Turns may have begun before the last heartbeat by the clock that this process has started with.
                since = min(absence.since, before)
                await extend_deadlines(connection, since, now, self._reachable_among(absence.servers))
            if is_set_back or any(absence.since > now for absence in absences):
                await clamp_future_timestamps(connection, now)
            await heartbeat.beat(connection, now, self._shards)
        self._adopt_clock()
        return now

    async def extend_deadlines_after_pause(self, longer_than: timedelta) -> datetime:
        """Do the same if the last sweep is longer ago than this. Called before every sweep.

        So nobody is charged while a process was suspended or its sweeps kept failing, nor when the clock is set ahead.

        Returns:
            As for `extend_deadlines_after_downtime`.
        """
        return (await self.look(longer_than))[0]

    async def look(self, longer_than: timedelta) -> tuple[datetime, Outlook]:
        """Do the same, and see what a sweep has to do.

        Returns:
            The time up to which the sweep may charge players, and what is due.
        """
        outlook, now = await self._load_outlook(), self._read_clock()
        # The time that was taken over may differ as well, if the correction could not be stored then.
        if outlook.last_beat is None or max(abs(now - outlook.last_beat), abs(now - self._now())) <= longer_than:
            self._adopt_clock()
            return now, outlook
        now = await self.extend_deadlines_after_downtime()
        return now, await self._load_outlook()

    def _read_clock(self) -> datetime:
        return self._now() if self._clock is None else self._clock.read()

    def _adopt_clock(self) -> None:
        if self._clock is not None:
            self._clock.adopt()

    async def find_unshown(self) -> list[Event]:
        """Return changes that were never shown, because a process died or a connection broke.

        Changes of the last minute may just be on the way, and are left out.
        """
        return await self._find_due(Due.SHOW, UNSHOWN, self._now() - SHOWN_WITHIN)

    async def find_unshown_at_start(self) -> list[Event]:
        """Return changes that were not shown by processes that ran before this sweeper was made, even recent ones."""
        return await self._find_due(Due.SHOW, UNSHOWN, self._started_at)

    async def find_to_redraw(self) -> list[Event]:
        """Return games, challenges and older copies of boards whose messages have to be redrawn."""
        return await self._find_due(Due.REDRAW, TO_REDRAW, self._now())

    def _reachable_among(self, servers: Servers) -> Servers:
        return lambda guild_id: and_(is_reachable(guild_id, self._shards), servers(guild_id))

    async def _load_outlook(self) -> Outlook:
        now = self._now()
        async with self._database.reading() as connection:
            return await load_outlook(
                connection,
                self._outlook,
                now=now,
                unshown_until=now - SHOWN_WITHIN,
                thinking_until=now - _BOT_MOVES_WITHIN,
                left_until=now - KEPT_FOR,
                puzzle_day=day_to_post(now),
                digest_day=digest_day(now),
            )

    async def find_awaiting_bot(self, older_than: timedelta = _BOT_MOVES_WITHIN) -> list[Event]:
        """Return games in which the bot has to move and has not, because a process died.

        Args:
            older_than: The minimum time since it became the bot's turn, to leave out moves that are just being chosen.
        """
        return await self._find_due(Due.MOVE, AWAITS_BOT, self._now() - older_than)

    @property
    def is_behind(self) -> bool:
        """Whether the last sweep found more than it may do at once."""
        return self._is_behind

    async def rest(self, now: datetime) -> None:
        """Store that a sweep found nothing to do."""
        self._is_behind = False
        async with self._database.writing() as connection:
            await heartbeat.beat(connection, now, self._shards)

    async def sweep(self, now: datetime | None = None) -> list[Event]:
        """Do what is due, and return what has to be shown. A failure is logged and does not stop the sweep.

        Args:
            now: The time up to which players are charged; the next sweep charges the rest.
        """
        now = now or self._now()
        async with self._database.reading() as connection:
            game_ids = await due_games.load_ids_due(connection, now, _AT_ONCE, self._shards)
            expired = await challenge_store.load_expired_challenges(connection, now, _AT_ONCE, self._shards)
            lapsed = await load_expired_offers(connection, now, _AT_ONCE, self._shards)
            guild_ids = await load_servers_due(connection, day_to_post(now), _AT_ONCE, self._shards)
            season_ids = await load_seasons_over(connection, now, _AT_ONCE, self._shards)
            weekly = await load_digests_due(connection, digest_day(now), _AT_ONCE, self._shards)
        done = [await self._attempt(f"game {game_id}", self._warn_or_end(game_id, now)) for game_id in game_ids]
        done += [await self._attempt(f"challenge {one.id}", self._expire(one)) for one in expired]
        done += [await self._attempt(f"offer {one.id}", self._expire_offer(one, now)) for one in lapsed]
        done += [await self._attempt(f"the puzzle of server {one}", self._claim_puzzle(one, now)) for one in guild_ids]
        done += [await self._attempt(f"season {one}", self._close_season(one, now)) for one in season_ids]
        done += [await self._attempt(f"the digest of server {one}", self._claim_digest(one, now)) for one in weekly]
        await self._attempt("the end of the sweep", self._finish(now))
        events = [event for event in done if event is not None]
        found = (game_ids, expired, lapsed, guild_ids, season_ids, weekly)
        self._is_behind = bool(events) and any(len(each) == _AT_ONCE for each in found)
        return events

    async def _find_due(self, due: Due, marks: Sequence[Mark], until: datetime) -> list[Event]:
        async with self._database.reading() as connection:
            game_ids, found = await load_due(connection, marks, until, _AT_ONCE, self._shards)
        # Each game is read alone, so that a game with broken rows does not hide the others.
        read = [await self._attempt(f"reading game {game_id}", self._find(game_id)) for game_id in game_ids]
        subjects: list[Subject] = [*filter(None, read), *found]
        return [Event(due, subject) for subject in subjects]

    async def _attempt(self, what: str, step: Awaitable[_T]) -> _T | None:
        """Run a step of a sweep; return None if it failed, to be tried again by the next sweep.

        A step that keeps failing is logged once until it succeeds.

        Raises:
            Busy, StoreFailed: The database does not work, which ends the sweep.
        """
        try:
            done = await step
        except (Busy, StoreFailed):
            raise
        except Refusal as refusal:
            _log.warning("%s was postponed: %s", what, refusal)
            return None
        except Exception:  # noqa: BLE001  # a bug with one game must not stop the others
            if what not in self._failing:
                _log.exception("%s failed; every sweep tries again", what)
            self._failing.add(what)
            return None
        self._failing.discard(what)
        return done

    async def _finish(self, now: datetime) -> None:
        await delete_departed(self._database, now, self._shards)
        async with self._database.writing() as connection:
            await heartbeat.beat(connection, now, self._shards)

    async def _warn_or_end(self, game_id: int, now: datetime) -> Event | None:
        """Warn the player to move, or end the game, as of the time at which the sweep began.

        A process that is suspended in the middle of a sweep must not charge anybody for that.
        """
        game = await self._find(game_id)
        if game is None or game.deadline is None:
            return None
        if game.deadline <= now:
            ended = await forfeit(self._changes, game, now)
            return Event(Due.SHOW, ended) if ended else None
        async with self._database.writing(changes=[game.id]) as connection:
            warned = await due_games.note_warning(connection, game, now)
        return Event(Due.WARN, game) if warned else None

    async def _find(self, game_id: int) -> Game | None:
        return await self._changes.reload(game_id)

    async def _expire_offer(self, offer: Offer, now: datetime) -> Event | None:
        async with self._database.writing(changes=()) as connection:
            has_lapsed = await expire_offer(connection, offer, now)
            current = await load_offers(connection, [offer.id])
        return Event(Due.SHOW, current[0]) if has_lapsed and current else None

    async def _expire(self, challenge: Challenge) -> Event | None:
        async with self._database.writing() as connection:
            closed = await challenge_store.close_challenge(
                connection, challenge.id, ChallengeStatus.EXPIRED, self._now()
            )
            # Its message may have been noted in the meantime.
            current = await challenge_store.load_challenges(connection, [challenge.id])
        return Event(Due.SHOW, current[0]) if closed and current else None

    async def _claim_puzzle(self, guild_id: int, now: datetime) -> Event | None:
        async with self._database.writing(changes=()) as connection:
            post = await claim_post(connection, guild_id, day_to_post(now), now)
        return Event(Due.SHOW, post) if post else None

    async def _claim_digest(self, guild_id: int, now: datetime) -> Event | None:
        async with self._database.writing(changes=()) as connection:
            announcement = await claim_digest(connection, guild_id, digest_day(now), now)
        return Event(Due.SHOW, announcement) if announcement else None

    async def _close_season(self, season_id: int, now: datetime) -> Event | None:
        async with self._database.writing(changes=()) as connection:
            season = await close_season(connection, season_id, now)
            announcement = None if season is None else await announce_season(connection, season)
        return Event(Due.SHOW, announcement) if announcement else None
