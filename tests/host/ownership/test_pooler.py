"""PostgreSQL behind PgBouncer in session mode."""

from __future__ import annotations

from pathlib import Path

import pytest

from gridlock_host import Database, migrate
from gridlock_host.maintenance.integrity import check
from gridlock_host.ownership.claim import AlreadyServed, claimed
from tests.host.support.busy_life import every_trace, live
from tests.host.support.host import open_host
from tests.host.support.pooler import pooled
from tests.host.support.postgres import new_postgres_database


async def test_all_statements_work_behind_a_pooler_in_session_mode(tmp_path: Path) -> None:
    async with new_postgres_database() as url, pooled(url, tmp_path) as through_pooler:
        database = Database(through_pooler)
        async with claimed(database):
            await migrate(database)
            await live(open_host(database), every_trace())
            report = await check(database)
            assert report.faults == []
            assert report.games > 30
        await database.close()


async def test_a_claim_through_a_pooler_is_seen_without_it_and_ends_with_its_holder(tmp_path: Path) -> None:
    async with new_postgres_database() as url, pooled(url, tmp_path) as through_pooler:
        for first, second in ((url, through_pooler), (through_pooler, url), (through_pooler, through_pooler)):
            async with claimed(Database(first)):
                with pytest.raises(AlreadyServed):
                    async with claimed(Database(second)):
                        pass
        async with claimed(Database(url)):
            pass
