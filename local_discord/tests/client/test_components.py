"""Buttons, menus and modals, with a real discord.py bot."""

from __future__ import annotations

import pytest

from local_discord import LocalDiscord, Message, Refused, Unanswered
from local_discord.tests.support.scene import Scene
from local_discord.tests.support.tiny_bot import TinyBot


@pytest.fixture
async def board(bot: TinyBot, scene: Scene) -> Message:  # noqa: ARG001 - it must run
    """A layout with the buttons Count, Ask and Off."""
    answered = await scene.ada.command(scene.channel, "demo board")
    assert answered.reply is not None
    return answered.reply


async def test_a_press_edits_the_message_in_place(scene: Scene, board: Message) -> None:
    for presser in (scene.ada, scene.bob):
        pressed = await presser.press(board, "Count")
        assert pressed.reply is board
    assert board.text == "Pressed 2 times"
    assert board.edited == 2
    assert scene.channel.messages == [board]


async def test_a_button_can_be_named_by_its_custom_id(scene: Scene, board: Message) -> None:
    await scene.ada.press(board, custom_id="count:0")
    assert board.text == "Pressed 1 times"


async def test_the_buttons_of_a_message_can_be_read(board: Message) -> None:
    assert [(button.label, button.custom_id, button.disabled) for button in board.buttons] == [
        ("Count", "count:0", False),
        ("Ask", "ask", False),
        ("Off", "off", True),
    ]


async def test_missing_and_disabled_controls_are_refused(scene: Scene, board: Message) -> None:
    with pytest.raises(Refused, match="'Off' is disabled"):
        await scene.ada.press(board, "Off")
    with pytest.raises(Refused, match="has no button 'On'"):
        await scene.ada.press(board, "On")
    with pytest.raises(Refused, match="has no button 'count:7'"):
        await scene.ada.press(board, custom_id="count:7")


async def test_a_label_that_is_on_several_buttons_names_none(scene: Scene, board: Message) -> None:
    row = board.components[1]["components"]
    row[1]["label"] = "Count"
    with pytest.raises(Refused, match="several buttons 'Count'"):
        await scene.ada.press(board, "Count")
    row[1]["disabled"] = True
    await scene.ada.press(board, "Count")
    assert board.text == "Pressed 1 times"


async def test_a_link_cannot_be_pressed(scene: Scene, board: Message) -> None:
    board.components[1]["components"][1] = {"type": 2, "style": 5, "label": "Docs", "url": "https://example.org"}
    with pytest.raises(Refused, match="is a link"):
        await scene.ada.press(board, "Docs")


async def test_a_deleted_message_cannot_be_pressed(scene: Scene, board: Message) -> None:
    board.channel.remove(board)
    with pytest.raises(Refused, match="was deleted"):
        await scene.ada.press(board, "Count")


async def test_another_members_ephemeral_message_cannot_be_pressed(scene: Scene, board: Message) -> None:
    board.addressee = scene.ada
    with pytest.raises(Refused, match="Bob cannot see this message"):
        await scene.bob.press(board, "Count")
    await scene.ada.press(board, "Count")


async def test_a_forged_press_reaches_the_bot_whatever_the_message_shows(
    server: LocalDiscord, bot: TinyBot, scene: Scene, board: Message
) -> None:
    heard: list[dict[str, object]] = []

    async def listen(interaction: object) -> None:
        heard.append(getattr(interaction, "data", {}))

    bot.add_listener(listen, "on_interaction")
    server._interactions.answer_within = 0.05
    with pytest.raises(Unanswered):
        await scene.ada.press(board, custom_id="count:99", forged=True)
    assert heard[0]["custom_id"] == "count:99"


async def test_a_form_behind_a_button_edits_the_buttons_message(scene: Scene, board: Message) -> None:
    asked = await scene.ada.press(board, "Ask")
    assert asked.modal is not None
    assert (asked.modal.title, [field["custom_id"] for field in asked.modal.fields]) == ("A question", ["answer"])
    submitted = await scene.ada.submit(asked.modal, {"answer": "42"})
    assert submitted.reply is board
    assert board.text == "They said 42."


@pytest.mark.usefixtures("bot")
async def test_a_form_behind_a_command_is_answered_with_a_message(scene: Scene) -> None:
    asked = await scene.ada.command(scene.channel, "demo form")
    assert asked.modal is not None
    submitted = await scene.ada.submit(asked.modal, {"answer": "yes"})
    assert submitted.reply is not None
    assert submitted.reply.text == "You said yes."


async def test_a_form_with_invalid_values_is_refused(scene: Scene, board: Message) -> None:
    modal = (await scene.ada.press(board, "Ask")).modal
    assert modal is not None
    with pytest.raises(Refused, match="'Your answer' must be filled in"):
        await scene.ada.submit(modal, {})
    with pytest.raises(Refused, match="'Your answer' takes 0 to 20 characters"):
        await scene.ada.submit(modal, {"answer": "x" * 21})
    with pytest.raises(Refused, match="no field 'question'"):
        await scene.ada.submit(modal, {"question": "x"})
    with pytest.raises(Refused, match="not opened for Bob"):
        await scene.bob.submit(modal, {"answer": "x"})


@pytest.mark.usefixtures("bot")
async def test_menus_of_texts_and_of_members(server: LocalDiscord, scene: Scene) -> None:
    shown = await scene.ada.command(scene.channel, "demo menus")
    await server.until(lambda: shown.followups, "the second menu")
    fruits, players = scene.channel.messages
    assert fruits.selects[0].options == (("fig", "Fig"), ("plum", "Plum"))
    await scene.ada.choose(fruits, "fruits", ["fig", "plum"])
    assert fruits.text == "Chosen: fig, plum"
    chosen = await scene.ada.choose(players, "players", [scene.bob])
    assert chosen.reply is not None
    assert chosen.reply.text == "Chosen: Bob"


@pytest.mark.usefixtures("bot")
async def test_a_choice_that_the_menu_does_not_offer_is_refused(scene: Scene) -> None:
    fruits = (await scene.ada.command(scene.channel, "demo menus")).reply
    assert fruits is not None
    with pytest.raises(Refused, match="'pear' is not in the menu"):
        await scene.ada.choose(fruits, "fruits", ["pear"])
    with pytest.raises(Refused, match="takes 1 to 2 values"):
        await scene.ada.choose(fruits, "fruits", [])
    with pytest.raises(Refused, match="has no menu 'nuts'"):
        await scene.ada.choose(fruits, "nuts", ["fig"])
