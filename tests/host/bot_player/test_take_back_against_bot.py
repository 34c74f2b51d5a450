"""Take-backs against the bot, which need no agreement."""

from __future__ import annotations

from datetime import timedelta

import pytest

from gridlock_host import Database, First, Host
from gridlock_host.errors import GameIsOver, NothingToTakeBack, NotInThisGame, NotYourTurn, StaleBoard
from gridlock_host.standings.bot_records import BotRecord
from tests.host.support.host import (
    ADA,
    BOB,
    BOT,
    GUILD,
    Clock,
    assert_whole,
    open_host,
    play,
    play_to_the_end,
    refused,
    start_against_bot,
)


@pytest.mark.parametrize(
    ("first", "moves", "left"),
    [
        ("me", ["B2"], []),
        ("me", ["B2", "B3"], []),
        ("me", ["B2", "B3", "C3"], ["B2", "B3"]),
        ("opponent", ["B2", "B3", "C3"], ["B2"]),
    ],
)
async def test_taking_back_against_the_bot_also_removes_its_reply(
    database: Database, host: Host, first: str, moves: list[str], left: list[str]
) -> None:
    game = await play(host, await start_against_bot(host, size=4, first=First(first)), *moves)
    back = await host.games.take_back.offer(GUILD, game.id, ADA, seen_version=game.version)
    assert (list(back.moves), back.to_move_id, back.helped) == (left, ADA, True)
    assert await open_host(database).games.find(GUILD, game.id) == back
    await assert_whole(database)


async def test_a_take_back_gives_the_full_time_again(host: Host, clock: Clock) -> None:
    """It takes no advantage of anybody, as the bot has no deadline."""
    hour = timedelta(hours=1)
    game = await play(host, await start_against_bot(host, per_move=hour), "A1", "A2")
    clock.time += hour / 2
    back = await host.games.take_back.offer(GUILD, game.id, ADA, seen_version=game.version)
    assert back.deadline == clock.time + hour


async def test_a_double_press_takes_back_one_move(database: Database, host: Host) -> None:
    game = await play(host, await start_against_bot(host, size=4), "B2", "B3", "C3", "C4")
    await host.games.take_back.offer(GUILD, game.id, ADA, seen_version=game.version)
    async with refused(database, StaleBoard):
        await host.games.take_back.offer(GUILD, game.id, ADA, seen_version=game.version)
    async with refused(database, StaleBoard):
        await open_host(database).games.take_back.offer(GUILD, game.id, ADA, seen_version=game.version)


@pytest.mark.parametrize(("first", "moves"), [("me", []), ("opponent", []), ("opponent", ["B2"])])
async def test_a_player_without_a_move_takes_nothing_back(
    database: Database, host: Host, first: str, moves: list[str]
) -> None:
    game = await play(host, await start_against_bot(host, size=4, first=First(first)), *moves)
    async with refused(database, NothingToTakeBack) as info:
        await host.games.take_back.offer(GUILD, game.id, ADA)
    assert str(info.value) == "You have made no move yet."


async def test_only_the_player_takes_back_and_only_in_an_open_game(database: Database, host: Host) -> None:
    game = await play(host, await start_against_bot(host, size=4), "B2", "B3")
    async with refused(database, NotInThisGame):
        await host.games.take_back.offer(GUILD, game.id, BOB)
    await host.games.resign(GUILD, game.id, ADA)
    async with refused(database, GameIsOver):
        await host.games.take_back.offer(GUILD, game.id, ADA)


async def test_the_bots_reply_to_a_taken_back_move_is_dropped(database: Database, host: Host) -> None:
    game = await play(host, await start_against_bot(host, size=4), "B2")
    back = await host.games.take_back.offer(GUILD, game.id, ADA)
    async with refused(database, NotYourTurn):
        await open_host(database).games.move(GUILD, game.id, BOT, "B3", seen_version=game.version)
    await play(host, back, "C3")
    async with refused(database, StaleBoard):
        await open_host(database).games.move(GUILD, game.id, BOT, "C4", seen_version=game.version)


async def test_a_win_after_a_take_back_counts_as_helped(host: Host) -> None:
    game = await play(host, await start_against_bot(host), "A1")
    game = await host.games.take_back.offer(GUILD, game.id, ADA)
    game = await play_to_the_end(host, game)
    assert await host.games.standings.bot_records(GUILD, ADA) == [BotRecord("lines", 3, won=1, lost=0, won_with_help=1)]
