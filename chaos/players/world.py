"""The server of a run: its members, and its changing channels and threads."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Final

from local_discord import Channel, LocalDiscord, Member, Permissions, Thread

CHANNELS: Final = 4
THREADS: Final = 2
_GAMES_AT_ONCE: Final = 20


class World:
    """A server with members, channels and threads.

    Args:
        discord: The stand-in.
        people: The number of members.
        first: The number of the first of them.

    Attributes:
        first: The number of its first member.
        guild: The server.
        members: Its members without the manager.
        bot: The bot.
        manager: A member with the permission Manage Server.
        results: The channel for results, in which nobody plays and nothing goes wrong.
        all_channels: All channels and threads, deleted ones included.
    """

    def __init__(self, discord: LocalDiscord, people: int, *, first: int = 1) -> None:
        self.discord = discord
        self.first = first
        self.guild = discord.add_guild("Pretend server")
        self.bot = self.guild.bot
        self.members = [self.guild.add_member(f"Member {number}") for number in range(first, first + people)]
        self.manager = self.guild.add_member("Manager", permissions=Permissions.MANAGE_GUILD)
        self.results = self.guild.add_channel("results")
        self.all_channels: list[Channel] = [self.results]
        self._opened = self._joined = 0
        for _ in range(CHANNELS):
            self.open_channel()
        for _ in range(THREADS):
            self.open_thread(self.channels[0])

    @property
    def channels(self) -> list[Channel]:
        """The text channels in which people play."""
        return [channel for channel in self.guild.channels if channel is not self.results]

    @property
    def threads(self) -> list[Thread]:
        """The threads."""
        return self.guild.threads

    def place(self, rng: Random) -> Channel:
        """A random channel or thread that is open for writing."""
        open_threads = [thread for thread in self.threads if not thread.archived]
        return rng.choice([*self.channels, *open_threads])

    def member(self, user_id: int) -> Member:
        """The member with this id."""
        return self.guild.members[user_id]

    def open_channel(self) -> None:
        """Open a channel."""
        self._opened += 1
        self.all_channels.append(self.guild.add_channel(f"games {self._opened}"))

    def open_thread(self, channel: Channel) -> None:
        """Open a thread below a channel."""
        self._opened += 1
        self.all_channels.append(self.guild.add_thread(channel, f"thread {self._opened}", self.members[0].user))

    def replace(self, member: Member) -> Member:
        """Let a new person take the place of a member, who does nothing more."""
        self._joined += 1
        newcomer = self.guild.add_member(f"Newcomer {self.first}-{self._joined}")
        self.members[self.members.index(member)] = newcomer
        return newcomer

    async def prepare(self) -> None:
        """Raise the limit of open games to what a busy minute needs, tell results, and begin a season."""
        where, settings = self.channels[0], "gridlock-server settings"
        await self.manager.command(where, settings, games=_GAMES_AT_ONCE, results=self.results, season="by hand")
        await self.manager.command(self.channels[0], "gridlock-server new-season")

    async def end_seasons(self) -> None:
        """End the season that is running, after which none begins."""
        await self.manager.command(self.channels[0], "gridlock-server settings", season="none")

    async def leaderboard(self, asker: Member, **options: str | int | None) -> str:
        """The text of a leaderboard, once it has come; empty if it has not come for minutes."""
        asked = await asker.command(self.channels[0], "gridlock leaderboard", **options)
        with suppress(TimeoutError):
            await self.discord.until(
                lambda: asked.reply is not None and not asked.reply.thinking, "a leaderboard", within=120
            )
        return "" if asked.reply is None else asked.reply.text

    def give_everything_back(self) -> None:
        """Give all permissions back to the bot, and reopen archived threads."""
        for channel in self.channels:
            for name in ("SEND_MESSAGES", "SEND_MESSAGES_IN_THREADS", "VIEW_CHANNEL"):
                channel.allow_bot(name)
        for thread in self.threads:
            thread.set_state(archived=False, locked=False)


def guild_id(channel: Channel) -> int:
    """The id of a channel's server; 0 for direct messages."""
    return 0 if channel.guild is None else channel.guild.id
