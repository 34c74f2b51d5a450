"""A pretend server with three members, and their usual actions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
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
        """Add a server that has the bot already, so that no welcome card is posted."""
        guild = discord.add_guild(name, joins=False)
        ada, bob, cleo = (guild.add_member(member) for member in ("Ada", "Bob", "Cleo"))
        return cls(discord, guild, guild.add_channel("games"), ada, bob, cleo)

    def manager(self) -> Member:
        """Add a member who may manage the server, and reads the language that Ada reads."""
        manager = self.guild.add_member("Manager", permissions=Permissions.MANAGE_GUILD)
        manager.user.locale = self.ada.user.locale
        return manager

    def all_read(self, locale: str) -> None:
        """Set the language of everybody's Discord."""
        for member in self.guild.people:
            member.user.locale = locale

    def show_managers_commands(self) -> None:
        """Show the commands of managers to everybody, as the server's settings of the bot can."""
        self.guild.show_command("gridlock-server", self.guild.roles[0])

    async def settle(self, **options: Any) -> Message:
        """Change the server's settings; return them as they are shown."""
        return await self.answer(await self.manager().command(self.channel, "gridlock-server settings", **options))

    async def lift_limits(self) -> None:
        """Set the limits of open games and challenges to their maximum."""
        await self.settle(games=1000, challenges=1000)

    async def challenge(self, **options: Any) -> Message:
        """Challenge Bob as Ada; return the challenge. The board is plain by default."""
        terms: dict[str, Any] = {"opponent": self.bob, "start": "plain"} | options
        asked = await self.ada.command(self.channel, "gridlock challenge", **terms)
        return await self.answer(asked)

    async def begin(self, **options: Any) -> Message:
        """Start a game of Ada against Bob; return the board. Ada moves first by default."""
        challenge = await self.challenge(**{"first": "me"} | options)
        accept = labels(challenge)[0]  # in whatever language
        board = await self.answer(await self.bob.press(challenge, accept))
        if options.get("first", "me") == "me":
            await self.called(self.ada, board)
        return board

    async def move(self, player: Member, cell: str, **options: Any) -> Message:
        """Move by command; return the board once it shows the move: the answer, or the message to which that links."""
        before = {message.id: _moves_on(message) for message in self.channel.messages}
        answer = await self.answer(await player.command(self.channel, "gridlock move", cell=cell, **options))
        if not answer.ephemeral:
            return answer

        def board() -> Message:
            found = re.search(r"channels/\d+/(\d+)/(\d+)", answer.text)
            assert found is not None, answer.text
            (channel,) = [each for each in self.guild.channels if each.id == int(found[1])]
            return channel.history[int(found[2])]

        def shows_the_move() -> bool:
            return not board().deleted and _moves_on(board()) > before.get(board().id, -1)

        await self.discord.until(shows_the_move, f"the board to show {cell}")
        return board()

    async def play(self, moves: Sequence[str], **options: Any) -> Message:
        """Move as Ada and Bob in turn by command; return the last board."""
        board = None
        for number, cell in enumerate(moves):
            board = await self.move((self.ada, self.bob)[number % 2], cell, **options)
        assert board is not None
        return board

    def posts(self, text: str) -> list[Message]:
        """The messages of the channel with a text, deleted ones included."""
        return [message for message in self.channel.history.values() if text in message.text]

    async def answer(self, interaction: Interaction) -> Message:
        """Wait for the message that answers an interaction."""
        await self.discord.until(lambda: is_answered(interaction), f"an answer to {interaction}")
        return reply(interaction)

    async def shows(self, message: Message, text: str) -> None:
        """Wait until a message shows a text."""
        await self.discord.until(lambda: text in message.text, f"the message to show {text!r}")

    async def both_move(self, board: Message) -> Message:
        """Let both players move by a button, so that the game counts however it ends; return its board."""
        while (number := _moves_on(board)) < 2:
            for player in (self.ada, self.bob):
                if re.search(rf"{player.mention} \(\w+\) \*\*", board.text):
                    offered = [button.label for button in board.buttons if not button.disabled]
                    await player.press(board, next(cell for cell in ("A1", "C3", "A3") if cell in offered))
                    break
            await self.discord.until(partial(_has_moved_on, board, number), "a move")
        return board

    async def resign(self, player: Member, board: Message) -> None:
        """Resign a game, and wait until its board shows the end."""
        question = await self.answer(await player.press(board, "Resign"))
        await player.press(question, "Yes, resign")
        await self.shows(board, "Game over")

    async def called(self, player: Member, board: Message) -> Message:
        """Wait for the turn notification of a player on this board; return it."""
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


def _moves_on(board: Message) -> int:
    """How many moves were played, as the board says in any language; an open one counts the move to come."""
    found = re.search(r" · (?:(?:move|Zug) (\d+)|.*?(\d+) (?:moves?|Züge?|Zug)\)?)\n", board.text)
    if found is None:
        return 0
    return int(found[1]) - 1 if found[1] else int(found[2])


def _has_moved_on(board: Message, number: int) -> bool:
    return _moves_on(board) > number


def refusal(interaction: Interaction) -> str:
    """The text of a refusal, which must be ephemeral."""
    message = reply(interaction)
    assert message.ephemeral, f"everybody can see: {message.text}"
    assert "incident" not in message.text, message.text
    return message.text


def game_id(board: Message) -> str:
    """The game's number on a board."""
    return board.text.split("#", 1)[1].split(" ", 1)[0]


def challenge_id(challenge: Message) -> str:
    """The number of an open challenge in its message."""
    return str(challenge.buttons[0].custom_id).split(":")[2]


def cells(board: Message) -> dict[str, str]:
    """The emoji and labels of a board's cells, in brackets unless legal; a free cell that is not legal shows none."""
    buttons = {}
    for button in board.buttons:
        _, action, *_, argument = (button.custom_id or "").split(":")
        if action == "cell":
            shown = (button.emoji or "") + button.label.removeprefix("·")
            buttons[argument] = f"({shown})" if button.disabled or button.emoji else shown
    return buttons


def labels(message: Message) -> list[str]:
    """The labels of a message's buttons."""
    return [str(button.label) for button in message.buttons]


def call_of(table: Table) -> str:
    """The beginning of a turn notification to Bob."""
    return f"{table.bob.mention}, it is your turn"


def cell_button(board: Message, cell: str) -> str:
    return next(str(button.custom_id) for button in board.buttons if str(button.custom_id).endswith(f":{cell}"))
