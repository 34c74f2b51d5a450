"""Pictures of games: an animation and a position, private at first, shared by a button."""

from __future__ import annotations

import asyncio
import io

import pytest
from PIL import Image

from local_discord import Member, Message
from tests.end_to_end.support.table import Table, game_id, labels, refusal

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def lost_in_two(table: Table) -> Message:
    """Ada gives the middle away, Bob keeps the win, and Ada gives up."""
    board = await table.begin(variant="dodge", size=3)
    await table.ada.press(board, "A1")
    await table.bob.press(board, "C3")
    await table.resign(table.ada, board)
    return board


def picture_in(message: Message) -> Image.Image:
    """The one picture of a message."""
    (file,) = message.attachments
    return Image.open(io.BytesIO(file.content))


async def shared_by(table: Table) -> Message:
    """The one public message with a picture."""
    (shared,) = await table.discord.until(lambda: public_pictures(table), "a picture for everybody")
    return shared


def public_pictures(table: Table) -> list[Message]:
    """The messages with a picture that everybody sees."""
    return [message for message in table.channel.messages if message.attachments and not message.ephemeral]


async def test_a_game_as_an_animation_is_private_until_it_is_shared(table: Table) -> None:
    board = await lost_in_two(table)
    asked = await table.cleo.command(table.channel, "gridlock replay", game=game_id(board), **{"as": "gif"})
    shown = await table.answer(asked)
    assert shown.ephemeral
    assert (picture_in(shown).format, picture_in(shown).size) == ("GIF", (256, 256))
    assert shown.attachments[0].description == "A game of Dodge on 3×3, move by move: 1. X A1, 2. O C3"  # noqa: RUF001
    assert f"{table.bob.mention} (O) won" in shown.text
    await table.cleo.press(shown, "Share")
    await table.discord.until(lambda: not labels(shown), "the button to go")
    shared = await shared_by(table)
    assert shared.attachments[0].content == shown.attachments[0].content
    assert shared.attachments[0].description == shown.attachments[0].description
    assert not table.bob.notifications or shared not in table.bob.notifications


async def shown_to(table: Table, member: Member, board: Message, form: str, move: int | None = None) -> Message:
    """A picture of a game in a private message."""
    asked = await member.command(table.channel, "gridlock replay", game=game_id(board), move=move, **{"as": form})
    return await table.answer(asked)


async def test_a_picture_is_shared_once_even_by_two_at_the_same_moment(table: Table) -> None:
    board = await lost_in_two(table)
    private = [await shown_to(table, member, board, "gif") for member in (table.ada, table.cleo)]
    pressed = await asyncio.gather(table.ada.press(private[0], "Share"), table.cleo.press(private[1], "Share"))
    await table.discord.until(lambda: not any(map(labels, private)), "the buttons to go")
    await table.discord.until(lambda: all(answer.followups for answer in pressed), "both to be answered")
    shared = await shared_by(table)
    told = [message.text for answer in pressed for message in answer.followups if message is not shared]
    assert len(told) == 1
    assert told[0].startswith(f"Game #{game_id(board)} is shared already")
    later = await shown_to(table, table.bob, board, "gif")
    again = await table.bob.press(later, "Share")
    await table.discord.until(lambda: again.followups, "Bob to be told")
    assert again.followups[0].text.endswith(f"/{shared.id}")
    position = await shown_to(table, table.bob, board, "png", move=1)
    await table.bob.press(position, "Share")
    await table.discord.until(lambda: len(public_pictures(table)) == 2, "the position, which is another picture")


async def test_a_picture_that_discord_refuses_can_be_shared_after_all(table: Table) -> None:
    board = await lost_in_two(table)
    shown = await shown_to(table, table.cleo, board, "gif")
    table.discord.faults.fail("POST", r"/webhooks/\d+/[^/]+$", status=413, code=40005)
    pressed = await table.cleo.press(shown, "Share")
    await table.discord.until(lambda: pressed.followups, "Cleo to be told")
    assert "did not accept the file" in pressed.followups[0].text
    assert public_pictures(table) == []
    await table.cleo.press(await shown_to(table, table.cleo, board, "gif"), "Share")
    assert picture_in(await shared_by(table)).format == "GIF"


async def test_a_position_is_a_picture(table: Table) -> None:
    board = await lost_in_two(table)
    asked = await table.cleo.command(table.channel, "gridlock replay", game=game_id(board), move=1, **{"as": "png"})
    shown = await table.answer(asked)
    assert picture_in(shown).format == "PNG"
    assert "after the moves: 1. X A1" in str(shown.attachments[0].description)
    assert "2. O" not in str(shown.attachments[0].description)
    assert "move 1 of 2" in shown.text


async def test_a_replay_has_buttons_for_both(table: Table) -> None:
    board = await lost_in_two(table)
    asked = await table.cleo.command(table.channel, "gridlock replay", game=game_id(board), move=1)
    replay = await table.answer(asked)
    for label, kind in (("Animation", "GIF"), ("Picture", "PNG")):
        shown = await table.answer(await table.cleo.press(replay, label))
        assert picture_in(shown).format == kind


async def test_an_imported_game_is_drawn_and_shared(table: Table) -> None:
    line = "isolation 4x4 swap: A1 swap D4 B2/D1 0-1 time"
    opened = await table.answer(await table.cleo.command(table.channel, "gridlock import", line=line))
    shown = await table.answer(await table.cleo.press(opened, "Animation"))
    assert shown.text.endswith(f"```\n{line}\n```")
    await table.cleo.press(shown, "Share")
    await table.discord.until(lambda: not labels(shown), "the button to go")
    shared = await shared_by(table)
    assert picture_in(shared).size == (320, 320)


async def test_an_open_game_is_not_drawn(table: Table) -> None:
    board = await table.begin(variant="dodge", size=5)
    asked = await table.ada.command(table.channel, "gridlock replay", game=game_id(board), **{"as": "gif"})
    assert "is not over yet" in refusal(asked)
