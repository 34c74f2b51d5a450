"""Profiles of members, as everybody sees them: the picture, the same as text, and who has none."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from local_discord import Member, Message
from local_discord.model.components import walk
from local_discord.wire import ComponentType
from tests.end_to_end.support.table import Table, game_id, refusal

pytestmark = pytest.mark.asyncio(loop_scope="session")

ACCURACY = "Accuracy · "


async def won_by_ada(table: Table) -> Message:
    """A rated game on the plain board."""
    await table.begin(variant="lines", size=5)
    board = await table.play(["C3", "E3", "E1", "A1"])
    await table.resign(table.bob, board)
    return board


async def profile(table: Table, member: Member | None = None) -> Message:
    """The profile that Cleo asks for, with what follows the first answer."""
    asked = await table.cleo.command(table.channel, "gridlock profile", member=member)
    return await table.answer(asked)


async def test_a_profile_tells_everything_in_a_picture_and_in_text(table: Table) -> None:
    board = await won_by_ada(table)
    await table.begin(variant="dodge", size=3)
    lost = await table.play(["A1", "C3"])
    await table.resign(table.ada, lost)
    await table.shows(lost, ACCURACY)
    shown = await profile(table, table.ada)
    assert not shown.ephemeral
    assert shown.mentions == []
    lines = shown.text.splitlines()
    assert lines[:4] == [
        f"**{table.ada.mention}** in this server: 2 played, 1 won, 1 lost (50%)",
        "Lines: 1 played, 1 won, 0 lost (100%) · as Player 1 1–0, as Player 2 0–0",  # noqa: RUF001  # a dash
        "Dodge: 1 played, 0 won, 1 lost (0%) · as Player 1 0–1, as Player 2 0–0",  # noqa: RUF001
        "Won in a row: 0 now, 1 at most",
    ]
    assert lines[4:6] == ["", f"**Rating** as of game #{game_id(board)}:"]
    assert lines[6].startswith("all variants: **1")
    assert lines[6].endswith(" · 1 game")
    assert lines[7].startswith("Lines: **1")
    assert "?: not enough games yet for a rank." in lines
    assert "Dodge: 1 decision, 0 kept (0%)" in lines
    assert lines[-3:] == [
        "**Favourite first moves** on plain boards (turned and mirrored ones count as one):",
        "Lines 5×5: **C3** · 1 played, 1 won, 0 lost (100%)",  # noqa: RUF001
        "Dodge 3×3: **A1** · 1 played, 0 won, 1 lost (0%)",  # noqa: RUF001
    ]
    (file,) = shown.attachments
    picture = Image.open(io.BytesIO(file.content))
    assert (picture.format, picture.width) == ("PNG", 900)
    assert "A curve of the rating: 1" in str(file.description)
    assert "Lines: 1–0 (as Player 1 1–0, as Player 2 0–0)" in str(file.description)  # noqa: RUF001
    (gallery,) = [part for part in walk(shown.components) if part["type"] == ComponentType.MEDIA_GALLERY]
    assert gallery["items"][0]["media"]["url"] == file.url
    assert gallery["items"][0]["description"] == file.description


async def test_a_profile_is_ones_own_if_nobody_is_named(table: Table) -> None:
    await won_by_ada(table)
    asked = await table.bob.command(table.channel, "gridlock profile")
    assert f"**{table.bob.mention}** in this server: 1 played, 0 won" in (await table.answer(asked)).text


async def test_a_newcomer_is_invited_to_play(table: Table) -> None:
    shown = await profile(table)
    assert shown.attachments == []
    assert shown.text == (
        f"{table.cleo.mention} has not finished a game against another member in this server yet. "
        "`/gridlock challenge` starts one."
    )


async def test_a_bot_has_no_profile(table: Table) -> None:
    asked = await table.cleo.command(table.channel, "gridlock profile", member=table.guild.bot)
    assert refusal(asked).startswith("Bots have no profile. `/gridlock stats` of me")


async def test_a_profile_whose_picture_discord_does_not_take_is_text_alone(table: Table) -> None:
    await won_by_ada(table)
    whole = await profile(table, table.ada)
    table.discord.faults.fail("POST", r"/interactions/\d+/.+/callback", status=413, code=40005)
    asked = await table.cleo.command(table.channel, "gridlock profile", member=table.ada)
    refused = await table.answer(asked)
    assert (refused.text, refused.attachments) == (whole.text, [])


async def test_a_member_who_left_keeps_a_profile_and_one_who_is_forgotten_has_none(table: Table) -> None:
    await won_by_ada(table)
    table.guild.remove_member(table.ada)
    assert f"**{table.ada.mention}** in this server: 1 played, 1 won" in (await profile(table, table.ada)).text
    asked = await table.bob.command(table.channel, "gridlock me forget-me")
    question = await table.answer(asked)
    await table.bob.press(question, "Yes, delete everything")
    assert "has not finished a game against another member" in (await profile(table, table.bob)).text
    assert f"**{table.ada.mention}** in this server: 1 played, 1 won" in (await profile(table, table.ada)).text


async def test_a_voided_game_leaves_a_profile_and_comes_back(table: Table) -> None:
    board = await won_by_ada(table)
    before = (await profile(table, table.ada)).text
    manager = table.manager()
    await manager.command(table.channel, "gridlock-server moderate void", game=game_id(board), reason="test")
    assert "has not finished a game against another member" in (await profile(table, table.ada)).text
    await manager.command(table.channel, "gridlock-server moderate unvoid", game=game_id(board))
    assert (await profile(table, table.ada)).text == before


async def test_who_has_boards_spoken_misses_nothing_that_the_picture_shows(table: Table) -> None:
    await won_by_ada(table)
    drawn = await profile(table, table.ada)
    await table.cleo.command(table.channel, "gridlock me spoken", mode="on")
    spoken = await profile(table, table.ada)
    assert spoken.text == drawn.text
    assert spoken.attachments[0].description == drawn.attachments[0].description
