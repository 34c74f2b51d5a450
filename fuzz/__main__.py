"""Command line of the fuzzer: `python -m fuzz`.

Prints a table. If a text makes a check fail, the text is printed and the exit status is 1. The fuzzer is atheris, which
is built for Linux on x86_64 only.
"""

from __future__ import annotations

import argparse
import importlib.util
import secrets
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from fuzz.runner import TARGETS, Run, run

NOT_THERE = """\
The fuzzer, atheris, is not installed. It is built for Linux on x86_64 with Python up to 3.13, where `make tools`
installs it. The tests in tests/hostile run the same checks with random texts."""


def main() -> int:
    """Print the table, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m fuzz", description="Fuzz every parser of texts.")
    parser.add_argument("--seconds", type=int, default=60, help="seconds for all targets together (60)")
    parser.add_argument("--target", action="append", choices=TARGETS, help="one target only; may be repeated")
    seed = secrets.randbelow(10**6) + 1
    parser.add_argument("--seed", type=int, default=seed, help="the seed; random if left out")
    arguments = parser.parse_args()
    if importlib.util.find_spec("atheris") is None:
        print(NOT_THERE, file=sys.stderr)
        return 2
    print(f"seed {arguments.seed}", flush=True)
    names = arguments.target or list(TARGETS)
    runs = _run_all(names, max(1, arguments.seconds // len(names)), arguments.seed)
    return 1 if any(one.finding is not None for one in runs) else 0


def _run_all(names: list[str], seconds: int, seed: int) -> list[Run]:
    runs = []
    print(f"{'target':<16}{'executions':>12}{'findings':>10}")
    for name in names:
        with TemporaryDirectory(prefix="gridlock-fuzz-") as folder:
            done = run(name, TARGETS[name], seconds, seed, Path(folder))
        print(f"{name:<16}{done.executions:>12}{int(done.finding is not None):>10}", flush=True)
        if done.finding is not None:
            print(done.finding, file=sys.stderr)
        runs.append(done)
    return runs


if __name__ == "__main__":
    sys.exit(main())
