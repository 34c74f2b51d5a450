"""The commands with which people keep others' challenges away from themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.answers import Answer
from cogs.texts import mention

if TYPE_CHECKING:
    from cogs.client import AnyInteraction

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
        await interaction.client.sessions.block(interaction.user.id, member.id)
        await Answer.to(interaction).privately(
            f"You have blocked {mention(member.id)}: in all servers they can neither challenge you nor accept a "
            "challenge of yours. They are not told. Games that you play against each other go on."
        )

    @app_commands.command()
    @app_commands.describe(member="Who may challenge you again (left out: whom you have blocked)")
    async def unblock(self, interaction: AnyInteraction, member: discord.User | None = None) -> None:
        """Let somebody challenge you again, or list whom you have blocked."""
        if member is None:
            await _list(interaction)
            return
        await interaction.client.sessions.unblock(interaction.user.id, member.id)
        await Answer.to(interaction).privately(f"{mention(member.id)} may challenge you again.")


async def _list(interaction: AnyInteraction) -> None:
    sessions, user_id = interaction.client.sessions, interaction.user.id
    blocked, nameless = await sessions.blocked_by(user_id), await sessions.nameless_blocks_by(user_id)
    await Answer.to(interaction).privately(blocked_text(blocked, nameless))


def blocked_text(blocked: Sequence[int], nameless: int) -> str:
    """Whom somebody has blocked, in sentences.

    Args:
        blocked: Those who can be named.
        nameless: The number of blocks of people who have had their data deleted.
    """
    sentences = [_named_text(blocked)] if blocked else []
    if nameless == 1:
        sentences.append(
            "There is 1 block of somebody who has had their data deleted; `/gridlock unblock` takes it back."
        )
    elif nameless:
        sentences.append(
            f"There are {nameless} blocks of people who have had their data deleted; "
            "`/gridlock unblock` takes them back."
        )
    return " ".join(sentences) or "You have blocked nobody."


def _named_text(blocked: Sequence[int]) -> str:
    listed = ", ".join(map(mention, blocked[:_MOST_LISTED]))
    more = len(blocked) - _MOST_LISTED
    return f"You have blocked: {listed}" + (f", and {more} more." if more > 0 else ".")
