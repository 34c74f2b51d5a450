"""Whoever notes all that happens, while it happens."""

from __future__ import annotations

from chaos.event_log import Diary, Entry
from chaos.players.visible_messages import Noticeboard
from local_discord import Change, ChangeKind, LocalDiscord

_REQUESTS_AT_ONCE = 200


class Witness:
    """Keeps the diary and the noticeboard, and lets some interactions be delivered twice.

    Args:
        discord: Where all happens.

    Attributes:
        twice: How many of the next interactions are to be delivered twice.
        delivered_twice: How many were.
    """

    def __init__(self, discord: LocalDiscord) -> None:
        self._discord = discord
        self._changes = discord.changes()
        self.diary = Diary()
        self.noticeboard = Noticeboard()
        self.twice = 0
        self.delivered_twice = 0

    async def watch(self) -> None:
        """Note what happens, until cancelled."""
        async for change in self._changes:
            await self._note(change)
            if len(self._discord.requests) > _REQUESTS_AT_ONCE:
                self.note_requests()

    async def until_quiet(self) -> None:
        """Return when the bot waits for no answer of Discord's, and all is noted."""
        await self._discord.until(
            lambda: all(request.status for request in self._discord.requests), "the bot to be quiet", within=60
        )
        self.note_requests()

    def note_requests(self) -> None:
        """Note the requests that were answered. The stand-in need not keep them."""
        requests = self._discord.requests
        answered = [request for request in requests if request.status]
        requests[:] = [request for request in requests if not request.status]
        for request in answered:
            self.diary.note(request)

    async def _note(self, change: Change) -> None:
        if change.message is not None:
            self.noticeboard.look_at(change.message)
        if change.kind is ChangeKind.INTERACTION_SENT and change.interaction is not None:
            entry = self.diary.open(change.interaction)
            if entry is not None and self.twice:
                await self._deliver_again(entry)

    async def _deliver_again(self, entry: Entry) -> None:
        self.twice -= 1
        self.delivered_twice += 1
        entry.twice = True
        await self._discord.deliver_again(entry.interaction)
