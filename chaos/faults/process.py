"""Faults of the bot process and of its gateway connection."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from random import Random
from typing import Final

from chaos.bot_process import BotProcess
from chaos.bots import Bots
from chaos.faults.discord import CALLBACK, SHOWING
from chaos.faults.plan import Fault
from chaos.recorder import Outages
from local_discord import LocalDiscord

_SECONDS_TO_WAIT: Final = 3.0
_SECONDS_TO_COME_BACK: Final = 30.0
DOWN: Final = "the bot was down"
_CUT_OFF: Final = "the gateway was broken"
_FROZEN: Final = "the bot was frozen"


class Interrupter:
    """Kills, stops and disconnects the bot; of several processes one.

    Args:
        discord: The stand-in it is connected to.
        bots: The bot.
        outages: Where each interruption is recorded.
    """

    def __init__(self, discord: LocalDiscord, bots: Bots, outages: Outages) -> None:
        self._discord = discord
        self._bots = bots
        self._outages = outages

    async def interrupt(self, fault: Fault, rng: Random) -> None:
        """Interrupt or freeze the bot, and wait until it is back."""
        match fault:
            case Fault.KILL:
                bot = self._bots.pick(rng)
                with self._outages.during(DOWN, bot.serves):
                    await bot.kill()
                    await bot.start()
            case Fault.FREEZE:
                bot = self._bots.pick(rng)
                with self._outages.during(_FROZEN, bot.serves), bot.frozen():
                    await asyncio.sleep(rng.uniform(1, 4))
            case Fault.STOP:
                bot = self._bots.pick(rng)
                with self._outages.during(DOWN, bot.serves):
                    await bot.stop()
                    await bot.start()
            case Fault.KILL_BEFORE_ANSWER | Fault.KILL_BEFORE_POSTING:
                await self._kill_during(_route(fault, rng), self._bots.pick(rng), is_done=False)
            case Fault.KILL_AFTER_ANSWER | Fault.KILL_AFTER_POSTING:
                await self._kill_during(_route(fault, rng), self._bots.pick(rng), is_done=True)
            case _:
                await self._cut_off(fault)

    async def _kill_during(self, route: tuple[str, str], bot: BotProcess, *, is_done: bool) -> None:
        """Kill a process while the bot waits for the response to a request that is processed already, or is not yet."""
        faults = self._discord.faults
        with self._outages.during(DOWN, bot.serves):
            hold = (faults.hold_answer if is_done else faults.hold)(*route)
            with suppress(TimeoutError):
                async with asyncio.timeout(_SECONDS_TO_WAIT):
                    await hold.reached()
            await bot.kill()
            hold.release()
            await bot.start()

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
