from __future__ import annotations

from datetime import timedelta

from gridlock_host import Database, SessionManager
from gridlock_host.errors import CannotBlockYourself, NotBlocked, Unwelcome
from tests.host.support.host import ADA, BOB, CLEO, Clock, contents, propose, refused


async def test_blocks_are_listed_in_the_order_in_which_they_were_made(sessions: SessionManager, clock: Clock) -> None:
    """They are one's own: the other side lists nothing."""
    await sessions.block(ADA, CLEO)
    clock.time += timedelta(seconds=1)
    await sessions.block(ADA, BOB)
    assert await sessions.blocked_by(ADA) == [CLEO, BOB]
    assert await sessions.blocked_by(BOB) == []


async def test_blocking_again_changes_nothing(database: Database, sessions: SessionManager, clock: Clock) -> None:
    await sessions.block(ADA, BOB)
    before = await contents(database)
    clock.time += timedelta(days=1)
    await sessions.block(ADA, BOB)
    assert await contents(database) == before


async def test_a_block_is_taken_back_once(database: Database, sessions: SessionManager) -> None:
    await sessions.block(ADA, BOB)
    async with refused(database, NotBlocked):
        await sessions.unblock(BOB, ADA)
    await sessions.unblock(ADA, BOB)
    assert await sessions.blocked_by(ADA) == []
    async with refused(database, NotBlocked):
        await sessions.unblock(ADA, BOB)


async def test_nobody_blocks_themselves(database: Database, sessions: SessionManager) -> None:
    async with refused(database, CannotBlockYourself):
        await sessions.block(ADA, ADA)


async def test_a_block_outlasts_the_deletion_of_the_blocked_persons_data(
    database: Database, sessions: SessionManager
) -> None:
    """It is counted only, because nobody can read whom it is about; it can be taken back all the same."""
    await sessions.block(BOB, ADA)
    assert await sessions.nameless_blocks_by(BOB) == 0
    await sessions.forget(ADA)
    assert await sessions.blocked_by(BOB) == []
    assert [await sessions.nameless_blocks_by(person) for person in (ADA, BOB, CLEO)] == [0, 1, 0]
    async with refused(database, Unwelcome):
        await propose(sessions)
    await sessions.unblock(BOB, ADA)
    assert await sessions.nameless_blocks_by(BOB) == 0
    await propose(sessions)
