"""Blocks between members."""

from __future__ import annotations

from datetime import timedelta

from gridlock_host import Database, Host
from gridlock_host.errors import CannotBlockYourself, ChallengeBlocked, NotBlocked
from tests.host.support.host import ADA, BOB, CLEO, Clock, contents, propose, refused


async def test_blocks_are_listed_oldest_first(host: Host, clock: Clock) -> None:
    """They are one's own: the other side lists nothing."""
    await host.members.blocks.add(ADA, CLEO)
    clock.time += timedelta(seconds=1)
    await host.members.blocks.add(ADA, BOB)
    assert await host.members.blocks.blocked_by(ADA) == [CLEO, BOB]
    assert await host.members.blocks.blocked_by(BOB) == []


async def test_blocking_again_changes_nothing(database: Database, host: Host, clock: Clock) -> None:
    await host.members.blocks.add(ADA, BOB)
    before = await contents(database)
    clock.time += timedelta(days=1)
    await host.members.blocks.add(ADA, BOB)
    assert await contents(database) == before


async def test_a_block_is_removed_once(database: Database, host: Host) -> None:
    await host.members.blocks.add(ADA, BOB)
    async with refused(database, NotBlocked):
        await host.members.blocks.remove(BOB, ADA)
    await host.members.blocks.remove(ADA, BOB)
    assert await host.members.blocks.blocked_by(ADA) == []
    async with refused(database, NotBlocked):
        await host.members.blocks.remove(ADA, BOB)


async def test_nobody_blocks_themselves(database: Database, host: Host) -> None:
    async with refused(database, CannotBlockYourself):
        await host.members.blocks.add(ADA, ADA)


async def test_a_block_survives_erasure(database: Database, host: Host) -> None:
    """It is only counted, since its member is unknown, and it can be removed."""
    await host.members.blocks.add(BOB, ADA)
    assert (await host.members.blocks.count(BOB))[1] == 0
    await host.members.privacy.forget(ADA)
    assert await host.members.blocks.blocked_by(BOB) == []
    assert [(await host.members.blocks.count(person))[1] for person in (ADA, BOB, CLEO)] == [0, 1, 0]
    async with refused(database, ChallengeBlocked):
        await propose(host)
    await host.members.blocks.remove(BOB, ADA)
    assert (await host.members.blocks.count(BOB))[1] == 0
    await propose(host)
