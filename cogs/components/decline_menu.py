"""Saying why one has turned a challenge down, after the fact and only if one wants to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import discord

from cogs.components.base import Key, KeyedItem, NotOffered, chosen, template
from cogs.messages.delivery import place_of
from cogs.text.i18n import Words
from cogs.text.shared import REASONS
from gridlock_host import Challenge, DeclineReason
from gridlock_rules.wording import Phrase

if TYPE_CHECKING:
    from cogs.responder import Answer
    from cogs.runtime.client import AnyInteraction


class DeclineMenu(KeyedItem[discord.ui.Select[Any]], template=template("why")):
    """A menu of reasons. Its key's subject is the challenge."""

    def __init__(self, key: Key, words: Words) -> None:
        options = [
            discord.SelectOption(label=words.say(REASONS[reason]), value=reason.value) for reason in DeclineReason
        ]
        menu: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=key.custom_id("why"), placeholder=words("Say why, if you want to"), options=options
        )
        super().__init__(key, menu)

    @classmethod
    def from_key(cls, key: Key) -> Self:
        """Make a menu again from which something was chosen; nobody sees it."""
        return cls(key, Words())

    async def press(self, interaction: AnyInteraction, answer: Answer) -> None:
        """Note the reason, and show it on the challenge."""
        client, reason = interaction.client, _reason(chosen(interaction))
        guild_id = place_of(interaction).guild_id
        challenge = await client.host.challenges.give_reason(guild_id, self.key.subject, interaction.user.id, reason)
        await answer.in_place(None, text=Phrase("You said: {reason}.", reason=REASONS[reason]))
        await client.invitations.show_elsewhere(challenge)


def _reason(written: str) -> DeclineReason:
    try:
        return DeclineReason(written)
    except ValueError as error:
        raise NotOffered from error


async def ask_why(answer: Answer, challenge: Challenge, words: Words) -> None:
    """Offer the one who declined, for their eyes only, to say why."""
    view: discord.ui.View = discord.ui.View(timeout=None)
    view.add_item(DeclineMenu(Key(challenge.id), words))
    await answer.privately(Phrase("You declined. The challenger sees a reason if you choose one."), view=view)
