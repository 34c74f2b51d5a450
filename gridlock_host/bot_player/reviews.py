"""Reviews: what a finished game should have been."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from gridlock_host.errors import CannotThink, NotFinished, NothingToReview
from gridlock_host.model.snapshots import Game
from gridlock_host.workers.async_cache import Remembered
from gridlock_host.workers.pool import Thinker, ThinkingFailed
from gridlock_rules import Player
from gridlock_solver.judgement.review import JudgedPly, Review, judge_move
from gridlock_solver.registry import solve

# A ply takes less than a second; the rest is for waiting, because others have their turn between two plies.
SECONDS_FOR_A_PLY: Final = 60.0
_MOST_KEPT: Final = 64

Progress = Callable[[int, int], None]


class Reviews:
    """Judges finished games, and remembers the last ones.

    Args:
        thinker: Where they are judged.
    """

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker
        self._reviews: Remembered[int, Review] = Remembered(_MOST_KEPT)

    async def review(self, game: Game, on_ply: Progress | None = None) -> Review:
        """Judge a game.

        Args:
            game: A finished game, however it has ended.
            on_ply: Is told how many plies are judged, and of how many, after each of them. It is told nothing when the
                review is there already, or somebody else has asked for it and it is on its way.

        Raises:
            NotFinished: The game goes on.
            NothingToReview: It ended before anybody moved.
            CannotThink: It could not be judged.
        """
        if not game.is_over:
            raise NotFinished(game)
        if not game.moves:
            raise NothingToReview(game)
        try:
            return await self._reviews.get(game.id, lambda: self._judge(game, on_ply))
        except ThinkingFailed as failure:
            raise CannotThink from failure

    async def _judge(self, game: Game, on_ply: Progress | None) -> Review:
        size, position = game.position.size, game.variant.start(game.position.size)
        plies: list[JudgedPly] = []
        for text in game.moves:
            move = position.parse(text)
            plies.append(await self._thinker.run(judge_move, position, move, seconds=SECONDS_FOR_A_PLY))
            position = position.play(move)
            if on_ply is not None:
                on_ply(len(plies), game.ply)
        unplayed = None
        if position.outcome is None:
            unplayed = await self._thinker.run(solve, position, seconds=SECONDS_FOR_A_PLY)
        return Review(game.variant.key, size, tuple(plies), _winner(game), unplayed)


def _winner(game: Game) -> Player | None:
    """Who has won a finished game, if anybody."""
    if game.result is None or game.result.winner_id is None:
        return None
    return Player.ONE if game.result.winner_id == game.player_one_id else Player.TWO
