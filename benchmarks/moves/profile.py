"""Profile of the event loop: how the time of a move, of an accept and of a bare redraw is spent.

The time that a function spends itself counts for the folder of its file; a built-in function counts for those that call
it. The profiler slows Python's calls down and nothing else, so only the shares mean something.
"""

from __future__ import annotations

import asyncio
import os
import pstats
import signal
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from benchmarks.bots.processes import DATA, ROOT, Bot, profiled_gridlock
from benchmarks.goal_table import Finding
from benchmarks.moves.blocks import run_block
from benchmarks.moves.lanes import ACCEPT, Lane, gridlock_lanes, settled

_ACTIONS: Final = 20
_BLOCKS, _QUICK_BLOCKS = 10, 3
_SECONDS_TO_SWITCH: Final = 1.0
_BUILT_IN: Final = "~"
_SMALLEST_SHARE: Final = 0.01

_OWN: Final = (
    "cogs/messages",
    "cogs/text",
    "cogs/discord_api",
    "cogs/components",
    "cogs/commands",
    "cogs/runtime",
    "cogs",
    "gridlock_host/storage",
    "gridlock_host",
    "gridlock_rules",
    "gridlock_solver",
    "operation",
)
_LIBRARIES: Final = ("discord", "aiohttp", "sqlalchemy", "aiosqlite", "json", "asyncio", "logging", "yarl", "multidict")


async def print_profile(*, quick: bool) -> list[Finding]:
    """Profile moves by button and by command, and accepts, and print a table of shares for each."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(dir=DATA, prefix="benchmark-")))
        bot = await stack.enter_async_context(profiled_gridlock(folder))
        lanes = await gridlock_lanes(stack, bot, "")
        await settled([bot])
        written = count(1)
        for lane in lanes:
            await _act(bot, lane)
            files = [folder / f"{next(written)}.pstats" for _ in range(_QUICK_BLOCKS if quick else _BLOCKS)]
            for file in files:
                await _act(bot, lane, file)
            print(f"{lane.name}: share of the time of the event loop")
            print("\n".join(_lines(files)), end="\n\n", flush=True)
    return []


async def _act(bot: Bot, lane: Lane, file: Path | None = None) -> None:
    """Run a block, and let the profiler write the file."""
    is_accept = lane.name == ACCEPT
    actors = lane.actors(_ACTIONS if is_accept else 1, _ACTIONS)
    for actor in actors:
        await actor.prepare()
    if file is not None:
        await _switch_profiler(bot)
    await run_block(bot, [[actor] for actor in actors] if is_accept else [actors] * _ACTIONS)
    if file is not None:
        await _switch_profiler(bot)


async def _switch_profiler(bot: Bot) -> None:
    os.kill(bot.process_ids[0], signal.SIGUSR1)
    await asyncio.sleep(_SECONDS_TO_SWITCH)


def _lines(files: Sequence[Path]) -> Iterator[str]:
    figures, actions = pstats.Stats(*map(str, files)), len(files) * _ACTIONS
    seconds, calls = _by_place(figures)
    whole = sum(seconds.values())
    for place, share in seconds.most_common():
        if share / whole < _SMALLEST_SHARE:
            break
        yield f"{place:24} {share / whole:6.1%} {calls[place] / actions:10,.0f} calls"
    yield f"{'in all':24} {1:6.1%} {sum(calls.values()) / actions:10,.0f} calls"


def _by_place(figures: pstats.Stats) -> tuple[Counter[str], Counter[str]]:
    """Return the seconds and the calls by place, without those of the wait for events."""
    seconds, calls = Counter[str](), Counter[str]()
    stats: dict[Any, Any] = figures.stats  # type: ignore[attr-defined]  # the only way to the callers
    for (file, _, name), (_, times, own, _, callers) in stats.items():
        if "select.epoll" in name:
            continue
        calls[_place(file)] += times if file != _BUILT_IN else 0
        if file != _BUILT_IN:
            seconds[_place(file)] += own
            continue
        for (caller, _, _), (_, called, part, _) in callers.items():
            seconds[_place(caller)] += part
            calls[_place(caller)] += called
    del seconds[_BUILT_IN]
    return seconds, calls


def _place(file: str) -> str:
    """Return the folder of the project, or the library, to which a file belongs."""
    if file == _BUILT_IN:
        return _BUILT_IN
    path = Path(file)
    if path.is_relative_to(ROOT) and "site-packages" not in path.parts:
        inside = path.relative_to(ROOT).as_posix()
        return next((folder for folder in _OWN if inside.startswith(f"{folder}/")), "other")
    return next((library for library in _LIBRARIES if library in path.parts), "other")
