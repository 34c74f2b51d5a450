"""Run all benchmarks, one after the other: `python -m benchmarks`."""

from benchmarks import many_games, opponent, round_trip, rules_speed, rush, solver_speed, storekeeping
from benchmarks.load import __main__ as load


def main() -> None:
    """Print the tables of all benchmarks."""
    benchmarks = (rules_speed, solver_speed, round_trip, many_games, opponent, rush, storekeeping, load)
    for number, benchmark in enumerate(benchmarks):
        if number:
            print()
        benchmark.main()


if __name__ == "__main__":
    main()
