"""Challenges to the bot, and what its games count for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from gridlock_host import Database, Ending, First, Game, Host
from gridlock_host.errors import (
    NoSuchLevel,
    NotInThisGame,
    NotYourTurn,
    PlayerBanned,
    RematchBegan,
    TooManyGames,
    WrongChannel,
)
from gridlock_host.members.notifications import STILL_HERE
from gridlock_host.model.terms import Terms
from gridlock_host.servers.settings import SettingsChange
from gridlock_host.standings.bot_records import BotRecord
from gridlock_host.storage.schema import challenges
from gridlock_solver.levels import LEVELS
from tests.host.support.host import (
    ADA,
    BOB,
    BOT,
    CHANNEL,
    GUILD,
    HERE,
    MANAGER,
    OTHER_CHANNEL,
    Clock,
    assert_whole,
    leaderboard,
    new_request,
    open_host,
    play,
    play_to_the_end,
    refused,
    resign,
    start_against_bot,
)

HOUR = timedelta(hours=1)


async def test_a_game_against_the_bot_begins_at_once(database: Database, host: Host) -> None:
    game = await start_against_bot(host, level=4, variant="dodge", size=4)
    assert (game.player_one_id, game.player_two_id, game.bot_id, game.level) == (ADA, BOT, BOT, 4)
    assert (game.variant.key, game.position.size, game.ply, game.helped) == ("dodge", 4, 0, False)
    assert await open_host(database).games.open_for(GUILD, ADA) == [game]
    assert await host.challenges.open_for(GUILD, ADA) == []
    await assert_whole(database)


async def test_nothing_is_to_be_shown_of_its_challenge(database: Database, host: Host) -> None:
    await start_against_bot(host)
    async with database.reading() as connection:
        assert (await connection.scalars(select(challenges.c.unshown_since))).all() == [None]


@pytest.mark.parametrize(
    ("first", "toss", "one"), [("opponent", True, BOT), ("random", True, ADA), ("random", False, BOT)]
)
async def test_the_first_player_is_chosen_as_in_a_challenge(
    database: Database, first: str, toss: bool, one: int
) -> None:
    game = await start_against_bot(open_host(database, toss=toss), first=First(first))
    assert game.player_one_id == one
    assert game.bot_is_to_move == (one == BOT)
    await assert_whole(database)


async def test_a_repeated_request_returns_the_same_game(database: Database, host: Host) -> None:
    request_id = new_request()
    hosts = [host, open_host(database), host]
    games = await asyncio.gather(
        *(
            host.challenges.bot_games.start(HERE, ADA, BOT, Terms("lines", level=2), request_id=request_id)
            for host in hosts
        )
    )
    assert games == [games[0]] * 3
    assert await host.games.open_for(GUILD, ADA) == games[:1]
    await assert_whole(database)


@pytest.mark.parametrize("level", [LEVELS[0] - 1, LEVELS[-1] + 1])
async def test_a_level_that_does_not_exist_is_refused(database: Database, host: Host, level: int) -> None:
    async with refused(database, NoSuchLevel) as info:
        await start_against_bot(host, level=level)
    assert str(info.value) == f"There is no level {level}: I play at levels 1 to 5."


async def test_the_server_decides_who_may_play_the_bot_and_where(database: Database, host: Host) -> None:
    await host.servers.moderation.ban(GUILD, MANAGER, BOB, "")
    async with refused(database, PlayerBanned):
        await start_against_bot(host, player=BOB)
    await host.servers.settings.change(GUILD, MANAGER, SettingsChange(most_games=1))
    await start_against_bot(host)
    async with refused(database, TooManyGames):
        await start_against_bot(host)
    await host.servers.settings.change(GUILD, MANAGER, SettingsChange(add_channel_id=OTHER_CHANNEL, most_games=2))
    async with refused(database, WrongChannel):
        await start_against_bot(host)


async def test_the_bot_plays_more_games_than_a_player_may(host: Host) -> None:
    """It has no limit; nor is it kept away by a ban or a block, also where a rematch is asked for."""
    await host.servers.settings.change(GUILD, MANAGER, SettingsChange(most_games=1))
    await host.servers.moderation.ban(GUILD, MANAGER, BOT, "")
    await host.members.blocks.add(ADA, BOT)
    game = await start_against_bot(host)
    await start_against_bot(host, player=BOB)
    await resign(host, GUILD, game.id, ADA)
    assert await host.challenges.rematch.offer(GUILD, game.id, ADA, channel_id=CHANNEL) is not None


async def test_the_bot_moves_like_any_player(database: Database, host: Host) -> None:
    game = await play(host, await start_against_bot(host, size=4), "B2")
    assert game.bot_is_to_move
    async with refused(database, NotYourTurn) as info:
        await host.games.move(GUILD, game.id, ADA, "B3")
    assert str(info.value) == f"It is not your turn in game #{game.id}: I am thinking."
    game = await host.games.move(GUILD, game.id, BOT, "B4", seen_version=game.version)
    assert (game.moves, game.bot_is_to_move) == (("B2", "B4"), False)
    await assert_whole(database)


async def test_only_the_person_has_a_clock(host: Host, clock: Clock) -> None:
    """It starts afresh when the bot has moved."""
    game = await start_against_bot(host, size=4, first=First.OPPONENT, per_move=HOUR)
    assert (game.deadline, host.games.is_short_of_time(game)) == (None, False)
    clock.time += 3 * HOUR
    game = await play(host, game, "B2")
    assert game.deadline == clock.time + HOUR
    game = await play(host, game, "B3")
    assert game.deadline is None
    assert await host.games.find(GUILD, game.id) == game


async def test_neither_the_bot_nor_the_starter_of_a_game_gets_a_turn_notification(host: Host, clock: Clock) -> None:
    game = await start_against_bot(host, first=First.OPPONENT)
    assert not host.members.notifications.notifies_player_to_move(game)
    game = await play(host, game, "B2")
    assert not host.members.notifications.notifies_player_to_move(game)
    clock.time += STILL_HERE
    assert host.members.notifications.notifies_player_to_move(game)


async def test_the_other_player_is_notified_of_the_next_game_of_a_match(host: Host) -> None:
    game = await start_against_bot(host, size=4, best_of=3)
    following = await host.games.next_in_match(await resign(host, GUILD, game.id, ADA))
    assert following is not None
    assert host.members.notifications.notifies_player_to_move(await play(host, following, "B2"))


async def test_bot_games_count_in_a_table_of_their_own(database: Database, host: Host) -> None:
    """By variant and level, and in no leaderboard."""
    for level, variant, winner in [(1, "lines", ADA), (1, "lines", ADA), (5, "lines", BOT), (1, "dodge", BOT)]:
        game = await start_against_bot(host, level=level, variant=variant)
        if winner == BOT:
            await resign(host, GUILD, game.id, ADA)
        else:
            # On 3x3 the first player wins a game of lines with the first legal moves.
            assert (await play_to_the_end(host, game)).result is not None
    records = await open_host(database).games.standings.bot_records(GUILD, ADA)
    assert records == [
        BotRecord("dodge", 1, won=0, lost=1, won_with_help=0),
        BotRecord("lines", 1, won=2, lost=0, won_with_help=0),
        BotRecord("lines", 5, won=0, lost=1, won_with_help=0),
    ]
    assert await leaderboard(host) == []
    assert await host.games.standings.records_by_variant(GUILD, ADA) == {}
    assert await host.games.standings.bot_records(GUILD, BOT) == []
    await assert_whole(database)


async def test_a_game_that_a_moderator_ends_counts_nowhere(host: Host) -> None:
    game = await start_against_bot(host)
    await host.servers.moderation.end_game(GUILD, game.id, MANAGER, "")
    assert await host.games.standings.bot_records(GUILD, ADA) == []


async def test_a_bot_game_that_ends_concurrently_counts_once(database: Database, host: Host) -> None:
    game = await play(host, await start_against_bot(host), "A1", "A2")
    hosts = [host, open_host(database), open_host(database)]
    ends = await asyncio.gather(*(host.games.resign(GUILD, game.id, ADA) for host in hosts), return_exceptions=True)
    assert sorted(type(end).__name__ for end in ends) == ["Game", "GameIsOver", "GameIsOver"]
    assert await host.games.standings.bot_records(GUILD, ADA) == [BotRecord("lines", 3, won=0, lost=1, won_with_help=0)]


async def test_one_press_begins_a_rematch_with_the_bot(database: Database, host: Host) -> None:
    """At the same level, with the other one first."""
    game = await start_against_bot(host, level=5, per_move=HOUR)
    await resign(host, GUILD, game.id, ADA)
    rematch = await host.challenges.rematch.offer(GUILD, game.id, ADA, channel_id=CHANNEL)
    assert rematch is not None
    assert (rematch.player_one_id, rematch.player_two_id, rematch.bot_id, rematch.level) == (BOT, ADA, BOT, 5)
    assert (rematch.bot_is_to_move, rematch.per_move, rematch.deadline) == (True, HOUR, None)
    async with refused(database, RematchBegan):
        await host.challenges.rematch.offer(GUILD, game.id, ADA, channel_id=CHANNEL)
    async with refused(database, NotInThisGame):
        await host.challenges.rematch.offer(GUILD, game.id, BOB, channel_id=CHANNEL)
    await assert_whole(database)


async def test_a_match_against_the_bot_goes_on_by_itself(database: Database, host: Host) -> None:
    game = await start_against_bot(host, level=2, best_of=3)
    game = await resign(host, GUILD, game.id, ADA)
    following = await host.games.next_in_match(game)
    assert following is not None
    assert (following.player_one_id, following.bot_id, following.level) == (BOT, BOT, 2)
    assert following.bot_is_to_move
    await assert_whole(database)
    last = await resign(host, GUILD, following.id, ADA)
    assert await host.games.next_in_match(last) is None


async def test_storing_help_changes_no_board_and_survives_a_restart(database: Database, host: Host) -> None:
    """Also when another process has noted it; the boards that are shown can be played on."""
    game = await play(host, await start_against_bot(host, size=4), "B2", "B3")
    assert await open_host(database).games.note_help(game)
    after = await host.games.move(GUILD, game.id, ADA, "C3", seen_version=game.version)
    assert after.helped
    assert (await open_host(database).games.find(GUILD, game.id)) == after
    assert not await host.games.note_help(game), "the game has moved on"


@pytest.mark.parametrize("end", [Ending.RESIGNATION, Ending.NO_LEGAL_MOVE])
async def test_a_finished_bot_game_is_not_waiting_for_the_bot(database: Database, host: Host, end: Ending) -> None:
    game = await start_against_bot(host, first=First.OPPONENT)
    ends: dict[Ending, Callable[[], Any]] = {
        Ending.RESIGNATION: lambda: resign(host, GUILD, game.id, ADA),
        Ending.NO_LEGAL_MOVE: lambda: play_to_the_end(host, game),
    }
    over: Game = await ends[end]()
    assert not over.bot_is_to_move
    await assert_whole(database)


async def test_a_forgotten_player_leaves_no_record_against_the_bot(host: Host) -> None:
    game = await start_against_bot(host)
    await resign(host, GUILD, game.id, ADA)
    running = await play(host, await start_against_bot(host), "B2")
    await host.members.privacy.forget(ADA)
    assert await host.games.standings.bot_records(GUILD, ADA) == []
    current = await host.games.find(GUILD, running.id)
    assert (current.has_deleted_player, current.bot_id, current.is_over) == (True, BOT, True)
