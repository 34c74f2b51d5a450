"""Reviews of finished games: every move judged by the solver."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final, TypeAlias

from gridlock_host.errors import CannotThink, NotFinished, NothingToReview
from gridlock_host.model.game import Game
from gridlock_host.workers.async_cache import AsyncCache
from gridlock_host.workers.pool import WorkerFailed, WorkerPool
from gridlock_rules import Player, Position
from gridlock_solver.explanation import Explanation
from gridlock_solver.judgement.explanations import explain
from gridlock_solver.judgement.review import JudgedPly, Review, judge_move
from gridlock_solver.registry import solve
from gridlock_solver.search.budget import FOR_REVIEW

# A ply takes about two seconds at most; the rest is for waiting, because other jobs run between two plies.
SECONDS_FOR_A_PLY: Final = 60.0
# A reason is worth little without the page, which waits for it.
_SECONDS_FOR_A_REASON: Final = 10.0
_MOST_CACHED: Final = 64

Progress = Callable[[int, int], None]
_Key: TypeAlias = tuple[int, Position, tuple[str, ...], Player | None]


class Reviews:
    """Judges finished games, and caches the last reviews.

    Args:
        pool: Runs the solver.
    """

    def __init__(self, pool: WorkerPool) -> None:
        self._pool = pool
        self._reviews: AsyncCache[_Key, Review] = AsyncCache(_MOST_CACHED)
        self._reasons: AsyncCache[tuple[_Key, int], Explanation] = AsyncCache(_MOST_CACHED)

    async def review(self, game: Game, on_ply: Progress | None = None) -> Review:
        """Return the review of a finished game.

        Args:
            game: The game.
            on_ply: Called after each ply with the number of judged plies and of all plies. It is not called if the
                review is cached, or is being made for another caller.

        Raises:
            NotFinished: The game goes on.
            NothingToReview: It ended before the first move.
            CannotThink: It could not be judged.
        """
        if not game.is_over:
            raise NotFinished(game)
        if not game.moves:
            raise NothingToReview(game)
        try:
            return await self._reviews.get(_key(game), lambda: self._judge(game, on_ply))
        except WorkerFailed as failure:
            raise CannotThink from failure

    async def reason(self, game: Game, review: Review, page: int) -> Explanation | None:
        """Return why the move on a page of a review wins or loses; on page 0, the turning point.

        None if the page has no such move, or if the solver has no time now: the review is true without it.
        """
        judged = review.turning_point if page == 0 else review.plies[min(page, len(review.plies)) - 1]
        if judged is None:
            return None
        with suppress(WorkerFailed):
            return await self._reasons.get((_key(game), judged.ply), lambda: self._explain(game, judged))
        return None

    async def _explain(self, game: Game, judged: JudgedPly) -> Explanation:
        position = game.position_at(judged.ply)
        explain_it = partial(explain, solution=judged.solution)
        return await self._pool.run(
            explain_it, position, judged.move, FOR_REVIEW, seconds=_SECONDS_FOR_A_REASON, server=game.place.guild_id
        )

    async def _judge(self, game: Game, on_ply: Progress | None) -> Review:
        position = game.position_at(0)
        plies: list[JudgedPly] = []
        run = partial(self._pool.run, seconds=SECONDS_FOR_A_PLY, server=game.place.guild_id)
        for text in game.moves:
            move = position.parse(text)
            judged: JudgedPly = await run(judge_move, position, move, FOR_REVIEW)
            # The moves of a start are none of the game's.
            plies.append(replace(judged, ply=len(plies)))
            position = position.play(move)
            if on_ply is not None:
                on_ply(len(plies), game.ply)
        unplayed = None
        if position.outcome is None:
            unplayed = await run(solve, position, FOR_REVIEW)
        first = game.position_at(0).to_move
        return Review(game.variant.key, position.size, tuple(plies), _winner(game), unplayed, first)


def _key(game: Game) -> _Key:
    """Return what a review depends on; imported games have no id of their own."""
    return game.id, game.position_at(0), game.moves, _winner(game)


def _winner(game: Game) -> Player | None:
    """Return the winner of a finished game, if it has one."""
    if game.result is None or game.result.winner_id is None:
        return None
    return Player.ONE if game.result.winner_id == game.player_one_id else Player.TWO
