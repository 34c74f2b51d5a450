"""Recorder of a run: interactions, requests, visible messages, and outages."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from chaos.event_log import Entry, EventLog
from chaos.players.visible_messages import VisibleMessages
from chaos.players.world import guild_id
from local_discord import Change, ChangeKind, LocalDiscord

BUSY = "the machine was busy with other programs"
_REQUESTS_AT_ONCE = 200


class Recorder:
    """Records events and visible messages, and delivers some interactions twice.

    Args:
        discord: The stand-in.

    Attributes:
        twice: How many of the next interactions to deliver twice.
        delivered_twice: How many were delivered twice so far.
    """

    def __init__(self, discord: LocalDiscord) -> None:
        self._discord = discord
        self._changes = discord.changes()
        self.events = EventLog()
        self._visible: defaultdict[int, VisibleMessages] = defaultdict(VisibleMessages)
        self.twice = 0
        self.delivered_twice = 0

    def visible_in(self, guild: int) -> VisibleMessages:
        """The messages that the members of a server see."""
        return self._visible[guild]

    async def watch(self) -> None:
        """Record until cancelled."""
        async for change in self._changes:
            await self._note(change)
            if len(self._discord.requests) > _REQUESTS_AT_ONCE:
                self.note_requests()

    async def until_quiet(self) -> None:
        """Return when no request of the bot is pending and all are recorded."""
        await self._discord.until(
            lambda: all(request.status for request in self._discord.requests), "the bot to be quiet", within=60
        )
        self.note_requests()

    def note_requests(self) -> None:
        """Record the answered requests, and remove them from the stand-in to save memory."""
        requests = self._discord.requests
        answered = [request for request in requests if request.status]
        requests[:] = [request for request in requests if not request.status]
        for request in answered:
            self.events.note(request)

    async def _note(self, change: Change) -> None:
        if change.message is not None:
            self.visible_in(guild_id(change.message.channel)).look_at(change.message)
        if change.kind is ChangeKind.INTERACTION_SENT and change.interaction is not None:
            entry = self.events.open(change.interaction)
            if entry is not None and self.twice:
                await self._deliver_again(entry)

    async def _deliver_again(self, entry: Entry) -> None:
        self.twice -= 1
        self.delivered_twice += 1
        entry.twice = True
        await self._discord.deliver_again(entry.interaction)


@dataclass
class Outage:
    """An outage, in seconds of the stand-in's clock; the end is infinite while it lasts.

    It concerns all servers, or those for which `concerns` is true.
    """

    what: str
    start: float
    end: float = math.inf
    concerns: Callable[[int], bool] | None = None


class Outages:
    """The times in which the bot could not answer: it was down or disconnected, or Discord or the machine was slow.

    Args:
        clock: The stand-in's clock.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._all: list[Outage] = []

    @contextmanager
    def during(self, what: str, concerns: Callable[[int], bool] | None = None) -> Iterator[None]:
        """Record an outage, of all servers or of some, for as long as the block lasts."""
        outage = Outage(what, self._clock(), concerns=concerns)
        self._all.append(outage)
        try:
            yield
        finally:
            outage.end = self._clock()

    def note(self, what: str, start: float, end: float) -> None:
        """Record an outage that is over."""
        self._all.append(Outage(what, start, end))

    def between(self, start: float, end: float, guild: int | None = None) -> str | None:
        """The cause of an outage that overlaps a time span, in one server or any; None if there was none."""
        return next(self._causes(start, end, guild), None)

    def was_busy(self, start: float, end: float) -> bool:
        """Whether the machine was busy with other programs in a time span."""
        return BUSY in self._causes(start, end)

    def interrupted(self, start: float, end: float, guild: int | None = None) -> bool:
        """Whether anything else than a busy machine kept the bot from its work in a time span."""
        return any(cause != BUSY for cause in self._causes(start, end, guild))

    @property
    def is_empty(self) -> bool:
        """Whether there was none at all."""
        return not self._all

    def _causes(self, start: float, end: float, guild: int | None = None) -> Iterator[str]:
        for each in self._all:
            if each.start <= end and each.end >= start and (guild is None or _concerns(each, guild)):
                yield each.what


def _concerns(outage: Outage, guild: int) -> bool:
    return outage.concerns is None or outage.concerns(guild)
