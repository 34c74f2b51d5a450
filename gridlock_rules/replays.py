"""From a list of moves to the position they lead to."""

from collections.abc import Iterable

from gridlock_rules.errors import RulesError
from gridlock_rules.position import Position
from gridlock_rules.registry import find_variant
from gridlock_rules.values import Move
from gridlock_rules.variant import Variant


def replay(variant: Variant | str, size: int | None, moves: Iterable[str | Move]) -> Position:
    """Return the position after playing the moves from the start.

    Args:
        variant: A variant or its key.
        size: Number of rows and columns; None means the book's own size.
        moves: The moves, as text or as values.

    Raises:
        UnknownVariant: No variant has this key.
        UnsupportedSize: The variant is not played on boards of this size.
        InvalidNotation: A text is not a move.
        IllegalMove: The rules do not allow a move. This error and the last carry in `ply` the
            index of the move that was refused.
    """
    game = find_variant(variant) if isinstance(variant, str) else variant
    position = game.start(size)
    for move in moves:
        try:
            position = position.play(position.parse(move) if isinstance(move, str) else move)
        except RulesError as error:
            error.ply = position.ply
            raise
    return position
