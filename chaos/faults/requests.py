"""Requests that go wrong at Discord."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Final

from chaos.faults.windows import Troubles
from local_discord import LocalDiscord

CALLBACK: Final = ("POST", r"/interactions/\d+/[^/]+/callback")
FOLLOW_UP: Final = ("POST", r"/webhooks/\d+/[^/]+")
EDIT_ANSWER: Final = ("PATCH", r"/webhooks/\d+/[^/]+/messages/@original")
POST: Final = ("POST", r"/channels/\d+/messages")
EDIT: Final = ("PATCH", r"/channels/\d+/messages/\d+")
DELETE: Final = ("DELETE", r"/channels/\d+/messages/\d+")
MEMBER: Final = ("GET", r"/guilds/\d+/members/\d+")

SHOWING: Final = (POST, EDIT, FOLLOW_UP)
_ALL: Final = (CALLBACK, FOLLOW_UP, EDIT_ANSWER, POST, EDIT, DELETE, MEMBER)

_OUTAGES: Final = ((500, 0), (502, 0))
_NO_ACCESS: Final = ((403, 50001), (403, 50013), (400, 50083))
_ERRORS: Final = {
    CALLBACK: (*_OUTAGES, (404, 10062)),
    FOLLOW_UP: (*_OUTAGES, *_NO_ACCESS),
    EDIT_ANSWER: _OUTAGES,
    POST: (*_OUTAGES, *_NO_ACCESS),
    EDIT: (*_OUTAGES, *_NO_ACCESS),
    DELETE: (*_OUTAGES, *_NO_ACCESS, (404, 10008)),
    MEMBER: _OUTAGES,
}
# discord.py tries five times in all what ends with a status of 500 or 502.
_TRIES: Final = 5
_SLOW: Final = "Discord was slow"


def refuse(discord: LocalDiscord, dice: Random) -> None:
    """Let the next requests of a kind be refused: by an error, or by a rate limit of their route or of all."""
    method, path = route = dice.choice(_ALL)
    if dice.random() < 0.3:  # a share
        times = dice.randint(1, 2)
        after = dice.uniform(0.1, 1.0)
        discord.faults.rate_limit(method, path, retry_after=after, times=times, is_global=dice.random() < 0.5)
        return
    status, code = dice.choice(_ERRORS[route])
    times = dice.choice((1, 1, 2, _TRIES)) if (status, code) in _OUTAGES else dice.randint(1, 3)
    discord.faults.fail(method, path, status=status, code=code, times=times)


def lose_answer(discord: LocalDiscord, dice: Random) -> None:
    """Let the next request of a kind be done, and its answer be lost."""
    discord.faults.lose_answer(*dice.choice(_ALL))


async def time_out(discord: LocalDiscord, dice: Random) -> None:
    """Let the next requests of a kind be done, their answers be held for seconds, and one be lost then."""
    route = dice.choice((CALLBACK, *SHOWING))
    hold = discord.faults.hold_answer(*route)
    discord.faults.lose_answer(*route)
    await asyncio.sleep(dice.uniform(1, 4))
    hold.release()


async def be_slow(discord: LocalDiscord, troubles: Troubles, dice: Random) -> None:
    """Let the next requests of a kind be held for seconds before they are done."""
    with troubles.during(_SLOW):
        hold = discord.faults.hold(*dice.choice((CALLBACK, *SHOWING)))
        await asyncio.sleep(dice.uniform(1, 3.5))
        hold.release()
