"""Members of a noisy server, who challenge each other, move in their games, and ask for the strongest level."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from typing import Final

from benchmarks.bots.players import Pair, Person, TurnWaiter
from local_discord import Guild, Interaction, LocalDiscord, Member, Refused, Unanswered

MEMBERS: Final = 1_000
A_SECOND: Final = 300
"""How many commands and presses the members send; each of them sends fewer than the rate limit allows."""

_PAIRS: Final = 100
_PLAYERS_OF_THE_BOT: Final = 60
_CHANNELS: Final = 20
_PREPARED_AT_ONCE: Final = 10
_TICK_SECONDS: Final = 0.01
_MOST_AT_ONCE: Final = 10
_CELLS: Final = [f"{row}{column}" for row in "ABCDEFGH" for column in range(1, 9)]


class Noise:
    """A server full of people.

    Args:
        discord: The stand-in.
        turns: Waits for turns.

    Attributes:
        sent: How many commands and presses were sent.
        rates: How many were sent in a second, each time.
        unanswered: How many had no answer within three seconds.
    """

    def __init__(self, discord: LocalDiscord, turns: TurnWaiter) -> None:
        self._guild, self._turns = discord.add_guild("Noisy server"), turns
        self._random = Random("noise")  # noqa: S311  # for moves, not for secrets
        self._channels = [self._guild.add_channel(f"games-{number}") for number in range(_CHANNELS)]
        self._pairs = [Pair(self._guild, turns) for _ in range(_PAIRS)]
        self._people = [
            Person(self._guild, self._channels[number % _CHANNELS], "Cleo") for number in range(_PLAYERS_OF_THE_BOT)
        ]
        rest = MEMBERS - 2 * _PAIRS - _PLAYERS_OF_THE_BOT
        self._members = [self._guild.add_member("Ada") for _ in range(rest)]
        self._waiting: set[asyncio.Task[None]] = set()
        self.sent = 0
        self.rates: list[float] = []
        self.unanswered = 0

    @property
    def guild(self) -> Guild:
        """The server."""
        return self._guild

    async def prepare(self) -> None:
        """Begin the games between members, and those against the bot."""
        beginning = iter(
            [pair.begin for pair in self._pairs] + [lambda one=one: one.begin("standoff", 8) for one in self._people]
        )

        async def begin_more() -> None:
            for begin in beginning:
                await begin()

        await asyncio.gather(*(begin_more() for _ in range(_PREPARED_AT_ONCE)))

    async def keep_on(self) -> None:
        """Send commands and presses at an even rate, until cancelled; answers are not waited for.

        A stand-in that cannot send so many sends fewer, and does not make up for them.
        """
        acts = (self._challenge, self._move, self._ask_the_bot)
        begin, number, before = time.monotonic(), 0, self.sent
        try:
            while True:
                due = int((time.monotonic() - begin) * A_SECOND)
                for each in range(max(number, due - _MOST_AT_ONCE), due):
                    self._start(acts[each % len(acts)], each // len(acts))
                number = due
                await asyncio.sleep(_TICK_SECONDS)
        finally:
            self.rates.append((self.sent - before) / (time.monotonic() - begin))

    async def stop(self) -> None:
        """Wait for no more answers."""
        waiting = list(self._waiting)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

    def _start(self, act: Callable[[int], Awaitable[object]], number: int) -> None:
        self.sent += 1
        task = asyncio.create_task(self._try(act, number))
        self._waiting.add(task)
        task.add_done_callback(self._waiting.discard)

    async def _try(self, act: Callable[[int], Awaitable[object]], number: int) -> None:
        try:
            await act(number)
        except Unanswered:
            self.unanswered += 1
        except Refused:
            # The client does not send it: the message is gone, or its button is disabled.
            self.sent -= 1

    async def _challenge(self, number: int) -> Interaction:
        challenger = self._members[number % len(self._members)]
        opponent = self._other(challenger)
        channel = self._channels[number % _CHANNELS]
        return await challenger.command(channel, "gridlock challenge", opponent=opponent, variant="lines", size=5)

    async def _move(self, number: int) -> None:
        pair = self._pairs[number % _PAIRS]
        if not pair.moves_left:
            await self._challenge(number)
            return
        moved = await pair.press_a_cell()
        if moved.source is not None and moved.reply is moved.source:
            pair.pass_turn(moved.source)

    async def _ask_the_bot(self, number: int) -> Interaction:
        person = self._people[number % len(self._people)]
        cell = self._random.choice(_CELLS)
        return await person.member.command(person.channel, "gridlock move", cell=cell)

    def _other(self, member: Member) -> Member:
        others: Sequence[Member] = self._members
        while (other := self._random.choice(others)) is member:
            pass
        return other
