"""Transactions in one call of the driver: committed whole, rolled back whole, and free of the event loop."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest
from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host import Database
from gridlock_host.storage.schema import blocks
from tests.host.support.host import NOON

_BLOCK = insert(blocks)


async def block(connection: AsyncConnection, number: int) -> None:
    await connection.execute(_BLOCK, {"user_id": 1, "blocked_id": number, "blocked_at": NOON})


async def count(database: Database) -> int:
    return int((await database.fetch(select(func.count()).select_from(blocks)))[0][0])


async def test_a_transaction_returns_its_result_and_is_stored(database: Database) -> None:
    async def change(connection: AsyncConnection) -> str:
        await block(connection, 2)
        await block(connection, 3)
        return "done"

    assert await database.transact(change) == "done"
    assert await count(database) == 2


async def test_an_exception_rolls_everything_back_and_reaches_the_caller(database: Database) -> None:
    async def change(connection: AsyncConnection) -> None:
        await block(connection, 2)
        raise LookupError("no")

    with pytest.raises(LookupError, match="no"):
        await database.transact(change)
    assert await count(database) == 0
    await database.transact(partial(block, number=2))
    assert await count(database) == 1


async def test_rows_that_nobody_reads_hinder_no_commit(database: Database) -> None:
    async def change(connection: AsyncConnection) -> None:
        values = [{"user_id": 1, "blocked_id": number, "blocked_at": NOON} for number in range(2, 9)]
        await connection.execute(insert(blocks).values(values).returning(blocks.c.blocked_id))

    await database.transact(change)
    assert await count(database) == 7


async def test_on_sqlite_a_transaction_that_waits_for_something_else_is_refused(database: Database) -> None:
    """It would stop the thread of all writes."""
    if not database.is_sqlite:
        pytest.skip("PostgreSQL has other connections")

    async def change(connection: AsyncConnection) -> None:
        await block(connection, 2)
        await asyncio.sleep(0)

    with pytest.raises(RuntimeError, match="waits for something else"):
        await database.transact(change)
    assert await count(database) == 0


async def test_many_at_once_are_all_stored(database: Database) -> None:
    await asyncio.gather(*(database.transact(partial(block, number=number)) for number in range(2, 42)))
    assert await count(database) == 40


async def test_a_cancelled_task_leaves_the_next_transaction_its_turn(database: Database) -> None:
    first = asyncio.create_task(database.transact(partial(block, number=2)))
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    await database.transact(partial(block, number=3))
    assert await count(database) in (1, 2)
