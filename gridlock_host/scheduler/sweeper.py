"""What happens by itself: warnings, games lost on time, challenges that nobody answered, servers long left."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Hashable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum, auto
from typing import Final, TypeVar

from sqlalchemy import and_

from gridlock_host.challenges import store as challenge_store
from gridlock_host.errors import Busy, Refusal, StoreFailed
from gridlock_host.games import due as due_games
from gridlock_host.games import offer_store
from gridlock_host.games.offer_store import Offer
from gridlock_host.games.service import GameService
from gridlock_host.model.snapshots import Challenge, ChallengeStatus, Ending, Game
from gridlock_host.ownership.shards import ALL_SERVERS, Shards
from gridlock_host.scheduler import heartbeat
from gridlock_host.scheduler.clock_skew import let_it_be_since_now
from gridlock_host.scheduler.downtime import credit
from gridlock_host.scheduler.guild_presence import delete_departed
from gridlock_host.scheduler.heartbeat import Servers
from gridlock_host.scheduler.reachability import is_reachable
from gridlock_host.scheduler.redraw import outdated
from gridlock_host.storage.database import Database
from gridlock_host.storage.retry import SHOWN_WITHIN
from gridlock_host.storage.schema import challenges, games

_log = logging.getLogger(__name__)
_T = TypeVar("_T")

# A move takes the bot two seconds.
_THOUGHT_WITHIN: Final = timedelta(seconds=10)
# So that a sweep after a long pause stays short; what is left is for the next one.
_AT_ONCE: Final = 100


class Due(Enum):
    """What is due.

    Attributes:
        WARN: The player to move is to be warned that the time is short.
        SHOW: A change is to be shown that has not been shown yet.
        MOVE: The bot itself is to move, and whatever thought of a move has broken down.
        REDRAW: The message is to show the deadline as it is now; nothing else has changed, and nobody is told.
    """

    WARN = auto()
    SHOW = auto()
    MOVE = auto()
    REDRAW = auto()


@dataclass(frozen=True, slots=True)
class Event:
    """Something that whoever shows games and challenges has to do.

    Attributes:
        due: What.
        subject: Of which game, challenge or offer, as it is now.
    """

    due: Due
    subject: Game | Challenge | Offer

    @property
    def key(self) -> Hashable:
        """What two events have in common that ask for the same thing."""
        version = self.subject.version if isinstance(self.subject, Game) else None
        return self.due, type(self.subject), self.subject.id, version


class NotDue(Refusal):
    """The player has moved, or was given more time, since the sweep found the game."""


class Sweeper:
    """Does what is due. Each thing happens once, however many processes sweep.

    Args:
        database: Where everything is kept.
        games: Where games end.
        now: Tells the time, as an aware datetime.
        shards: The servers in which it does so.
    """

    def __init__(
        self,
        database: Database,
        games: GameService,
        *,
        now: Callable[[], datetime],
        shards: Shards = ALL_SERVERS,
    ) -> None:
        self._database = database
        self._changes = games.changes
        self._now = now
        self._shards = shards
        self._failing: set[str] = set()
        self._is_behind = False
        # This process cannot have been told of anything before.
        self._listening_since = now()

    async def credit_downtime(self) -> datetime:
        """Give back to players the time during which nothing swept, to be called before the first sweep after it.

        What was due before that time stays due. Where the clock was set back since, that takes back what has come to
        be too much.

        Returns:
            The moment up to which no time is charged that is to be given back.
        """
        now = self._now()
        async with self._database.writing() as connection:
            absences = await heartbeat.absences(connection, self._shards)
            for absence in absences:
                await credit(connection, absence.since, now, self._reachable_among(absence.servers))
            if any(absence.since > now for absence in absences):
                await let_it_be_since_now(connection, now)
            await heartbeat.beat(connection, now, self._shards)
        return now

    async def credit_absence(self, longer_than: timedelta) -> datetime:
        """Do the same if the last sweep is longer ago than that, to be called before any sweep.

        So a process that was stopped in its run, or whose sweeps have failed for long, charges nobody for it. Nor does
        a clock that was set: what it leaps ahead is an absence, too.

        Returns:
            As for `credit_downtime`.
        """
        async with self._database.reading() as connection:
            last = await heartbeat.last_beat(connection, self._shards)
        now = self._now()
        return now if last is None or abs(now - last) <= longer_than else await self.credit_downtime()

    async def find_unshown(self) -> list[Event]:
        """What was changed and never shown, because a process or its connection broke down in between.

        What was changed less than a minute ago may just be being shown, and is not among it.
        """
        return await self._unshown(self._now() - SHOWN_WITHIN)

    async def find_left_unshown(self) -> list[Event]:
        """What was changed, however lately, and not shown by whatever ran before this sweeper was made."""
        return await self._unshown(self._listening_since)

    def _reachable_among(self, servers: Servers) -> Servers:
        return lambda guild_id: and_(is_reachable(guild_id, self._shards), servers(guild_id))

    async def _unshown(self, until: datetime) -> list[Event]:
        async with self._database.reading() as connection:
            game_ids = await due_games.unshown_games(connection, until, _AT_ONCE, self._shards)
            found: list[Challenge | Offer] = [
                *await challenge_store.unshown_challenges(connection, until, _AT_ONCE, self._shards),
                *await offer_store.unshown_offers(connection, until, _AT_ONCE, self._shards),
            ]
        return await self._events(Due.SHOW, game_ids, found)

    async def find_outdated(self) -> list[Event]:
        """What shows another deadline than there is, because time was given back since it was shown."""
        now = self._now()
        async with self._database.reading() as connection:
            game_ids = await outdated(connection, games, now, _AT_ONCE, self._shards)
            challenge_ids = await outdated(connection, challenges, now, _AT_ONCE, self._shards)
            found = await challenge_store.find_challenges(connection, challenge_ids)
        return await self._events(Due.REDRAW, game_ids, found)

    async def find_thinking(self, older_than: timedelta = _THOUGHT_WITHIN) -> list[Event]:
        """The games in which the bot is to move and has not, because a process broke down in between.

        Args:
            older_than: How long ago it came to be its turn at least, so that nothing is found that is just being
                thought about.
        """
        until = self._now() - older_than
        async with self._database.reading() as connection:
            game_ids = await due_games.games_to_think_about(connection, until, _AT_ONCE, self._shards)
        return await self._events(Due.MOVE, game_ids, [])

    @property
    def is_behind(self) -> bool:
        """Whether the last sweep has found more than it may do at once, and has done some of it."""
        return self._is_behind

    async def sweep(self, now: datetime | None = None) -> list[Event]:
        """Do what is due, and return what was done, for whoever shows it. What fails is logged and stops nothing.

        Args:
            now: Up to when time is charged; what goes by after that is for the next sweep.
        """
        now = now or self._now()
        async with self._database.reading() as connection:
            game_ids = await due_games.games_to_look_at(connection, now, _AT_ONCE, self._shards)
            expired = await challenge_store.expired_challenges(connection, now, _AT_ONCE, self._shards)
        done = [await self._attempt(f"game {game_id}", self._look_at(game_id, now)) for game_id in game_ids]
        done += [await self._attempt(f"challenge {one.id}", self._expire(one)) for one in expired]
        await self._attempt("the end of the sweep", self._finish(now))
        events = [event for event in done if event is not None]
        self._is_behind = bool(events) and _AT_ONCE in (len(game_ids), len(expired))
        return events

    async def _events(self, due: Due, game_ids: Iterable[int], found: Iterable[Challenge | Offer]) -> list[Event]:
        """An event for each of these games, as far as they can be read, and for each of the others."""
        read = [await self._attempt(f"reading game {game_id}", self._find(game_id)) for game_id in game_ids]
        subjects: list[Game | Challenge | Offer] = [*filter(None, read), *found]
        return [Event(due, subject) for subject in subjects]

    async def _attempt(self, what: str, step: Awaitable[_T]) -> _T | None:
        """Take a step of a sweep; None when it failed, which is tried again by the next sweep.

        What fails again and again is logged once until it succeeds.

        Raises:
            Busy, StoreFailed: Nothing else can be done either, so the sweep ends.
        """
        try:
            done = await step
        except (Busy, StoreFailed):
            raise
        except Refusal as refusal:
            _log.warning("%s was put off: %s", what, refusal)
            return None
        except Exception:  # noqa: BLE001  # whatever is wrong with one game is no matter of the others
            if what not in self._failing:
                _log.exception("%s could not be dealt with; every sweep tries again", what)
            self._failing.add(what)
            return None
        self._failing.discard(what)
        return done

    async def _finish(self, now: datetime) -> None:
        await delete_departed(self._database, now, self._shards)
        async with self._database.writing() as connection:
            await heartbeat.beat(connection, now, self._shards)

    async def _look_at(self, game_id: int, now: datetime) -> Event | None:
        """Warn the player to move, or end the game, by the time at which the sweep began.

        A process that was stopped in the middle of a sweep must not charge for that either.
        """
        game = await self._find(game_id)
        if game is None or game.deadline is None:
            return None
        if game.deadline <= now:
            return await self._end(game, now)
        async with self._database.writing() as connection:
            warned = await due_games.note_warning(connection, game, now)
        return Event(Due.WARN, game) if warned else None

    async def _find(self, game_id: int) -> Game | None:
        async with self._database.reading() as connection:
            return await due_games.find_game(connection, game_id)

    async def _end(self, game: Game, now: datetime) -> Event | None:
        def run_out(current: Game) -> Game:
            if current.is_over or current.deadline is None or current.deadline > now:
                raise NotDue
            after = replace(current, version=current.version + 1)
            if current.may_be_called_off:
                return after.ended(Ending.CALLED_OFF, None, now)
            return after.ended(Ending.TIME, current.player_id(current.position.to_move.opponent), now)

        try:
            return Event(Due.SHOW, await self._changes.change(game.place.guild_id, game.id, run_out))
        except NotDue:
            return None

    async def _expire(self, challenge: Challenge) -> Event | None:
        async with self._database.writing() as connection:
            closed = await challenge_store.close_challenge(
                connection, challenge.id, ChallengeStatus.EXPIRED, self._now()
            )
            # Read anew, because its message may have become known in the meantime.
            now = await challenge_store.find_challenges(connection, [challenge.id])
        return Event(Due.SHOW, now[0]) if closed and now else None
