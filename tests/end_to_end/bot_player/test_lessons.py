"""Exercises from one's own games, answered by pressing."""

from __future__ import annotations

import re

import pytest

from local_discord import Member, Message
from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.table import Table, game_id, labels, refusal

pytestmark = pytest.mark.asyncio(loop_scope="session")

ACCURACY = "Accuracy · "


async def slip(table: Table, variant: str = "dodge", moves: tuple[str, ...] = ("A1", "C3")) -> Message:
    """A game that Ada loses after giving a win away, with all that its board shows in the end."""
    board = await table.begin(variant=variant, size=3)
    await table.play(moves)
    await table.resign(table.ada, board)
    await table.shows(board, ACCURACY)
    return board


async def lesson(table: Table, person: Member) -> Message:
    return await table.answer(await person.command(table.channel, "gridlock learn lesson"))


async def test_the_card_and_the_profile_tell_how_accurately_both_have_played(table: Table) -> None:
    boards = [await table.begin(variant="lines", size=3) for _ in range(2)]
    for board in boards:
        await table.play(["A1", "A2", "B2", "B3", "C3", "A3"], game=game_id(board))
        await table.shows(board, ACCURACY)
    ada, bob = table.ada.mention, table.bob.mention
    assert f"Accuracy · {ada}: 1 decision, 0 kept · {bob}: 1 decision, 1 kept" in boards[0].text
    for person, told in ((table.ada, "2 decisions, 0 kept (0%)"), (table.bob, "2 decisions, 2 kept (100%)")):
        text = (await table.answer(await table.cleo.command(table.channel, "gridlock profile", member=person))).text
        assert "**Accuracy** (a decision is a move in a won position" in text
        assert f"Lines: {told}" in text


async def test_a_slip_becomes_a_private_exercise_that_is_solved_by_pressing(table: Table) -> None:
    board = await slip(table)
    shown = await lesson(table, table.ada)
    assert shown.ephemeral
    assert f"**Exercise** · Dodge 3×3 · move 1 of your game #{game_id(board)}" in shown.text  # noqa: RUF001
    assert "X to move: any free cell. In the game you gave a won position away here." in shown.text
    await table.ada.press(shown, "B2")
    await table.shows(shown, "**B2** is right: it keeps the win.\nIt ends the game")
    assert "In the game you played **A1**." in shown.text
    assert re.search(r"It comes again <t:\d+:R>\.", shown.text)
    assert "No other exercise is due now." in shown.text
    assert labels(shown) == ["Delete this exercise"]
    later = await lesson(table, table.ada)
    assert "No exercise is due. You have 1 exercise, and the next one is due <t:" in later.text


async def test_a_wrong_answer_names_what_keeps_the_win(table: Table) -> None:
    await slip(table)
    shown = await lesson(table, table.ada)
    await table.ada.press(shown, "A3")
    await table.shows(shown, "**A3** is wrong: it gives the win away.")
    assert "These keep it: **B2**." in shown.text


async def test_a_move_of_two_cells_is_pressed_one_after_the_other(table: Table) -> None:
    """In Isolation on 3x3 Ada slips twice: with her placement, and with her first turn."""
    await slip(table, "isolation", ("A1", "A3", "A2/A1"))
    shown = await lesson(table, table.ada)
    await table.ada.press(shown, "B2")
    await table.shows(shown, "1 other exercise is due.")
    await table.ada.press(shown, "Next exercise")
    assert "move 3 of your game" in shown.text
    await table.ada.press(shown, "B2")
    assert "You go to B2. Which cell do you remove?" in shown.text
    await table.ada.press(shown, "Choose another step")
    await table.ada.press(shown, "A2")
    await table.ada.press(shown, "C2")
    await table.shows(shown, "**A2/C2** is right")


@pytest.mark.parametrize("look", ["pictures", "text"])
async def test_an_exercise_is_in_the_look_of_the_server(table: Table, look: str) -> None:
    await table.settle(look=look)
    await slip(table)
    shown = await lesson(table, table.ada)
    if look == "text":
        await table.ada.choose(shown, shown.selects[0].custom_id, ["B2"])
    else:
        assert "```" not in shown.text
        await table.ada.press(shown, "B2")
    await table.shows(shown, "**B2** is right")


async def test_a_person_without_slips_is_told_how_exercises_come_about(table: Table) -> None:
    await slip(table)
    assert "You have no exercise." in (await lesson(table, table.bob)).text


async def test_an_answered_exercise_counts_once(table: Table) -> None:
    await slip(table)
    shown, again = await lesson(table, table.ada), await lesson(table, table.ada)
    await table.ada.press(shown, "A3")
    await table.shows(shown, "is wrong")
    await table.ada.press(again, "B2")
    await table.shows(again, "so this answer does not change when it comes again.")


async def test_an_exercise_is_deleted_by_a_press(table: Table) -> None:
    await slip(table)
    shown, again = await lesson(table, table.ada), await lesson(table, table.ada)
    await table.ada.press(shown, "Delete this exercise")
    assert "The exercise is deleted." in shown.text
    for label in ("B2", "Delete this exercise"):
        assert "You do not have that exercise any more." in refusal(await table.ada.press(again, label))
    assert "You have no exercise." in (await lesson(table, table.ada)).text


async def test_the_exercise_of_another_person_cannot_be_answered(table: Table) -> None:
    await slip(table)
    shown = await lesson(table, table.ada)
    button = next(str(each.custom_id) for each in shown.buttons if each.label == "B2")
    public = await table.begin(variant="dodge", size=3)
    refused = await table.bob.press(public, custom_id=button, forged=True)
    assert "You do not have that exercise any more." in refusal(refused)


async def test_forget_me_deletes_exercises_and_accuracy(table: Table, bot: BotProcess) -> None:
    await slip(table)
    tables = ("exercises", "accuracies", "accuracy_totals")
    assert all(bot.read_rows(f"SELECT 1 FROM {name} WHERE user_id = ?", table.ada.id) for name in tables)  # noqa: S608
    question = await table.answer(await table.ada.command(table.channel, "gridlock me forget-me"))
    await table.ada.press(question, "Yes, delete everything")
    await table.shows(question, "deleted")
    assert not any(bot.read_rows(f"SELECT 1 FROM {name} WHERE user_id = ?", table.ada.id) for name in tables)  # noqa: S608


async def test_an_exercise_is_answered_in_another_server_and_after_a_restart(
    own_table: Table, own_bot: BotProcess
) -> None:
    await slip(own_table)
    elsewhere = Table.lay(own_table.discord, "Another server")
    ada = elsewhere.guild.add_member("Ada", user=own_table.ada.user)
    shown = await lesson(elsewhere, ada)
    await own_bot.kill()
    await own_bot.start()
    await ada.press(shown, "B2")
    await own_table.shows(shown, "**B2** is right")
