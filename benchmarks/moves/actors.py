"""People who do one measured thing again and again."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Protocol

from benchmarks.bots.answers import answer_to, shown_answer
from benchmarks.bots.players import Pair, TurnWaiter
from local_discord import Channel, Guild, Interaction, Member, Message


class Actor(Protocol):
    """A person, or two, who act."""

    async def prepare(self) -> None:
        """Get ready for the next acts; this is not measured."""

    async def act(self) -> Interaction:
        """Use a command or a button, and return with its first answer."""

    def follow(self, interaction: Interaction) -> None:
        """Note the answer, once it is shown."""

    def give_up(self) -> None:
        """Note that the action was refused, or had no answer in time."""


class CommandUser:
    """A member who gives the command of a reference bot.

    Args:
        guild: Their server.
    """

    def __init__(self, guild: Guild) -> None:
        self._channel, self._member = guild.add_channel("games"), guild.add_member("Cleo")

    async def prepare(self) -> None:
        """Nothing is needed."""

    async def act(self) -> Interaction:
        """Give the command."""
        return await self._member.command(self._channel, "bare")

    def follow(self, interaction: Interaction) -> None:
        """Every answer is alike."""

    def give_up(self) -> None:
        """The next answer may come in time."""


class Redrawer:
    """A member who presses a button of a reference bot, which redraws its message of 32 components.

    Args:
        guild: Their server.
        command: The command that posts the message.
    """

    def __init__(self, guild: Guild, command: str = "board") -> None:
        self._command = command
        self._channel, self._member = guild.add_channel("games"), guild.add_member("Cleo")
        self._board: Message | None = None

    async def prepare(self) -> None:
        """Let the bot post the message, the first time."""
        if self._board is None:
            self._board = await answer_to(await self._member.command(self._channel, self._command))

    async def act(self) -> Interaction:
        """Press a button."""
        if self._board is None:
            raise RuntimeError("the bot has posted no board")
        return await self._member.press(self._board, "C3")

    def follow(self, interaction: Interaction) -> None:
        """The message stays the same."""

    def give_up(self) -> None:
        """The next answer may come in time."""


class Mover(ABC):
    """Two members who move by turns in one game after the other.

    Args:
        guild: Their server.
        turns: Waits for their turns.
        moves: How often they move between two preparations.
    """

    def __init__(self, guild: Guild, turns: TurnWaiter, moves: int) -> None:
        self._guild, self._turns, self._moves = guild, turns, moves
        self._pair = Pair(guild, turns)

    async def prepare(self) -> None:
        """Begin a game if none goes on, or if the one that goes on may end too soon."""
        if self._pair.moves_left < self._moves:
            self._pair = Pair(self._guild, self._turns)
            await self._pair.begin()

    @abstractmethod
    async def act(self) -> Interaction:
        """Move."""

    def follow(self, interaction: Interaction) -> None:
        """Let the opponent be the next to move. A private answer is no board; that stays the same message."""
        answer = shown_answer(interaction)
        self._pair.pass_turn(None if answer.ephemeral else answer)

    def give_up(self) -> None:
        """Leave the game, in which the move may have been made or not."""
        self._pair = Pair(self._guild, self._turns)


class ButtonMover(Mover):
    """Two members who move by button."""

    async def act(self) -> Interaction:
        """Press a cell."""
        return await self._pair.press_a_cell()


class ChoosingMover(Mover):
    """Two members who move by what the board offers: a button, or a choice from a menu."""

    async def act(self) -> Interaction:
        """Press or choose a cell."""
        return await self._pair.choose_a_cell()


class TypingMover(Mover):
    """Two members who move by command."""

    async def act(self) -> Interaction:
        """Type a cell."""
        return await self._pair.type_a_cell()


def movers(kind: type[ButtonMover | ChoosingMover | TypingMover], turns: TurnWaiter) -> Callable[[Guild, int], Actor]:
    """Return a function that makes two members of a server who move so often between two preparations."""
    return lambda guild, moves: kind(guild, turns, moves)


class Accepter:
    """A member who accepts a challenge, of other people each time, so that no limit is reached.

    Args:
        guild: Their server.
    """

    def __init__(self, guild: Guild) -> None:
        self._guild = guild
        self._channel: Channel = guild.add_channel("games")
        self._challenge: Message | None = None
        self._opponent: Member | None = None

    async def prepare(self) -> None:
        """Let one new member challenge another."""
        challenger, self._opponent = self._guild.add_member("Ada"), self._guild.add_member("Bob")
        asked = await challenger.command(
            self._channel, "gridlock challenge", opponent=self._opponent, variant="lines", size=5, first="me"
        )
        self._challenge = await answer_to(asked)

    async def act(self) -> Interaction:
        """Accept."""
        if self._opponent is None or self._challenge is None:
            raise RuntimeError("there is no challenge")
        return await self._opponent.press(self._challenge, "Accept")

    def follow(self, interaction: Interaction) -> None:
        """The next challenge is between other people."""

    def give_up(self) -> None:
        """The next challenge is between other people."""
