"""Command line: `python -m benchmarks.stored`, with `--quick`, and `--only open`, `open-postgres` or `results`."""

from __future__ import annotations

import argparse
from typing import Final

from benchmarks.parts import Part, print_parts
from benchmarks.stored import open_games, results

PARTS: Final[dict[str, Part]] = {
    "open": open_games.measure,
    "open-postgres": open_games.measure_on_postgres,
    "results": results.measure,
}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.stored")
    parser.add_argument("--quick", action="store_true", help="measure less, for a first look")
    parser.add_argument("--only", choices=PARTS, action="append", help="what to measure (else everything)")
    arguments = parser.parse_args()
    print_parts(PARTS, arguments.only, quick=arguments.quick)
