"""A stand-in for Discord whose members wait for the final answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic

from local_discord import Interaction, Limits, LocalDiscord, Message
from local_discord.wire import CallbackType
from tests.support.patience import PATIENCE

_SEE_BELOW = ("Done; see below.", "Erledigt, siehe unten.")


def patient_discord(
    token: str = "local-token",  # noqa: S107
    clock: Callable[[], float] = monotonic,
    limits: Limits | None = None,
) -> LocalDiscord:
    """A stand-in whose members wait long for the whole answer, as on a busy machine. A late first answer is refused."""
    return LocalDiscord(token, patience=PATIENCE, is_answered=is_answered, limits=limits, clock=clock)


def is_answered(interaction: Interaction) -> bool:
    """Whether the bot has said what it has to say, or done it; a placeholder is neither."""
    kind = interaction.callbacks[0].type
    if kind is CallbackType.DEFERRED_UPDATE:
        return interaction.reply is not None
    return kind is not CallbackType.DEFERRED_MESSAGE or answer_of(interaction) is not None


def answer_of(interaction: Interaction) -> Message | None:
    """The message with which the bot answers; None while it has only announced one, or says that it follows."""
    announced = interaction.callbacks[0].type is CallbackType.DEFERRED_MESSAGE
    message = interaction.followups[0] if announced and interaction.followups else interaction.reply
    if message is None or message.thinking or (announced and message.text in _SEE_BELOW):
        return None
    return message


@contextmanager
def first_answers_only(discord: LocalDiscord) -> Iterator[None]:
    """Let members wait for the first answer only, even if it defers, until the end of the block."""
    interactions = discord._interactions
    interactions.is_answered = lambda _: True
    try:
        yield
    finally:
        interactions.is_answered = is_answered


def allow_late_answers(discord: LocalDiscord) -> None:
    """Let first answers be late, where a busy machine would fail one of very many."""
    discord._interactions.answer_within = PATIENCE


async def give_up(acting: asyncio.Future[Interaction]) -> None:
    """Cancel an action that has no answer and cannot get one."""
    assert not acting.done()
    acting.cancel()
    with suppress(asyncio.CancelledError):
        await acting
