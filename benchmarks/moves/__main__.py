"""Command line: `python -m benchmarks.moves`, with `--quick` for few rounds, and `--sqlite` without PostgreSQL."""

from __future__ import annotations

import argparse
import asyncio

from benchmarks.goal_table import goal_lines
from benchmarks.moves.measure import measure


def main(*, quick: bool = False, with_postgres: bool = True) -> None:
    """Print the tables of moves, and the goals about them.

    Args:
        quick: Whether to measure few rounds.
        with_postgres: Whether to measure moves on PostgreSQL too.
    """
    findings = asyncio.run(measure(quick=quick, with_postgres=with_postgres))
    print("\n".join(goal_lines(findings)))


def _run() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.moves")
    parser.add_argument("--quick", action="store_true", help="few rounds, and 200 at one moment only")
    parser.add_argument("--sqlite", action="store_true", help="without PostgreSQL")
    arguments = parser.parse_args()
    main(quick=arguments.quick, with_postgres=not arguments.sqlite)


if __name__ == "__main__":
    _run()
