"""Stories of finished games: who stood to win along the way, computed for the board of the finished game."""

from __future__ import annotations

import logging
from typing import Final

from gridlock_host.games.end_cards import EndCardService
from gridlock_host.model.end_card import Story
from gridlock_host.model.game import Game
from gridlock_host.workers.pool import WorkerFailed, WorkerPool
from gridlock_rules import Player, Position
from gridlock_solver.registry import solve
from gridlock_solver.search.budget import FOR_STORY
from gridlock_solver.solution import Solution, Value

_log = logging.getLogger(__name__)

# A position takes a tenth of a second; the rest is for waiting, because what players wait for comes first.
_SECONDS_FOR_A_POSITION: Final = 60.0


class Stories:
    """Computes stories, and stores them.

    Args:
        end_cards: Where they are stored.
        pool: Runs the solver.
    """

    def __init__(self, end_cards: EndCardService, pool: WorkerPool) -> None:
        self._end_cards = end_cards
        self._pool = pool

    async def tell(self, game: Game) -> bool:
        """Compute and store the story of a finished game, and return whether there is a new one.

        A game without a winner or without a move has none. If the solver fails, the card stays without one.
        """
        if game.result is None or game.result.winner_id is None or not game.moves:
            return False
        if (await self._end_cards.find(game)).story is not None:
            return False
        try:
            story = await self._compute(game)
        except WorkerFailed as failure:
            _log.warning("no story of game %d: %s", game.id, failure)
            story = None
        await self._end_cards.note_story(game, story)
        return story is not None

    async def _compute(self, game: Game) -> Story:
        position = game.variant.start(game.position.size)
        favourites = [await self._favourite(game, position)]
        for text in game.moves:
            position = position.play(position.parse(text))
            favourites.append(await self._favourite(game, position))
        return Story.of(favourites)

    async def _favourite(self, game: Game, position: Position) -> Player | None:
        """Return the player who wins a position with perfect play; None if that is not proved in time."""
        if position.outcome is not None:
            return position.outcome.winner
        solution: Solution = await self._pool.run(
            solve, position, FOR_STORY, seconds=_SECONDS_FOR_A_POSITION, server=game.place.guild_id
        )
        if solution.value is Value.OPEN:
            return None
        return position.to_move if solution.is_won else position.to_move.opponent
