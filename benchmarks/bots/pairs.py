"""Pairs of players who play one game after another, as fast as the bot lets them."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from local_discord import ChangeKind, ChangeStream, Guild, Interaction, LocalDiscord, Member, Message

# Whatever is played, such a game lasts 21 moves at least, and it is shown as 25 buttons.
_VARIANT, _SIZE = "dodge", 5
_PATIENCE_SECONDS = 60.0


class Calls:
    """Tells players when a message names them; one listener serves any number of players."""

    def __init__(self) -> None:
        self._called: defaultdict[int, asyncio.Event] = defaultdict(asyncio.Event)

    def forget(self, member: Member) -> None:
        """Let the next call of this player be the first."""
        self._called[member.id].clear()

    async def wait_for(self, member: Member) -> None:
        """Wait until this player has been called.

        Raises:
            TimeoutError: That takes too long to be believed.
        """
        await asyncio.wait_for(self._called[member.id].wait(), _PATIENCE_SECONDS)

    async def listen(self, changes: ChangeStream) -> None:
        """Note the calls in a stream of changes, until it ends."""
        async for change in changes:
            if change.kind is ChangeKind.MESSAGE_CREATED and change.message is not None:
                for member in change.message.mentions:
                    self._called[member.id].set()


@asynccontextmanager
async def listening(discord: LocalDiscord) -> AsyncIterator[Calls]:
    """Hear the calls to players as long as the block lasts."""
    calls = Calls()
    listener = asyncio.create_task(calls.listen(discord.changes()))
    try:
        yield calls
    finally:
        listener.cancel()


class Pair:
    """Two members of a server, with a channel of their own.

    Args:
        guild: Their server.
        calls: Tells them when it is their turn.
    """

    def __init__(self, guild: Guild, calls: Calls) -> None:
        self._channel = guild.add_channel("games")
        self._to_move, self._waiting = guild.add_member("Ada"), guild.add_member("Bob")
        self._calls = calls
        self._board: Message | None = None

    @property
    def is_playing(self) -> bool:
        """Whether a game goes on."""
        return self._board is not None and any(":cell:" in str(button.custom_id) for button in self._board.buttons)

    async def begin(self) -> None:
        """Start a new game, in which the player who was to move last is first again."""
        challenger, opponent = self._to_move, self._waiting
        asked = await challenger.command(
            self._channel, "gridlock challenge", opponent=opponent, variant=_VARIANT, size=_SIZE, first="me"
        )
        self._calls.forget(challenger)
        accepted = await opponent.press(_message(asked), "Accept")
        await self._calls.wait_for(challenger)
        self._board = _message(accepted)

    async def press_a_cell(self) -> Interaction:
        """Play the first legal move by its button; return when that is answered."""
        return await self._to_move.press(self._shown, custom_id=self._first_legal())

    async def type_a_cell(self) -> Interaction:
        """Play the first legal move by command; return when that is answered."""
        cell = self._first_legal().rpartition(":")[2]
        typed = await self._to_move.command(self._channel, "gridlock move", cell=cell)
        self._board = _message(typed)
        return typed

    def pass_turn(self) -> None:
        """Let the opponent be the next to move. Nobody calls them: they have just moved themselves."""
        self._to_move, self._waiting = self._waiting, self._to_move

    @property
    def _shown(self) -> Message:
        if self._board is None:
            raise RuntimeError("no game has begun")
        return self._board

    def _first_legal(self) -> str:
        """The custom id of the first cell that can be pressed."""
        return next(
            button.custom_id
            for button in self._shown.buttons
            if not button.disabled and button.custom_id is not None and ":cell:" in button.custom_id
        )


def _message(interaction: Interaction) -> Message:
    if interaction.reply is None:
        raise RuntimeError(f"no message answers {interaction}")
    return interaction.reply
