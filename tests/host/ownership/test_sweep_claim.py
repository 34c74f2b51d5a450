"""The claim on the sweeps, by real processes that all serve all servers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext
from multiprocessing.process import BaseProcess

import pytest
from sqlalchemy import text

from gridlock_host import Database
from gridlock_host.ownership.claim import AlreadyServed, claimed
from gridlock_host.ownership.shards import ALL_SERVERS, Shards
from gridlock_host.ownership.sweep_claim import sweep_claim
from tests.host.support.claimant_process import hold, share
from tests.support.patience import PATIENCE

Sharer = Callable[[Database], AbstractContextManager[tuple[BaseProcess, Connection]]]


@pytest.fixture
def another_sharer(processes: ForkServerContext) -> Sharer:
    """Processes that use the database along with others, and what they say; at the end of its block each is killed."""

    @contextmanager
    def sharing(database: Database) -> Iterator[tuple[BaseProcess, Connection]]:
        here, there = processes.Pipe()
        url = database.url.render_as_string(hide_password=False)
        process = processes.Process(target=share, args=(url, there))
        process.start()
        there.close()
        try:
            with here:
                yield process, here
        finally:
            process.kill()
            process.join()

    return sharing


async def test_one_of_several_has_the_claim_and_another_takes_it_when_that_one_dies(
    another_sharer: Sharer, database: Database
) -> None:
    with another_sharer(database) as (first, said):
        assert said.recv()
        with another_sharer(database) as (_, says):
            assert not says.recv()
            first.kill()
            assert await asyncio.wait_for(asyncio.to_thread(says.recv), PATIENCE)


async def test_processes_with_shards_and_without_keep_each_other_away(
    another_sharer: Sharer, processes: ForkServerContext, database: Database
) -> None:
    with another_sharer(database) as (_, said):
        assert said.recv()
        for shards in (ALL_SERVERS, Shards((0,), 2)):
            with pytest.raises(AlreadyServed):
                async with claimed(database, shards):
                    pass
    here, there = processes.Pipe()
    url = database.url.render_as_string(hide_password=False)
    holder = processes.Process(target=hold, args=(url, Shards((0,), 2), there))
    async with asyncio.timeout(PATIENCE):
        holder.start()
        try:
            assert await asyncio.to_thread(here.recv) == "has it"
            with pytest.raises(AlreadyServed):
                async with sweep_claim(database):
                    pass
        finally:
            holder.kill()
            holder.join()


_END_OTHERS = text("""
    SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND pid <> pg_backend_pid()
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())""")


async def test_the_claim_is_taken_again_when_its_connection_is_lost(postgres_url: str) -> None:
    database = Database(postgres_url)
    async with sweep_claim(database, look_every=0) as claim:
        async with database.reading() as connection:
            await connection.execute(_END_OTHERS)
        await claim.look()
        assert claim.is_held
    await database.close()


async def test_a_process_learns_that_one_with_shards_has_come_while_its_connection_was_lost(
    processes: ForkServerContext, postgres_url: str
) -> None:
    database = Database(postgres_url)
    here, there = processes.Pipe()
    holder = processes.Process(target=hold, args=(postgres_url, ALL_SERVERS, there))
    async with sweep_claim(database, look_every=0) as claim, asyncio.timeout(PATIENCE):
        async with database.reading() as connection:
            await connection.execute(_END_OTHERS)
        holder.start()
        try:
            assert await asyncio.to_thread(here.recv) == "has it"
            with pytest.raises(AlreadyServed):
                await claim.keep()
            assert not claim.is_held
        finally:
            holder.kill()
            holder.join()
    await database.close()
