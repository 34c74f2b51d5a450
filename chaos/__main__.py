"""Command line of the fault run: `python -m chaos`."""

from __future__ import annotations

import argparse
import asyncio
import secrets
import sys
import tempfile
from pathlib import Path

from chaos.bot_process import DiedByItself
from chaos.faults.plan import FURTHER, Fault
from chaos.machine.disk import NoOwnMounts, enter_own_mounts
from chaos.report import Outcome, Progress, facts, table
from chaos.run import Run
from chaos.scene import Scene, Size
from chaos.setup import set_up, why_not

_BROKEN = 1
_LINES_OF_LOG = 40
_SEEDS = 1_000_000


def main() -> int:
    """Run once, print the table, and return the exit status: 1 if an invariant was broken."""
    parser = _parser()
    arguments = parser.parse_args()
    further = frozenset(FURTHER[name] for name in arguments.also)
    wrong = why_not(further, is_sqlite=arguments.database is None, processes=arguments.processes)
    if wrong is not None:
        parser.error(wrong)
    if Fault.FULL_DISK in further:
        try:
            enter_own_mounts("chaos", sys.argv[1:])
        except NoOwnMounts as error:
            parser.error(f"a full disk needs the right to mount one: {error}")
    size = Size(arguments.seed, arguments.seconds, arguments.people, further, arguments.processes)
    print(f"seed {size.seed}, {size.seconds:g} s, {size.people} people", flush=True)
    with tempfile.TemporaryDirectory(prefix="gridlock-chaos-") as folder:
        try:
            outcome = asyncio.run(_run(size, arguments.database, Path(folder)))
        except* DiedByItself:
            print("the bot ended by itself; the end of its log:", *_end_of(Path(folder)), sep="\n")
            outcome = None
    return _BROKEN if outcome is None else _tell(outcome)


def _end_of(folder: Path) -> list[str]:
    logs = [log.read_text(encoding="utf-8").splitlines() for log in sorted(folder.glob("*.log"))]
    return [line for log in logs for line in log[-_LINES_OF_LOG:]]


async def _run(size: Size, server: str | None, folder: Path) -> Outcome:
    async with set_up(size.further, server, folder) as machine:
        return await Run(Scene(size, machine, Progress())).outcome()


def _tell(outcome: Outcome) -> int:
    print(*table(outcome), sep="\n")
    print(*facts(outcome.breaches, outcome.evidence), sep="\n")
    return _BROKEN if outcome.breaches else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m chaos", description="Inject faults while people play, and check the invariants."
    )
    parser.add_argument("--seconds", type=float, default=60.0, help="how long faults are injected (60 if left out)")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(_SEEDS), help="the seed of the random choices")
    parser.add_argument("--people", type=int, default=48, help="the number of players (48 if left out)")
    parser.add_argument("--database", help="the URL of a PostgreSQL database whose user may create databases")
    parser.add_argument("--also", nargs="+", choices=list(FURTHER), default=[], help="further kinds of faults")
    parser.add_argument(
        "--processes", type=int, default=1, help="the number of processes of the bot, each with a shard"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
