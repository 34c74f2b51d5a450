"""Commands about standings: leaderboard, statistics, profiles, seasons, head-to-head."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.commands.decorators import takes_request
from cogs.commands.option_checks import BY_RATING, ORDER_CHOICES, VARIANT_CHOICES
from cogs.components.standings.leaderboard import leaderboard_message, leaderboard_of_season, rating_message
from cogs.components.standings.profile import answer_with_profile
from cogs.context import Request
from cogs.discord_api.components import NO_COMPONENTS
from cogs.text.shared import text_message
from cogs.text.standings.head_to_head import head_to_head_lines
from cogs.text.standings.seasons import season_lines
from cogs.text.standings.tables import statistics, statistics_of_the_bot
from gridlock_host import Order, Refusal
from gridlock_rules.wording import Phrase

MOST_SEASONS: Final = 10**6
"""More seasons than a server can have."""


class NoRatingsOfSeasons(Refusal):
    """A season is named along with ratings."""

    sentence = Phrase("Ratings are of all that was ever played, and a season has none. Leave out `by` or `season`.")


class NoProfileOfBots(Refusal):
    """The profile of a bot is asked for."""

    sentence = Phrase("Bots have no profile. `/gridlock stats` of me shows what members have won and lost against me.")


class NobodyElse(Refusal):
    """A member asks for games against themselves."""

    sentence = Phrase("Choose another member: nobody plays against themselves.")


class StandingsCommands(commands.Cog):
    """Commands about standings."""

    @app_commands.command()
    @app_commands.describe(
        variant="Which of the games to count (if left out: all of them together)",
        by="What the table is sorted by (points if left out)",
        season="The number of a season (if left out: all that was ever played)",
    )
    @app_commands.choices(variant=VARIANT_CHOICES, by=ORDER_CHOICES)
    @takes_request
    async def leaderboard(
        self,
        request: Request,
        variant: str | None = None,
        by: str = Order.POINTS.value,
        season: app_commands.Range[int, 1, MOST_SEASONS] | None = None,
    ) -> None:
        """See the leaderboard of this server."""
        if by in BY_RATING:
            if season is not None:
                raise NoRatingsOfSeasons
            against_bot = by != next(iter(BY_RATING))
            text, buttons = await rating_message(request, variant, against_bot=against_bot)
            await request.responder.send(buttons, text=text)
            return
        if season is not None:
            await leaderboard_of_season(request, variant, Order(by), season)
            return
        text, buttons = await leaderboard_message(request, variant, Order(by))
        await request.responder.send(buttons, text=text)

    @app_commands.command()
    @app_commands.describe(member="Whose statistics (yours if left out)")
    @takes_request
    async def stats(self, request: Request, member: discord.User | None = None) -> None:
        """See what a member has played, won and lost in this server."""
        person = request.interaction.user if member is None else member
        text = await (_of_the_bot(request) if request.is_own_account(person) else _of_member(request, person.id))
        content, components = text_message(text, await request.load_public_words())
        await request.responder.send(components, text=content)

    @app_commands.command()
    @app_commands.describe(member="Whose profile (yours if left out)")
    @takes_request
    async def profile(self, request: Request, member: discord.User | None = None) -> None:
        """See a member's rating over time, results, streaks, accuracy and favourite first moves."""
        person = request.interaction.user if member is None else member
        if person.bot:
            raise NoProfileOfBots
        await answer_with_profile(request, person.id)

    @app_commands.command()
    @takes_request
    async def seasons(self, request: Request) -> None:
        """See the seasons of this server and their champions."""
        newest = await request.host.games.seasons.newest(request.guild_id)
        words = await request.load_public_words()
        await request.responder.send(NO_COMPONENTS, text="\n".join(words.say(line) for line in season_lines(newest)))

    @app_commands.command()
    @app_commands.describe(member="The member whom you have played")
    @takes_request
    async def versus(self, request: Request, member: discord.User) -> None:
        """See what you have won and lost against another member, or against me."""
        if member.id == request.user_id:
            raise NobodyElse
        is_bot = request.is_own_account(member)
        pair = await request.host.games.standings.head_to_head(
            request.guild_id, request.user_id, member.id, is_bot=is_bot
        )
        lines = head_to_head_lines(request.user_id, member.id, pair, await request.load_public_words())
        content, components = text_message("\n".join(lines), await request.load_public_words())
        await request.responder.send(components, text=content)


async def _of_member(request: Request, user_id: int) -> str:
    standings, guild_id = request.host.games.standings, request.guild_id
    records = await standings.records_by_variant(guild_id, user_id)
    against_the_bot = await standings.bot_records(guild_id, user_id)
    return statistics(user_id, records, against_the_bot, await request.load_public_words())


async def _of_the_bot(request: Request) -> str:
    records = await request.host.games.standings.bot_records(request.guild_id)
    return statistics_of_the_bot(records, await request.load_public_words())
