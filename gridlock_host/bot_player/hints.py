"""Hints in games against the bot: one good move, and why it is one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from gridlock_host.errors import CannotThink, NotAgainstBot, StaleBoard
from gridlock_host.games.service import GameService
from gridlock_host.model.snapshots import Game
from gridlock_host.workers.pool import Thinker, ThinkingFailed
from gridlock_rules import Move, Position
from gridlock_solver import Solution, solve
from gridlock_solver.judgement.explanations import explain
from gridlock_solver.solution import Explanation

# For finding the move, and again for the reason; mostly for waiting: the moves of the bot go first, and what others
# have asked for before may take some seconds, such as who wins on a large empty board.
_SECONDS: Final = 20.0


@dataclass(frozen=True, slots=True)
class Hint:
    """A good move in a game as it stands.

    Attributes:
        game: The game, which is noted as one with help.
        move: The move: a winning one, or in a lost game the one that is hardest to answer.
        explanation: Why.
        wins: Whether it is proved that the move wins.
        exact: Whether it is proved what the move is worth; otherwise it is the one that looks best.
    """

    game: Game
    move: Move
    explanation: Explanation
    wins: bool
    exact: bool


class Hints:
    """Gives hints.

    Args:
        games: Where games are found, and help is noted.
        thinker: Where good moves are found.
    """

    def __init__(self, games: GameService, thinker: Thinker) -> None:
        self._games = games
        self._thinker = thinker

    async def hint(self, guild_id: int, game_id: int, actor_id: int) -> Hint:
        """Name a good move to whoever plays against the bot and is to move. From then on a win is one with help.

        Raises:
            NoSuchGame: This server has no such game.
            GameIsOver: It has ended.
            NotInThisGame: The actor does not play in it.
            NotAgainstBot: It is between two people.
            NotYourTurn: The bot is to move.
            StaleBoard: The game has moved on while the move was thought of.
            CannotThink: No move could be thought of, which is not noted as help.
        """
        game = await self._games.find_own(guild_id, game_id, actor_id)
        if game.bot_id is None:
            raise NotAgainstBot(game)
        game = await self._games.find_turn(guild_id, game_id, actor_id, seen_version=game.version)
        try:
            solution, move, explanation = await self._find(game.position)
        except ThinkingFailed as failure:
            raise CannotThink from failure
        # It is noted before anybody sees it, but only when there is something to be seen.
        if not await self._games.note_help(game):
            raise StaleBoard(await self._games.find_own(guild_id, game_id, actor_id))
        exact = solution.exact or solution.is_won
        return Hint(replace(game, helped=True), move, explanation, wins=solution.is_won, exact=exact)

    async def _find(self, position: Position) -> tuple[Solution, Move, Explanation]:
        solution = await self._thinker.run(solve, position, seconds=_SECONDS)
        if solution.best is None:
            raise ThinkingFailed("no move was found in a game that goes on")
        explain_it = partial(explain, solution=solution)
        explanation = await self._thinker.run(explain_it, position, solution.best, seconds=_SECONDS)
        return solution, solution.best, explanation
