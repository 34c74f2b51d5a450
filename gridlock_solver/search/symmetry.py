"""The eight symmetries of the board: images of masks, and canonical numbers for pairs of masks."""

from functools import cache

from gridlock_rules.geometry import STRIDE

HALF_TURN = 3
QUARTER_TURNS = (5, 6)

_HALF = STRIDE * STRIDE
# Shifts and masks that transpose an 8x8 matrix of bits, in blocks of 1, 2 and 4.
_DIAGONAL_SWAPS = ((7, 0x00AA00AA00AA00AA), (14, 0x0000CCCC0000CCCC), (28, 0x00000000F0F0F0F0))


def canonical_pair(one: int, other: int, size: int) -> int:
    """Return a number that two pairs of masks share exactly when a symmetry of the board maps one to the other.

    Args:
        one: A mask of cells of the board.
        other: Another, which is mapped along with it.
        size: Number of rows and columns of the board.
    """
    return min(
        least
        for pair in ((one, other), (_transposed(one), _transposed(other)))
        for least in _least_of_reflections(*pair, size)
    )


def images(mask: int, size: int) -> tuple[int, ...]:
    """Return the eight images of a mask under the symmetries of the board, in one order.

    The first is the mask itself, the one numbered `HALF_TURN` is turned by a half, and those numbered `QUARTER_TURNS`
    by a quarter. The others are reflections. All but the quarter-turns are their own inverses.

    Args:
        mask: A mask of cells of the board.
        size: Number of rows and columns of the board.
    """
    mirror, empty = _mirrored_rows(size), STRIDE * (STRIDE - size)

    def four_images(of: int) -> tuple[int, int, int, int]:
        rows = of.to_bytes(STRIDE, "little")
        mirrored = rows.translate(mirror)
        upside_down, turned = int.from_bytes(rows, "big") >> empty, int.from_bytes(mirrored, "big") >> empty
        return of, int.from_bytes(mirrored, "little"), upside_down, turned

    return *four_images(mask), *four_images(_transposed(mask))


def _transposed(mask: int) -> int:
    for shift, blocks in _DIAGONAL_SWAPS:
        moved = (mask ^ mask >> shift) & blocks
        mask ^= moved | moved << shift
    return mask


def _least_of_reflections(one: int, other: int, size: int) -> tuple[int, int]:
    """Return the lesser of each two images of the pair that differ by reversing the order of rows."""
    rows_of_one, rows_of_other = one.to_bytes(STRIDE, "little"), other.to_bytes(STRIDE, "little")
    mirror = _mirrored_rows(size)
    return (
        _less_of_upside_down(rows_of_one, rows_of_other, size),
        _less_of_upside_down(rows_of_one.translate(mirror), rows_of_other.translate(mirror), size),
    )


def _less_of_upside_down(rows_of_one: bytes, rows_of_other: bytes, size: int) -> int:
    # In reverse order, the unused rows below a smaller board come first and are shifted out.
    empty = STRIDE * (STRIDE - size)
    upright = int.from_bytes(rows_of_one + rows_of_other, "little")
    turned = int.from_bytes(rows_of_one, "big") >> empty | int.from_bytes(rows_of_other, "big") >> empty << _HALF
    return min(upright, turned)


@cache
def _mirrored_rows(size: int) -> bytes:
    """Return for each row, as a byte, the row reversed."""
    return bytes(sum((row >> column & 1) << (size - 1 - column) for column in range(size)) for row in range(256))
