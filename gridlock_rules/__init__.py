"""The rules of Gridlock: small games for two players, in which a player who cannot move loses.

A game is its list of moves. Replaying them gives a `Position`:

    >>> import gridlock_rules as rules
    >>> position = rules.replay("lines", 5, ["C3", "E3"])
    >>> position.restriction
    'a free cell in row E or column 3'
    >>> str(position.parse("e5"))
    'E5'
    >>> position.parse("D4")
    Traceback (most recent call last):
    gridlock_rules.errors.IllegalMove: D4 is not in row E or column 3, where O just played.
"""

from gridlock_rules.errors import (
    GameOver,
    IllegalMove,
    InvalidNotation,
    InvalidStart,
    OffBoard,
    RulesError,
    UnknownVariant,
    UnsupportedSize,
)
from gridlock_rules.geometry import cell_name
from gridlock_rules.moves import LegalMoves, Move, Outcome, Player, Termination
from gridlock_rules.position import EMPTY_MARK, Position, Variant
from gridlock_rules.registry import VARIANTS, find_variant, replay

__all__ = [
    "EMPTY_MARK",
    "VARIANTS",
    "GameOver",
    "IllegalMove",
    "InvalidNotation",
    "InvalidStart",
    "LegalMoves",
    "Move",
    "OffBoard",
    "Outcome",
    "Player",
    "Position",
    "RulesError",
    "Termination",
    "UnknownVariant",
    "UnsupportedSize",
    "Variant",
    "cell_name",
    "find_variant",
    "replay",
]
