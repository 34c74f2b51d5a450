"""Background tasks that compute who stood to win along a finished game, and then show it on its board."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from cogs.responder import log_follow_up_failure
from gridlock_host import Game
from gridlock_host.bot_player.stories import Stories

Show = Callable[[Game], Awaitable[None]]


class EndStories:
    """Adds stories to the boards of finished games, each in a task of its own. One that is lost stays out.

    Args:
        stories: Computes and stores the stories.
    """

    def __init__(self, stories: Stories) -> None:
        self._stories = stories
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._is_stopped = False

    @property
    def under_way(self) -> frozenset[asyncio.Task[None]]:
        """The tasks that compute or show a story."""
        return frozenset(self._tasks.values())

    def begin(self, game: Game, show: Show) -> None:
        """Begin to tell the story of a game if it is over.

        Args:
            game: The game as it is stored, and shown already.
            show: Shows the board again.
        """
        if not game.is_over or game.has_deleted_player or game.id in self._tasks or self._is_stopped:
            return
        task = asyncio.get_running_loop().create_task(self._tell(game, show), name=f"story of game {game.id}")
        self._tasks[game.id] = task
        task.add_done_callback(lambda _: self._tasks.pop(game.id))

    async def stop(self) -> None:
        """Cancel what is being computed."""
        self._is_stopped = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _tell(self, game: Game, show: Show) -> None:
        with log_follow_up_failure(f"the story of game {game.id}"):
            if await self._stories.tell(game):
                await show(game)
