"""Bans, blocks and the moderation log after an erasure."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gridlock_host import Database, Host
from gridlock_host.errors import ChallengeBlocked, PlayerBanned
from gridlock_host.model.person import DELETED_PLAYER_ONE, DELETED_PLAYER_TWO
from tests.host.support.busy_life import naming, stored_rows
from tests.host.support.host import (
    ADA,
    BOB,
    CLEO,
    GUILD,
    MANAGER,
    contents,
    propose,
    start,
)


async def test_a_ban_survives_erasure_and_can_be_lifted(host: Host, database: Database) -> None:
    await host.servers.moderation.ban(GUILD, MANAGER, ADA, "cheating")
    await host.members.privacy.forget(ADA)
    assert naming(await stored_rows(database), ADA) == []
    for one, two in ((ADA, BOB), (BOB, ADA)):
        with pytest.raises(PlayerBanned):
            await propose(host, one=one, two=two)
    await propose(host, one=CLEO, two=BOB)
    await host.servers.moderation.unban(GUILD, MANAGER, ADA, "")
    await propose(host)


async def test_a_block_survives_erasure_and_can_be_removed(host: Host, database: Database) -> None:
    await host.members.blocks.add(BOB, ADA)
    await host.members.privacy.forget(ADA)
    assert naming(await stored_rows(database), ADA) == []
    with pytest.raises(ChallengeBlocked):
        await propose(host)
    await propose(host, one=CLEO)
    await host.members.blocks.remove(BOB, ADA)
    await propose(host)


async def test_erasing_a_member_removes_their_own_blocks(host: Host, database: Database) -> None:
    await host.members.blocks.add(BOB, ADA)
    for person in (ADA, BOB):
        await host.members.privacy.forget(person)
    assert naming(await stored_rows(database), BOB) == []
    assert (await contents(database))["kept_out"] == []


async def test_the_moderation_log_keeps_entries_without_the_erased_member(host: Host) -> None:
    await host.servers.moderation.ban(GUILD, MANAGER, ADA, "Ada has insulted everybody")
    await host.servers.moderation.ban(GUILD, MANAGER, BOB, f"has insulted <@{ADA}>")
    await host.members.privacy.forget(ADA)
    about_bob, about_ada = await host.servers.moderation.log(GUILD, MANAGER, 10)
    assert (about_ada.member_id, about_ada.reason, about_ada.action) == (DELETED_PLAYER_TWO, "(deleted)", "ban")
    assert (about_bob.member_id, about_bob.reason) == (BOB, "has insulted <@(deleted)>")
    await host.members.privacy.forget(CLEO)
    assert {entry.moderator_id for entry in await host.servers.moderation.log(GUILD, MANAGER, 10)} == {
        DELETED_PLAYER_ONE
    }


async def test_erasure_deletes_the_reasons_of_moderators_ends(host: Host) -> None:
    """That the game was ended, by whom and when, stays; what was written about games of others does too."""
    mine, of_others = await start(host), await start(host, one=BOB, two=CLEO)
    _, entry = await host.servers.moderation.end_game(GUILD, mine.id, MANAGER, "the first player insults everybody")
    _, other_entry = await host.servers.moderation.end_game(GUILD, of_others.id, MANAGER, "asked for")
    await host.members.privacy.forget(ADA)
    assert await host.servers.moderation.log(GUILD, MANAGER, 10) == [
        other_entry,
        replace(entry, reason="(deleted)"),
    ]
