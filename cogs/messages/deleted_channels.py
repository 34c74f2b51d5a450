"""Which of the channels that a server has named are there no more."""

from __future__ import annotations

from collections.abc import Iterable

import discord


def deleted_among(guild: discord.Guild | None, channel_ids: Iterable[int]) -> frozenset[int]:
    """Those of these channels that have been deleted; none of them where the bot does not know the server's channels.

    Discord tells a bot of all channels of a server, also of those that it cannot look into.
    """
    if guild is None or guild.unavailable or not guild.channels:
        return frozenset()
    return frozenset(channel_id for channel_id in channel_ids if guild.get_channel_or_thread(channel_id) is None)
