"""The loop that runs a sweep every few seconds while the bot is connected, and shows what it did."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Iterable
from contextlib import asynccontextmanager, suppress
from datetime import datetime, timedelta
from typing import Final
from weakref import WeakValueDictionary

from discord.ext import tasks

from cogs.messages.servers.announcements import Announcements
from cogs.messages.servers.puzzle_posts import PuzzlePosts
from cogs.messages.sync.board_sync import BoardMessages
from cogs.messages.sync.challenge_sync import ChallengeMessages
from cogs.messages.sync.offer_sync import OfferMessages
from cogs.runtime.metrics import DiscordMetrics
from gridlock_host import Challenge, Game, Refusal, Sweeper
from gridlock_host.log_fields import log_about
from gridlock_host.model.messages.announcement import Announcement
from gridlock_host.model.messages.puzzle_post import PuzzlePost
from gridlock_host.model.offer import Offer
from gridlock_host.model.place import OldCopy
from gridlock_host.ownership.shards import NO_SERVERS, Shards
from gridlock_host.scheduler.events import Due, Event

_log = logging.getLogger(__name__)

# Some sweeps may be late or fail. If more are missed, players could not reach the bot either.
_SWEEPS_MISSED: Final = 3
_SHORTEST_ABSENCE: Final = timedelta(seconds=30)
# Players who move at the same time wait for the database behind everything that is being shown.
_SHOWN_AT_ONCE: Final = 8


class EventDisplay:
    """Shows what a sweep has done or found.

    Args:
        boards: Shows games.
        offers: Shows offers.
        challenges: Shows challenges.
        puzzles: Posts puzzles of the day.
        announcements: Posts finished games and digests of weeks.
        find_locale: Lets the locale of a server be known, before something is said there.
    """

    def __init__(
        self,
        boards: BoardMessages,
        offers: OfferMessages,
        challenges: ChallengeMessages,
        puzzles: PuzzlePosts,
        announcements: Announcements,
        find_locale: Callable[[int], Awaitable[None]],
    ) -> None:
        self._find_locale = find_locale
        self._boards = boards
        self._offers = offers
        self._challenges = challenges
        self._puzzles = puzzles
        self._announcements = announcements
        self._redrawing: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def show(self, event: Event) -> None:
        """Show one event. A failure is logged, and stops nothing else."""
        if event.subject.place is not None:
            await self._find_locale(event.subject.place.guild_id)
        await self._show(event)

    async def _show(self, event: Event) -> None:
        match event:
            case Event(Due.WARN, Game() as game):
                await self._boards.warn(game)
            case Event(Due.MOVE, Game() as game):
                self._boards.let_bot_move(game)
            case Event(Due.SHOW, Game() as game):
                await self._boards.show_elsewhere(game)
            case Event(Due.SHOW, Challenge() as challenge):
                await self._challenges.show_elsewhere(challenge)
            case Event(_, (PuzzlePost() | Announcement()) as post):
                await self._post(post)
            case Event(_, Offer() as offer):
                await self._offers.show(offer)
            case Event(Due.REDRAW, (Game() | Challenge() | OldCopy()) as subject):
                await self._redraw(subject)

    async def _post(self, post: PuzzlePost | Announcement) -> None:
        if isinstance(post, PuzzlePost):
            await self._puzzles.show(post)
        else:
            await self._announcements.show(post)

    async def _redraw(self, subject: Game | Challenge | OldCopy) -> None:
        """Edit a message, one in each channel at a time: there may be many, and nobody waits for them."""
        async with self._redrawing.setdefault(subject.place.channel_id, asyncio.Lock()):
            if isinstance(subject, Game):
                await self._boards.redraw(subject)
            elif isinstance(subject, OldCopy):
                await self._boards.retire(subject)
            else:
                await self._challenges.show_elsewhere(subject)


class SweepLoop:
    """Runs sweeps at an interval.

    Args:
        sweeper: Does what is due.
        display: Shows it.
        every: The time between two sweeps.
        find_reachable: Returns the shards whose players can reach the bot. In the others no deadline passes.
        note_present_servers: Stores in which servers of some shards the bot is.
        metrics: Counts sweeps.
        monotonic: A monotonic clock, in seconds.
    """

    def __init__(
        self,
        sweeper: Sweeper,
        display: EventDisplay,
        every: timedelta,
        find_reachable: Callable[[], Shards],
        note_present_servers: Callable[[Shards], Awaitable[None]],
        metrics: DiscordMetrics | None = None,
        *,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._sweeper = sweeper
        self._display = display
        self._find_reachable = find_reachable
        self._note_presence = note_present_servers
        self._every = every
        self._absence = max(_SWEEPS_MISSED * every, _SHORTEST_ABSENCE)
        self._loop = tasks.loop(seconds=every.total_seconds())(self._tick)
        self._sweeping = asyncio.Lock()
        self._showing: dict[Hashable, asyncio.Task[None]] = {}
        self._channels: WeakValueDictionary[int | None, asyncio.Lock] = WeakValueDictionary()
        self._room = asyncio.Semaphore(_SHOWN_AT_ONCE)
        self._was_away = True
        self._swept = NO_SERVERS
        self._returned: list[Shards] = []
        self._is_behind = False
        self._metrics = metrics or DiscordMetrics()
        self._monotonic = monotonic
        self._swept_at: float | None = None

    @property
    def is_late(self) -> bool:
        """Whether no sweep has succeeded for longer than an ordinary delay explains."""
        return self._swept_at is not None and self._monotonic() - self._swept_at > self._absence.total_seconds()

    def start(self) -> None:
        """Start the loop.

        The first sweep after an absence extends the deadlines by its length, stores in which servers the bot is, shows
        what an earlier process left unshown, and computes the moves of the bot that it left open.
        """
        self.expect_sweep()
        self._loop.start()

    def expect_sweep(self) -> None:
        """Count from now on how late the next sweep is."""
        self._swept_at = self._monotonic()

    def come_back(self, shards: Shards | None = None) -> None:
        """Treat the next sweep as the first one after an absence, of all servers or of those in some shards."""
        if shards is None:
            self._was_away = True
        else:
            self._returned.append(shards)

    @asynccontextmanager
    async def without_sweep(self) -> AsyncIterator[None]:
        """A block that may store that the bot has left or joined a server: no sweep runs, and deadlines are extended.

        An absence from one server begins or ends when it is stored. Deadlines must be extended by the time that was
        lost in all servers before, or that time would be credited too late or twice. After an error in the block, the
        next sweep corrects the state.
        """
        async with self._sweeping:
            try:
                await self._credit_absence()
                yield
            except BaseException:
                self.come_back()
                raise

    async def stop(self, within: float) -> None:
        """Stop the loop. What a sweep has begun has this many seconds to finish."""
        with suppress(TimeoutError):
            async with asyncio.timeout(within):
                await self._sweeping.acquire()
                await asyncio.gather(*self._showing.values())
        self._loop.cancel()
        for task in self._showing.values():
            task.cancel()

    async def _tick(self) -> None:
        await self._sweep_once()
        while self._is_behind:
            # What was done is shown first, unless Discord delays that.
            if self._showing:
                await asyncio.wait(self._showing.values(), timeout=self._every.total_seconds())
            await self._sweep_once()

    async def _sweep_once(self) -> None:
        async with self._sweeping:
            self._is_behind = False
            outcome = "failed"
            try:
                with self._metrics.sweep_seconds.time():
                    outcome = await self._sweep()
            except Refusal as refusal:
                # The store has logged what is wrong; a repetition by every sweep would bury that.
                _log.debug("the sweep was put off: %s", refusal)
            except Exception:  # noqa: BLE001  # the next sweep may well succeed
                _log.exception("a sweep failed")
            self._metrics.sweeps.labels(outcome).inc()

    async def _sweep(self) -> str:
        reachable = self._find_reachable()
        if not reachable.ids:
            self._was_away, self._swept = True, NO_SERVERS
            return "absent"
        await self._welcome_back(reachable)
        now, outlook = await self._sweeper.look(longer_than=self._absence)
        if outlook.has_deadlines:
            self._show(await self._sweeper.sweep(now))
        else:
            await self._sweeper.rest(now)
        self._is_behind = self._sweeper.is_behind
        if outlook.has_unshown:
            self._show(await self._sweeper.find_unshown())
        if outlook.awaits_bot:
            self._show(await self._sweeper.find_awaiting_bot())
        if outlook.has_redraws:
            self._show(await self._sweeper.find_to_redraw())
        self._swept_at = self._monotonic()
        return "done"

    async def _welcome_back(self, reachable: Shards) -> None:
        """Sweep these shards from now on; players in those that were away get the time back."""
        absent = [reachable] if self._was_away else [*self._returned, reachable.without(self._swept)]
        absent = [shards for shards in absent if shards.ids]
        self._returned.clear()
        # If any of the following fails, all of it is done again.
        self._was_away = bool(absent)
        for shards in absent:
            self._sweeper.serve(shards)
            await self._sweeper.extend_deadlines_after_downtime()
        self._sweeper.serve(reachable)
        self._swept = reachable
        if absent:
            # This must precede deadlines and deletions: the bot may have left a server, or returned to it.
            await self._note_presence(reachable)
            self._show(await self._sweeper.find_unshown_at_start())
            self._show(await self._sweeper.find_awaiting_bot(timedelta(0)))
        self._was_away = False

    async def _credit_absence(self) -> datetime:
        """Extend the deadlines by an absence without sweeps, if there was one, and return the time of its end."""
        if self._was_away:
            return await self._sweeper.extend_deadlines_after_downtime()
        return await self._sweeper.extend_deadlines_after_pause(longer_than=self._absence)

    def _show(self, events: Iterable[Event]) -> None:
        """Start to show events that are not being shown already.

        The loop does not wait for it, because Discord may slow down one channel. The events of one channel are shown
        one after another, so that they take up only one of the tasks that may run at once.
        """
        for event in events:
            if event.key not in self._showing:
                self._showing[event.key] = asyncio.get_running_loop().create_task(self._show_one(event))

    async def _show_one(self, event: Event) -> None:
        place = event.subject.place
        log_about(
            server=None if place is None else place.guild_id,
            game=event.subject.id if isinstance(event.subject, Game) else None,
        )
        channel_lock = self._channels.setdefault(None if place is None else place.channel_id, asyncio.Lock())
        try:
            async with channel_lock, self._room:
                await self._display.show(event)
        finally:
            del self._showing[event.key]
