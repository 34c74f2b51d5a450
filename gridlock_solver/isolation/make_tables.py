"""Script that makes the tables of Isolation on 5x5: `python -m gridlock_solver.isolation.make_tables`.

It computes every position of the board, which takes about half a minute and 1.4 GB, and writes the tables. Their
contents are the same on every machine; their compressed bytes too, with the same version of liblzma.
"""

import hashlib
import lzma

import numpy as np

from gridlock_rules.geometry import geometry
from gridlock_solver.isolation.cells import FreeCells
from gridlock_solver.isolation.opening_tables import (
    CELLS,
    KNOWN,
    SIZE,
    OpeningTable,
    canonical,
    row_bytes,
    table_path,
)
from gridlock_solver.isolation.retrograde import Layer, layers_upwards
from gridlock_solver.isolation.turns import exchanged

_CHUNK = 4096


def table_of(layer: Layer, *, first_moves: bool) -> OpeningTable:
    """Return the table for a layer of the whole board.

    Args:
        layer: The layer, with the cells numbered row by row.
        first_moves: Whether the first token's player is to move.
    """
    chosen = canonical(layer.sets).sets == layer.sets
    sets, lost = layer.sets[chosen], layer.lost[chosen]
    by_mover = lost if first_moves else exchanged(lost)
    rows = [
        _rows(Layer(sets[begin : begin + _CHUNK], by_mover[begin : begin + _CHUNK]))
        for begin in range(0, len(sets), _CHUNK)
    ]
    return OpeningTable(sets, np.concatenate(rows))


def _rows(layer: Layer) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    members = layer.sets[:, None] >> np.arange(CELLS, dtype=np.uint32) & np.uint32(1)
    cells = np.nonzero(members)[1].reshape(-1, layer.free)
    words = np.take_along_axis(layer.lost, cells, axis=1)
    pairs = words[:, :, None] >> cells[:, None, :].astype(np.uint32) & np.uint32(1)
    different = ~np.eye(layer.free, dtype=bool)
    return np.packbits(pairs[:, different].astype(np.uint8), axis=1).reshape(-1, row_bytes(layer.free))


def main() -> None:
    """Write the tables, and print progress."""
    cells = FreeCells(SIZE, geometry(SIZE).board)
    for layer in layers_upwards(cells):
        print(f"{layer.free:2} of {CELLS} cells free: {len(layer.sets):9,} sets", flush=True)
        if layer.free in KNOWN:
            content = table_of(layer, first_moves=(CELLS - layer.free) % 2 == 0).to_bytes()
            compressed = lzma.compress(content, preset=9 | lzma.PRESET_EXTREME)
            table_path(layer.free).write_bytes(compressed)
            digest = hashlib.sha256(content).hexdigest()
            print(f"{table_path(layer.free).name}: {len(compressed):,} bytes, contents {digest}", flush=True)
        if layer.free == max(KNOWN):
            break


if __name__ == "__main__":
    main()
