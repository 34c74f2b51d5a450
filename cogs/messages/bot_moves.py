"""The bot's own moves: nobody waits for them, and a stop of the bot drops those that are still thought about."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from cogs.responder import following_an_answer
from gridlock_host import Game
from gridlock_host.bot_player.opponent import Opponent, Reply

Show = Callable[[Reply], Awaitable[None]]


class BotMoves:
    """Lets the bot move where it is its turn, each time in a task of its own.

    What is lost of that is made up for: that the bot is to move, and that its move is to be shown, is stored.

    Args:
        opponent: What moves.
        take_in_hand: Called in a task that is to be finished before the bot stops.
    """

    def __init__(self, opponent: Opponent, take_in_hand: Callable[[], None]) -> None:
        self._opponent = opponent
        self._take_in_hand = take_in_hand
        self._thinking: set[asyncio.Task[None]] = set()
        self._is_stopped = False

    @property
    def thinking(self) -> frozenset[asyncio.Task[None]]:
        """The moves that are being thought of."""
        return frozenset(self._thinking)

    def begin(self, game: Game, show: Show) -> None:
        """Begin to move in a game, if the bot is to move there and is not at it already.

        Args:
            game: The game as it is stored.
            show: Shows the move.
        """
        if game.bot_is_to_move and not self._is_stopped:
            task = asyncio.get_running_loop().create_task(self._move(game, show))
            self._thinking.add(task)
            task.add_done_callback(self._thinking.discard)

    async def stop(self) -> None:
        """Think no more. A move that is made already is still shown."""
        self._is_stopped = True
        for task in self._thinking:
            task.cancel()
        await asyncio.gather(*self._thinking, return_exceptions=True)

    async def _move(self, game: Game, show: Show) -> None:
        with following_an_answer(f"game {game.id}"):
            reply = await self._opponent.reply(game)
            if reply is not None:
                self._made()
                await show(reply)

    def _made(self) -> None:
        """Let the current task be finished, because its move is made."""
        self._take_in_hand()
        task = asyncio.current_task()
        if task is not None:
            self._thinking.discard(task)
