"""Hints in games against the bot: one good move, and why it is good."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from gridlock_host.errors import CannotThink, NotAgainstBot, StaleBoard
from gridlock_host.games.service import GameService
from gridlock_host.model.game import Game
from gridlock_host.workers.pool import WorkerFailed, WorkerPool
from gridlock_rules import Move
from gridlock_solver import Solution, Value, solve
from gridlock_solver.explanation import Explanation
from gridlock_solver.judgement.explanations import explain
from gridlock_solver.search.budget import FOR_HINT

# For finding the move, and again for the reason. Most of it is for waiting: the bot's moves go first, and an earlier
# request, such as solving a large empty board, may take some seconds.
_SECONDS: Final = 20.0


@dataclass(frozen=True, slots=True)
class Hint:
    """A good move in a game as it stands.

    Attributes:
        game: The game, which is noted as one with help.
        move: The move: a winning one, or in a lost game the one that looks hardest to answer.
        explanation: Why.
        wins: Whether it is proved that the move wins.
        exact: Whether the value of the move is proved; otherwise it is the one that looks best.
        counted: Whether it is proved that no move of a lost game is harder to answer.
    """

    game: Game
    move: Move
    explanation: Explanation
    wins: bool
    exact: bool
    counted: bool = True


class Hints:
    """Gives hints.

    Args:
        games: Finds games, and notes help.
        pool: Runs the solver.
    """

    def __init__(self, games: GameService, pool: WorkerPool) -> None:
        self._games = games
        self._pool = pool

    async def hint(self, guild_id: int, game_id: int, actor_id: int) -> Hint:
        """Return a hint for a player who is to move against the bot. A later win then counts as one with help.

        Raises:
            NoSuchGame: This server has no such game.
            GameIsOver: It has ended.
            NotInThisGame: The actor is not one of its players.
            NotAgainstBot: It is between two people.
            NotYourTurn: The bot is to move.
            StaleBoard: The game has moved on while the solver ran.
            CannotThink: The solver found no move; this is not noted as help.
        """
        game = await self._games.find_own(guild_id, game_id, actor_id)
        if game.bot_id is None:
            raise NotAgainstBot(game)
        game = await self._games.find_turn(guild_id, game_id, actor_id, seen_version=game.version)
        try:
            solution, move, explanation = await self._find(game, actor_id)
        except WorkerFailed as failure:
            raise CannotThink from failure
        # Help is noted before the hint is shown, and only if there is a hint to show.
        if not await self._games.note_help(game):
            raise StaleBoard(await self._games.find_own(guild_id, game_id, actor_id))
        proved = solution.value is not Value.OPEN
        return Hint(
            replace(game, helped=True),
            move,
            explanation,
            wins=solution.is_won,
            exact=proved,
            counted=solution.counted,
        )

    async def _find(self, game: Game, actor_id: int) -> tuple[Solution, Move, Explanation]:
        run = partial(self._pool.run, seconds=_SECONDS, server=game.place.guild_id, person=actor_id)
        solution = await run(solve, game.position, FOR_HINT)
        if solution.best is None:
            raise WorkerFailed("no move was found in an open game")
        explain_it = partial(explain, solution=solution)
        explanation = await run(explain_it, game.position, solution.best, FOR_HINT)
        return solution, solution.best, explanation
