"""Run all benchmarks, one after the other: `python -m benchmarks`."""

from benchmarks.load import __main__ as load
from benchmarks.speed import maintenance as storekeeping
from benchmarks.speed import many_games, opponent, round_trip, rush
from benchmarks.speed import rules as rules_speed
from benchmarks.speed import solver as solver_speed


def main() -> None:
    """Print the tables of all benchmarks."""
    benchmarks = (rules_speed, solver_speed, round_trip, many_games, opponent, rush, storekeeping, load)
    for number, benchmark in enumerate(benchmarks):
        if number:
            print()
        benchmark.main()


if __name__ == "__main__":
    main()
