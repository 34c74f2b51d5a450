"""The welcome card: what the bot shows once to a server that it has joined, and privately with `/gridlock help`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import discord

from cogs.discord_api.components import Components, container, layout, row, text_display
from cogs.messages.controls import (
    CHALLENGE_ANYONE,
    OPEN_GAMES,
    OPEN_PUZZLE,
    OPEN_SETTINGS,
    OPEN_TUTORIAL,
    PLAY_ME,
    Key,
    button,
)
from cogs.messages.sending.delivery import Messages
from cogs.responder import log_follow_up_failure
from cogs.text.help import card_text
from cogs.text.i18n import Languages, Words
from gridlock_host import Host, Place

_GREEN: Final = 0x248046
# A server may refuse messages in spite of the permissions, for example by a rule of AutoMod.
_MOST_CHANNELS_TRIED: Final = 3


def welcome_message(words: Words, *, has_settings: bool = True) -> Components:
    """Return the welcome card.

    Args:
        words: The language.
        has_settings: Whether it leads to the settings of the server.
    """
    key = Key(0)
    play = [button(kind, key, words) for kind in (PLAY_ME, CHALLENGE_ANYONE, OPEN_PUZZLE)]
    learn = [button(kind, key, words) for kind in (OPEN_TUTORIAL, OPEN_GAMES)]
    if has_settings:
        learn.append(button(OPEN_SETTINGS, key, words))
    return layout(container(text_display(card_text(words)), row(*play), row(*learn), colour=_GREEN))


class WelcomeCards:
    """Posts the welcome card in servers that the bot has joined.

    Args:
        messages: Posts messages.
        host: Remembers which servers were welcomed.
        languages: The language of each server.
    """

    def __init__(self, messages: Messages, host: Host, languages: Languages) -> None:
        self._messages = messages
        self._host = host
        self._languages = languages

    async def greet(self, guild: discord.Guild) -> None:
        """Post the card, once for each server: in the system channel, or else in the first channel that takes it."""
        with log_follow_up_failure(f"the welcome card of server {guild.id}"):
            channels = list(_open_channels(guild))
            # Where the bot may write nowhere, nothing is claimed, so a later invitation can be welcomed.
            if not channels or not await self._host.servers.welcomes.claim(guild.id):
                return
            card = welcome_message(await self._languages.of(guild.id))
            for channel in channels[:_MOST_CHANNELS_TRIED]:
                posted = await self._messages.post(Place(guild.id, channel.id), "welcome", components=card)
                if isinstance(posted, Place):
                    return


def _open_channels(guild: discord.Guild) -> Iterator[discord.TextChannel]:
    """Yield the text channels in which the bot may write, the system channel first."""
    system = guild.system_channel
    for channel in ([] if system is None else [system]) + [each for each in guild.text_channels if each != system]:
        permissions = channel.permissions_for(guild.me)
        if permissions.view_channel and permissions.send_messages:
            yield channel
