"""Real workers for reasons, and games with slips."""

from __future__ import annotations

import pytest

from gridlock_host import Database, Host
from gridlock_host.learning.lessons import Lessons
from gridlock_host.workers.pool import WorkerPool
from tests.host.support.host import Clock


@pytest.fixture
def lessons(database: Database, host: Host, pool: WorkerPool, clock: Clock) -> Lessons:
    """The lessons of the host, with workers that the test ends."""
    return Lessons(database, host.games, pool, now=clock)
