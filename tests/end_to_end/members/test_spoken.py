"""Boards in sentences, for a person who has asked for that: alone, and with everything to play by them."""

from __future__ import annotations

import json

import pytest

from tests.end_to_end.support.table import Table, game_id, labels, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_game_is_played_by_what_is_said_without_typing(table: Table) -> None:
    board = await table.begin(variant="lines", size=3)
    await table.ada.command(table.channel, "gridlock me spoken", mode="on")
    said = reply(await table.ada.command(table.channel, "gridlock board"))
    assert said.ephemeral
    assert "```" not in said.text
    assert "Row B: B1 free. B2 free. B3 free." in said.text
    assert not board.deleted
    await table.ada.choose(said, said.selects[0].custom_id, ["B2"])
    assert "Row B: B1 free. B2 yours, last move. B3 free." in said.text
    assert "A1 free, not allowed now." in said.text
    await table.shows(board, "played **B2**")
    assert "```" in board.text
    await table.bob.press(board, "A2")
    await table.ada.press(said, "Read again")
    assert "Row A: A1 free. A2 your opponent's, last move. A3 free." in said.text
    await table.ada.choose(said, said.selects[0].custom_id, ["A1"])
    await table.shows(board, "played **A1**")
    await table.ada.press(said, "Take back")
    question = reply(await table.ada.press(said, "Resign"))
    await table.ada.press(question, "Yes, resign")
    await table.ada.press(said, "Read again")
    assert f"<@{table.bob.id}> (O) won" in said.text


async def test_a_step_and_its_removal_are_chosen_from_what_is_said(table: Table) -> None:
    board = await table.begin(variant="isolation", size=3)
    await table.play(["A1", "C3"])
    await table.ada.command(table.channel, "gridlock me spoken", mode="on")
    said = reply(await table.ada.command(table.channel, "gridlock board", game=game_id(board)))
    await table.ada.choose(said, said.selects[0].custom_id, ["A2"])
    assert "A1 free. A2 yours, last move." in said.text
    await table.ada.press(said, "Choose another step")
    await table.ada.choose(said, said.selects[0].custom_id, ["A2"])
    await table.ada.choose(said, said.selects[0].custom_id, ["A2/A1"])
    assert "A1 removed, last move. A2 yours, last move." in said.text
    await table.shows(board, "played **A2/A1**")


async def test_what_only_they_see_is_said_and_what_all_see_is_drawn(table: Table) -> None:
    board = await table.begin(variant="dodge", size=3)
    await table.settle(look="pictures")
    for member in (table.ada, table.bob):
        await member.command(table.channel, "gridlock me spoken", mode="on")
    await table.bob.command(table.channel, "gridlock me spoken", mode="off")
    board = reply(await table.bob.command(table.channel, "gridlock board"))
    assert not board.ephemeral
    assert "Row A: A1 free." in reply(await table.ada.press(board, "Text")).text
    assert "```" in reply(await table.bob.press(board, "Text")).text
    for command in ("puzzle", "tutorial"):
        shown = reply(await table.ada.command(table.channel, f"gridlock learn {command}"))
        await table.shows(shown, "Row A: A1")
        assert "```" not in shown.text
    shown = reply(await table.ada.command(table.channel, "gridlock learn explore", variant="dodge", size=3))
    await table.shows(shown, "Row A: A1 free, ")
    assert labels(shown)[-2:] == ["Back", "Start over"]


async def test_the_setting_is_in_ones_data_and_is_forgotten(table: Table) -> None:
    await table.ada.command(table.channel, "gridlock me spoken", mode="on")
    data = reply(await table.ada.command(table.channel, "gridlock me my-data"))
    await table.discord.until(lambda: data.attachments, "the file")
    stored = json.loads(data.attachments[0].content)["reading_settings"]
    assert [entry["spoken"] for entry in stored] == [True]
    question = reply(await table.ada.command(table.channel, "gridlock me forget-me"))
    await table.ada.press(question, "Yes, delete everything")
    await table.begin(variant="lines", size=3)
    assert not reply(await table.ada.command(table.channel, "gridlock board")).ephemeral
