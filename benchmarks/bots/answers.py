"""Answers to interactions: whether they only defer, whether they refuse, and when they arrived."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

from local_discord import Interaction, LocalDiscord, Message
from local_discord.wire import CallbackType

_DEFERRALS: Final = frozenset({CallbackType.DEFERRED_MESSAGE, CallbackType.DEFERRED_UPDATE})
_LOOK_AGAIN_SECONDS: Final = 0.05
_PATIENCE_SECONDS: Final = 60.0
_POINTER: Final = "see below"
# The private confirmation of a typed move.
_CONFIRMATION: Final = "You played "


def is_deferred(interaction: Interaction) -> bool:
    """Return whether the first answer only defers."""
    return interaction.callbacks[0].type in _DEFERRALS


def refusal_of(interaction: Interaction) -> str:
    """Return the sentence with which an action was refused; an empty text if it was done."""
    shown = interaction.followups[-1] if interaction.followups else interaction.reply
    if shown is None or not shown.ephemeral or shown.text.startswith(_CONFIRMATION):
        return ""
    return shown.text


async def until_shown(interaction: Interaction, *, within: float = _PATIENCE_SECONDS) -> None:
    """Wait until a deferred answer is shown.

    Args:
        interaction: The interaction.
        within: The longest wait, in seconds.

    Raises:
        TimeoutError: It was not shown in time.
    """
    used = interaction.payload["data"].get("custom_id")

    def is_shown() -> bool:
        if interaction.followups:
            return True
        if interaction.source is not None:
            # The state of a board is in its custom ids, so the control that was used is gone once the move is shown.
            return all(button.custom_id != used or button.disabled for button in interaction.source.buttons)
        shown = interaction.reply
        return shown is not None and not shown.thinking and _POINTER not in shown.text

    async with asyncio.timeout(within):
        while not is_shown():  # noqa: ASYNC110  # hundreds of conditions that look at every change would slow it down
            await asyncio.sleep(_LOOK_AGAIN_SECONDS)


async def answer_to(interaction: Interaction) -> Message:
    """Return the message that answers an interaction, once it is shown.

    Raises:
        RuntimeError: The interaction was refused.
        TimeoutError: The answer was deferred, and not shown within a minute.
    """
    if is_deferred(interaction):
        await until_shown(interaction)
    if refusal := refusal_of(interaction):
        raise RuntimeError(refusal)
    return shown_answer(interaction)


def shown_answer(interaction: Interaction) -> Message:
    """Return the message that answers an interaction, which is shown.

    Raises:
        RuntimeError: There is none.
    """
    shown = interaction.source or (interaction.followups[-1] if interaction.followups else interaction.reply)
    if shown is None:
        raise RuntimeError(f"no message answers {interaction}")
    return shown


def arrivals_in(discord: LocalDiscord) -> dict[str, list[float]]:
    """Return when requests that answer interactions arrived, by the token of the interaction."""
    arrivals = defaultdict[str, list[float]](list)
    for request in discord.requests:
        _, kind, _, token, *_ = [*request.path.split("/"), "", "", ""]
        if kind in ("interactions", "webhooks"):
            arrivals[token].append(request.at)
    return arrivals


def moment_of(interaction: Interaction, arrivals: Mapping[str, Sequence[float]]) -> float:
    """Return when the answer arrived; of a deferred one, when it was shown."""
    found = arrivals[interaction.token]
    return found[-1] if is_deferred(interaction) else found[0]
