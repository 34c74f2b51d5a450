"""All that is thought up for players, in one place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from random import Random
from typing import Final

from gridlock_host.bot_player.hints import Hints
from gridlock_host.bot_player.opponent import Chooser, Opponent
from gridlock_host.bot_player.puzzles import Puzzles
from gridlock_host.bot_player.reviews import Reviews
from gridlock_host.bot_player.solved_boards import Openings
from gridlock_host.host import SessionManager
from gridlock_host.storage.database import Database
from gridlock_host.workers.pool import Thinker
from gridlock_solver.judgement.puzzles import puzzle

MOST_PUZZLE_MOVES: Final = 25
"""The most moves that a puzzle offers to choose from."""


@dataclass(frozen=True, slots=True)
class Mind:
    """What the bot thinks up: its own moves, and what helps players to learn."""

    opponent: Opponent
    hints: Hints
    reviews: Reviews
    puzzles: Puzzles
    openings: Openings

    @classmethod
    def of(  # what it is made of
        cls,
        database: Database,
        sessions: SessionManager,
        thinker: Thinker,
        *,
        choose: Chooser,
        random: Random,
        now: Callable[[], datetime],
    ) -> Mind:
        """Let one thinker do all of it.

        Args:
            database: Where the streaks of puzzles are kept.
            sessions: Through which the bot moves.
            thinker: Where all of it is thought up.
            choose: How the bot chooses a move; see `Opponent`.
            random: What makes the bot's choices differ from those of other processes.
            now: Tells the time, as an aware datetime.
        """
        return cls(
            Opponent(sessions, thinker, choose=choose, random=random),
            Hints(sessions, thinker),
            Reviews(thinker),
            Puzzles(database, thinker, now=now, make=partial(puzzle, most_moves=MOST_PUZZLE_MOVES)),
            Openings(thinker),
        )
