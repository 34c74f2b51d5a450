"""Shape of a position: the same for all positions that differ only by a symmetry, or by what no rule looks at."""

from gridlock_rules import Position
from gridlock_rules.claim_position import LastCellPosition
from gridlock_solver.search.symmetry import images

Shape = tuple[str, int, tuple[int, ...]]
"""The key of the variant, the size of the board, and the least images of what matters."""


def shape(position: Position) -> Shape:
    """Return the shape of a position.

    Two positions have the same shape if a turn or a reflection of the board maps one to the other, also with the
    players exchanged. In Lines and Dodge, where the rules do not look at whose marker is where, only the free cells and
    the last marker count.
    """
    masks = _masks(position)
    least = min(zip(*(images(mask, position.size) for mask in masks), strict=True))
    return position.variant.key, position.size, least


def _masks(position: Position) -> list[int]:
    if isinstance(position, LastCellPosition):
        return [position.one | position.two, 0 if position.last is None else 1 << position.last]
    own = position.variant.mark(position.to_move)
    # The mover's mask comes first, so it makes no difference who that is.
    return [mask for _, mask in sorted(position.mark_masks, key=lambda marked: _order(marked[0], own, position))]


def _order(mark: str, own: str, position: Position) -> int:
    return [own, position.variant.mark(position.to_move.opponent), *position.variant.other_marks].index(mark)
