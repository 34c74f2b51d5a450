"""Places outside of servers with the bot, for tests: a group chat, a server without the bot, its direct messages."""

from __future__ import annotations

from dataclasses import dataclass

from local_discord import Channel, LocalDiscord, Member, Message
from tests.end_to_end.support.table import Table, reply

GROUP = "a group chat"
FOREIGN_SERVER = "a server without the bot"


@dataclass(frozen=True)
class Place:
    """A channel without the bot, with two people; Ada has installed it."""

    discord: LocalDiscord
    channel: Channel
    ada: Member
    bob: Member

    @classmethod
    def add(cls, table: Table, kind: str) -> Place:
        """Add a place of a kind, `GROUP` or `FOREIGN_SERVER`."""
        table.ada.user.has_installed_app = True
        if kind == GROUP:
            return cls(table.discord, table.discord.add_group("friends", table.ada, table.bob), table.ada, table.bob)
        guild = table.discord.add_guild_without_bot("Another server")
        ada, bob = (guild.add_member(one.name, user=one.user) for one in (table.ada, table.bob))
        return cls(table.discord, guild.add_channel("talk"), ada, bob)

    async def answer(self, person: Member, command: str, **options: object) -> Message:
        """Send a command, and return its answer."""
        return reply(await person.command(self.channel, command, **options))  # type: ignore[arg-type]

    async def challenge(self, **options: object) -> Message:
        """Challenge Bob as Ada; return the challenge."""
        terms = {"opponent": self.bob, "variant": "lines", "start": "plain", "first": "me"} | options
        return await self.answer(self.ada, "gridlock challenge", **terms)

    async def begin(self, **options: object) -> Message:
        """Start a game of Ada against Bob; return the board."""
        challenge = await self.challenge(**options)
        board = reply(await self.bob.press(challenge, "Accept"))
        await self.discord.until(lambda: not challenge.buttons, "the challenge to lose its buttons")
        return board

    async def finish(self, **options: object) -> Message:
        """Play two moves of a game of Ada against Bob, and resign it as Ada; return the board."""
        board = await self.begin(**{"size": 3} | options)
        for player, cell in ((self.ada, "B2"), (self.bob, "B1")):
            await player.press(board, cell)
            await self.shows(board, f"**{cell}**")
        question = reply(await self.ada.press(board, "Resign"))
        await self.ada.press(question, "Yes, resign")
        await self.shows(board, "Game over")
        return board

    async def shows(self, message: Message, text: str) -> None:
        """Wait until a message shows a text."""
        await self.discord.until(lambda: text in message.text, f"the message to show {text!r}")

    def calls_by_channel(self) -> list[str]:
        """The requests of the bot about this channel, which Discord would refuse."""
        return [one.path for one in self.discord.requests if f"/channels/{self.channel.id}" in one.path]
