"""The game host: challenges, games, standings and their storage, without Discord."""

from gridlock_host.errors import Refusal
from gridlock_host.games.disambiguation import (
    challenge_to_accept,
    game_to_move_in,
    game_to_show,
    only_challenge,
    your_turn_first,
)
from gridlock_host.host import Host
from gridlock_host.model.challenge import Challenge, ChallengeStatus, DeclineReason
from gridlock_host.model.game import Game
from gridlock_host.model.messages.board_text import draw_board
from gridlock_host.model.person import Person
from gridlock_host.model.place import Place
from gridlock_host.model.result import Ending, MatchScore, Result
from gridlock_host.model.standings.standing import LeaderboardPage, Order, Record, Standing
from gridlock_host.model.terms import First, Terms
from gridlock_host.model.time_control import TimeControl
from gridlock_host.scheduler.sweeper import Sweeper
from gridlock_host.storage.database import Database
from gridlock_host.storage.migrate import migrate
from gridlock_host.storage.unusable import DatabaseUnusable

__all__ = [
    "Challenge",
    "ChallengeStatus",
    "Database",
    "DatabaseUnusable",
    "DeclineReason",
    "Ending",
    "First",
    "Game",
    "Host",
    "LeaderboardPage",
    "MatchScore",
    "Order",
    "Person",
    "Place",
    "Record",
    "Refusal",
    "Result",
    "Standing",
    "Sweeper",
    "Terms",
    "TimeControl",
    "challenge_to_accept",
    "draw_board",
    "game_to_move_in",
    "game_to_show",
    "migrate",
    "only_challenge",
    "your_turn_first",
]
