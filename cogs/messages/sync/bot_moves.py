"""Background tasks in which the bot computes its own moves."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from cogs.responder import log_follow_up_failure
from gridlock_host import Game
from gridlock_host.bot_player.opponent import Opponent, Reply

Show = Callable[[Reply], Awaitable[None]]


class BotMoves:
    """Moves for the bot where it is its turn, each time in a task of its own.

    A move that is lost with the process is made up for: that the bot is to move, and that its move is to be shown, is
    stored.

    Args:
        opponent: Chooses and plays the moves.
        track_task: Lets the current task finish before the bot stops.
    """

    def __init__(self, opponent: Opponent, track_task: Callable[[], None]) -> None:
        self._opponent = opponent
        self._track_task = track_task
        self._thinking: set[asyncio.Task[None]] = set()
        self._is_stopped = False

    @property
    def thinking(self) -> frozenset[asyncio.Task[None]]:
        """The tasks that still compute a move."""
        return frozenset(self._thinking)

    def begin(self, game: Game, show: Show) -> None:
        """Start a move in a game if the bot is to move there.

        Args:
            game: The game as it is stored.
            show: Shows the move.
        """
        if game.bot_is_to_move and not self._is_stopped:
            task = asyncio.get_running_loop().create_task(self._move(game, show))
            self._thinking.add(task)
            task.add_done_callback(self._thinking.discard)

    async def stop(self) -> None:
        """Cancel what is being computed. A move that is made already is still shown."""
        self._is_stopped = True
        for task in self._thinking:
            task.cancel()
        await asyncio.gather(*self._thinking, return_exceptions=True)

    async def _move(self, game: Game, show: Show) -> None:
        with log_follow_up_failure(f"game {game.id}"):
            reply = await self._opponent.reply(game)
            if reply is not None:
                self._keep_task()
                await show(reply)

    def _keep_task(self) -> None:
        """Let the current task finish from now on, because its move is stored."""
        self._track_task()
        task = asyncio.current_task()
        if task is not None:
            self._thinking.discard(task)
