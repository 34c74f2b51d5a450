"""Command line: `python -m benchmarks.crowd`, with `--quick`, and `--only` for parts such as `fairness`."""

from __future__ import annotations

import argparse
from typing import Final

from benchmarks.crowd import fairness, forgetting, processes, rush
from benchmarks.parts import Part, print_parts

PARTS: Final[dict[str, Part]] = {
    "rush": rush.measure,
    "fairness": fairness.measure,
    "forgetting": forgetting.measure,
    "processes": processes.measure,
}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.crowd")
    parser.add_argument("--quick", action="store_true", help="measure less, for a first look")
    parser.add_argument("--only", choices=PARTS, action="append", help="what to measure (else everything)")
    arguments = parser.parse_args()
    print_parts(PARTS, arguments.only, quick=arguments.quick)
