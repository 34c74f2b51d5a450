"""The pretend server: its members, and its channels and threads, some of which are deleted while others open."""

from __future__ import annotations

from random import Random
from typing import Final

from local_discord import Channel, LocalDiscord, Member, Permissions, Thread

CHANNELS: Final = 4
THREADS: Final = 2
_GAMES_AT_ONCE: Final = 20


class World:
    """A server with people.

    Args:
        discord: Where it is.
        people: How many there are.

    Attributes:
        guild: The server.
        members: Its members, but for whoever manages it.
        bot: The bot.
        manager: Whoever manages it.
        all_channels: The channels and threads that there are or have been.
    """

    def __init__(self, discord: LocalDiscord, people: int) -> None:
        self.discord = discord
        self.guild = discord.add_guild("Pretend server")
        self.bot = self.guild.bot
        self.members = [self.guild.add_member(f"Member {number}") for number in range(1, people + 1)]
        self.manager = self.guild.add_member("Manager", permissions=Permissions.MANAGE_GUILD)
        self.all_channels: list[Channel] = []
        self._opened = 0
        for _ in range(CHANNELS):
            self.open_channel()
        for _ in range(THREADS):
            self.open_thread(self.channels[0])

    @property
    def channels(self) -> list[Channel]:
        """The text channels."""
        return self.guild.channels

    @property
    def threads(self) -> list[Thread]:
        """The threads."""
        return self.guild.threads

    def place(self, rng: Random) -> Channel:
        """A channel or a thread in which somebody may write."""
        open_threads = [thread for thread in self.threads if not thread.archived]
        return rng.choice([*self.channels, *open_threads])

    def member(self, user_id: int) -> Member:
        """The member with an account."""
        return self.guild.members[user_id]

    def open_channel(self) -> None:
        """Open a channel."""
        self._opened += 1
        self.all_channels.append(self.guild.add_channel(f"games {self._opened}"))

    def open_thread(self, channel: Channel) -> None:
        """Open a thread below a channel."""
        self._opened += 1
        self.all_channels.append(channel.add_thread(f"thread {self._opened}", self.members[0].user))

    async def allow_many_games(self) -> None:
        """Let everybody have as many games as a busy minute takes."""
        await self.manager.command(self.channels[0], "gridlock settings", games=_GAMES_AT_ONCE)

    def give_everything_back(self) -> None:
        """Let the bot do again what it may, and open the threads that were put away."""
        for channel in self.channels:
            for name in ("SEND_MESSAGES", "SEND_MESSAGES_IN_THREADS", "VIEW_CHANNEL"):
                channel.allow_bot(name)
        for thread in self.threads:
            thread.set_state(archived=False, locked=False)
