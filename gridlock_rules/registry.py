"""The registered variants, and replays of games in them."""

from collections.abc import Iterable

from gridlock_rules.errors import RulesError, UnknownVariant
from gridlock_rules.moves import Move
from gridlock_rules.position import Position, Variant
from gridlock_rules.variants.blocking import BLOCKING
from gridlock_rules.variants.dodge import DODGE
from gridlock_rules.variants.isolation import ISOLATION
from gridlock_rules.variants.lines import LINES
from gridlock_rules.variants.standoff import STANDOFF
from gridlock_rules.wording import Phrase, all_of, quoted

VARIANTS: tuple[Variant, ...] = (LINES, STANDOFF, DODGE, BLOCKING, ISOLATION)
"""All variants, in the order users see them. To add one, import it and put it here."""


def find_variant(key: str) -> Variant:
    """Return the variant with this key.

    Raises:
        UnknownVariant: There is none.
    """
    for variant in VARIANTS:
        if variant.key == key:
            return variant
    raise UnknownVariant(
        Phrase(
            "There is no variant {key}. The variants are {keys}.",
            key=quoted(str(key)),
            keys=all_of([variant.key for variant in VARIANTS]),
        )
    )


def replay(
    variant: Variant | str, size: int | None, moves: Iterable[str | Move], *, start: str | None = None
) -> Position:
    """Return the position after playing the moves from the start.

    Args:
        variant: A variant or its key.
        size: Number of rows and columns; None means the rule book's own size.
        moves: The moves, as text or as values.
        start: What is on the board before the first of them, as `gridlock_rules.starts` describes; None means nothing.

    Raises:
        UnknownVariant: No variant has this key.
        UnsupportedSize: The variant is not played on boards of this size.
        InvalidStart: No game begins from this start.
        InvalidNotation: A text is not a move. `ply` of the error is the index of the refused move.
        IllegalMove: The rules do not allow a move. `ply` of the error is the index of the refused move.
    """
    game = find_variant(variant) if isinstance(variant, str) else variant
    position = game.start(size, start)
    for index, move in enumerate(moves):
        try:
            position = position.play(position.parse(move) if isinstance(move, str) else move)
        except RulesError as error:
            error.ply = index
            raise
    return position
