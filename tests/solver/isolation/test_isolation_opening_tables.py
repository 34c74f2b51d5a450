"""The tables of Isolation: their contents, and how they follow from each other."""

import hashlib
import lzma
from random import Random

import numpy as np
import pytest

from gridlock_rules.geometry import geometry
from gridlock_solver.isolation.cells import FreeCells
from gridlock_solver.isolation.make_tables import table_of
from gridlock_solver.isolation.opening_tables import KNOWN, known_layer, table_path
from gridlock_solver.isolation.retrograde import Layer, layers_upwards

CONTENTS = {
    17: "1a86fa631c39ff7a1fd6634f1af4a0a06c1ef033117ebf8aa8554d276c929aca",
    20: "de32d7d0fb1cea37b98b7c68aa9f6c8ac1aba387973812f1ed5cf2558fee0cf1",
    22: "33d2a147b3411f02f20361d18856c1d9e18e2af8eec2305949b2665e9c58d7e8",
}
BOARD = FreeCells(5, geometry(5).board)


def some_cells(count: int, seed: int) -> FreeCells:
    chance = Random(seed)  # noqa: S311  # for a sample, not for secrets
    return FreeCells(5, sum(1 << cell for cell in chance.sample(BOARD.cells, count)))


def pairs(layer: Layer) -> list[int]:
    """Return the lost positions of a layer that has one set."""
    return [int(word) for word in layer.lost[0]]


@pytest.mark.parametrize("free", KNOWN)
def test_the_contents_of_a_table_have_the_known_checksum(free: int) -> None:
    content = lzma.decompress(table_path(free).read_bytes())

    assert hashlib.sha256(content).hexdigest() == CONTENTS[free]


def test_the_tables_are_small() -> None:
    assert sum(table_path(free).stat().st_size for free in KNOWN) < 1_000_000


@pytest.mark.parametrize("seed", range(4))
def test_the_first_table_follows_from_the_end_of_the_game(seed: int) -> None:
    cells = some_cells(min(KNOWN), seed)
    known = known_layer(cells, len(cells))
    *_, computed = layers_upwards(cells)

    assert known is not None
    assert pairs(computed) == pairs(known)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("below", "free"), [(17, 20), (20, 22)])
def test_a_table_follows_from_the_one_below(below: int, free: int, seed: int) -> None:
    cells = some_cells(free, seed)
    known = known_layer(cells, free)
    *_, computed = layers_upwards(cells, start=known_layer(cells, below))

    assert known is not None
    assert pairs(computed) == pairs(known)


@pytest.mark.exhaustive
def test_the_script_makes_the_same_table() -> None:
    """Only the smallest table, from the one below it: all of them take half a minute."""
    layers = layers_upwards(BOARD, start=known_layer(BOARD, 20))
    layer = next(layer for layer in layers if layer.free == 22)
    content = table_of(layer, first_moves=False).to_bytes()

    assert content == lzma.decompress(table_path(22).read_bytes())


def test_there_is_no_table_for_other_boards() -> None:
    assert known_layer(FreeCells(6, geometry(6).board & (1 << 24) - 1), 25) is None


def test_symmetric_positions_have_symmetric_rows() -> None:
    cells = some_cells(17, 0)
    layer = known_layer(cells, 17)
    mirrored = FreeCells(5, sum(1 << (cell // 8 * 8 + 4 - cell % 8) for cell in cells.cells))
    other = known_layer(mirrored, 17)
    places = np.array([mirrored.number(cell // 8 * 8 + 4 - cell % 8) for cell in cells.cells])

    assert layer is not None
    assert other is not None
    for number, word in enumerate(layer.lost[0].tolist()):
        turned = sum(1 << int(places[place]) for place in range(17) if word >> place & 1)
        assert turned == int(other.lost[0][places[number]])
