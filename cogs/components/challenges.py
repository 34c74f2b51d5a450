"""The buttons under a challenge."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs.components.base import Control, template
from cogs.components.decline_menu import ask_why
from cogs.messages.delivery import place_of
from cogs.text.i18n import words_for
from gridlock_host.errors import ChallengeClosed
from gridlock_rules.wording import Phrase

if TYPE_CHECKING:
    from cogs.responder import Answer
    from cogs.runtime.client import AnyInteraction


class ChallengeControl(Control, template="(?!)"):
    """A button of a challenge. A refusal may mean that the message is out of date; then it is put right."""

    async def after_refusal(self, interaction: AnyInteraction, error: Exception) -> None:
        """Show what became of the challenge where that was not seen."""
        if isinstance(error, ChallengeClosed):
            await interaction.client.invitations.show_after_press(interaction, error.challenge)


class AcceptButton(ChallengeControl, template=template("accept")):
    """Accepts a challenge."""

    action = "accept"
    label = Phrase("Accept")
    style = discord.ButtonStyle.success

    async def press(self, interaction: AnyInteraction, answer: Answer) -> None:
        """Start the game and answer with its board."""
        await interaction.client.invitations.accept(answer, interaction, self.key.subject)


class DeclineButton(ChallengeControl, template=template("decline")):
    """Turns a challenge down."""

    action = "decline"
    label = Phrase("Decline")

    async def press(self, interaction: AnyInteraction, answer: Answer) -> None:
        """Close the challenge and show that."""
        client = interaction.client
        challenge = await client.host.challenges.decline(
            place_of(interaction).guild_id, self.key.subject, interaction.user.id
        )
        await client.invitations.show_in_place(answer, interaction, challenge)
        await ask_why(answer, challenge, await words_for(interaction))


class CancelButton(ChallengeControl, template=template("cancel")):
    """Withdraws a challenge."""

    action = "cancel"
    label = Phrase("Cancel")

    async def press(self, interaction: AnyInteraction, answer: Answer) -> None:
        """Close the challenge and show that."""
        client = interaction.client
        challenge = await client.host.challenges.cancel(
            place_of(interaction).guild_id, self.key.subject, interaction.user.id
        )
        await client.invitations.show_in_place(answer, interaction, challenge)


CHALLENGE_CONTROLS = (AcceptButton, DeclineButton, CancelButton)
