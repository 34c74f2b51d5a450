"""The commands of moderators."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.commands.autocomplete import answered, any_game_choices, chosen_game_id
from cogs.messages.actors import actor_of, manages_server
from cogs.messages.delivery import place_of
from cogs.messages.moderation import entry_text, log_text
from cogs.responder import Answer, following_an_answer
from cogs.text.i18n import words_for
from cogs.text.shared import long_text
from gridlock_host.servers.moderation import LONGEST_REASON

if TYPE_CHECKING:
    from cogs.runtime.client import AnyInteraction
    from gridlock_host.servers.moderation_store import LogEntry

Reason = app_commands.Range[str, 1, LONGEST_REASON]

# What is shown of the log, as far as it fits: ten of the longest entries do, unless they are full of Markdown.
_SHOWN: Final = 10
# Among how many of the newest games the typed text is looked for.
_SEARCHED: Final = 100


class ModerationCommands(commands.Cog):
    """Ending games, and keeping members out of new ones."""

    moderate = app_commands.Group(name="moderate", description="For moderators: end games, keep members out")

    @moderate.command()
    @app_commands.describe(game="Which game", reason="Why; it stands in the log")
    async def end(self, interaction: AnyInteraction, game: str, reason: Reason) -> None:
        """End a game for nobody's points."""
        client, guild_id = interaction.client, place_of(interaction).guild_id
        ended, entry = await client.host.servers.moderation.end_game(
            guild_id, chosen_game_id(game), actor_of(interaction), reason
        )
        await _confirm(interaction, entry)
        await client.boards.show_elsewhere(ended, interaction)

    @moderate.command()
    @app_commands.describe(member="Who is kept out of new games here", reason="Why; it stands in the log")
    async def ban(self, interaction: AnyInteraction, member: discord.User, reason: Reason = "") -> None:
        """Keep a member out of new games here; games that run go on."""
        host, guild_id, actor = interaction.client.host, place_of(interaction).guild_id, actor_of(interaction)
        manages, is_bot = manages_server(member), member.bot
        entry = await host.servers.moderation.ban(
            guild_id, actor, member.id, reason, member_manages=manages, is_bot=is_bot
        )
        await _confirm(interaction, entry)

    @moderate.command()
    @app_commands.describe(member="Who may play here again", reason="Why; it stands in the log")
    async def unban(self, interaction: AnyInteraction, member: discord.User, reason: Reason = "") -> None:
        """Let a member begin games here again."""
        host, guild_id, actor = interaction.client.host, place_of(interaction).guild_id, actor_of(interaction)
        await _confirm(interaction, await host.servers.moderation.unban(guild_id, actor, member.id, reason))

    @moderate.command()
    async def log(self, interaction: AnyInteraction) -> None:
        """See what moderators did last in this server."""
        guild_id = place_of(interaction).guild_id
        entries = await interaction.client.host.servers.moderation.log(guild_id, actor_of(interaction), _SHOWN)
        text = log_text(entries, await words_for(interaction))
        await Answer.to(interaction).privately(view=long_text(text))

    @end.autocomplete("game")
    @answered
    async def _open_games(self, interaction: AnyInteraction, current: str) -> list[app_commands.Choice[str]]:
        guild_id = place_of(interaction).guild_id
        games = await interaction.client.host.servers.moderation.open_games(guild_id, actor_of(interaction), _SEARCHED)
        return any_game_choices(interaction.client, games, current)


async def _confirm(interaction: AnyInteraction, entry: LogEntry) -> None:
    """Tell the moderator what was done, and then whoever reads the log."""
    await Answer.to(interaction).privately(entry_text(entry))
    with following_an_answer("the log of moderators"):
        await interaction.client.moderation_log.post(entry)
