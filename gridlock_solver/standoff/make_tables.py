"""Script that makes the tables of Standoff's first plies: `python -m gridlock_solver.standoff.make_tables`.

Name sizes to make only their tables. It needs the compiled search. The contents are the same on every machine; the
compressed bytes too, with the same version of liblzma.
"""

import hashlib
import lzma
import sys
from collections.abc import Callable

from gridlock_rules.geometry import cells_of, touching
from gridlock_solver.search.budget import UNLIMITED
from gridlock_solver.standoff.build import build
from gridlock_solver.standoff.compiled import CompiledSearch, load
from gridlock_solver.standoff.ground import ground_of_claims
from gridlock_solver.standoff.opening_table import MOST_CLAIMED, Layer, table_path
from gridlock_solver.standoff.search import GroundSearch

_ENTRIES = 1 << 25
"""The grounds that are remembered: 800 MB if all are used."""

Wins = Callable[[int, int], bool]
"""Whether the player to move wins with these masks of Player 1's and Player 2's cells."""


def table_of(size: int, search: GroundSearch, say: Callable[[str], None] = lambda _: None) -> bytes:
    """Return the uncompressed content of a table.

    Args:
        size: Number of rows, and of columns.
        search: Tells who wins with the most claimed cells. With fewer, the moves lead to positions that are known.
        say: Is called with lines of progress.
    """

    def by_search(one: int, two: int) -> bool:
        return search.wins(ground_of_claims(size, one, two), UNLIMITED.begin())

    wins: Wins = by_search
    contents = []
    for claimed in range(MOST_CLAIMED[size], 0, -1):
        layer = Layer(size, claimed)
        bits = _bits(layer, wins, say)
        contents.append(_packed(bits))
        wins = _by_moves(size, layer, bits)
        say(f"{size}x{size}, {claimed} cells claimed: {len(bits):,} positions, {sum(bits):,} won")
    return b"".join(reversed(contents))


def _bits(layer: Layer, wins: Wins, say: Callable[[str], None]) -> list[bool]:
    bits = []
    for number, one in enumerate(layer.ones):
        near = touching(one)
        bits += [not near & two and wins(one, two) for two in layer.twos]
        if number % 16 == 15:
            say(f"{len(bits) / len(layer):.0%}")
    return bits


def _by_moves(size: int, after: Layer, bits: list[bool]) -> Wins:
    """Return the function that tells who wins with one cell less than in a layer with these values."""

    def wins(one: int, two: int) -> bool:
        ground, ones_turn = ground_of_claims(size, one, two), one.bit_count() == two.bit_count()
        claims = (1 << cell for cell in cells_of(ground.own))
        return any(not bits[after.place(*((one | cell, two) if ones_turn else (one, two | cell)))] for cell in claims)

    return wins


def _packed(bits: list[bool]) -> bytes:
    number = int("".join("01"[bit] for bit in reversed(bits)), 2)
    return number.to_bytes((len(bits) + 7) // 8, "little")


def main() -> None:
    """Write the tables, and print progress."""
    code = load(build())
    for size in map(int, sys.argv[1:]) if sys.argv[1:] else MOST_CLAIMED:
        content = table_of(size, CompiledSearch(code, size, _ENTRIES), lambda line: print(line, flush=True))
        compressed = lzma.compress(content, preset=9 | lzma.PRESET_EXTREME)
        table_path(size).write_bytes(compressed)
        digest = hashlib.sha256(content).hexdigest()
        print(f"{table_path(size).name}: {len(compressed):,} bytes, contents {digest}", flush=True)


if __name__ == "__main__":
    main()
