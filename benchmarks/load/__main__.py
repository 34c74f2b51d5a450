"""Ten thousand open games, a day's worth of sweeps in one go, and five thousand finished games: what the bot does.

Every game is stored and shown as it would be on Discord, and the bot is the real `bot.py`, whose event loop is watched.

Run it with `python -m benchmarks.load`; `--games` and `--finished` choose other numbers, `--only` a part.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence

from benchmarks.load import finished, open_games, overdue
from benchmarks.load.bots import Figures
from benchmarks.load.printing import print_figures

_GAMES = 10_000
_FINISHED = 5_000
_PARTS = ("open", "overdue", "finished")


def main(games: int = _GAMES, most_finished: int = _FINISHED, parts: Sequence[str] = _PARTS) -> None:
    """Print what was measured.

    Args:
        games: The number of games that are open, or due.
        most_finished: The number of games played to their end.
        parts: What to measure.
    """
    if "open" in parts:
        _report(f"{games} open games, and a bot that was down for an hour", asyncio.run(open_games.measure(games)))
    if "overdue" in parts:
        _report(f"{games} games due at once", asyncio.run(overdue.measure(games)))
    if "finished" in parts:
        marks = [most_finished * part // 5 for part in (1, 3, 5)]
        _report(f"{most_finished} finished games", asyncio.run(finished.measure(marks)))


def _report(title: str, figures: Figures) -> None:
    print(f"{title} (load of the machine at the end: {figures.load:.1f})")
    print_figures(figures)
    print(flush=True)


def _run() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load")
    parser.add_argument("--games", type=int, default=_GAMES, help="open games, and games that are due at once")
    parser.add_argument("--finished", type=int, default=_FINISHED, help="games played to their end")
    parser.add_argument("--only", choices=_PARTS, action="append", help="what to measure (else everything)")
    arguments = parser.parse_args()
    main(arguments.games, arguments.finished, arguments.only or _PARTS)


if __name__ == "__main__":
    _run()
