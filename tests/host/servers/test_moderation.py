"""Moderation: ended games, bans and the log."""

from __future__ import annotations

from datetime import timedelta

import pytest

from gridlock_host import Database, Ending, Host, Person, Place
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
from gridlock_host.model.terms import Terms
from gridlock_host.servers.moderation_log import LONGEST_REASON, LogEntry, ModerationAction
from gridlock_host.servers.permissions import Actor
from gridlock_host.servers.settings import SettingsChange
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
    leaderboard,
    new_request,
    open_host,
    play,
    propose,
    refused,
    resign,
    start,
)

ROLE = 1_400_000_000_000_000_001
BY_ROLE = Actor(CLEO, role_ids=frozenset({ROLE}))


async def log(host: Host) -> list[LogEntry]:
    return await host.servers.moderation.log(GUILD, MANAGER, 10)


async def test_a_moderators_end_is_uncounted_and_logged(database: Database, host: Host, clock: Clock) -> None:
    game = await play(host, await start(host), "A1")
    clock.time += timedelta(minutes=5)
    ended, entry = await host.servers.moderation.end_game(GUILD, game.id, MANAGER, " stalling ")
    assert ended.result is not None
    assert (ended.result.winner_id, ended.result.loser_id, ended.result.ending) == (None, None, Ending.MODERATION)
    assert await open_host(database).games.find(GUILD, game.id) == ended
    assert await leaderboard(host) == []
    assert entry == LogEntry(GUILD, CLEO, ModerationAction.END, "stalling", clock.time, game_id=game.id)
    assert await log(host) == [entry]


async def test_a_moderator_ends_a_game_once(database: Database, host: Host) -> None:
    """A game that is over stays as it is, and nothing is logged."""
    resigned, ended = await start(host), await start(host)
    await resign(host, GUILD, resigned.id, ADA)
    await host.servers.moderation.end_game(GUILD, ended.id, MANAGER, "")
    for game in (resigned, ended):
        async with refused(database, GameIsOver):
            await host.servers.moderation.end_game(GUILD, game.id, MANAGER, "again")


async def test_a_game_of_another_server_cannot_be_ended(database: Database, host: Host) -> None:
    game = await start(host, place=Place(OTHER_GUILD, CHANNEL))
    async with refused(database, NoSuchGame):
        await host.servers.moderation.end_game(GUILD, game.id, MANAGER, "")


async def test_a_moderators_end_stops_the_match(host: Host) -> None:
    challenge = await host.challenges.propose(
        HERE, ADA, Person(BOB), Terms("lines", best_of=3), request_id=new_request()
    )
    game = await host.challenges.accept(GUILD, challenge.id, BOB, channel_id=CHANNEL)
    ended, _ = await host.servers.moderation.end_game(GUILD, game.id, MANAGER, "")
    assert await host.games.next_in_match(ended) is None


async def test_a_moderator_by_role_does_not_end_a_game_that_they_play(database: Database, host: Host) -> None:
    """A losing moderator could end the game uncounted. Another moderator can end it."""
    await host.servers.settings.change(GUILD, MANAGER, SettingsChange(moderator_role_id=ROLE))
    game = await start(host, one=CLEO, two=BOB)
    async with refused(database, CannotEndOwnGame):
        await host.servers.moderation.end_game(GUILD, game.id, BY_ROLE, "")
    await host.servers.moderation.end_game(GUILD, game.id, Actor(ADA, role_ids=frozenset({ROLE})), "")
    async with refused(database, GameIsOver):
        await host.servers.moderation.end_game(GUILD, game.id, BY_ROLE, "")


async def test_server_managers_can_end_their_own_games(host: Host) -> None:
    game = await start(host, one=CLEO, two=BOB)
    ended, _ = await host.servers.moderation.end_game(GUILD, game.id, MANAGER, "")
    assert ended.is_over


async def test_games_of_a_banned_member_go_on(host: Host) -> None:
    game = await start(host)
    await host.servers.moderation.ban(GUILD, MANAGER, ADA, "")
    assert (await play(host, game, "A1", "A2")).ply == 2


async def test_bans_and_unbans_are_applied_and_logged(host: Host, clock: Clock) -> None:
    (banned,) = await host.servers.moderation.ban(GUILD, MANAGER, ADA, "insults")
    clock.time += timedelta(days=1)
    unbanned = await host.servers.moderation.unban(GUILD, MANAGER, ADA, "")
    assert banned == LogEntry(GUILD, CLEO, ModerationAction.BAN, "insults", NOON, member_id=ADA)
    assert unbanned == LogEntry(GUILD, CLEO, ModerationAction.UNBAN, "", clock.time, member_id=ADA)
    assert await log(host) == [unbanned, banned]
    await propose(host)


async def test_a_ban_is_neither_repeated_nor_lifted_twice(database: Database, host: Host) -> None:
    async with refused(database, NotBanned):
        await host.servers.moderation.unban(GUILD, MANAGER, ADA, "")
    await host.servers.moderation.ban(GUILD, MANAGER, ADA, "")
    async with refused(database, AlreadyBanned):
        await host.servers.moderation.ban(GUILD, MANAGER, ADA, "")
    async with refused(database, NotBanned):
        await host.servers.moderation.unban(OTHER_GUILD, MANAGER, ADA, "")


async def test_a_banned_moderator_does_not_lift_their_own_ban_unless_they_manage_the_server(
    database: Database, host: Host
) -> None:
    """Having their data deleted does not help."""
    await host.servers.settings.change(GUILD, MANAGER, SettingsChange(moderator_role_id=ROLE))
    await host.servers.moderation.ban(GUILD, Actor(ADA, manages_server=True), CLEO, "")
    async with refused(database, CannotUnbanYourself):
        await host.servers.moderation.unban(GUILD, BY_ROLE, CLEO, "")
    await host.members.privacy.forget(CLEO)
    async with refused(database, CannotUnbanYourself):
        await host.servers.moderation.unban(GUILD, BY_ROLE, CLEO, "")
    await host.servers.moderation.unban(GUILD, MANAGER, CLEO, "")
    await propose(host, one=CLEO)


async def test_nobody_bans_themselves(database: Database, host: Host) -> None:
    await host.servers.settings.change(GUILD, MANAGER, SettingsChange(moderator_role_id=ROLE))
    for actor in (BY_ROLE, MANAGER):
        async with refused(database, CannotBanYourself):
            await host.servers.moderation.ban(GUILD, actor, CLEO, "")


async def test_server_managers_are_banned_only_by_server_managers(database: Database, host: Host) -> None:
    await host.servers.settings.change(GUILD, MANAGER, SettingsChange(moderator_role_id=ROLE))
    async with refused(database, ManagersCannotBeBanned):
        await host.servers.moderation.ban(GUILD, BY_ROLE, ADA, "", member_manages=True)
    await host.servers.moderation.ban(GUILD, MANAGER, ADA, "", member_manages=True)
    await host.servers.moderation.ban(GUILD, BY_ROLE, BOB, "")


async def test_a_ban_survives_erasure(database: Database, host: Host) -> None:
    """It can be taken back as before."""
    await host.servers.moderation.ban(GUILD, MANAGER, ADA, "")
    await host.members.privacy.forget(ADA)
    assert (await contents(database))["bans"] == []
    async with refused(database, AlreadyBanned):
        await host.servers.moderation.ban(GUILD, MANAGER, ADA, "")
    await host.servers.moderation.unban(GUILD, MANAGER, ADA, "")
    await propose(host)


async def test_the_configured_role_makes_a_moderator(database: Database, host: Host) -> None:
    game = await start(host)
    async with refused(database, NotModerator):
        await host.servers.moderation.end_game(GUILD, game.id, BY_ROLE, "")
    await host.servers.settings.change(GUILD, MANAGER, SettingsChange(moderator_role_id=ROLE))
    await host.servers.moderation.end_game(GUILD, game.id, BY_ROLE, "")
    assert [entry.moderator_id for entry in await log(host)] == [CLEO]
    async with refused(database, NotModerator):
        await host.servers.moderation.ban(OTHER_GUILD, BY_ROLE, ADA, "")


async def test_players_and_other_members_cannot_moderate(database: Database, host: Host) -> None:
    game = await start(host)
    for actor in (Actor(ADA), Actor(CLEO)):
        for call in (
            lambda actor=actor: host.servers.moderation.end_game(GUILD, game.id, actor, ""),
            lambda actor=actor: host.servers.moderation.ban(GUILD, actor, BOB, ""),
            lambda actor=actor: host.servers.moderation.unban(GUILD, actor, BOB, ""),
            lambda actor=actor: host.servers.moderation.log(GUILD, actor, 10),
            lambda actor=actor: host.servers.moderation.open_games(GUILD, actor, 10),
        ):
            async with refused(database, NotModerator):
                await call()


async def test_the_log_shows_the_newest_entries_of_its_own_server(host: Host) -> None:
    await host.servers.moderation.ban(OTHER_GUILD, MANAGER, ADA, "elsewhere")
    for number in range(12):
        await host.servers.moderation.ban(GUILD, MANAGER, number, f"reason {number}")
    assert [entry.reason for entry in await log(host)] == [f"reason {number}" for number in range(11, 1, -1)]


@pytest.mark.parametrize("reason", ["x" * LONGEST_REASON, "x" * (LONGEST_REASON + 1)])
async def test_a_reason_is_stored_up_to_its_maximum_length(host: Host, reason: str) -> None:
    (entry,) = await host.servers.moderation.ban(GUILD, MANAGER, ADA, reason)
    assert entry.reason == "x" * LONGEST_REASON


async def test_a_moderator_lists_the_newest_open_games_of_all_members(host: Host) -> None:
    games = [await start(host), await start(host, one=BOB, two=CLEO), await start(host)]
    await start(host, place=Place(OTHER_GUILD, CHANNEL))
    await resign(host, GUILD, games[2].id, ADA)
    assert await host.servers.moderation.open_games(GUILD, MANAGER, 10) == [games[1], games[0]]
    assert await host.servers.moderation.open_games(GUILD, MANAGER, 1) == [games[1]]
