"""Command line of the fault run: `python -m chaos`."""

from __future__ import annotations

import argparse
import asyncio
import secrets
import sys
import tempfile
from pathlib import Path

from chaos.bot_process import DiedByItself
from chaos.faults.plan import FURTHER
from chaos.report import Outcome, Progress, facts, table
from chaos.run import Run, Size
from chaos.store import new_store

_BROKEN = 1
_LINES_OF_LOG = 40
_SEEDS = 1_000_000


def main() -> int:
    """Run once, print the table, and return the exit status: 1 if an invariant was broken."""
    arguments = _arguments()
    further = frozenset(FURTHER[name] for name in arguments.also)
    size = Size(arguments.seed, arguments.seconds, arguments.people, further)
    print(f"seed {size.seed}, {size.seconds:g} s, {size.people} people", flush=True)
    with tempfile.TemporaryDirectory(prefix="gridlock-chaos-") as folder:
        log = Path(folder) / "bot.log"
        try:
            outcome = asyncio.run(_run(size, arguments.database, log))
        except* DiedByItself:
            print("the bot ended by itself; the end of its log:", *_end_of(log), sep="\n")
            outcome = None
    return _BROKEN if outcome is None else _tell(outcome)


def _end_of(log: Path) -> list[str]:
    return log.read_text(encoding="utf-8").splitlines()[-_LINES_OF_LOG:]


async def _run(size: Size, server: str | None, log: Path) -> Outcome:
    async with new_store(server, log.parent, f"gridlock_chaos_{secrets.token_hex(6)}") as url:
        return await Run(size, url, log, Progress()).outcome()


def _tell(outcome: Outcome) -> int:
    print(*table(outcome), sep="\n")
    print(*facts(outcome.breaches, outcome.evidence), sep="\n")
    return _BROKEN if outcome.breaches else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m chaos", description="Inject faults while people play, and check the invariants."
    )
    parser.add_argument("--seconds", type=float, default=60.0, help="how long faults are injected (60 if left out)")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(_SEEDS), help="the seed of the random choices")
    parser.add_argument("--people", type=int, default=48, help="the number of players (48 if left out)")
    parser.add_argument("--database", help="the URL of a PostgreSQL database whose user may create databases")
    parser.add_argument("--also", nargs="+", choices=list(FURTHER), default=[], help="further kinds of faults")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
