"""Shares of the starts of the pools, measured on games of each level against itself.

Run it with `python -m benchmarks.strength.starts`, with names of variants to measure only them. It prints a table, and
writes its rows into docs/starts.md. The same number of games gives the same rows on every machine.
"""

import argparse
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from pathlib import Path
from random import Random

import gridlock_rules as rules
from benchmarks.figures import say
from benchmarks.strength.intervals import wilson
from gridlock_rules.start_pools import HANDICAPS, fair_starts, handicap_starts
from gridlock_solver import solve
from gridlock_solver.levels import LEVELS, QUICK_LEVELS, choose
from gridlock_solver.starts.candidates import SIZES

DOCUMENT = Path(__file__).parents[2] / "docs" / "starts.md"

MEASURED = LEVELS[:-1]
"""The levels that are measured. The strongest one plays as the solver says wherever that is exact."""

GAMES = 2_000
"""The games of each level from each pool; a few less, so that each start has as many."""

HANDICAP_SIZE = 5
"""The board whose handicaps are measured."""

_cached_solve = lru_cache(maxsize=100_000)(solve)


@dataclass(frozen=True)
class Share:
    """How many of some games the player won who moved first."""

    won: int
    games: int

    @property
    def told(self) -> str:
        """The share in percent with half the width of its 95 % interval, such as "50.3 ± 2.2"."""
        interval = wilson(self.won, self.games)
        return f"{100 * self.won / self.games:.1f} ± {50 * (interval.high - interval.low):.1f}"


def proved(key: str, size: int) -> Share:
    """Return the share of the starts of a pool that the first player wins with perfect play."""
    starts = fair_starts(key, size)
    return Share(sum(_cached_solve(_position(key, size, start)).is_won for start in starts), len(starts))


def played(key: str, size: int, level: int, most: int, starts: Sequence[str]) -> Share:
    """Return the result of games of a level against itself, each start equally often."""
    rounds = max(1, most // len(starts))
    won = 0
    for number in range(rounds):
        for start in starts:
            chance = Random(f"{key} {size}x{size}, level {level}, {start}, {number}")  # noqa: S311  # games, not secrets
            won += _first_wins(_position(key, size, start), level, chance)
    return Share(won, rounds * len(starts))


def _position(key: str, size: int, start: str) -> rules.Position:
    return rules.find_variant(key).start(size, start)


def _first_wins(position: rules.Position, level: int, chance: Random) -> bool:
    # The quick levels have a search of their own, which is not kept.
    solver = None if level in QUICK_LEVELS else _cached_solve
    first = position.to_move
    while position.legal_moves:
        position = position.play(choose(position, level, chance, solver=solver))
    return position.to_move is not first


def rows(keys: Sequence[str], sizes: Sequence[int], most: int) -> Iterator[str]:
    """Yield a row of the table for each pool."""
    for key in keys:
        for size in sizes:
            if not fair_starts(key, size):
                continue
            began = time.process_time()
            exact = proved(key, size)
            shares = [played(key, size, level, most, fair_starts(key, size)) for level in MEASURED]
            cells = [f"{exact.won} of {exact.games}", str(shares[0].games), *(share.told for share in shares)]
            row = f"| {key} | {size}×{size} | {' | '.join(cells)} |"  # noqa: RUF001  # as boards are named
            say(f"{row} ({time.process_time() - began:.0f} s)")
            yield row


def handicap_rows(keys: Sequence[str], sizes: Sequence[int], most: int) -> Iterator[str]:
    """Yield a row of the table of handicaps for each variant, board and handicap."""
    for key, size, handicap in product(keys, sizes, HANDICAPS):
        shares = [_favoured(key, size, handicap, level, most) for level in MEASURED]
        cells = [str(handicap), str(shares[0].games), *(share.told for share in shares)]
        row = f"| {key} | {size}×{size} | {' | '.join(cells)} |"  # noqa: RUF001  # as boards are named
        say(row)
        yield row


def _favoured(key: str, size: int, handicap: int, level: int, most: int) -> Share:
    """Return the share of the favoured player, who moves first in half of the games."""
    first, second = (handicap_starts(key, size, handicap, favours_first=first) for first in (True, False))
    one, two = (played(key, size, level, most // 2, starts) for starts in (first, second))
    return Share(one.won + two.games - two.won, one.games + two.games)


def write(measured: Sequence[str], document: Path) -> None:
    """Replace the rows of the measured pools in a document."""
    text = document.read_text(encoding="utf-8")
    for row in measured:
        # A handicap is a part of the name; the number of games is not.
        cells = row.split("|")
        name = "|".join(cells[: 4 if cells[3].strip().isdecimal() else 3])
        text = re.sub(rf"^{re.escape(name)}\|.*$", row, text, flags=re.MULTILINE)
    document.write_text(text, encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, print the rows, and write them into the document."""
    keys = [variant.key for variant in rules.VARIANTS]
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength.starts", description=__doc__)
    parser.add_argument("variants", nargs="*", default=keys, help="the variants; all if left out")
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SIZES), help="the boards")
    parser.add_argument("--games", type=int, default=GAMES, help="games of each level from each pool")
    parser.add_argument("--document", type=Path, default=DOCUMENT, help="where the rows go")
    parser.add_argument("--handicaps", action="store_true", help="measure the handicaps instead, on 5x5 only")
    options = parser.parse_args(arguments)
    if options.handicaps:
        measured = list(handicap_rows(options.variants, [HANDICAP_SIZE], options.games))
    else:
        measured = list(rows(options.variants, options.sizes, options.games))
    print(*measured, sep="\n")
    write(measured, options.document)


if __name__ == "__main__":
    main()
