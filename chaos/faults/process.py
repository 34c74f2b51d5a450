"""Faults of the bot process and of its gateway connection."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from random import Random
from typing import Final

from chaos.bot_process import BotProcess
from chaos.faults.discord import CALLBACK, SHOWING
from chaos.faults.plan import Fault
from chaos.recorder import Outages
from local_discord import LocalDiscord

_SECONDS_TO_WAIT: Final = 3.0
_SECONDS_TO_COME_BACK: Final = 30.0
_DOWN: Final = "the bot was down"
_CUT_OFF: Final = "the gateway was broken"
_FROZEN: Final = "the bot was frozen"


class Interrupter:
    """Kills, stops and disconnects the bot.

    Args:
        discord: The stand-in it is connected to.
        bot: The bot.
        outages: Where each interruption is recorded.
    """

    def __init__(self, discord: LocalDiscord, bot: BotProcess, outages: Outages) -> None:
        self._discord = discord
        self._bot = bot
        self._outages = outages

    async def interrupt(self, fault: Fault, rng: Random) -> None:
        """Interrupt or freeze the bot, and wait until it is back."""
        match fault:
            case Fault.KILL:
                await self._restart()
            case Fault.FREEZE:
                with self._outages.during(_FROZEN), self._bot.frozen():
                    await asyncio.sleep(rng.uniform(1, 4))
            case Fault.STOP:
                with self._outages.during(_DOWN):
                    await self._bot.stop()
                    await self._bot.start()
            case Fault.KILL_BEFORE_ANSWER | Fault.KILL_BEFORE_POSTING:
                await self._kill_during(_route(fault, rng), is_done=False)
            case Fault.KILL_AFTER_ANSWER | Fault.KILL_AFTER_POSTING:
                await self._kill_during(_route(fault, rng), is_done=True)
            case _:
                await self._cut_off(fault)

    async def _restart(self) -> None:
        with self._outages.during(_DOWN):
            await self._bot.kill()
            await self._bot.start()

    async def _kill_during(self, route: tuple[str, str], *, is_done: bool) -> None:
        """Kill the bot while it waits for the response to a request that is processed already, or is not yet."""
        faults = self._discord.faults
        with self._outages.during(_DOWN):
            hold = (faults.hold_answer if is_done else faults.hold)(*route)
            with suppress(TimeoutError):
                async with asyncio.timeout(_SECONDS_TO_WAIT):
                    await hold.reached()
            await self._bot.kill()
            hold.release()
            await self._bot.start()

    async def _cut_off(self, fault: Fault) -> None:
        with self._outages.during(_CUT_OFF):
            before = set(map(id, self._discord.sessions))
            await self._break(fault)
            with suppress(TimeoutError):
                # A resumed session is the same object, so wait until it is gone first.
                await self._discord.until(lambda: set(map(id, self._discord.sessions)) != before, "a loss", within=1)
            await self._discord.until_ready(_SECONDS_TO_COME_BACK)

    async def _break(self, fault: Fault) -> None:
        match fault:
            case Fault.DROP:
                await self._discord.drop_gateway()
            case Fault.FORGET_SESSION:
                await self._discord.drop_gateway(resumable=False)
            case Fault.RECONNECT:
                self._discord.ask_to_reconnect()
            case _:
                self._discord.invalidate_sessions()


def _route(fault: Fault, rng: Random) -> tuple[str, str]:
    return CALLBACK if fault in (Fault.KILL_BEFORE_ANSWER, Fault.KILL_AFTER_ANSWER) else rng.choice(SHOWING)
