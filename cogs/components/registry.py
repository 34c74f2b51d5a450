"""All buttons and menus, and presses of those that are not there any more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

import discord

from cogs.components.base import is_shown
from cogs.components.games import GAME_CONTROLS
from cogs.components.challenges import CHALLENGE_CONTROLS
from cogs.components.decline_menu import DeclineMenu
from cogs.components.standings import PageButton
from cogs.components.offers import OFFER_CONTROLS
from cogs.components.members import PRIVACY_CONTROLS
from cogs.components.puzzle import PuzzleButton
from cogs.components.removal_menu import RemovalMenu
from cogs.components.review import OpenReviewButton, ReviewButton
from cogs.responder import Answer
from gridlock_rules.wording import Phrase

if TYPE_CHECKING:
    from cogs.runtime.client import AnyInteraction

CONTROLS = (
    *CHALLENGE_CONTROLS,
    DeclineMenu,
    *GAME_CONTROLS,
    *OFFER_CONTROLS,
    *PRIVACY_CONTROLS,
    RemovalMenu,
    PageButton,
    OpenReviewButton,
    ReviewButton,
    PuzzleButton,
)


async def answer_dropped(interaction: AnyInteraction) -> None:
    """Answer a press that discord.py drops: of a button unknown, or gone from the message meanwhile."""
    custom_id = str(cast("Mapping[str, object]", interaction.data)["custom_id"])
    for control in CONTROLS:
        match = control.__discord_ui_compiled_template__.fullmatch(custom_id)
        if match is not None:
            if not is_shown(interaction):
                pressed = await control.from_custom_id(interaction, discord.ui.Button(), match)
                await pressed.callback(interaction)
            return
    if await interaction.client.reception.admits(interaction):
        await Answer.to(interaction).privately(
            Phrase("That button belongs to an older version of me and does nothing now.")
        )
