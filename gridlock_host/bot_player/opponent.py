"""The bot as an opponent: chooses a move in a worker process, and plays it like any player."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from random import Random
from typing import Final

from gridlock_host.errors import Refusal
from gridlock_host.games.service import GameService
from gridlock_host.metrics import HostMetrics
from gridlock_host.model.game import Game
from gridlock_host.workers.pool import Preparation, WorkerFailed, WorkerPool
from gridlock_rules import VARIANTS, Move, Position
from gridlock_solver.levels import QUICK_LEVELS

_log = logging.getLogger(__name__)

# The time for the first try, so that the bot answers within two seconds, and for the second. That one needs little
# processor time, but a busy machine may be long in giving it, and waiting is better than a random move.
SECONDS_TO_CHOOSE: Final = (1.2, 2.0)

# The most processor time for each search of the first try, and of the second one, for which a glance must do.
MOST_TO_SEARCH: Final = (0.2, 0.01)

Chooser = Callable[[Position, int, Random, float], Move]


@dataclass(frozen=True, slots=True)
class Reply:
    """A move of the bot.

    Attributes:
        game: The game after it.
        was_simple: Whether choosing failed, so that it is a random legal move. The player has to be told.
    """

    game: Game
    was_simple: bool


class Opponent:
    """Plays for the bot in all games.

    Args:
        games: Plays the moves.
        pool: Runs `choose`.
        choose: Chooses a move in a position for a level, with so many seconds of processor time for each search. It
            must be importable, for it runs in a worker process, except for the levels that need none.
        random: Makes the choices of this process differ from those of other processes.
        seconds: The time for each try to choose a move.
        metrics: Counts simple moves.
    """

    def __init__(
        self,
        games: GameService,
        pool: WorkerPool,
        *,
        choose: Chooser,
        random: Random,
        seconds: tuple[float, ...] = SECONDS_TO_CHOOSE,
        metrics: HostMetrics | None = None,
    ) -> None:
        self._games = games
        self._pool = pool
        self._choose = choose
        self._seed = random.getrandbits(64)
        self._seconds = seconds
        self._metrics = metrics or HostMetrics()
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="quick-moves")
        self._at_work: set[tuple[int, int]] = set()

    async def reply(self, game: Game) -> Reply | None:
        """Play the bot's move in a game.

        If choosing fails it is tried once more, and then a random legal move is played: a player always gets an answer.

        Args:
            game: A stored game. If this process dies, a sweep lets the bot move.

        Returns:
            The move; None if the bot is not to move, is choosing already, or the game has moved on.
        """
        key = (game.id, game.version)
        if game.bot_id is None or game.level is None or not game.bot_is_to_move or key in self._at_work:
            return None
        self._at_work.add(key)
        try:
            move, was_simple = await self._choose_move(game, game.bot_id, game.level)
            if was_simple:
                self._metrics.simple_moves.inc()
            return await self._play(game, game.bot_id, move, was_simple=was_simple)
        finally:
            self._at_work.discard(key)

    async def _choose_move(self, game: Game, bot_id: int, level: int) -> tuple[Move, bool]:
        """Return a legal move, and whether it is a simple one."""
        position = game.position
        if level in QUICK_LEVELS:
            return await self._choose_quickly(game, level), False
        # Just after the start of the bot, waiting is better than moving without having chosen.
        await self._pool.ready()
        for seconds, most in zip(self._seconds, MOST_TO_SEARCH, strict=True):
            try:
                chosen: object = await self._pool.run_share(
                    self._choose,
                    position,
                    level,
                    self._random(game),
                    most=most,
                    seconds=seconds,
                    server=game.place.guild_id,
                    person=game.opponent_of(bot_id),
                )
            except WorkerFailed as failure:
                _log.warning("no move for game %d at ply %d: %s", game.id, game.ply, failure)
                continue
            if isinstance(chosen, Move) and chosen in position.legal_moves:
                return chosen, False
            _log.error("the chosen move %r is illegal in game %d at ply %d", chosen, game.id, game.ply)
        return self._random(game).choice(position.legal_moves), True

    async def _choose_quickly(self, game: Game, level: int) -> Move:
        """Return a move in milliseconds, without a worker. One at a time, so that the event loop keeps its share."""
        loop = asyncio.get_running_loop()
        try:
            arguments = game.position, level, self._random(game), MOST_TO_SEARCH[0]
            return await loop.run_in_executor(self._thread, self._choose, *arguments)
        except Exception:  # noqa: BLE001  # a weak level may as well play any legal move
            _log.exception("no move was chosen in game %d at ply %d", game.id, game.ply)
            return self._random(game).choice(game.position.legal_moves)

    def _random(self, game: Game) -> Random:
        """Return the random numbers for one move: equal in each try, different for each move and process."""
        return Random(f"{self._seed}:{game.id}:{game.ply}")  # noqa: S311  # nothing is kept secret by it

    async def _play(self, game: Game, bot_id: int, move: Move, *, was_simple: bool) -> Reply | None:
        try:
            after = await self._games.move(
                game.place.guild_id, game.id, bot_id, str(move), seen_version=game.version, found=game
            )
        except Refusal as refusal:
            # Another process was faster, or the player took the move back or resigned. If the database is busy, a sweep
            # lets the bot choose again.
            _log.info("the bot has not moved in game %d: %s", game.id, refusal)
            return None
        return Reply(after, was_simple)


def preparations(choose: Chooser, level: int) -> list[Preparation]:
    """Return the calls that a new worker runs first, so that no player waits for what is loaded only once."""
    chance = Random(0)  # noqa: S311  # for a game, no secret
    return [(choose, (variant.start(), level, chance, MOST_TO_SEARCH[0])) for variant in VARIANTS]
