"""Against the bot a move is taken back at once, without asking, with what the bot has answered."""

from __future__ import annotations

import pytest

from gridlock_host import Database, First, SessionManager
from gridlock_host.errors import GameIsOver, NothingToTakeBack, NotInThisGame, NotYourTurn, StaleBoard
from gridlock_host.games.bot_records import BotRecord
from tests.host.support.host import (
    ADA,
    BOB,
    BOT,
    GUILD,
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
async def test_against_the_bot_a_move_goes_back_at_once_with_its_answer(
    database: Database, sessions: SessionManager, first: str, moves: list[str], left: list[str]
) -> None:
    game = await play(sessions, await start_against_bot(sessions, size=4, first=First(first)), *moves)
    back = await sessions.offer_take_back(GUILD, game.id, ADA, seen_version=game.version)
    assert (list(back.moves), back.to_move_id, back.helped) == (left, ADA, True)
    assert await open_host(database).find_game(GUILD, game.id) == back
    await assert_whole(database)


async def test_a_press_that_comes_twice_takes_one_move_back(database: Database, sessions: SessionManager) -> None:
    game = await play(sessions, await start_against_bot(sessions, size=4), "B2", "B3", "C3", "C4")
    await sessions.offer_take_back(GUILD, game.id, ADA, seen_version=game.version)
    async with refused(database, StaleBoard):
        await sessions.offer_take_back(GUILD, game.id, ADA, seen_version=game.version)
    async with refused(database, StaleBoard):
        await open_host(database).offer_take_back(GUILD, game.id, ADA, seen_version=game.version)


@pytest.mark.parametrize(("first", "moves"), [("me", []), ("opponent", []), ("opponent", ["B2"])])
async def test_without_a_move_of_ones_own_nothing_is_taken_back(
    database: Database, sessions: SessionManager, first: str, moves: list[str]
) -> None:
    game = await play(sessions, await start_against_bot(sessions, size=4, first=First(first)), *moves)
    async with refused(database, NothingToTakeBack) as info:
        await sessions.offer_take_back(GUILD, game.id, ADA)
    assert str(info.value) == "You have made no move yet."


async def test_nobody_else_takes_back_and_nothing_after_the_end(database: Database, sessions: SessionManager) -> None:
    game = await play(sessions, await start_against_bot(sessions, size=4), "B2", "B3")
    async with refused(database, NotInThisGame):
        await sessions.offer_take_back(GUILD, game.id, BOB)
    await sessions.resign(GUILD, game.id, ADA)
    async with refused(database, GameIsOver):
        await sessions.offer_take_back(GUILD, game.id, ADA)


async def test_an_answer_of_the_bot_to_what_was_taken_back_is_not_played(
    database: Database, sessions: SessionManager
) -> None:
    game = await play(sessions, await start_against_bot(sessions, size=4), "B2")
    back = await sessions.offer_take_back(GUILD, game.id, ADA)
    async with refused(database, NotYourTurn):
        await open_host(database).move(GUILD, game.id, BOT, "B3", seen_version=game.version)
    await play(sessions, back, "C3")
    async with refused(database, StaleBoard):
        await open_host(database).move(GUILD, game.id, BOT, "C4", seen_version=game.version)


async def test_a_win_after_a_move_was_taken_back_is_one_with_help(sessions: SessionManager) -> None:
    game = await play(sessions, await start_against_bot(sessions), "A1")
    game = await sessions.offer_take_back(GUILD, game.id, ADA)
    game = await play_to_the_end(sessions, game)
    assert await sessions.bot_records(GUILD, ADA) == [BotRecord("lines", 3, won=1, lost=0, won_with_help=1)]
