"""The commands with which people keep others' challenges away from themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.responder import Answer
from cogs.text.shared import listed, mention
from gridlock_rules.wording import CountedPhrase, Phrase

if TYPE_CHECKING:
    from cogs.runtime.client import AnyInteraction

# As many mentions as fit into a message, beside what else it may say.
_MOST_LISTED: Final = 70


class BlockCommands(commands.Cog):
    """Whom somebody does not want to be challenged by."""

    @app_commands.command()
    @app_commands.describe(member="Who cannot challenge you any more, in any server (left out: whom you have blocked)")
    async def block(self, interaction: AnyInteraction, member: discord.User | None = None) -> None:
        """Keep somebody's challenges away from you, or list whom you have blocked."""
        if member is None:
            await _list(interaction)
            return
        await interaction.client.host.members.blocks.add(interaction.user.id, member.id, is_bot=member.bot)
        await Answer.to(interaction).privately(
            Phrase(
                "You have blocked {member}: in all servers they can neither challenge you nor accept a challenge of "
                "yours. They are not told. Games that you play against each other go on.",
                member=mention(member.id),
            )
        )

    @app_commands.command()
    @app_commands.describe(member="Who may challenge you again (left out: whom you have blocked)")
    async def unblock(self, interaction: AnyInteraction, member: discord.User | None = None) -> None:
        """Let somebody challenge you again, or list whom you have blocked."""
        if member is None:
            await _list(interaction)
            return
        await interaction.client.host.members.blocks.remove(interaction.user.id, member.id)
        await Answer.to(interaction).privately(Phrase("{member} may challenge you again.", member=mention(member.id)))


async def _list(interaction: AnyInteraction) -> None:
    host, user_id = interaction.client.host, interaction.user.id
    blocked, nameless = await host.members.blocks.blocked_by(user_id), await host.members.blocks.count_nameless(user_id)
    await Answer.to(interaction).privately(blocked_text(blocked, nameless))


def blocked_text(blocked: Sequence[int], nameless: int) -> Phrase:
    """Whom somebody has blocked, in sentences.

    Args:
        blocked: Those who can be named.
        nameless: The number of blocks of people who have had their data deleted.
    """
    sentences = [_named_text(blocked)] if blocked else []
    if nameless:
        sentences.append(
            CountedPhrase(
                nameless,
                "There is {number} block of somebody who has had their data deleted; `/gridlock unblock` takes it "
                "back.",
                "There are {number} blocks of people who have had their data deleted; `/gridlock unblock` takes them "
                "back.",
            )
        )
    return listed(sentences, " ") if sentences else Phrase("You have blocked nobody.")


def _named_text(blocked: Sequence[int]) -> Phrase:
    named = ", ".join(map(mention, blocked[:_MOST_LISTED]))
    more = len(blocked) - _MOST_LISTED
    if more > 0:
        return Phrase("You have blocked: {members}, and {more} more.", members=named, more=more)
    return Phrase("You have blocked: {members}.", members=named)
