"""Bans, blocks and the log of moderators, when somebody they are about is forgotten."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gridlock_host import Database, SessionManager
from gridlock_host.errors import KeptOut, Unwelcome
from gridlock_host.model.snapshots import DELETED_PLAYER_ONE, DELETED_PLAYER_TWO
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


async def test_a_ban_is_not_escaped_and_can_be_lifted(sessions: SessionManager, database: Database) -> None:
    await sessions.ban(GUILD, MANAGER, ADA, "cheating")
    await sessions.forget(ADA)
    assert naming(await stored_rows(database), ADA) == []
    for one, two in ((ADA, BOB), (BOB, ADA)):
        with pytest.raises(KeptOut):
            await propose(sessions, one=one, two=two)
    await propose(sessions, one=CLEO, two=BOB)
    await sessions.unban(GUILD, MANAGER, ADA, "")
    await propose(sessions)


async def test_a_block_is_not_escaped_and_can_be_taken_back(sessions: SessionManager, database: Database) -> None:
    await sessions.block(BOB, ADA)
    await sessions.forget(ADA)
    assert naming(await stored_rows(database), ADA) == []
    with pytest.raises(Unwelcome):
        await propose(sessions)
    await propose(sessions, one=CLEO)
    await sessions.unblock(BOB, ADA)
    await propose(sessions)


async def test_whoever_has_blocked_somebody_is_forgotten_with_the_block(
    sessions: SessionManager, database: Database
) -> None:
    await sessions.block(BOB, ADA)
    for person in (ADA, BOB):
        await sessions.forget(person)
    assert naming(await stored_rows(database), BOB) == []
    assert (await contents(database))["kept_out"] == []


async def test_the_log_of_moderators_keeps_what_was_done_and_loses_whom_it_was_about(sessions: SessionManager) -> None:
    await sessions.ban(GUILD, MANAGER, ADA, "Ada has insulted everybody")
    await sessions.ban(GUILD, MANAGER, BOB, f"has insulted <@{ADA}>")
    await sessions.forget(ADA)
    about_bob, about_ada = await sessions.moderation_log(GUILD, MANAGER, 10)
    assert (about_ada.member_id, about_ada.reason, about_ada.deed) == (DELETED_PLAYER_TWO, "(deleted)", "ban")
    assert (about_bob.member_id, about_bob.reason) == (BOB, "has insulted <@(deleted)>")
    await sessions.forget(CLEO)
    assert {entry.moderator_id for entry in await sessions.moderation_log(GUILD, MANAGER, 10)} == {DELETED_PLAYER_ONE}


async def test_why_a_moderator_ended_a_game_of_the_person_is_deleted(sessions: SessionManager) -> None:
    """That the game was ended, by whom and when, stays; what was written about games of others does too."""
    mine, of_others = await start(sessions), await start(sessions, one=BOB, two=CLEO)
    _, entry = await sessions.end_game(GUILD, mine.id, MANAGER, "the first player insults everybody")
    _, other_entry = await sessions.end_game(GUILD, of_others.id, MANAGER, "asked for")
    await sessions.forget(ADA)
    assert await sessions.moderation_log(GUILD, MANAGER, 10) == [
        other_entry,
        replace(entry, reason="(deleted)"),
    ]
