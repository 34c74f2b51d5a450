"""Games in files: what is exported can be opened again, to be replayed and reviewed; broken files get the reason."""

from __future__ import annotations

import json

import pytest

from gridlock_host.records.files import LARGEST_FILE
from local_discord import Message, Upload
from tests.end_to_end.support.finished_games import finished
from tests.end_to_end.support.table import Table, game_id, refusal, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")

LINE = "dodge 3x3: A1 C3 0-1 resignation"


async def lost_in_two(table: Table) -> Message:
    """Ada gives the middle away, Bob keeps the win, and Ada gives up."""
    board = await table.begin(variant="dodge", size=3)
    await table.ada.press(board, "A1")
    await table.bob.press(board, "C3")
    await table.resign(table.ada, board)
    return board


async def test_one_game_is_exported_as_a_line_that_opens_it_again(table: Table) -> None:
    board = await lost_in_two(table)
    shown = await table.answer(await table.ada.command(table.channel, "gridlock export", game=game_id(board)))
    assert shown.ephemeral
    assert shown.text == f"```\n{LINE}\n```"
    opened = await table.answer(await table.cleo.command(table.channel, "gridlock import", line=LINE))
    assert opened.ephemeral
    assert "Dodge 3×3 (imported)" in opened.text  # noqa: RUF001  # the multiplication sign
    assert "move 2 of 2" in opened.text
    assert "Player 2 (O) won: Player 1 (X) resigned." in opened.text
    assert LINE in opened.text
    await table.cleo.press(opened, "◀")
    assert "Move 1: X **A1**" in opened.text
    assert LINE in opened.text
    await table.cleo.press(opened, "Play-by-play")
    assert "**1. X A1** · 2. O C3" in opened.text


async def test_all_own_games_are_exported_as_a_file(table: Table) -> None:
    await lost_in_two(table)
    await finished(table)
    shown = await table.answer(await table.bob.command(table.channel, "gridlock export"))
    assert shown.ephemeral
    assert "Your 2 finished games in this server." in shown.text
    (file,) = shown.attachments
    assert file.content.decode() == f"{LINE}\ndodge 3x3: B2 1-0 no-legal-move\n"
    shown = await table.answer(await table.bob.command(table.channel, "gridlock export", **{"as": "json"}))
    (file,) = shown.attachments
    records = json.loads(file.content)
    assert [record["moves"] for record in records] == [[["A1", "C3"]], [["B2", None]]]
    assert records[0]["header"]["players"][1] == {"name": "Player 2", "userid": str(table.bob.id), "result": 1}


async def test_who_has_finished_no_game_is_told_so(table: Table) -> None:
    await finished(table)
    assert "You have not finished a game" in refusal(await table.cleo.command(table.channel, "gridlock export"))


async def test_an_open_game_is_not_exported(table: Table) -> None:
    board = await table.begin(variant="dodge", size=5)
    asked = await table.ada.command(table.channel, "gridlock export", game=game_id(board))
    assert "is not over yet" in (await table.answer(asked)).text


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("lines 5x5: A1 B2 *", "Line 1: Move 2, `B2`: "),
        ("nonsense", "Line 1: `nonsense` is no game."),
        ("[1", "no JSON"),
    ],
)
async def test_a_broken_line_gets_the_line_and_the_reason(table: Table, line: str, reason: str) -> None:
    answer = await table.answer(await table.ada.command(table.channel, "gridlock import", line=line))
    assert answer.ephemeral
    assert reason in answer.text


@pytest.mark.parametrize("form", ["text", "json"])
async def test_a_game_of_a_file_is_opened(table: Table, form: str) -> None:
    await lost_in_two(table)
    await finished(table)
    shown = await table.answer(await table.ada.command(table.channel, "gridlock export", **{"as": form}))
    (exported,) = shown.attachments
    file = Upload(exported.filename, exported.content, exported.content_type)
    asked = await table.cleo.command(table.channel, "gridlock import", file=file, number=2)
    opened = await table.answer(asked)
    assert "dodge 3x3: B2 1-0 no-legal-move" in opened.text
    await table.discord.until(lambda: asked.followups, "the number of games")
    assert "This is game 2 of 2 in the file." in asked.followups[-1].text


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"dodge 3x3: B2\n\ndodge 3x3: B2 A1\n", "Line 3: Move 2, `A1`: The game is over"),
        (b"\x00\xff", "no text in UTF-8"),
        (b"", "no game in that"),
        (b"x" * (LARGEST_FILE + 1), "too large"),
    ],
)
async def test_a_broken_file_gets_the_line_and_the_reason(table: Table, content: bytes, reason: str) -> None:
    file = Upload("games.txt", content, "text/plain")
    answer = await table.answer(await table.ada.command(table.channel, "gridlock import", file=file))
    assert answer.ephemeral
    assert reason in answer.text


async def test_neither_a_line_nor_a_file_is_refused(table: Table) -> None:
    assert "Paste a game as `line`" in refusal(await table.ada.command(table.channel, "gridlock import"))


async def test_an_imported_game_is_reviewed_and_counts_for_nobody(table: Table) -> None:
    opened = await table.answer(await table.cleo.command(table.channel, "gridlock import", line=LINE))
    review = await table.answer(await table.cleo.press(opened, "Review"))
    await table.shows(review, "The turning point was move 1")
    await table.cleo.press(review, "▶")
    await table.shows(review, "A [X]")
    assert LINE in review.text
    stats = reply(await table.cleo.command(table.channel, "gridlock stats"))
    assert "has not finished a game" in stats.text


async def test_a_game_like_a_running_one_is_not_reviewed(table: Table) -> None:
    board = await table.begin(variant="lines", size=5)
    await table.ada.press(board, "A1")
    opened = await table.answer(await table.ada.command(table.channel, "gridlock import", line="lines 5x5: A1 A3 A5 *"))
    assert "Move 3: X **A5**" in opened.text
    refused = await table.answer(await table.ada.press(opened, "Review"))
    assert "You are playing a game that may become this one" in refused.text
