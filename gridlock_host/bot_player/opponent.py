"""The bot as an opponent: it thinks of a move, and plays it like any player."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final

from gridlock_host.errors import Refusal
from gridlock_host.games.service import GameService
from gridlock_host.metrics import HostFigures
from gridlock_host.model.snapshots import Game
from gridlock_host.workers.pool import Preparation, Thinker, ThinkingFailed
from gridlock_rules import VARIANTS, Move, Position

_log = logging.getLogger(__name__)

# How long the first try may take, and the second one: with storing the move, it is played within two seconds.
SECONDS_TO_CHOOSE: Final = (1.2, 0.5)

Chooser = Callable[[Position, int, Random], Move]


@dataclass(frozen=True, slots=True)
class Reply:
    """A move of the bot.

    Attributes:
        game: The game after it.
        was_simple: Whether thinking has failed, so that it is just some legal move. The player is to be told.
    """

    game: Game
    was_simple: bool


class Opponent:
    """Plays for the bot in all games.

    Args:
        games: Plays the moves.
        thinker: Where moves are thought of.
        choose: Chooses a move in a position for a level. It runs in another process, so it is a function that can be
            imported.
        random: Makes the choices of this process differ from those of others.
        seconds: How long each try to choose a move may take.
        figures: Where simple moves are counted.
    """

    def __init__(
        self,
        games: GameService,
        thinker: Thinker,
        *,
        choose: Chooser,
        random: Random,
        seconds: tuple[float, ...] = SECONDS_TO_CHOOSE,
        figures: HostFigures | None = None,
    ) -> None:
        self._games = games
        self._thinker = thinker
        self._choose = choose
        self._seed = random.getrandbits(64)
        self._seconds = seconds
        self._figures = figures or HostFigures()
        self._at_work: set[tuple[int, int]] = set()

    async def reply(self, game: Game) -> Reply | None:
        """Play the bot's move in a game as it stands.

        If thinking fails it is tried once more, and then some legal move is played: a player always gets an answer.

        Args:
            game: A game as it was stored, and not only in memory: whatever happens to the thinking, it can be taken up
                again.

        Returns:
            The move; None when there is nothing to do: the bot is not to move, is at it already, or the game has moved
            on meanwhile.
        """
        key = (game.id, game.version)
        if game.bot_id is None or game.level is None or not game.bot_is_to_move or key in self._at_work:
            return None
        self._at_work.add(key)
        try:
            move, was_simple = await self._think(game, game.level)
            if was_simple:
                self._figures.simple_moves.inc()
            return await self._play(game, game.bot_id, move, was_simple=was_simple)
        finally:
            self._at_work.discard(key)

    async def _think(self, game: Game, level: int) -> tuple[Move, bool]:
        """A legal move, and whether it is a simple one."""
        position = game.position
        # After a start of the bot it is better to wait than to move without having thought.
        await self._thinker.ready()
        for seconds in self._seconds:
            try:
                chosen: object = await self._thinker.run(
                    self._choose, position, level, self._chance(game), seconds=seconds, urgent=True
                )
            except ThinkingFailed as failure:
                _log.warning("no move for game %d at ply %d: %s", game.id, game.ply, failure)
                continue
            if isinstance(chosen, Move) and chosen in position.legal_moves:
                return chosen, False
            _log.error("%r was chosen in game %d at ply %d, which is no legal move", chosen, game.id, game.ply)
        return self._chance(game).choice(position.legal_moves), True

    def _chance(self, game: Game) -> Random:
        """The chance of one move: the same for each try, and another one for each move and each process."""
        return Random(f"{self._seed}:{game.id}:{game.ply}")  # noqa: S311  # nothing is kept secret by it

    async def _play(self, game: Game, bot_id: int, move: Move, *, was_simple: bool) -> Reply | None:
        try:
            after = await self._games.move(game.place.guild_id, game.id, bot_id, str(move), seen_version=game.version)
        except Refusal as refusal:
            # Another process was faster, the player took the move back or gave up; or the store is busy, and then a
            # sweep takes the thinking up again.
            _log.info("the bot has not moved in game %d: %s", game.id, refusal)
            return None
        return Reply(after, was_simple)


def preparations(choose: Chooser, level: int) -> list[Preparation]:
    """What a new process does before it is used, so that no player waits for what is loaded only once."""
    return [(choose, (variant.start(), level, Random(0))) for variant in VARIANTS]  # noqa: S311  # for a game, no secret
