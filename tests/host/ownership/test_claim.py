"""Claims of shards by real processes, since a file lock belongs to a process."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest
from sqlalchemy import text

from gridlock_host import Database, DatabaseUnusable
from gridlock_host.ownership.claim import AlreadyServed, claimed
from gridlock_host.ownership.shards import ALL_SERVERS, FreeShards, Shards
from tests.host.support.claimant_process import hold, hold_free
from tests.host.support.small_disk import read_only
from tests.support.patience import PATIENCE

Other = Callable[[Database, Shards], AbstractContextManager[BaseProcess]]


@pytest.fixture
def another_process(processes: ForkServerContext) -> Other:
    """Processes that claim servers; at the end of its block each is killed."""

    @contextmanager
    def claiming(database: Database, shards: Shards) -> Iterator[BaseProcess]:
        here, there = processes.Pipe()
        url = database.url.render_as_string(hide_password=False)
        process = processes.Process(target=hold, args=(url, shards, there))
        process.start()
        there.close()
        try:
            with here:
                assert here.recv() == "has it"
                yield process
        finally:
            process.kill()
            process.join()

    return claiming


async def may_serve(database: Database, shards: Shards) -> bool:
    try:
        async with claimed(database, shards):
            return True
    except AlreadyServed:
        return False


async def until_free(database: Database, shards: Shards) -> None:
    """Wait until a claim can be had: PostgreSQL notices a moment later that a process is gone."""
    async with asyncio.timeout(PATIENCE):
        while not await may_serve(database, shards):
            pass


@pytest.mark.parametrize(
    ("held", "beside", "not_beside"),
    [
        (ALL_SERVERS, [], [ALL_SERVERS, Shards((0,), 2), Shards((3,), 4)]),
        (Shards((0, 1), 2), [], [ALL_SERVERS, Shards((0,), 2), Shards((1,), 3)]),
        (
            Shards((0, 2), 4),
            [Shards((1,), 4), Shards((1, 3), 4)],
            [ALL_SERVERS, Shards((0,), 4), Shards((1, 2), 4), Shards((0,), 2), Shards((1,), 5), Shards((0, 1), 2)],
        ),
    ],
    ids=["all", "all of two", "some of four"],
)
async def test_overlapping_shards_cannot_be_claimed(
    another_process: Other, database: Database, held: Shards, beside: list[Shards], not_beside: list[Shards]
) -> None:
    with another_process(database, held) as process:
        assert {str(one): await may_serve(database, one) for one in [*beside, *not_beside]} == {
            **{str(one): True for one in beside},
            **{str(one): False for one in not_beside},
        }
        process.kill()
        process.join()
    for one in [*beside, *not_beside]:
        await until_free(database, one)


async def test_postgresql_lets_processes_divide_other_servers_into_another_number_of_shards(
    another_process: Other, postgres_url: str
) -> None:
    database = Database(postgres_url)
    with another_process(database, Shards((0, 2), 4)):
        claimed_as = {str(one): await may_serve(database, one) for one in (Shards((1,), 2), Shards((1, 3, 5), 8))}
        assert claimed_as == {"1/2": True, "1,3,5/8": True}
        assert not await may_serve(database, Shards((1, 2), 8))
        with another_process(database, Shards((1,), 2)):
            assert not await may_serve(database, Shards((3,), 4))
    await database.close()


async def test_a_lock_file_lets_no_process_use_another_number_of_shards(
    another_process: Other, sqlite_url: str
) -> None:
    database = Database(sqlite_url)
    with another_process(database, Shards((0, 2), 4)):
        assert not await may_serve(database, Shards((1,), 2))


async def test_a_process_of_an_earlier_version_keeps_other_numbers_of_shards_away(postgres_url: str) -> None:
    """It tells which number it uses, but not of which shards."""
    database = Database(postgres_url)
    async with database.reading() as earlier:
        await earlier.execute(text("SELECT pg_advisory_lock_shared(5173945, 4), pg_advisory_lock(5173944, 0)"))
        assert not await may_serve(database, Shards((1,), 2))
        assert await may_serve(database, Shards((1,), 4))
        assert not await may_serve(database, Shards((0,), 4))
    await database.close()


@contextmanager
def claiming_free_shards(processes: ForkServerContext, database: Database) -> Iterator[Connection]:
    """A process that takes two of three shards, and more of them when it is told to."""
    here, there = processes.Pipe()
    url = database.url.render_as_string(hide_password=False)
    process = processes.Process(target=hold_free, args=(url, FreeShards(2, 3), there))
    process.start()
    there.close()
    try:
        yield here
    finally:
        process.kill()
        process.join()


async def test_a_process_with_room_takes_shards_that_become_free_and_keeps_its_own(
    another_process: Other, database: Database, processes: ForkServerContext
) -> None:
    def ask() -> object:
        claimant.send("take more")
        return claimant.recv()

    with ExitStack() as stack:
        with another_process(database, Shards((0, 1), 3)):
            claimant = stack.enter_context(claiming_free_shards(processes, database))
            assert await asyncio.to_thread(claimant.recv) == "2/3"
            assert await asyncio.to_thread(ask) == "2/3"
        async with asyncio.timeout(PATIENCE):
            while await asyncio.to_thread(ask) != "0,2/3":
                pass
        assert await asyncio.to_thread(ask) == "0,2/3"
        assert [await may_serve(database, Shards((one,), 3)) for one in range(3)] == [False, True, False]


async def test_the_refusal_says_what_can_be_done(another_process: Other, database: Database) -> None:
    with (
        another_process(database, ALL_SERVERS),
        pytest.raises(AlreadyServed, match=r"Stop that one first\..*GRIDLOCK_SHARDS=0/2") as info,
    ):
        async with claimed(database):
            raise AssertionError
    assert str(info.value).startswith(f"Another process of Gridlock uses the database {database.name}. ")


async def test_an_unlockable_database_is_reported_with_advice(small_disk: Path) -> None:
    path = small_disk / "gridlock.db"
    with read_only(small_disk), pytest.raises(DatabaseUnusable) as info:
        async with claimed(Database(f"sqlite:///{path}")):
            raise AssertionError
    assert str(info.value) == (
        f"The database {path} is read-only (it cannot be locked: Read-only file system). "
        "Give the user who runs the bot write access to the file and its folder, and try again."
    )


async def test_processes_with_distinct_shards_can_start_at_once(another_process: Other, database: Database) -> None:
    def start(shard_id: int) -> BaseProcess:
        return stack.enter_context(another_process(database, Shards((shard_id,), 4)))

    with ExitStack() as stack:
        started = await asyncio.gather(*(asyncio.to_thread(start, shard_id) for shard_id in range(4)))
        assert all(process.is_alive() for process in started)


async def test_the_same_database_under_another_name_is_claimed_too(
    another_process: Other, sqlite_url: str, tmp_path: Path
) -> None:
    (tmp_path / "other.db").symlink_to(Path(sqlite_url.removeprefix("sqlite:///")))
    with another_process(Database(sqlite_url), ALL_SERVERS):
        for url in (f"sqlite:///{tmp_path / 'other.db'}", f"sqlite:///file:{tmp_path / 'gridlock.db'}?uri=true"):
            assert not await may_serve(Database(url), ALL_SERVERS)


async def end_other_connections(database: Database) -> None:
    async with database.reading() as connection:
        await connection.execute(
            text(
                "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' "
                "AND pid <> pg_backend_pid() "
                "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
            )
        )


async def test_a_claim_lost_by_postgresql_is_renewed(postgres_url: str) -> None:
    database = Database(postgres_url)
    async with claimed(database, look_every=0) as claim:
        keeping = asyncio.create_task(claim.keep())
        await end_other_connections(database)
        async with asyncio.timeout(PATIENCE):
            while await may_serve(database, ALL_SERVERS):
                pass
        assert not keeping.done()
        keeping.cancel()
    await database.close()


async def test_a_claim_taken_by_another_process_is_reported_lost(another_process: Other, postgres_url: str) -> None:
    database = Database(postgres_url)
    async with claimed(database, look_every=0) as claim:
        await end_other_connections(database)
        await until_free(database, ALL_SERVERS)
        with another_process(database, ALL_SERVERS), pytest.raises(AlreadyServed):
            await asyncio.wait_for(claim.keep(), PATIENCE)
    await database.close()


async def test_a_claim_waits_for_a_process_that_has_everything_for_a_moment(
    database: Database, another_process: Other
) -> None:
    first = Shards((0,), 2)

    async def claim_patiently() -> Shards:
        async with claimed(database, first, patience=PATIENCE) as claim:
            return claim.shards

    with another_process(database, ALL_SERVERS):
        waiting = asyncio.create_task(claim_patiently())
        assert not await may_serve(database, first)
    assert await waiting == first
