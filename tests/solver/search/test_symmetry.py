"""Canonical numbers of pairs of masks."""

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from gridlock_rules.geometry import cell_at, cells_of, geometry
from gridlock_solver.search.symmetry import canonical_pair

PAIRS = st.tuples(st.integers(0, (1 << 64) - 1), st.integers(0, (1 << 64) - 1))
SIZES = st.integers(3, 8)


def images(one: int, other: int, size: int) -> Iterator[tuple[int, int]]:
    """Yield the eight images of a pair, computed cell by cell."""
    for kind in range(8):

        def image(mask: int, kind: int = kind) -> int:
            return sum(1 << moved(cell, kind, size) for cell in cells_of(mask))

        yield image(one), image(other)


def moved(cell: int, kind: int, size: int) -> int:
    row, column = divmod(cell, 8)
    if kind & 1:
        row = size - 1 - row
    if kind & 2:
        column = size - 1 - column
    return cell_at(column, row) if kind & 4 else cell_at(row, column)


@given(PAIRS, SIZES)
def test_all_images_of_a_pair_have_the_same_number(pair: tuple[int, int], size: int) -> None:
    board = geometry(size).board
    one, other = (mask & board for mask in pair)

    assert len({canonical_pair(*image, size) for image in images(one, other, size)}) == 1


@given(PAIRS, PAIRS)
def test_other_pairs_have_different_numbers(pair: tuple[int, int], second: tuple[int, int]) -> None:
    """On 3x3 and with few cells, so that images are drawn too."""
    one, other, third, fourth = (mask & 0x070707 & ~0x050002 for mask in (*pair, *second))
    same = (third, fourth) in images(one, other, 3)

    assert (canonical_pair(one, other, 3) == canonical_pair(third, fourth, 3)) == same
