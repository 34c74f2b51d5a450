"""The digest of published commands."""

from __future__ import annotations

import asyncio

from gridlock_host import Database
from gridlock_host.servers.command_digest import CommandDigests


async def test_the_last_published_digest_is_stored_per_application(database: Database) -> None:
    published = CommandDigests(database)
    assert await published.find(1) is None
    await published.note(1, "first")
    await published.note(2, "other")
    await published.note(1, "second")
    await published.note(1, "second")
    assert await CommandDigests(database).find(1) == "second"
    assert await CommandDigests(database).find(2) == "other"


async def test_several_processes_may_publish_at_once(database: Database) -> None:
    await asyncio.gather(*(CommandDigests(database).note(1, "same") for _ in range(8)))
    assert await CommandDigests(database).find(1) == "same"
