"""Stories of finished games: who stood to win along the way, how accurately it was played, and the slips.

All of that is read from one solution of each position.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from itertools import pairwise
from typing import Final, NamedTuple

from gridlock_host.games.end_cards import EndCardService
from gridlock_host.learning.accuracies import AccuracyService
from gridlock_host.learning.lessons import Lessons
from gridlock_host.model.end_card import Story
from gridlock_host.model.game import Game
from gridlock_host.model.starts import Swap
from gridlock_host.workers.pool import WorkerFailed, WorkerPool
from gridlock_rules import Move, Player, Position
from gridlock_solver.judgement.review import JudgedPly, accuracy_of, judged_by
from gridlock_solver.registry import solve
from gridlock_solver.search.budget import FOR_STORY
from gridlock_solver.solution import FINISHED, Solution, Value

_log = logging.getLogger(__name__)

# A position takes a tenth of a second; the rest is for waiting, because what players wait for comes first.
_SECONDS_FOR_A_POSITION: Final = 60.0


class _Solved(NamedTuple):
    """A position of a game, its solution, and the move that was played in it; None at the end."""

    position: Position
    solution: Solution
    move: Move | None


class Stories:
    """Computes stories, and stores them.

    Args:
        end_cards: Where they are stored.
        accuracies: Where it is stored how accurately a game was played.
        lessons: Makes exercises of the slips.
        pool: Runs the solver.
    """

    def __init__(
        self, end_cards: EndCardService, accuracies: AccuracyService, lessons: Lessons, pool: WorkerPool
    ) -> None:
        self._end_cards = end_cards
        self._accuracies = accuracies
        self._lessons = lessons
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
            solved = await self._solve(game)
        except WorkerFailed as failure:
            _log.warning("no story of game %d: %s", game.id, failure)
            await self._end_cards.note_story(game, None)
            return False
        # The story comes last: if the bot stops before, all of it is computed again.
        await self._note_decisions(game, _judged(solved))
        await self._end_cards.note_story(
            game, Story.of([_favourite(each) for each in solved], solved[0].position.to_move)
        )
        return True

    async def _note_decisions(self, game: Game, plies: list[JudgedPly]) -> None:
        """Store the slips, and how accurately each player has played; with help, the decisions were not all theirs."""
        if game.swap is Swap.TAKEN:
            # The first move was another player's.
            plies = plies[1:]
        await self._lessons.add(game, [ply for ply in plies if ply.is_slip])
        if not game.helped:
            await self._accuracies.add(game, {game.player_id(seat): accuracy_of(plies, seat) for seat in Player})

    async def _solve(self, game: Game) -> list[_Solved]:
        """Return all positions of a game with their solutions."""
        position, solved = game.position_at(0), list[_Solved]()
        for text in game.moves:
            move = position.parse(text)
            solved.append(_Solved(position, await self._solution(game, position), move))
            position = position.play(move)
        return [*solved, _Solved(position, await self._solution(game, position), None)]

    async def _solution(self, game: Game, position: Position) -> Solution:
        if position.outcome is not None:
            return FINISHED
        return await self._pool.run(
            solve, position, FOR_STORY, seconds=_SECONDS_FOR_A_POSITION, server=game.place.guild_id
        )


def _judged(solved: list[_Solved]) -> list[JudgedPly]:
    """Return the plies of a game, counted from its first move."""
    return [
        replace(judged_by(before.position, before.move, before.solution, after.solution), ply=ply)
        for ply, (before, after) in enumerate(pairwise(solved))
        if before.move is not None
    ]


def _favourite(solved: _Solved) -> Player | None:
    """Return the player who wins a position with perfect play; None if that is not proved."""
    position, solution = solved.position, solved.solution
    if solution.value is Value.OPEN:
        return None
    return position.to_move if solution.is_won else position.to_move.opponent
