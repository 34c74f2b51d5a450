"""Copies of messages that the bot does not know of: one press of a button of theirs puts them right."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from chaos.checks import Evidence
from chaos.checks.breach import Breach, Claim
from chaos.players.message_reading import Control
from chaos.players.world import Town
from chaos.stale_messages import stale_control
from chaos.store import Stored
from local_discord import Member, Message, Refused, Unanswered

_AFTERMATH_SECONDS = 15.0


def left_over(messages: Mapping[int, Message], stored: Stored) -> list[tuple[Message, Control]]:
    """The messages that stand and have a button that does nothing any more, each with that button."""
    stand = [message for message in messages.values() if not (message.deleted or message.channel.deleted)]
    found = ((message, stale_control(message, stored)) for message in stand)
    return [(message, control) for message, control in found if control is not None]


async def press_all(town: Town, left: list[tuple[Message, Control]], dice: Random) -> None:
    """Let somebody press a button of each of these messages."""
    for message, control in left:
        custom_id = next(each.custom_id for each in message.buttons if each.custom_id and _is(each.custom_id, control))
        try:
            await _presser(town, message, dice).press(message, custom_id=custom_id, forged=True)
        except (Refused, Unanswered):
            continue


def unexplained(left: list[tuple[Message, Control]], evidence: Evidence) -> list[Breach]:
    """Those that neither a crash nor a refusal of Discord's has left behind."""
    log = "\n".join(line for line in evidence.log if "could not be changed" in line)
    return [
        Breach(Claim.WRONG_BOARD, f"{control} was left on {message}", control.subject)
        for message, control in left
        if str(message.id) not in log and not _was_in_trouble(message, evidence)
    ]


def _was_in_trouble(message: Message, evidence: Evidence) -> bool:
    """Whether the bot may not have come to know of the message, because it died or its connection broke."""
    asked = message.origin is not None and next(
        (each for each in evidence.diary.entries.values() if each.interaction.id == int(message.origin["id"])), None
    )
    if asked and any(one.injected for one in asked.said):
        return True
    return evidence.troubles.between(message.created_at, message.created_at + _AFTERMATH_SECONDS) is not None


def _is(custom_id: str, control: Control) -> bool:
    return Control.read(custom_id) == control


def _presser(town: Town, message: Message, dice: Random) -> Member:
    named = [member for member in town.members if member.mention in message.text]
    return dice.choice(named or town.members)
