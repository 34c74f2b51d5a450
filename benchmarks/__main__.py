"""Command line of the benchmarks: `python -m benchmarks` runs them one after the other, those with goals last."""

from typing import Final

from benchmarks.goals.__main__ import PARTS
from benchmarks.load import __main__ as load
from benchmarks.parts import print_parts
from benchmarks.speed import maintenance, opponent
from benchmarks.speed import rules as rules_speed
from benchmarks.speed import solver as solver_speed
from benchmarks.strength import rating_systems

# A fifth of what `python -m benchmarks.load` plays, which takes many minutes.
_FINISHED: Final = 1_000


def main() -> None:
    """Print the tables of all benchmarks, and the table of goals."""
    for benchmark in (rules_speed, solver_speed, opponent, maintenance, rating_systems):
        benchmark.main()
        print()
    load.main(most_finished=_FINISHED)
    print_parts(PARTS, quick=False)


if __name__ == "__main__":
    main()
