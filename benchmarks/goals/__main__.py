"""Command line: `python -m benchmarks.goals` measures everything that has a goal, and prints the table of all goals.

`--quick` measures less, for a first look, and `--only` a part.
"""

from __future__ import annotations

import argparse
from typing import Final

from benchmarks.crowd.__main__ import PARTS as CROWD
from benchmarks.moves.__main__ import PARTS as MOVES
from benchmarks.parts import Part, print_parts
from benchmarks.speed.lessons import PARTS as LESSONS
from benchmarks.speed.pictures import PARTS as PICTURES
from benchmarks.stored.__main__ import PARTS as STORED

PARTS: Final[dict[str, Part]] = {**MOVES, **STORED, **CROWD, **LESSONS, **PICTURES}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.goals")
    parser.add_argument("--quick", action="store_true", help="measure less, for a first look")
    parser.add_argument("--only", choices=PARTS, action="append", help="what to measure (else everything)")
    arguments = parser.parse_args()
    print_parts(PARTS, arguments.only, quick=arguments.quick)
