"""Command line of the benchmarks: `python -m benchmarks` runs them one after the other."""

from benchmarks.load import __main__ as load
from benchmarks.moves import __main__ as moves
from benchmarks.speed import maintenance, opponent, rush
from benchmarks.speed import rules as rules_speed
from benchmarks.speed import solver as solver_speed


def main() -> None:
    """Print the tables of all benchmarks."""
    benchmarks = (rules_speed, solver_speed, moves, opponent, rush, maintenance, load)
    for number, benchmark in enumerate(benchmarks):
        if number:
            print()
        benchmark.main()


if __name__ == "__main__":
    main()
