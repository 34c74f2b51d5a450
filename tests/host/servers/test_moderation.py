from __future__ import annotations

from datetime import timedelta

import pytest

from gridlock_host import Database, Ending, Order, Person, Place, SessionManager
from gridlock_host.errors import (
    AlreadyBanned,
    CannotBanYourself,
    CannotEndOwnGame,
    CannotUnbanYourself,
    GameIsOver,
    ManagersCannotBeBanned,
    NoSuchGame,
    NotBanned,
    NotModerator,
)
from gridlock_host.servers.moderation import LONGEST_REASON
from gridlock_host.servers.moderation_store import Deed, LogEntry
from gridlock_host.servers.settings import Actor, SettingsChange
from tests.host.support.host import (
    ADA,
    BOB,
    CHANNEL,
    CLEO,
    GUILD,
    HERE,
    MANAGER,
    NOON,
    OTHER_GUILD,
    Clock,
    contents,
    new_request,
    open_host,
    play,
    propose,
    refused,
    start,
)

ROLE = 1_400_000_000_000_000_001
BY_ROLE = Actor(CLEO, role_ids=frozenset({ROLE}))


async def log(sessions: SessionManager) -> list[LogEntry]:
    return await sessions.moderation_log(GUILD, MANAGER, 10)


async def test_a_game_that_a_moderator_ends_counts_for_nobody_and_is_logged(
    database: Database, sessions: SessionManager, clock: Clock
) -> None:
    game = await play(sessions, await start(sessions), "A1")
    clock.time += timedelta(minutes=5)
    ended, entry = await sessions.end_game(GUILD, game.id, MANAGER, " stalling ")
    assert ended.result is not None
    assert (ended.result.winner_id, ended.result.loser_id, ended.result.ending) == (None, None, Ending.MODERATION)
    assert await open_host(database).find_game(GUILD, game.id) == ended
    assert await sessions.leaderboard(GUILD, None, Order.POINTS) == []
    assert entry == LogEntry(GUILD, CLEO, Deed.END, "stalling", clock.time, game_id=game.id)
    assert await log(sessions) == [entry]


async def test_a_game_is_ended_once(database: Database, sessions: SessionManager) -> None:
    """A game that is over stays as it is, and nothing is logged."""
    resigned, ended = await start(sessions), await start(sessions)
    await sessions.resign(GUILD, resigned.id, ADA)
    await sessions.end_game(GUILD, ended.id, MANAGER, "")
    for game in (resigned, ended):
        async with refused(database, GameIsOver):
            await sessions.end_game(GUILD, game.id, MANAGER, "again")


async def test_a_game_of_another_server_cannot_be_ended(database: Database, sessions: SessionManager) -> None:
    game = await start(sessions, place=Place(OTHER_GUILD, CHANNEL))
    async with refused(database, NoSuchGame):
        await sessions.end_game(GUILD, game.id, MANAGER, "")


async def test_a_match_of_which_a_moderator_ends_a_game_goes_on_no_more(sessions: SessionManager) -> None:
    challenge = await sessions.challenge(
        HERE, ADA, Person(BOB), variant_key="lines", best_of=3, request_id=new_request()
    )
    game = await sessions.accept(GUILD, challenge.id, BOB, channel_id=CHANNEL)
    ended, _ = await sessions.end_game(GUILD, game.id, MANAGER, "")
    assert await sessions.next_in_match(ended) is None


async def test_a_moderator_by_role_does_not_end_a_game_that_they_play(
    database: Database, sessions: SessionManager
) -> None:
    """Whoever is losing could end it for nobody's points. Another moderator can end it."""
    await sessions.change_settings(GUILD, MANAGER, SettingsChange(moderator_role_id=ROLE))
    game = await start(sessions, one=CLEO, two=BOB)
    async with refused(database, CannotEndOwnGame):
        await sessions.end_game(GUILD, game.id, BY_ROLE, "")
    await sessions.end_game(GUILD, game.id, Actor(ADA, role_ids=frozenset({ROLE})), "")
    async with refused(database, GameIsOver):
        await sessions.end_game(GUILD, game.id, BY_ROLE, "")


async def test_whoever_manages_the_server_ends_also_a_game_that_they_play(sessions: SessionManager) -> None:
    game = await start(sessions, one=CLEO, two=BOB)
    ended, _ = await sessions.end_game(GUILD, game.id, MANAGER, "")
    assert ended.is_over


async def test_games_of_a_banned_member_go_on(sessions: SessionManager) -> None:
    game = await start(sessions)
    await sessions.ban(GUILD, MANAGER, ADA, "")
    assert (await play(sessions, game, "A1", "A2")).ply == 2


async def test_a_ban_holds_until_it_is_taken_back_and_both_are_logged(sessions: SessionManager, clock: Clock) -> None:
    banned = await sessions.ban(GUILD, MANAGER, ADA, "insults")
    clock.time += timedelta(days=1)
    unbanned = await sessions.unban(GUILD, MANAGER, ADA, "")
    assert banned == LogEntry(GUILD, CLEO, Deed.BAN, "insults", NOON, member_id=ADA)
    assert unbanned == LogEntry(GUILD, CLEO, Deed.UNBAN, "", clock.time, member_id=ADA)
    assert await log(sessions) == [unbanned, banned]
    await propose(sessions)


async def test_a_ban_is_neither_repeated_nor_taken_back_twice(database: Database, sessions: SessionManager) -> None:
    async with refused(database, NotBanned):
        await sessions.unban(GUILD, MANAGER, ADA, "")
    await sessions.ban(GUILD, MANAGER, ADA, "")
    async with refused(database, AlreadyBanned):
        await sessions.ban(GUILD, MANAGER, ADA, "")
    async with refused(database, NotBanned):
        await sessions.unban(OTHER_GUILD, MANAGER, ADA, "")


async def test_a_banned_moderator_does_not_lift_their_own_ban_unless_they_manage_the_server(
    database: Database, sessions: SessionManager
) -> None:
    """Having their data deleted does not help."""
    await sessions.change_settings(GUILD, MANAGER, SettingsChange(moderator_role_id=ROLE))
    await sessions.ban(GUILD, Actor(ADA, manages_server=True), CLEO, "")
    async with refused(database, CannotUnbanYourself):
        await sessions.unban(GUILD, BY_ROLE, CLEO, "")
    await sessions.forget(CLEO)
    async with refused(database, CannotUnbanYourself):
        await sessions.unban(GUILD, BY_ROLE, CLEO, "")
    await sessions.unban(GUILD, MANAGER, CLEO, "")
    await propose(sessions, one=CLEO)


async def test_nobody_bans_themselves(database: Database, sessions: SessionManager) -> None:
    await sessions.change_settings(GUILD, MANAGER, SettingsChange(moderator_role_id=ROLE))
    for actor in (BY_ROLE, MANAGER):
        async with refused(database, CannotBanYourself):
            await sessions.ban(GUILD, actor, CLEO, "")


async def test_whoever_manages_the_server_is_banned_only_by_others_who_do(
    database: Database, sessions: SessionManager
) -> None:
    await sessions.change_settings(GUILD, MANAGER, SettingsChange(moderator_role_id=ROLE))
    async with refused(database, ManagersCannotBeBanned):
        await sessions.ban(GUILD, BY_ROLE, ADA, "", member_manages=True)
    await sessions.ban(GUILD, MANAGER, ADA, "", member_manages=True)
    await sessions.ban(GUILD, BY_ROLE, BOB, "")


async def test_a_ban_outlasts_the_deletion_of_the_members_data(database: Database, sessions: SessionManager) -> None:
    """It can be taken back as before."""
    await sessions.ban(GUILD, MANAGER, ADA, "")
    await sessions.forget(ADA)
    assert (await contents(database))["bans"] == []
    async with refused(database, AlreadyBanned):
        await sessions.ban(GUILD, MANAGER, ADA, "")
    await sessions.unban(GUILD, MANAGER, ADA, "")
    await propose(sessions)


async def test_the_role_that_the_server_has_set_makes_a_moderator(database: Database, sessions: SessionManager) -> None:
    game = await start(sessions)
    async with refused(database, NotModerator):
        await sessions.end_game(GUILD, game.id, BY_ROLE, "")
    await sessions.change_settings(GUILD, MANAGER, SettingsChange(moderator_role_id=ROLE))
    await sessions.end_game(GUILD, game.id, BY_ROLE, "")
    assert [entry.moderator_id for entry in await log(sessions)] == [CLEO]
    async with refused(database, NotModerator):
        await sessions.ban(OTHER_GUILD, BY_ROLE, ADA, "")


async def test_nobody_else_moderates_not_even_the_players(database: Database, sessions: SessionManager) -> None:
    game = await start(sessions)
    for actor in (Actor(ADA), Actor(CLEO)):
        for call in (
            lambda actor=actor: sessions.end_game(GUILD, game.id, actor, ""),
            lambda actor=actor: sessions.ban(GUILD, actor, BOB, ""),
            lambda actor=actor: sessions.unban(GUILD, actor, BOB, ""),
            lambda actor=actor: sessions.moderation_log(GUILD, actor, 10),
            lambda actor=actor: sessions.all_open_games(GUILD, actor, 10),
        ):
            async with refused(database, NotModerator):
                await call()


async def test_the_log_shows_the_newest_entries_of_its_own_server(sessions: SessionManager) -> None:
    await sessions.ban(OTHER_GUILD, MANAGER, ADA, "elsewhere")
    for number in range(12):
        await sessions.ban(GUILD, MANAGER, number, f"reason {number}")
    assert [entry.reason for entry in await log(sessions)] == [f"reason {number}" for number in range(11, 1, -1)]


@pytest.mark.parametrize("reason", ["x" * LONGEST_REASON, "x" * (LONGEST_REASON + 1)])
async def test_a_reason_is_kept_up_to_its_greatest_length(sessions: SessionManager, reason: str) -> None:
    assert (await sessions.ban(GUILD, MANAGER, ADA, reason)).reason == "x" * LONGEST_REASON


async def test_a_moderator_finds_the_newest_open_games_of_everybody(sessions: SessionManager) -> None:
    games = [await start(sessions), await start(sessions, one=BOB, two=CLEO), await start(sessions)]
    await start(sessions, place=Place(OTHER_GUILD, CHANNEL))
    await sessions.resign(GUILD, games[2].id, ADA)
    assert await sessions.all_open_games(GUILD, MANAGER, 10) == [games[1], games[0]]
    assert await sessions.all_open_games(GUILD, MANAGER, 1) == [games[1]]
