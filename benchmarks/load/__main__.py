"""Command line of the load benchmarks: open games, due games, finished games.

Every game has rows and a board, and the bot is the real `bot.py` with its event loop measured.

Run it with `python -m benchmarks.load`; `--games` and `--finished` choose other numbers, `--only` a part.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence

from benchmarks.bots.watched_bot import Round
from benchmarks.figures import Spread
from benchmarks.load import finished, open_games, overdue
from benchmarks.load.bots import Figures

_GAMES = 10_000
_FINISHED = 5_000
_WIDTH = 30
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
    _print_figures(figures)
    print(flush=True)


def _print_figures(figures: Figures) -> None:
    """Print the durations, the memory, the latencies, and the rounds of the event loop."""
    print(f"\n{'seconds':{_WIDTH}}")
    for name, seconds in figures.seconds.items():
        print(f"{name:{_WIDTH}}{seconds:9.1f}")
    print(f"\n{'memory, MB':{_WIDTH}}")
    for name, memory in figures.memory.items():
        print(f"{name:{_WIDTH}}{memory:9.1f}")
    if figures.latencies:
        _print_head("milliseconds until it is shown", "times")
        for name, latencies in figures.latencies.items():
            _print_row(name, latencies)
    print(f"\nnot answered within three seconds: {figures.late}")
    for name, rounds in figures.rounds.items():
        _print_loop(name, rounds)


def _print_loop(name: str, rounds: Sequence[Round]) -> None:
    if len(rounds) < 2:  # percentiles need two
        return
    _print_head(f"event loop, {name}", "rounds")
    _print_row("lag", [each.lag for each in rounds])
    _print_row("processor used in a round", [each.used for each in rounds])
    _print_row("processor waited for", [each.queued for each in rounds])


def _print_head(name: str, counted: str) -> None:
    print(f"\n{name:{_WIDTH}}{counted:>9}{'median':>9}{'p99':>9}{'largest':>9}")


def _print_row(name: str, seconds: Sequence[float]) -> None:
    spread = Spread.of(seconds)
    print(f"{name:{_WIDTH}}{len(seconds):9}{spread.median:9.2f}{spread.p99:9.2f}{spread.largest:9.2f}")


def _run() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load")
    parser.add_argument("--games", type=int, default=_GAMES, help="open games, and games that are due at once")
    parser.add_argument("--finished", type=int, default=_FINISHED, help="games played to their end")
    parser.add_argument("--only", choices=_PARTS, action="append", help="what to measure (else everything)")
    arguments = parser.parse_args()
    main(arguments.games, arguments.finished, arguments.only or _PARTS)


if __name__ == "__main__":
    _run()
