"""Shares of the starts of the pools, measured on games of each level against itself.

Run it with `python -m benchmarks.strength.starts`, with names of variants to measure only them. It prints a table,
stores the shares of the fair starts, and writes its rows into docs/starts.md. The same number of games gives the same
rows on every machine.
"""

import argparse
import re
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path

import gridlock_rules as rules
from benchmarks.figures import say
from benchmarks.strength.intervals import wilson
from gridlock_rules.start_pools import HANDICAPS, fair_starts, handicap_starts
from gridlock_solver.starts.candidates import SIZES
from gridlock_solver.starts.equal_games import EQUAL_LEVELS, wins_of_first
from gridlock_solver.starts.shares import PoolShares, measure, store, stored_shares

DOCUMENT = Path(__file__).parents[2] / "docs" / "starts.md"

BEGIN, END = "<!-- shares: begin -->\n", "<!-- shares: end -->\n"

ALL_KEYS = tuple(variant.key for variant in rules.VARIANTS)

GAMES = 4_096
"""The games of each level from each pool; a few less, so that each start has as many."""

HANDICAP_SIZE = 5
"""The board whose handicaps are measured."""


def told(won: int, games: int) -> str:
    """Return a share in percent with half the width of its 95 % interval, such as "50.3 ± 2.2"."""
    interval = wilson(won, games)
    return f"{100 * won / games:.1f} ± {50 * (interval.high - interval.low):.1f}"


def measured(keys: Sequence[str], sizes: Sequence[int], most: int) -> Iterator[PoolShares]:
    """Yield the shares of each pool after measuring and storing them."""
    for key, size in product(keys, sizes):
        if fair_starts(key, size):
            began = time.process_time()
            shares = measure(key, size, most)
            store([shares])
            say(f"{row(shares)} ({time.process_time() - began:.0f} s)")
            yield shares


def row(shares: PoolShares) -> str:
    """Return the row of the table for a pool."""
    proved = f"{shares.first} : {shares.second}"
    cells = [proved, str(shares.games), *(told(won, shares.games) for won in shares.won)]
    return f"| {_board(shares.key, shares.size)} | {' | '.join(cells)} |"


def table(every: Iterable[PoolShares]) -> str:
    """Return the table of the pools."""
    levels = [f"level {level}" for level in EQUAL_LEVELS]
    head = f"| game | board | proved | games a level | {' | '.join(levels)} |"
    return "\n".join([head, f"|---|---|---:|---:|{'---:|' * len(levels)}", *map(row, every)])


def _board(key: str, size: int) -> str:
    return f"{key} | {size}×{size}"  # noqa: RUF001  # as boards are named


def write(text: str, document: Path) -> None:
    """Replace the table of the pools in a document."""
    before, rest = document.read_text(encoding="utf-8").split(BEGIN)
    after = rest.split(END)[1]
    document.write_text(f"{before}{BEGIN}\n{text}\n\n{END}{after}", encoding="utf-8")


def handicap_rows(keys: Sequence[str], sizes: Sequence[int], most: int) -> Iterator[str]:
    """Yield a row of the table of handicaps for each variant, board and handicap."""
    for key, size, handicap in product(keys, sizes, HANDICAPS):
        results = [_favoured(key, size, handicap, level, most) for level in EQUAL_LEVELS]
        cells = [str(handicap), str(results[0][1]), *(told(*result) for result in results)]
        line = f"| {_board(key, size)} | {' | '.join(cells)} |"
        say(line)
        yield line


def _favoured(key: str, size: int, handicap: int, level: int, most: int) -> tuple[int, int]:
    """Return how many games the favoured player won, who moves first in half of them, and how many were played."""
    won, games, variant = 0, 0, rules.find_variant(key)
    for favours_first in (True, False):
        starts = handicap_starts(key, size, handicap, favours_first=favours_first)
        numbers = range(max(1, most // 2 // len(starts)))
        first = sum(wins_of_first(variant, size, start, level, numbers, "handicap") for start in starts)
        won += first if favours_first else len(numbers) * len(starts) - first
        games += len(numbers) * len(starts)
    return won, games


def write_handicaps(lines: Iterable[str], document: Path) -> None:
    """Replace rows of the table of handicaps in a document."""
    text = document.read_text(encoding="utf-8")
    for line in lines:
        name = "|".join(line.split("|")[:4])
        text = re.sub(rf"^{re.escape(name)}\|.*$", line, text, flags=re.MULTILINE)
    document.write_text(text, encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, print the rows, and write them into the document."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength.starts", description=__doc__)
    parser.add_argument("variants", nargs="*", default=ALL_KEYS, help="the variants; all if left out")
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SIZES), help="the boards")
    parser.add_argument("--games", type=int, default=GAMES, help="games of each level from each pool")
    parser.add_argument("--document", type=Path, default=DOCUMENT, help="where the rows go")
    parser.add_argument("--handicaps", action="store_true", help="measure the handicaps instead, on 5x5 only")
    options = parser.parse_args(arguments)
    if options.handicaps:
        write_handicaps(list(handicap_rows(options.variants, [HANDICAP_SIZE], options.games)), options.document)
        return
    for _ in measured(options.variants, options.sizes, options.games):
        # After each pool, so that nothing is lost if the rest is interrupted.
        write(table(stored_shares()), options.document)


if __name__ == "__main__":
    main()
