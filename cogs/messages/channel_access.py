"""Who can look into a channel, and whether it is still there; for this a bot without privileged intents has to ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import discord

from cogs.messages.actors import thread_of
from cogs.messages.delivery import UNKNOWN_CHANNEL, place_of
from cogs.responder import UNDELIVERED
from cogs.text.shared import link
from gridlock_host import Game, Place, Refusal
from gridlock_rules.wording import Phrase

if TYPE_CHECKING:
    from cogs.runtime.client import AnyInteraction

_UNKNOWN_MEMBER: Final = 10007


class OutOfSight(Refusal):
    """A game would begin where the other player may not see it."""

    def __init__(self, elsewhere: Place) -> None:
        super().__init__(
            Phrase(
                "The challenger cannot see this channel, as far as I can tell. "
                "Accept the challenge where it is: {link}",
                link=link(elsewhere),
            )
        )


async def expect_seen(interaction: AnyInteraction, user_id: int, elsewhere: Place) -> None:
    """Check that somebody sees what happens in the channel of an interaction, unless they know that channel.

    Raises:
        OutOfSight: They do not, or Discord does not say.
    """
    if place_of(interaction).channel_id != elsewhere.channel_id and not await _sees(interaction, user_id):
        raise OutOfSight(elsewhere)


def is_seen_by_actor(interaction: discord.Interaction[Any], place: Place) -> bool:
    """Whether the person of an interaction can look into a channel, as far as is known without asking Discord."""
    if place.channel_id == interaction.channel_id:
        return True
    guild, person = interaction.guild, interaction.user
    channel = None if guild is None else guild.get_channel_or_thread(place.channel_id)
    if channel is None or not isinstance(person, discord.Member):
        return False
    try:
        return _may_view(channel, person)
    except discord.ClientException:
        return False


async def why_it_stays(interaction: AnyInteraction, game: Game) -> Phrase | None:
    """Why a game's board cannot come to the channel of an interaction by a player's command; None if it can.

    No player takes a game to where the other one would hear of nothing and lose on time. What has no channel any more
    can go anywhere.
    """
    here = place_of(interaction)
    if here.channel_id == game.place.channel_id:
        return None
    settings = await interaction.client.host.servers.settings.find(here.guild_id)
    may_be_here = settings.allows_channel(here.channel_id, thread_of(interaction))
    if may_be_here and await _sees(interaction, game.opponent_of(interaction.user.id)):
        return None
    if await is_gone(interaction, game.place):
        return None
    if may_be_here:
        return Phrase("Your opponent cannot see this channel, as far as I can tell.")
    return Phrase("Games cannot be started in this channel.")


async def is_gone(interaction: discord.Interaction[Any], place: Place) -> bool:
    """Whether a channel or thread was deleted. One that is only archived, or hidden from the bot, is still there."""
    guild = interaction.guild
    if guild is None or guild.get_channel_or_thread(place.channel_id) is not None:
        return False
    try:
        await guild.fetch_channel(place.channel_id)
    except discord.NotFound as error:
        return error.code == UNKNOWN_CHANNEL
    except (*UNDELIVERED, discord.InvalidData):
        return False
    return False


async def _sees(interaction: discord.Interaction[Any], user_id: int) -> bool:
    """Whether somebody can look into the channel of an interaction; not where Discord does not say.

    Whoever has left the server sees nothing anywhere, so nothing is kept from them.
    """
    guild, channel_id = interaction.guild, interaction.channel_id
    channel = None if guild is None or channel_id is None else guild.get_channel_or_thread(channel_id)
    if guild is None or channel is None:
        return False
    try:
        member = guild.get_member(user_id) or await guild.fetch_member(user_id)
        return _may_view(channel, member)
    except discord.NotFound as error:
        return error.code == _UNKNOWN_MEMBER
    except (*UNDELIVERED, discord.ClientException):  # the last where a thread's channel is not known
        return False


def _may_view(channel: discord.abc.GuildChannel | discord.Thread, member: discord.Member) -> bool:
    may = channel.permissions_for(member)
    # Who has been added to a private thread is not asked, so it is no place to bring a game to.
    is_private = isinstance(channel, discord.Thread) and channel.is_private()
    return may.view_channel and (may.manage_threads or not is_private)
