"""Parts of the benchmarks that have goals, and the table of goals at the end."""

from __future__ import annotations

import asyncio
import os
import signal
import time
import traceback
from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from benchmarks.figures import say
from benchmarks.goal_table import Finding, goal_lines
from local_discord import Refused, Unanswered

# A part can fail on a machine that is too busy, or with a bot that does not do what it is to do.
_FAILURES: Final = (RuntimeError, OSError, Refused, Unanswered)


class Part(Protocol):
    """A part of a benchmark."""

    async def __call__(self, *, quick: bool) -> list[Finding]:
        """Measure, print the tables, and return what they say about the goals.

        Args:
            quick: Whether to measure less, for a first look.
        """


def print_parts(parts: Mapping[str, Part], only: Sequence[str] | None = None, *, quick: bool) -> None:
    """Measure parts, and print their tables and the table of goals.

    Args:
        parts: All parts.
        only: The names of the parts to measure; None for all.
        quick: Whether to measure less.

    Raises:
        SystemExit: A part failed, which is said after the table of the others.
    """
    begin, load = time.monotonic(), os.getloadavg()[0]
    findings, failed = list[Finding](), list[str]()
    for name in only or parts:
        say(f"{name}: begun after {time.monotonic() - begin:.0f} s")
        try:
            findings += asyncio.run(_measure(parts[name], quick=quick))
        except _FAILURES:
            traceback.print_exc()
            failed.append(name)
    print("\n".join(table_of(findings, load, time.monotonic() - begin)), flush=True)
    if failed:
        raise SystemExit(f"failed, so not in the table: {', '.join(failed)}")


async def _measure(part: Part, *, quick: bool) -> list[Finding]:
    """Measure a part; a signal to end stops its bots, and removes its databases."""
    task = asyncio.current_task()
    if task is not None:
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    return await part(quick=quick)


def table_of(findings: Sequence[Finding], load: float, seconds: float) -> list[str]:
    """Return the lines of the table of goals, and of the circumstances.

    Args:
        findings: What was measured.
        load: The load of the machine before it was measured.
        seconds: How long it took.
    """
    met = sum(finding.verdict == "met" for finding in findings)
    count = f"{met} of {len(findings)} goals met; {seconds:.0f} s on {len(os.sched_getaffinity(0))} CPUs"
    busy = " - a busy machine, whose ratios are too high" if load > 1 else ""
    return [*goal_lines(findings), f"{count}; load before: {load:.1f}{busy}"]
