"""Benchmark of Standoff's solver on large boards: how much is exact in a second, by ply.

The positions are random, and nothing is remembered from one to the next. Run it with
`python -m benchmarks.speed.standoff`; name a size to measure only that board. `GRIDLOCK_COMPILED=0` measures the search
in Python.
"""

import sys
import time
from collections.abc import Iterator
from random import Random

import gridlock_rules as rules
from benchmarks.figures import Spread
from gridlock_solver import Budget, solve
from gridlock_solver.standoff.solver import remembered_search

_POSITIONS = 30
_PLIES = (3, 4, 5, 6, 7, 9, 11, 13)
_BUDGET = Budget(seconds=1.0)


def positions(size: int, ply: int) -> Iterator[rules.Position]:
    """Yield unfinished positions after so many random moves."""
    chance, found = Random(f"{size} {ply}"), 0  # noqa: S311  # for positions, not for secrets
    while found < _POSITIONS:
        position = rules.find_variant("standoff").start(size)
        while position.legal_moves and position.ply < ply:
            position = position.play(chance.choice(position.legal_moves))
        if position.legal_moves:
            found += 1
            yield position


def measure(size: int, ply: int) -> str:
    """Return a line with the figures of a board at a ply."""
    cpu, exact, decided, lost, counted = [], 0, 0, 0, 0
    for position in positions(size, ply):
        remembered_search.cache_clear()
        begin = time.process_time()
        solution = solve(position, _BUDGET)
        cpu.append(time.process_time() - begin)
        exact += solution.exact
        decided += solution.is_won or solution.is_lost
        lost += solution.is_lost
        counted += solution.is_lost and solution.counted
    spread = Spread.of(cpu)
    times = f"{spread.median:9.1f}{spread.largest:9.1f}"
    return f"{f'{size}x{size}':7}{ply:5}{times}{exact:8}{decided:9}{lost:7}{counted:9}"


def main() -> None:
    """Print the figures of each board and ply."""
    print(f"{_POSITIONS} positions each; milliseconds of the processor")
    print(f"{'board':7}{'ply':>5}{'median':>9}{'largest':>9}{'exact':>8}{'decided':>9}{'lost':>7}{'counted':>9}")
    for size in map(int, sys.argv[1:]) if sys.argv[1:] else (7, 8):
        for ply in _PLIES:
            print(measure(size, ply), flush=True)


if __name__ == "__main__":
    main()
