"""Tables of Standoff's first plies: who wins each position with a few claimed cells, on 6x6 to 8x8.

A table has one bit for each pair of a set of Player 1's cells and a set of Player 2's, 1 if the player to move wins.
The positions come by the number of claimed cells, from one up. With each number come the sets of Player 1, in
ascending order of the mask; of those that a symmetry maps to each other only the one with the smallest mask. With each
of them come all sets of Player 2, in the same order. The bits fill bytes from the lowest bit on, and the last byte of
each number of claimed cells is padded. Positions that the rules do not allow have 0. All of it is compressed.
`python -m gridlock_solver.standoff.make_tables` makes the tables.
"""

import lzma
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from types import MappingProxyType

from gridlock_rules.geometry import cells_of, geometry
from gridlock_solver.search.symmetry import images

MOST_CLAIMED = MappingProxyType({6: 4, 7: 4, 8: 3})
"""The boards that have a table, each with the most claimed cells of a position in it."""


def table_path(size: int) -> Path:
    """Return the path of the table of a board."""
    return Path(__file__).parent.parent / "tables" / f"standoff_{size}x{size}.xz"


class Layer:
    """The positions with one number of claimed cells on one board, in the order of the table.

    Attributes:
        ones: The sets of Player 1's cells.
        twos: The sets of Player 2's cells.
    """

    def __init__(self, size: int, claimed: int) -> None:
        self._size = size
        self.ones = [one for one in _sets(size, (claimed + 1) // 2) if one == min(images(one, size))]
        self.twos = _sets(size, claimed // 2)
        self._place_of_one = {one: place for place, one in enumerate(self.ones)}
        self._place_of_two = {two: place for place, two in enumerate(self.twos)}
        # Filled as they are asked for, because positions that are compared share their sets.
        self._turns_of_one: dict[int, tuple[int, int]] = {}
        self._places_of_two: dict[int, tuple[int, ...]] = {}

    def __len__(self) -> int:
        return len(self.ones) * len(self.twos)

    def place(self, one: int, two: int) -> int:
        """Return the number of a position in this layer.

        Args:
            one: Mask of Player 1's cells.
            two: Mask of Player 2's cells.
        """
        turn_of_one = self._turns_of_one.get(one) or self._turned(one)
        places_of_two = self._places_of_two.get(two) or self._placed(two)
        return turn_of_one[0] + places_of_two[turn_of_one[1]]

    def _turned(self, one: int) -> tuple[int, int]:
        """Return where the sets of Player 2 begin, and the number of the symmetry that maps them there."""
        turned = images(one, self._size)
        least = min(turned)
        self._turns_of_one[one] = self._place_of_one[least] * len(self.twos), turned.index(least)
        return self._turns_of_one[one]

    def _placed(self, two: int) -> tuple[int, ...]:
        """Return the place of a set of Player 2 under each symmetry."""
        self._places_of_two[two] = tuple(self._place_of_two[image] for image in images(two, self._size))
        return self._places_of_two[two]


class OpeningTable:
    """The values of the positions with few claimed cells on one board.

    Attributes:
        most_claimed: The most claimed cells of a position in it.
    """

    def __init__(self, size: int, content: bytes) -> None:
        """Take the uncompressed content of the table's file."""
        self.most_claimed = MOST_CLAIMED[size]
        self._layers: list[tuple[Layer, int]] = []
        begin = 0
        for claimed in range(1, MOST_CLAIMED[size] + 1):
            layer = Layer(size, claimed)
            self._layers.append((layer, begin))
            begin += (len(layer) + 7) // 8
        if begin != len(content):
            raise ValueError(f"a table of Standoff {size}x{size} has {begin} bytes, not {len(content)}")
        self._content = content

    def wins(self, one: int, two: int) -> bool:
        """Return whether the player to move wins a position with at least one and at most `most_claimed` claimed cells.

        Args:
            one: Mask of Player 1's cells.
            two: Mask of Player 2's cells.
        """
        layer, begin = self._layers[(one | two).bit_count() - 1]
        place = layer.place(one, two)
        return bool(self._content[begin + place // 8] >> place % 8 & 1)


@cache
def opening_table(size: int) -> OpeningTable | None:
    """Return the table of a board; None if it has none."""
    if size not in MOST_CLAIMED:
        return None
    return OpeningTable(size, lzma.decompress(table_path(size).read_bytes()))


def _sets(size: int, members: int) -> Sequence[int]:
    """Return the masks of all sets with so many cells, in ascending order."""
    cells = [1 << cell for cell in cells_of(geometry(size).board)]
    return sorted(map(sum, combinations(cells, members)))
