"""Telling the channels what happens by itself."""

from __future__ import annotations

import asyncio
from weakref import WeakValueDictionary

from cogs.messages.board_sync import Boards
from cogs.messages.challenge_sync import Invitations
from gridlock_host import Challenge, Game
from gridlock_host.games.offer_store import Offer
from gridlock_host.scheduler.sweeper import Due, Event


class Announcements:
    """Shows what a sweep has done or found.

    Args:
        boards: How games are shown.
        invitations: How challenges are shown.
    """

    def __init__(self, boards: Boards, invitations: Invitations) -> None:
        self._boards = boards
        self._invitations = invitations
        self._redrawing: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def show(self, event: Event) -> None:
        """Show one thing that has happened. A failure is logged, and stops nothing else."""
        match event:
            case Event(Due.WARN, Game() as game):
                await self._boards.warn(game)
            case Event(Due.MOVE, Game() as game):
                self._boards.let_bot_move(game)
            case Event(Due.SHOW, Game() as game):
                await self._boards.show_elsewhere(game)
            case Event(Due.SHOW, Challenge() as challenge):
                await self._invitations.show_elsewhere(challenge)
            case Event(Due.SHOW, Offer() as offer):
                await self._boards.offers.show(offer)
            case Event(Due.REDRAW, (Game() | Challenge()) as subject):
                await self._redraw(subject)

    async def _redraw(self, subject: Game | Challenge) -> None:
        """Change what a message shows, one in each channel at a time: there may be many, and nobody waits for them."""
        async with self._redrawing.setdefault(subject.place.channel_id, asyncio.Lock()):
            if isinstance(subject, Game):
                await self._boards.redraw(subject)
            else:
                await self._invitations.redraw(subject)
