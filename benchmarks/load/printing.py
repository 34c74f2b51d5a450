"""Figures as tables."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.bots.watched_bot import Round
from benchmarks.load.bots import Figures
from benchmarks.spread import Spread

_WIDTH = 30


def print_figures(figures: Figures) -> None:
    """Print how long things took, the memory, the latencies, and what the event loop did meanwhile."""
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
    if len(rounds) < 2:  # what percentiles need
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
