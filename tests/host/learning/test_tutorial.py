"""Progress in the tutorial: kept for each person and variant."""

from __future__ import annotations

import asyncio
import json

from gridlock_host import Database, Host
from tests.host.support.host import ADA, BOB, open_host

_A_FILE = 10**6


async def test_what_is_solved_stays_solved(database: Database, host: Host) -> None:
    """Also after a restart, and if an earlier step is solved again."""
    tutorial = host.learning.tutorial
    assert await tutorial.solved(ADA) == {}
    for steps in (1, 3, 2):
        await tutorial.note_solved(ADA, "lines", steps)
    await tutorial.note_solved(ADA, "isolation", 1)
    await tutorial.note_solved(BOB, "lines", 5)
    restarted = open_host(database).learning.tutorial
    assert await restarted.solved(ADA) == {"lines": 3, "isolation": 1}
    assert await restarted.solved(BOB) == {"lines": 5}


async def test_two_presses_at_once_keep_the_later_step(host: Host) -> None:
    tutorial = host.learning.tutorial
    await asyncio.gather(*(tutorial.note_solved(ADA, "dodge", steps) for steps in (2, 4, 1, 3)))
    assert await tutorial.solved(ADA) == {"dodge": 4}


async def test_progress_is_exported_and_forgotten(host: Host) -> None:
    await host.learning.tutorial.note_solved(ADA, "lines", 2)
    await host.learning.tutorial.note_solved(BOB, "lines", 1)
    (file,) = await host.members.privacy.export(ADA, most_bytes=_A_FILE)
    progress = json.loads(file)["tutorial_progress"]
    assert [(entry["variant"], entry["steps"]) for entry in progress] == [("lines", 2)]
    await host.members.privacy.forget(ADA)
    assert await host.learning.tutorial.solved(ADA) == {}
    assert await host.learning.tutorial.solved(BOB) == {"lines": 1}
