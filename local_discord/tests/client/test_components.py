"""Buttons, menus and forms, used by people on messages of a real discord.py bot."""

from __future__ import annotations

import pytest

from local_discord import LocalDiscord, Message, Refused, Unanswered
from local_discord.tests.support.table import Table
from local_discord.tests.support.tiny_bot import TinyBot


@pytest.fixture
async def board(bot: TinyBot, table: Table) -> Message:  # noqa: ARG001 - it must run
    """A layout with the buttons Count, Ask and Off."""
    answered = await table.ada.command(table.channel, "demo board")
    assert answered.reply is not None
    return answered.reply


async def test_a_press_edits_the_message_in_place(table: Table, board: Message) -> None:
    for presser in (table.ada, table.bob):
        pressed = await presser.press(board, "Count")
        assert pressed.reply is board
    assert board.text == "Pressed 2 times"
    assert board.edited == 2
    assert table.channel.messages == [board]


async def test_a_button_can_be_named_by_its_custom_id(table: Table, board: Message) -> None:
    await table.ada.press(board, custom_id="count:0")
    assert board.text == "Pressed 1 times"


async def test_the_buttons_of_a_message_can_be_read(board: Message) -> None:
    assert [(button.label, button.custom_id, button.disabled) for button in board.buttons] == [
        ("Count", "count:0", False),
        ("Ask", "ask", False),
        ("Off", "off", True),
    ]


async def test_what_is_not_to_be_pressed_is_refused(table: Table, board: Message) -> None:
    with pytest.raises(Refused, match="'Off' is disabled"):
        await table.ada.press(board, "Off")
    with pytest.raises(Refused, match="has no button 'On'"):
        await table.ada.press(board, "On")
    with pytest.raises(Refused, match="has no button 'count:7'"):
        await table.ada.press(board, custom_id="count:7")


async def test_a_label_that_is_on_several_buttons_names_none(table: Table, board: Message) -> None:
    row = board.components[1]["components"]
    row[1]["label"] = "Count"
    with pytest.raises(Refused, match="several buttons 'Count'"):
        await table.ada.press(board, "Count")
    row[1]["disabled"] = True
    await table.ada.press(board, "Count")
    assert board.text == "Pressed 1 times"


async def test_a_link_cannot_be_pressed(table: Table, board: Message) -> None:
    board.components[1]["components"][1] = {"type": 2, "style": 5, "label": "Docs", "url": "https://example.org"}
    with pytest.raises(Refused, match="is a link"):
        await table.ada.press(board, "Docs")


async def test_a_deleted_message_cannot_be_pressed(table: Table, board: Message) -> None:
    board.channel.remove(board)
    with pytest.raises(Refused, match="was deleted"):
        await table.ada.press(board, "Count")


async def test_an_ephemeral_message_of_somebody_else_cannot_be_pressed(table: Table, board: Message) -> None:
    board.addressee = table.ada
    with pytest.raises(Refused, match="Bob cannot see this message"):
        await table.bob.press(board, "Count")
    await table.ada.press(board, "Count")


async def test_a_forged_press_reaches_the_bot_whatever_the_message_shows(
    server: LocalDiscord, bot: TinyBot, table: Table, board: Message
) -> None:
    heard: list[dict[str, object]] = []

    async def listen(interaction: object) -> None:
        heard.append(getattr(interaction, "data", {}))

    bot.add_listener(listen, "on_interaction")
    server._interactions.answer_within = 0.05
    with pytest.raises(Unanswered):
        await table.ada.press(board, custom_id="count:99", forged=True)
    assert heard[0]["custom_id"] == "count:99"


async def test_a_form_behind_a_button_edits_the_buttons_message(table: Table, board: Message) -> None:
    asked = await table.ada.press(board, "Ask")
    assert asked.modal is not None
    assert (asked.modal.title, [field["custom_id"] for field in asked.modal.fields]) == ("A question", ["answer"])
    submitted = await table.ada.submit(asked.modal, {"answer": "42"})
    assert submitted.reply is board
    assert board.text == "They said 42."


@pytest.mark.usefixtures("bot")
async def test_a_form_behind_a_command_is_answered_with_a_message(table: Table) -> None:
    asked = await table.ada.command(table.channel, "demo form")
    assert asked.modal is not None
    submitted = await table.ada.submit(asked.modal, {"answer": "yes"})
    assert submitted.reply is not None
    assert submitted.reply.text == "You said yes."


async def test_a_form_is_refused_when_it_is_not_filled_in_well(table: Table, board: Message) -> None:
    modal = (await table.ada.press(board, "Ask")).modal
    assert modal is not None
    with pytest.raises(Refused, match="'Your answer' must be filled in"):
        await table.ada.submit(modal, {})
    with pytest.raises(Refused, match="'Your answer' takes 0 to 20 characters"):
        await table.ada.submit(modal, {"answer": "x" * 21})
    with pytest.raises(Refused, match="no field 'question'"):
        await table.ada.submit(modal, {"question": "x"})
    with pytest.raises(Refused, match="not opened for Bob"):
        await table.bob.submit(modal, {"answer": "x"})


@pytest.mark.usefixtures("bot")
async def test_menus_of_texts_and_of_members(server: LocalDiscord, table: Table) -> None:
    shown = await table.ada.command(table.channel, "demo menus")
    await server.until(lambda: shown.followups, "the second menu")
    fruits, players = table.channel.messages
    assert fruits.selects[0].options == (("fig", "Fig"), ("plum", "Plum"))
    await table.ada.choose(fruits, "fruits", ["fig", "plum"])
    assert fruits.text == "Chosen: fig, plum"
    chosen = await table.ada.choose(players, "players", [table.bob])
    assert chosen.reply is not None
    assert chosen.reply.text == "Chosen: Bob"


@pytest.mark.usefixtures("bot")
async def test_a_choice_that_the_menu_does_not_offer_is_refused(table: Table) -> None:
    fruits = (await table.ada.command(table.channel, "demo menus")).reply
    assert fruits is not None
    with pytest.raises(Refused, match="'pear' is not in the menu"):
        await table.ada.choose(fruits, "fruits", ["pear"])
    with pytest.raises(Refused, match="takes 1 to 2 values"):
        await table.ada.choose(fruits, "fruits", [])
    with pytest.raises(Refused, match="has no menu 'nuts'"):
        await table.ada.choose(fruits, "nuts", ["fig"])
