"""What people with power do to the pretend server: they delete, lock and forbid."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Final

from chaos.players.visible_messages import Noticeboard
from chaos.players.world import CHANNELS, THREADS, Town
from local_discord import Message

_FORBIDDEN: Final = (("SEND_MESSAGES",), ("VIEW_CHANNEL",), ("SEND_MESSAGES", "SEND_MESSAGES_IN_THREADS"))
_HALF: Final = 0.5


def delete_message(town: Town, noticeboard: Noticeboard, dice: Random) -> bool:
    """Delete a board, an offer, a challenge or a call."""
    found = _messages(town, noticeboard, dice)
    if not found:
        return False
    message = dice.choice(found)
    message.channel.remove(message)
    return True


def delete_channel(town: Town, dice: Random) -> bool:
    """Delete a channel with its threads; another one opens."""
    dice.choice(town.channels).delete()
    while len(town.channels) < CHANNELS:
        town.open_channel()
    _open_threads(town, dice)
    return True


def delete_thread(town: Town, dice: Random) -> bool:
    """Delete a thread; another one opens."""
    if not town.threads:
        return False
    dice.choice(town.threads).delete()
    _open_threads(town, dice)
    return True


async def close_thread(town: Town, dice: Random) -> bool:
    """Archive a thread for a while, and perhaps lock it."""
    if not town.threads:
        return False
    thread = dice.choice(town.threads)
    thread.set_state(archived=True, locked=dice.random() < _HALF)
    await asyncio.sleep(dice.uniform(1, 3))
    if not thread.deleted:
        thread.set_state(archived=False, locked=False)
    return True


async def deny(town: Town, dice: Random) -> bool:
    """Take permissions in a channel from the bot for a while."""
    channel, names = dice.choice(town.channels), dice.choice(_FORBIDDEN)
    channel.deny_bot(*names)
    await asyncio.sleep(dice.uniform(1, 3))
    channel.allow_bot(*names)
    return True


def _open_threads(town: Town, dice: Random) -> None:
    while len(town.threads) < THREADS:
        town.open_thread(dice.choice(town.channels))


def _messages(town: Town, noticeboard: Noticeboard, dice: Random) -> list[Message]:
    boards = [seen.message for seen in noticeboard.going_on.values()]
    calls = [message for message in dice.choice(town.channels).messages if "it is your turn" in message.text]
    kinds = [boards, calls, list(noticeboard.offers.values()), list(noticeboard.challenges.values())]
    stands = [[each for each in kind if not (each.deleted or each.channel.deleted)] for kind in kinds]
    return dice.choice([kind for kind in stands if kind] or [[]])
