"""The commands that tell: rules, leaderboard, statistics."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.commands.autocomplete import ORDER_CHOICES, SIZES, VARIANT_CHOICES
from cogs.commands.bot_challenges import is_the_bot
from cogs.components.standings import leaderboard_message
from cogs.messages.delivery import place_of
from cogs.responder import Answer
from cogs.text.i18n import Words, words_for
from cogs.text.bot_player import verdict_text, verdicts_text
from cogs.text.shared import board_size, long_text
from cogs.text.standings import statistics, statistics_of_the_bot
from gridlock_host import Order
from gridlock_rules import VARIANTS, find_variant

if TYPE_CHECKING:
    from cogs.runtime.client import AnyInteraction


class InformationCommands(commands.Cog):
    """What the games are, and who plays them well."""

    @app_commands.command()
    @app_commands.describe(
        variant="Which of the games (all of them in a line each if left out)",
        size="The board of which you want to know who wins (the rule book's if left out)",
    )
    @app_commands.choices(variant=VARIANT_CHOICES)
    async def rules(
        self,
        interaction: AnyInteraction,
        variant: str | None = None,
        size: app_commands.Range[int, SIZES[0], SIZES[-1]] | None = None,
    ) -> None:
        """Read the rules, and who wins if nobody makes a mistake."""
        words, answer = await words_for(interaction), Answer.to(interaction)
        openings = interaction.client.host.bot_player.solved_boards
        if variant is None:
            text = all_variants(words) if size is None else words.say(await verdicts_text(openings, size))
            await answer.privately(view=long_text(text))
            return
        described = find_variant(variant)
        board = described.default_size if size is None else size
        verdict = await verdict_text(openings, described, board)
        text = f"{described.rule_text_in(words.language).rstrip()}\n\n{words.say(verdict)}"
        await answer.privately(view=long_text(text))

    @app_commands.command()
    @app_commands.describe(
        variant="Which of the games counts (all of them together if left out)",
        by="What the table is sorted by (points if left out)",
    )
    @app_commands.choices(variant=VARIANT_CHOICES, by=ORDER_CHOICES)
    async def leaderboard(
        self, interaction: AnyInteraction, variant: str | None = None, by: str = Order.POINTS.value
    ) -> None:
        """See who leads in this server."""
        text, view = await leaderboard_message(interaction, variant, Order(by))
        await Answer.to(interaction).publicly(view, text=text)

    @app_commands.command()
    @app_commands.describe(member="Whose statistics (yours if left out)")
    async def stats(self, interaction: AnyInteraction, member: discord.User | None = None) -> None:
        """See what somebody has played, won and lost in this server."""
        person = interaction.user if member is None else member
        text = await (
            _of_the_bot(interaction) if is_the_bot(interaction, person) else _of_somebody(interaction, person.id)
        )
        await Answer.to(interaction).publicly(discord.ui.View(timeout=None), text=text)


async def _of_somebody(interaction: AnyInteraction, user_id: int) -> str:
    host, guild_id = interaction.client.host, place_of(interaction).guild_id
    records = await host.games.standings.records_by_variant(guild_id, user_id)
    against_the_bot = await host.games.standings.bot_records(guild_id, user_id)
    return statistics(user_id, records, against_the_bot, await words_for(interaction))


async def _of_the_bot(interaction: AnyInteraction) -> str:
    records = await interaction.client.host.games.standings.bot_records(place_of(interaction).guild_id)
    return statistics_of_the_bot(records, await words_for(interaction))


def all_variants(words: Words) -> str:
    """The variants in a line each."""
    lines = [
        f"**{variant.title}** ({board_size(variant.default_size)}): {words.say(variant.summary)}"
        for variant in VARIANTS
    ]
    return "\n".join(
        [
            words(
                "{number} games, one idea: **whoever cannot move on their turn loses**, and there are no draws.",
                number=len(VARIANTS),
            ),
            *lines,
            words("`/gridlock rules variant:` tells one of them in full."),
        ]
    )
