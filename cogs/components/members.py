"""The buttons of the question whether somebody means to be forgotten."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs.components.base import Control, Key, template
from gridlock_rules.wording import Phrase

if TYPE_CHECKING:
    from cogs.responder import Answer
    from cogs.runtime.client import AnyInteraction
    from cogs.text.i18n import Words

_QUESTION = Phrase(
    "Do you want everything deleted that is stored about you, **in all servers**? Your open challenges are closed, "
    "your open games end and count for nobody, and your place on every leaderboard is gone. Past games stay with your "
    "opponents, without your name. **This cannot be undone.** To keep a copy, use `/gridlock my-data` first."
)


class ForgetButton(Control, template=template("forget")):
    """Deletes what is stored about whoever presses it."""

    action = "forget"
    label = Phrase("Yes, delete everything")
    style = discord.ButtonStyle.danger

    async def press(self, interaction: AnyInteraction, answer: Answer) -> None:
        """Forget the person, and show that wherever they were shown in something open."""
        client = interaction.client
        offers = await client.host.games.offers.messages_around(interaction.user.id)
        forgotten = await client.host.members.privacy.forget(interaction.user.id)
        client.names.forget(interaction.user.id)
        await answer.in_place(None, text=Phrase("Everything that was stored about you is deleted."))
        for game in forgotten.games:
            await client.boards.show_elsewhere(game)
        for challenge in forgotten.challenges:
            await client.invitations.show_elsewhere(challenge)
        await client.boards.offers.close_all(offers)


class KeepButton(Control, template=template("keep")):
    """Deletes nothing."""

    action = "keep"
    label = Phrase("No, keep it")

    async def press(self, interaction: AnyInteraction, answer: Answer) -> None:  # noqa: ARG002
        """Close the question."""
        await answer.in_place(None, text=Phrase("Nothing was deleted."))


PRIVACY_CONTROLS = (ForgetButton, KeepButton)


async def ask_to_forget(answer: Answer, words: Words) -> None:
    """Ask a person, for their eyes only, whether they mean to be forgotten."""
    view: discord.ui.View = discord.ui.View(timeout=None)
    key = Key(0)
    for control in (ForgetButton(key, words), KeepButton(key, words)):
        view.add_item(control)
    await answer.privately(_QUESTION, view=view)
