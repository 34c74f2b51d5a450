"""Faults at Discord: failing requests, deleted messages and channels, lost permissions."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Final

from chaos.players.visible_messages import VisibleMessages
from chaos.players.world import CHANNELS, THREADS, World
from chaos.recorder import Outages
from local_discord import LocalDiscord, Message

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
# discord.py tries a request five times if it gets status 500 or 502.
_TRIES: Final = 5
_SLOW: Final = "Discord was slow"


def refuse(discord: LocalDiscord, rng: Random) -> None:
    """Make the next requests of a route fail: with an error, or a rate limit of the route or a global one."""
    method, path = route = rng.choice(_ALL)
    if rng.random() < 0.3:  # a share
        times = rng.randint(1, 2)
        after = rng.uniform(0.1, 1.0)
        discord.faults.rate_limit(method, path, retry_after=after, times=times, is_global=rng.random() < 0.5)
        return
    status, code = rng.choice(_ERRORS[route])
    times = rng.choice((1, 1, 2, _TRIES)) if (status, code) in _OUTAGES else rng.randint(1, 3)
    discord.faults.fail(method, path, status=status, code=code, times=times)


def lose_answer(discord: LocalDiscord, rng: Random) -> None:
    """Process the next request of a route, and lose its response."""
    discord.faults.lose_answer(*rng.choice(_ALL))


async def time_out(discord: LocalDiscord, rng: Random) -> None:
    """Process the next requests of a route, hold their responses for seconds, then lose one."""
    route = rng.choice((CALLBACK, *SHOWING))
    hold = discord.faults.hold_answer(*route)
    discord.faults.lose_answer(*route)
    await asyncio.sleep(rng.uniform(1, 4))
    hold.release()


async def be_slow(discord: LocalDiscord, outages: Outages, rng: Random) -> None:
    """Delay the next requests of a route by seconds."""
    with outages.during(_SLOW):
        hold = discord.faults.hold(*rng.choice((CALLBACK, *SHOWING)))
        await asyncio.sleep(rng.uniform(1, 3.5))
        hold.release()


_FORBIDDEN: Final = (("SEND_MESSAGES",), ("VIEW_CHANNEL",), ("SEND_MESSAGES", "SEND_MESSAGES_IN_THREADS"))
_HALF: Final = 0.5


def delete_message(world: World, visible: VisibleMessages, rng: Random) -> bool:
    """Delete a board, an offer, a challenge or a turn notification."""
    found = _messages(world, visible, rng)
    if not found:
        return False
    message = rng.choice(found)
    message.channel.remove(message)
    return True


def delete_channel(world: World, rng: Random) -> bool:
    """Delete a channel with its threads, and open another."""
    rng.choice(world.channels).delete()
    while len(world.channels) < CHANNELS:
        world.open_channel()
    _open_threads(world, rng)
    return True


def delete_thread(world: World, rng: Random) -> bool:
    """Delete a thread, and open another."""
    if not world.threads:
        return False
    rng.choice(world.threads).delete()
    _open_threads(world, rng)
    return True


async def close_thread(world: World, rng: Random) -> bool:
    """Archive a thread for seconds, and perhaps lock it."""
    if not world.threads:
        return False
    thread = rng.choice(world.threads)
    thread.set_state(archived=True, locked=rng.random() < _HALF)
    await asyncio.sleep(rng.uniform(1, 3))
    if not thread.deleted:
        thread.set_state(archived=False, locked=False)
    return True


async def deny(world: World, rng: Random) -> bool:
    """Take permissions in a channel from the bot for seconds."""
    channel, names = rng.choice(world.channels), rng.choice(_FORBIDDEN)
    channel.deny_bot(*names)
    await asyncio.sleep(rng.uniform(1, 3))
    channel.allow_bot(*names)
    return True


def _open_threads(world: World, rng: Random) -> None:
    while len(world.threads) < THREADS:
        world.open_thread(rng.choice(world.channels))


def _messages(world: World, visible: VisibleMessages, rng: Random) -> list[Message]:
    boards = [seen.message for seen in visible.going_on.values()]
    calls = [message for message in rng.choice(world.channels).messages if "it is your turn" in message.text]
    kinds = [boards, calls, list(visible.offers.values()), list(visible.challenges.values())]
    stands = [[each for each in kind if not (each.deleted or each.channel.deleted)] for kind in kinds]
    return rng.choice([kind for kind in stands if kind] or [[]])
