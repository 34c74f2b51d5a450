"""Command line: `python -m benchmarks.moves`, with `--quick`, and `--only` with a part, such as `one-by-one`."""

from __future__ import annotations

import argparse
from typing import Final

from benchmarks.moves.measure import measure_at_once, measure_delivery, measure_looks, measure_one_by_one
from benchmarks.moves.profile import print_profile
from benchmarks.parts import Part, print_parts

PARTS: Final[dict[str, Part]] = {
    "one-by-one": measure_one_by_one,
    "looks": measure_looks,
    "delivery": measure_delivery,
    "at-once": measure_at_once,
    "profile": print_profile,
}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.moves")
    parser.add_argument("--quick", action="store_true", help="measure less, for a first look")
    parser.add_argument("--only", choices=PARTS, action="append", help="what to measure (else everything)")
    arguments = parser.parse_args()
    print_parts(PARTS, arguments.only, quick=arguments.quick)
