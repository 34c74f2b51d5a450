"""A pretend server with three members, and their usual actions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from local_discord import Channel, Guild, Interaction, LocalDiscord, Member, Message, Permissions
from tests.support.stand_in import answer_of, is_answered


@dataclass(frozen=True)
class Table:
    """A server of its own for one test, with a channel and three members."""

    discord: LocalDiscord
    guild: Guild
    channel: Channel
    ada: Member
    bob: Member
    cleo: Member

    @classmethod
    def lay(cls, discord: LocalDiscord, name: str = "Pretend server") -> Table:
        """Add a server."""
        guild = discord.add_guild(name)
        ada, bob, cleo = (guild.add_member(member) for member in ("Ada", "Bob", "Cleo"))
        return cls(discord, guild, guild.add_channel("games"), ada, bob, cleo)

    def manager(self) -> Member:
        """Let somebody join who may manage the server."""
        return self.guild.add_member("Manager", permissions=Permissions.MANAGE_GUILD)

    async def settle(self, **options: Any) -> Message:
        """Change the server's settings; return them as they are shown."""
        return await self.answer(await self.manager().command(self.channel, "gridlock settings", **options))

    async def lift_limits(self) -> None:
        """Let everybody have as many open games and challenges as a server can allow."""
        await self.settle(games=1000, challenges=1000)

    async def challenge(self, **options: Any) -> Message:
        """Let Ada challenge Bob; return the challenge."""
        asked = await self.ada.command(self.channel, "gridlock challenge", **{"opponent": self.bob} | options)
        return await self.answer(asked)

    async def begin(self, **options: Any) -> Message:
        """Let Ada challenge Bob and Bob accept; return the board. Ada moves first unless the options say otherwise."""
        challenge = await self.challenge(**{"first": "me"} | options)
        accept = labels(challenge)[0]  # in whatever language
        board = await self.answer(await self.bob.press(challenge, accept))
        if options.get("first", "me") == "me":
            await self.called(self.ada, board)
        return board

    async def move(self, player: Member, cell: str, **options: Any) -> Message:
        """Let somebody move by command; return the board that is posted."""
        return await self.answer(await player.command(self.channel, "gridlock move", cell=cell, **options))

    async def play(self, moves: Sequence[str], **options: Any) -> Message:
        """Let Ada and Bob move in turn by command; return the last board."""
        board = None
        for number, cell in enumerate(moves):
            board = await self.move((self.ada, self.bob)[number % 2], cell, **options)
        assert board is not None
        return board

    def posts(self, text: str) -> list[Message]:
        """The messages in the channel with a text, those that were deleted since among them."""
        return [message for message in self.channel.history.values() if text in message.text]

    async def answer(self, interaction: Interaction) -> Message:
        """The message that answers an interaction, also where a busy bot announced it first."""
        await self.discord.until(lambda: is_answered(interaction), f"an answer to {interaction}")
        return reply(interaction)

    async def shows(self, message: Message, text: str) -> None:
        """Wait until a message shows a text."""
        await self.discord.until(lambda: text in message.text, f"the message to show {text!r}")

    async def resign(self, player: Member, board: Message) -> None:
        """Let somebody give a game up, and wait until its board shows that."""
        question = await self.answer(await player.press(board, "Resign"))
        await player.press(question, "Yes, resign")
        await self.shows(board, "Game over")

    async def called(self, player: Member, board: Message) -> Message:
        """Wait until the newest call to move on this board is for a player; return the call."""
        calls = await self.discord.until(
            lambda: [message for message in player.notifications if str(board.id) in message.text],
            f"{player.name} to be called to move",
        )
        return calls[-1]


def reply(interaction: Interaction) -> Message:
    """The message with which an interaction was answered."""
    message = answer_of(interaction)
    assert message is not None, f"no message answers {interaction}"
    return message


def refusal(interaction: Interaction) -> str:
    """The sentence of a refusal, which only the person who asked can see."""
    message = reply(interaction)
    assert message.ephemeral, f"everybody can see: {message.text}"
    assert "incident" not in message.text, message.text
    return message.text


def game_id(board: Message) -> str:
    """The number of the game that a board shows."""
    return board.text.split("#", 1)[1].split(" ", 1)[0]


def challenge_id(challenge: Message) -> str:
    """The number of the challenge that a message shows, while it can be answered."""
    return str(challenge.buttons[0].custom_id).split(":")[2]


def cells(board: Message) -> dict[str, str]:
    """The buttons of a board by their custom id's last part: the label, in brackets when disabled."""
    buttons = {}
    for button in board.buttons:
        _, action, *_, argument = (button.custom_id or "").split(":")
        if action == "cell":
            buttons[argument] = f"({button.label})" if button.disabled else str(button.label)
    return buttons


def labels(message: Message) -> list[str]:
    """What stands on the buttons of a message."""
    return [str(button.label) for button in message.buttons]


def call_of(table: Table) -> str:
    """How a call to Bob begins."""
    return f"{table.bob.mention}, it is your turn"


def cell_button(board: Message, cell: str) -> str:
    return next(str(button.custom_id) for button in board.buttons if str(button.custom_id).endswith(f":{cell}"))
