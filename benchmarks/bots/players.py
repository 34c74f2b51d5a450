"""Players for benchmarks: pairs who play each other, and a person who plays the bot."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from benchmarks.bots.answers import answer_to
from gridlock_rules import find_variant
from local_discord import ChangeKind, ChangeStream, Channel, Guild, Interaction, LocalDiscord, Member, Message

# Any such game has at least 21 moves and 25 buttons.
_VARIANT, _SIZE = "dodge", 5
MOVES: Final = 20
# What the custom ids of cells, and of menus of cells, have in them.
_CELL, _CELL_MENU = ":cell:", ":choose:"
_PATIENCE_SECONDS = 60.0


class TurnWaiter:
    """Waits for messages that mention a player; one listener serves all players."""

    def __init__(self) -> None:
        self._called: defaultdict[int, asyncio.Event] = defaultdict(asyncio.Event)

    def forget(self, member: Member) -> None:
        """Forget earlier mentions of this player."""
        self._called[member.id].clear()

    async def wait_for(self, member: Member) -> None:
        """Wait until this player has been mentioned.

        Raises:
            TimeoutError: It took too long.
        """
        await asyncio.wait_for(self._called[member.id].wait(), _PATIENCE_SECONDS)

    async def listen(self, changes: ChangeStream) -> None:
        """Note mentions in a stream of changes, until it ends."""
        async for change in changes:
            if change.kind is ChangeKind.MESSAGE_CREATED and change.message is not None:
                for member in change.message.mentions:
                    self._called[member.id].set()


@asynccontextmanager
async def listening(discord: LocalDiscord) -> AsyncIterator[TurnWaiter]:
    """Listen for mentions of players as long as the block lasts."""
    turns = TurnWaiter()
    listener = asyncio.create_task(turns.listen(discord.changes()))
    try:
        yield turns
    finally:
        listener.cancel()


class Pair:
    """Two members of a server, with a channel of their own.

    Args:
        guild: Their server.
        turns: Waits for their turns.
    """

    def __init__(self, guild: Guild, turns: TurnWaiter) -> None:
        self._channel = guild.add_channel("games")
        self._to_move, self._waiting = guild.add_member("Ada"), guild.add_member("Bob")
        self._turns = turns
        self._board: Message | None = None
        self._position = find_variant(_VARIANT).start(_SIZE)
        self._moved = 0

    @property
    def moves_left(self) -> int:
        """How many more moves their game surely has."""
        return 0 if self._board is None else MOVES - self._moved

    async def begin(self) -> None:
        """Start a new game; the player to move now moves first."""
        challenger, opponent = self._to_move, self._waiting
        asked = await challenger.command(
            self._channel, "gridlock challenge", opponent=opponent, variant=_VARIANT, size=_SIZE, first="me"
        )
        challenge = await answer_to(asked)
        self._turns.forget(challenger)
        await answer_to(await opponent.press(challenge, "Accept"))
        await self._turns.wait_for(challenger)
        # A board that comes late is a message of its own.
        self._board = next(message for message in reversed(self._channel.messages) if _is_board(message))
        self._position = find_variant(_VARIANT).start(_SIZE)
        self._moved = 0

    async def press_a_cell(self) -> Interaction:
        """Play the first legal move by button, and return with the first answer."""
        return await self._to_move.press(self._shown, custom_id=self._first_legal())

    async def choose_a_cell(self) -> Interaction:
        """Play the first move that the board offers, by button or from a menu, and return with the first answer."""
        if _cells(self._shown):
            return await self.press_a_cell()
        menu = next(menu for menu in self._shown.selects if _CELL_MENU in menu.custom_id)
        return await self._to_move.choose(self._shown, menu.custom_id, [menu.options[0][0]])

    async def type_a_cell(self) -> Interaction:
        """Play the first legal move by command, as all moves before it, and return with the first answer."""
        move = self._position.legal_moves[0]
        asked = await self._to_move.command(self._channel, "gridlock move", cell=str(move))
        self._position = self._position.play(move)
        return asked

    def pass_turn(self, board: Message | None = None) -> None:
        """Make the opponent the player to move, once the move is answered; if that is with a board, it is kept."""
        if board is not None:
            self._board = board
        self._moved += 1
        self._to_move, self._waiting = self._waiting, self._to_move

    @property
    def _shown(self) -> Message:
        if self._board is None:
            raise RuntimeError("no game has begun")
        return self._board

    def _first_legal(self) -> str:
        """The custom id of the first cell that can be pressed."""
        cells = _cells(self._shown)
        if not cells:
            raise RuntimeError(f"no cell can be pressed after {self._moved} moves: {self._shown.text}")
        return cells[0]


def _is_board(message: Message) -> bool:
    """Whether a message shows a board on which a player can move."""
    return bool(_cells(message)) or any(_CELL_MENU in menu.custom_id for menu in message.selects)


def _cells(board: Message) -> list[str]:
    """The custom ids of the cells that can be pressed."""
    ids = [str(button.custom_id) for button in board.buttons if button.label and not button.disabled]
    return [each for each in ids if _CELL in each]


LEVEL: Final = 5
_SIMPLE: Final = "a random legal move"


class Person:
    """A member who plays the bot.

    Args:
        guild: A server.
        channel: Their channel.
        name: Their name.

    Attributes:
        channel: Their channel.
        member: Their member.
    """

    def __init__(self, guild: Guild, channel: Channel, name: str) -> None:
        self._bot = guild.bot
        self.channel = channel
        self.member = guild.add_member(name)

    async def begin(self, variant_key: str, size: int | None = None) -> Message:
        """Begin a game in which they move first, and return its board."""
        terms: dict[str, Any] = {"opponent": self._bot, "variant": variant_key, "level": LEVEL, "first": "me"}
        if size is not None:
            terms["size"] = size
        return await answer_to(await self.member.command(self.channel, "gridlock challenge", **terms))

    @property
    def simple(self) -> int:
        """The number of moves in the channel for which the bot had no worker."""
        return sum(_SIMPLE in message.text for message in self.channel.messages)
