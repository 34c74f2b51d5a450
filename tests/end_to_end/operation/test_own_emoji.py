"""Emoji of the application: uploaded in the background, with Unicode's in their place until all are there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from cogs.messages.sending.application_emoji import pictures
from local_discord import LocalDiscord, Message
from local_discord.model.emojis import Emoji
from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.table import Table, cells
from tests.support.stand_in import patient_discord

pytestmark = pytest.mark.asyncio(loop_scope="session")

EMOJIS = r"/applications/\d+/emojis"
NAMES = {picture.name for picture in pictures().values()}


@asynccontextmanager
async def emoji_bot(discord: LocalDiscord, folder: Path) -> AsyncIterator[BotProcess]:
    """A bot that uploads its emoji."""
    async with BotProcess(discord, folder, more={"GRIDLOCK_EMOJI": "own"}) as bot:
        yield bot


def names(discord: LocalDiscord) -> set[str]:
    return {emoji.name for emoji in discord.emojis}


def uploads(discord: LocalDiscord) -> list[str]:
    """The names that were uploaded, in order."""
    return [
        str(request.body["name"])
        for request in discord.requests
        if request.method == "POST" and request.path.endswith("/emojis") and isinstance(request.body, dict)
    ]


def add(discord: LocalDiscord, name: str) -> Emoji:
    """Let the operator, or an earlier version, have uploaded an emoji."""
    emoji = Emoji(discord._world.ids.next(), name, discord.bot, b"", "image/png")
    discord._world.emojis[emoji.id] = emoji
    return emoji


async def board_after(table: Table, cell: str) -> Message:
    """The board of a new game after a move."""
    board = await table.begin(variant="dodge", size=5)
    await table.ada.press(board, cell)
    await table.shows(board, f"played **{cell}**")
    return board


async def test_all_are_uploaded_once_and_drawn_with(tmp_path: Path) -> None:
    async with patient_discord() as discord:
        async with emoji_bot(discord, tmp_path) as bot:
            await discord.until(lambda: names(discord) == NAMES, "all emoji to be uploaded")
            await bot.until_logged("uploaded emoji")
            assert sorted(uploads(discord)) == sorted(NAMES)
            board = await board_after(Table.lay(discord), "C3")
            assert cells(board)["C3"] == "(:blue_square_last_move:)"
        async with emoji_bot(discord, tmp_path):
            again = await board_after(Table.lay(discord), "C3")
            await discord.until(lambda: len(requests_of_lists(discord)) == 2, "the emoji to be listed again")
            assert len(uploads(discord)) == len(NAMES), "nothing is uploaded twice"
            assert "C3" in cells(again)
        assert discord.rejected == []


def requests_of_lists(discord: LocalDiscord) -> list[str]:
    return [one.path for one in discord.requests if one.method == "GET" and one.path.endswith("/emojis")]


async def test_where_the_upload_is_refused_boards_have_unicode_emoji(tmp_path: Path) -> None:
    async with patient_discord() as discord:
        discord.faults.fail("POST", EMOJIS, status=400, code=30008, times=1000)
        async with emoji_bot(discord, tmp_path) as bot:
            await bot.until_logged("could not be brought up to date")
            board = await board_after(Table.lay(discord), "C3")
            assert cells(board)["C3"] == "(🔷)"
            assert len(uploads(discord)) == 1, "what is refused is not tried again and again"


async def test_a_slow_upload_delays_no_game_and_a_part_of_the_emoji_is_not_used(tmp_path: Path) -> None:
    async with patient_discord() as discord:
        for name in sorted(NAMES)[:20]:
            add(discord, name)
        hold = discord.faults.hold("POST", EMOJIS)
        async with emoji_bot(discord, tmp_path) as bot:
            table = Table.lay(discord)
            await discord.until(lambda: uploads(discord), "the first upload")
            board = await board_after(table, "C3")
            assert cells(board)["C3"] == "(🔷)"
            hold.release()
            await bot.until_logged("uploaded emoji of the application: ")
            await table.bob.press(board, "A1")
            await table.shows(board, "played **A1**")
            assert cells(board)["C3"] == "(:blue_square:)"
            assert cells(board)["A1"] == "(:orange_circle_last_move:)"


async def test_what_an_interrupted_upload_has_left_is_completed(tmp_path: Path) -> None:
    async with patient_discord() as discord:
        kept = [add(discord, name).id for name in sorted(NAMES)[:20]]
        async with emoji_bot(discord, tmp_path) as bot:
            await bot.until_logged("uploaded emoji")
            assert sorted(uploads(discord)) == sorted(NAMES)[20:]
            assert {emoji.id for emoji in discord.emojis} >= set(kept)


async def test_superseded_ones_are_removed_and_those_of_others_kept(tmp_path: Path) -> None:
    async with patient_discord() as discord:
        add(discord, "blue_square_g000000")
        add(discord, "party")
        async with emoji_bot(discord, tmp_path):
            await discord.until(lambda: names(discord) == NAMES | {"party"}, "the superseded emoji to be removed")


async def test_a_renamed_one_is_uploaded_anew(tmp_path: Path) -> None:
    async with patient_discord() as discord:
        for name in NAMES:
            add(discord, name)
        lost = discord.emojis[0]
        lost_name, lost.name = lost.name, "renamed"
        async with emoji_bot(discord, tmp_path):
            await discord.until(lambda: names(discord) == NAMES | {"renamed"}, "the emoji to be uploaded again")
            assert uploads(discord) == [lost_name]


def lose(discord: LocalDiscord, name: str) -> None:
    """Let the operator delete an emoji."""
    lost = next(emoji for emoji in discord.emojis if emoji.name.startswith(f"{name}_g"))
    del discord._world.emojis[lost.id]


async def test_after_the_loss_of_an_emoji_boards_have_unicode_emoji_until_it_is_uploaded_again(tmp_path: Path) -> None:
    async with patient_discord() as discord, emoji_bot(discord, tmp_path) as bot:
        await bot.until_logged("uploaded emoji")
        table = Table.lay(discord)
        board = await board_after(table, "C3")
        lose(discord, "orange_circle_last_move")
        hold = discord.faults.hold("POST", EMOJIS)
        pressed = await table.bob.press(board, "A1")
        await table.shows(board, "played **A1**")
        assert pressed.reply is board, "the press itself is answered with the board"
        assert (cells(board)["A1"], cells(board)["C3"]) == ("(🔶)", "(🟦)")
        typed = await table.move(table.ada, "E5")
        assert cells(typed)["E5"] == "(🔷)"
        hold.release()
        await discord.until(lambda: names(discord) == NAMES, "the emoji to be uploaded again")
        await bot.until_logged("uploaded emoji of the application: 1")
        await table.bob.press(typed, "A5")
        await table.shows(typed, "played **A5**")
        assert cells(typed)["A5"] == "(:orange_circle_last_move:)"


@pytest.mark.parametrize("shows", ["typed", "board"])
async def test_a_board_with_a_lost_emoji_is_shown_all_the_same(tmp_path: Path, shows: str) -> None:
    async with patient_discord() as discord, emoji_bot(discord, tmp_path) as bot:
        await bot.until_logged("uploaded emoji")
        table = Table.lay(discord)
        board = await board_after(table, "C3")
        lose(discord, "blue_square_last_move")
        if shows == "board":
            shown = await table.answer(await table.bob.command(table.channel, "gridlock board"))
            assert cells(shown)["C3"] == "(🔷)"
            await discord.until(lambda: board.deleted, "the older board to be deleted")
        else:
            lose(discord, "blue_square")
            shown = await table.move(table.bob, "A1")
            assert cells(shown)["C3"] == "(🟦)"
        assert "incident" not in bot.log


async def test_emoji_that_are_listed_but_refused_are_not_tried_with_each_board(tmp_path: Path) -> None:
    async with patient_discord() as discord, emoji_bot(discord, tmp_path) as bot:
        await bot.until_logged("uploaded emoji")
        table = Table.lay(discord)
        board = await board_after(table, "C3")
        discord.faults.fail("POST", r"/interactions/.*/callback", status=400, code=50035, message="Invalid emoji")
        await table.bob.press(board, "A1")
        await table.shows(board, "played **A1**")
        await bot.until_logged("lists all emoji of the application, but has refused one")
        await table.ada.press(board, "E5")
        await table.shows(board, "played **E5**")
        assert cells(board)["E5"] == "(🔷)"


async def test_one_of_two_processes_uploads(tmp_path: Path) -> None:
    async with patient_discord() as discord:
        for name in sorted(NAMES)[1:]:
            add(discord, name)
        one, two = (
            BotProcess(discord, tmp_path, log=f"bot{each}.log", shards=f"{each}/2", more={"GRIDLOCK_EMOJI": "own"})
            for each in range(2)
        )
        async with AsyncExitStack() as stack:
            await asyncio.gather(*(stack.enter_async_context(each) for each in (one, two)))
            await discord.until(lambda: len(requests_of_lists(discord)) >= 2, "both to list the emoji")
            await discord.until(lambda: names(discord) == NAMES, "the missing one to be uploaded")
            assert uploads(discord) == [min(NAMES)]
