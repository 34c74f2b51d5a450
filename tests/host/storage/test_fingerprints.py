"""Fingerprints of erased members."""

from __future__ import annotations

import pytest

from gridlock_host import Database
from gridlock_host.storage import fingerprints
from tests.host.support.busy_life import naming, stored_rows
from tests.host.support.host import ADA, BOB, CLEO, GUILD, OTHER_GUILD, contents


async def test_a_fingerprint_matches_only_its_member_and_server(database: Database) -> None:
    async with database.writing() as connection:
        await fingerprints.add_fingerprint(connection, ADA, guild_id=GUILD)
        await fingerprints.add_fingerprint(connection, ADA, blocker_id=BOB)
        banned = [
            (guild_id, user_id)
            for guild_id in (GUILD, OTHER_GUILD)
            for user_id in (ADA, BOB)
            if await fingerprints.is_banned(connection, guild_id, user_id)
        ]
        blocked = [
            (user_id, blocker_id)
            for user_id in (ADA, CLEO)
            for blocker_id in (BOB, CLEO)
            if await fingerprints.is_blocked(connection, user_id, blocker_id)
        ]
        assert await fingerprints.servers_that_ban(connection, ADA) == [GUILD]
        assert await fingerprints.servers_that_ban(connection, BOB) == []
    assert banned == [(GUILD, ADA)]
    assert blocked == [(ADA, BOB)]


async def test_fingerprints_reveal_neither_the_id_nor_that_two_match(database: Database) -> None:
    async with database.writing() as connection:
        for guild_id in (GUILD, OTHER_GUILD):
            await fingerprints.add_fingerprint(connection, ADA, guild_id=guild_id)
    rows = await stored_rows(database)
    assert naming(rows, ADA) == []
    one, two = rows["kept_out"]
    assert not set(one[3:]) & set(two[3:])


@pytest.mark.parametrize("times", [1, 2])
async def test_a_lifted_ban_removes_its_fingerprint(database: Database, times: int) -> None:
    async with database.writing() as connection:
        for _ in range(times):
            await fingerprints.add_fingerprint(connection, ADA, guild_id=GUILD)
            await fingerprints.add_fingerprint(connection, ADA, blocker_id=BOB)
        assert await fingerprints.lift_ban(connection, GUILD, ADA)
        assert not await fingerprints.lift_ban(connection, GUILD, ADA)
        assert await fingerprints.lift_block(connection, ADA, BOB)
        assert not await fingerprints.lift_block(connection, ADA, BOB)
    assert (await contents(database))["kept_out"] == []
