"""More than one game or challenge fits: a button for each does what was asked for."""

# ruff: noqa: RUF001  # the multiplication sign is meant

from __future__ import annotations

import pytest

from tests.end_to_end.support.playing_the_bot import play_bot
from tests.end_to_end.support.table import Table, game_id, labels, refusal, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")

_QUESTION = "More than one game fits. Which one?"


async def test_a_typed_move_is_played_in_the_game_that_is_pressed(table: Table) -> None:
    boards = [await table.begin(variant="dodge", size=size) for size in (4, 5)]
    asked = reply(await table.ada.command(table.channel, "gridlock move", cell="(1,1)"))
    assert asked.ephemeral
    assert asked.text == _QUESTION
    numbers = [game_id(board) for board in boards]
    assert labels(asked) == [f"#{numbers[0]} · Dodge 4×4 vs Bob", f"#{numbers[1]} · Dodge 5×5 vs Bob"]
    await table.ada.press(asked, labels(asked)[1])
    assert f"You played A1 in game #{numbers[1]}" in asked.text
    assert not asked.buttons
    await table.shows(boards[1], "played **A1**")
    assert "No move yet" in boards[0].text


async def test_a_question_about_a_game_that_has_changed_plays_nothing(table: Table) -> None:
    boards = [await table.begin(variant="dodge", size=size) for size in (4, 5)]
    asked = reply(await table.ada.command(table.channel, "gridlock move", cell="A1"))
    await table.ada.press(boards[0], "B2")
    await table.bob.press(boards[0], "D1")
    assert "out of date" in refusal(await table.ada.press(asked, labels(asked)[0]))
    await table.ada.press(boards[1], "B2")
    assert "not your turn" in refusal(await table.ada.press(asked, labels(asked)[1]))
    assert all("A1" not in board.text.split("```")[-1] for board in boards)


async def test_a_text_that_is_no_move_in_any_game_is_refused_at_once(table: Table) -> None:
    for size in (4, 5):
        await table.begin(variant="dodge", size=size)
    answered = reply(await table.ada.command(table.channel, "gridlock move", cell="the corner"))
    assert "is not a move" in answered.text
    assert not answered.buttons


async def test_a_cell_that_only_the_larger_board_has_is_refused_on_the_smaller_one(table: Table) -> None:
    boards = [await table.begin(variant="dodge", size=size) for size in (4, 5)]
    asked = reply(await table.ada.command(table.channel, "gridlock move", cell="E5"))
    assert "not on this 4×4 board" in refusal(await table.ada.press(asked, labels(asked)[0]))
    await table.ada.press(asked, labels(asked)[1])
    await table.shows(boards[1], "played **E5**")


async def test_a_step_without_a_removal_asks_what_to_remove_in_the_game_that_is_pressed(table: Table) -> None:
    boards = [await table.begin(variant="isolation") for _ in range(2)]
    for board in boards:
        await table.ada.press(board, "A1")
        await table.bob.press(board, "E5")
    asked = reply(await table.ada.command(table.channel, "gridlock move", cell="B2"))
    await table.ada.press(asked, labels(asked)[0])
    assert asked.text == "You go to B2. Which cell do you remove?"
    await table.ada.choose(asked, asked.selects[0].custom_id, ["C3"])
    await table.shows(boards[0], "played **B2/C3**")
    assert "B2" not in boards[1].text.split("```")[-1]


async def test_the_board_of_the_game_that_is_pressed_comes(table: Table) -> None:
    boards = [await table.begin(variant="dodge", size=size) for size in (4, 5)]
    asked = reply(await table.bob.command(table.channel, "gridlock board"))
    brought = reply(await table.bob.press(asked, labels(asked)[1]))
    assert not brought.ephemeral
    assert game_id(brought) == game_id(boards[1])
    assert labels(asked)[1].endswith("vs Ada")


async def test_a_player_resigns_the_game_that_is_pressed_after_the_usual_question(table: Table) -> None:
    boards = [await table.begin(variant="dodge", size=size) for size in (4, 5)]
    asked = reply(await table.ada.command(table.channel, "gridlock resign"))
    await table.ada.press(asked, labels(asked)[0])
    assert f"Resign game #{game_id(boards[0])}?" in asked.text
    await table.ada.press(asked, "Yes, resign")
    await table.shows(boards[0], "Game over")
    assert "Game over" not in boards[1].text


async def test_a_game_that_is_over_by_then_is_not_resigned(table: Table) -> None:
    boards = [await table.begin(variant="dodge", size=size) for size in (4, 5)]
    asked = reply(await table.ada.command(table.channel, "gridlock resign"))
    await table.resign(table.bob, boards[0])
    assert "is over" in refusal(await table.ada.press(asked, labels(asked)[0]))


async def test_a_hint_is_for_the_game_that_is_pressed(table: Table) -> None:
    boards = [await play_bot(table, variant="dodge", size=size, first="me", level=1) for size in (4, 5)]
    asked = reply(await table.ada.command(table.channel, "gridlock learn hint"))
    assert [label.rsplit(" ", 1)[1] for label in labels(asked)] == ["me", "me"]
    await table.ada.press(asked, labels(asked)[1])
    assert f"#{game_id(boards[1])}" in asked.text
    assert not asked.buttons


async def test_the_question_and_its_buttons_are_in_the_language_of_the_reader(table: Table) -> None:
    boards = [await table.begin(variant="dodge", size=size) for size in (4, 5)]
    table.all_read("de")
    asked = reply(await table.ada.command(table.channel, "gridlock move", cell="A1"))
    assert asked.text == "Mehrere Partien passen. Welche?"
    assert labels(asked)[0] == f"#{game_id(boards[0])} · Dodge 4×4 gegen Bob"


async def test_one_of_several_challenges_is_accepted_declined_or_cancelled_by_a_button(table: Table) -> None:
    challenges = [await table.challenge(variant="dodge", size=size) for size in (3, 4, 5)]
    asked = reply(await table.bob.command(table.channel, "gridlock accept"))
    assert asked.text == "More than one challenge fits. Which one?"
    assert [label.endswith("vs Ada") for label in labels(asked)] == [True, True, True]
    assert "Dodge" in reply(await table.bob.press(asked, labels(asked)[0])).text
    await table.shows(challenges[0], "accepted")
    asked = reply(await table.bob.command(table.channel, "gridlock decline"))
    await table.bob.press(asked, labels(asked)[0])
    await table.shows(challenges[1], "declined")
    await table.challenge(variant="lines")
    asked = reply(await table.ada.command(table.channel, "gridlock cancel"))
    await table.ada.press(asked, labels(asked)[0])
    await table.shows(challenges[2], "cancelled")


async def test_the_first_twenty_five_have_a_button_and_the_others_are_counted(table: Table) -> None:
    await table.lift_limits()
    for _ in range(27):
        await table.ada.command(table.channel, "gridlock challenge")
    asked = reply(await table.ada.command(table.channel, "gridlock cancel"))
    assert len(asked.buttons) == 25
    assert asked.text.endswith("For one of the 2 others, use `challenge`.")
    assert labels(asked)[0].endswith("for anybody")
