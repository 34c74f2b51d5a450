"""What is rated: which games count in ratings, and why others do not."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Final

from gridlock_host.model.game import Game
from gridlock_host.model.result import Ending
from gridlock_host.model.starts import StartKind
from gridlock_host.model.terms import Terms

FEWEST_PLIES: Final = 4
"""How many moves a game needs to be rated if it does not end on the board: two of each player."""

RATED_ENDINGS: Final = frozenset({Ending.NO_LEGAL_MOVE, Ending.RESIGNATION, Ending.TIME, Ending.DEPARTURE})
"""The endings of rated games."""


class Unrated(StrEnum):
    """The reasons why a game is not rated, in the order in which they are told."""

    VOIDED = "voided"
    AGREED = "agreed"
    HANDICAP = "handicap"
    SIZE_DECIDES = "size decides"
    FIRST_MOVE_WINS = "first move wins"
    NO_WINNER = "no winner"
    TOO_SHORT = "too short"
    HELPED = "helped"


def unrated_terms(terms: Terms) -> Unrated | None:
    """Return why games by these terms are not rated; None if they are.

    Raises:
        UnknownVariant, UnsupportedSize: As for `Terms.check`.
    """
    if not terms.rated:
        return Unrated.AGREED
    if terms.handicap:
        return Unrated.HANDICAP
    return unrated_board(terms.variant_key, terms.board_size, is_plain=terms.starts_plain)


def unrated_game(game: Game) -> Unrated | None:
    """Return why a finished game is not rated; None if it is."""
    result = game.result
    if game.voided:
        return Unrated.VOIDED
    if not game.rated or game.place.is_outside:
        return Unrated.AGREED
    if game.handicap:
        return Unrated.HANDICAP
    board = unrated_board(game.variant.key, game.position.size, is_plain=game.start is None)
    if board is not None:
        return board
    if result is None or result.winner_id is None or result.ending not in RATED_ENDINGS:
        return Unrated.NO_WINNER
    if result.ending is not Ending.NO_LEGAL_MOVE and game.ply < FEWEST_PLIES:
        return Unrated.TOO_SHORT
    return Unrated.HELPED if game.helped and game.bot_id is not None else None


@cache
def unrated_board(variant_key: str, size: int, *, is_plain: bool) -> Unrated | None:
    """Return why games on a board are not rated: because the seat alone decides between equals.

    Args:
        variant_key: The variant.
        size: The side of the board.
        is_plain: Whether the games begin on the plain board.
    """
    terms = Terms(variant_key, size, start=StartKind.PLAIN if is_plain else StartKind.FAIR)
    if is_plain and terms.variant.size_decides:
        return Unrated.SIZE_DECIDES
    return Unrated.FIRST_MOVE_WINS if terms.first_move_can_win else None


def nameless_number(first_game_id: int, seat: int) -> int:
    """Return the number that stands for a person in ratings once their data is deleted.

    Args:
        first_game_id: Their first game in a server.
        seat: Their seat in it, 1 or 2.
    """
    return 2 * first_game_id + seat - 1
