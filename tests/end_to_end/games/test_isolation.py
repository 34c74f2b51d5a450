"""Turns of Isolation: a step, then a cell to remove."""

from __future__ import annotations

import pytest

from local_discord import Message
from tests.end_to_end.support.bot_process import LONG_AGO, BotProcess
from tests.end_to_end.support.table import Table, cells, game_id, refusal, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def place_tokens(table: Table, board: Message) -> None:
    """Place both tokens in opposite corners."""
    await table.ada.press(board, "A1")
    await table.bob.press(board, "E5")


async def redraw(bot: BotProcess, board: Message) -> None:
    """Let the next sweep redraw a board, and wait until it has done so."""
    bot.change_rows("UPDATE games SET redraw_since = ? WHERE id = ?", LONG_AGO, game_id(board))
    await bot.until_row("SELECT 1 FROM games WHERE id = ? AND redraw_since IS NULL", game_id(board))


async def test_an_isolation_turn_is_played_with_the_second_press(table: Table) -> None:
    board = await table.begin(variant="isolation")
    await place_tokens(table, board)
    await table.ada.press(board, "B2")
    assert "played **E5**" in board.text
    assert "goes to **B2** and now chooses the cell to remove" in board.text
    await table.ada.press(board, "C3")
    assert "played **B2/C3**" in board.text


async def test_only_removable_cells_are_open_after_the_step(table: Table) -> None:
    board = await table.begin(variant="isolation")
    await place_tokens(table, board)
    await table.ada.press(board, "B2")
    shown = cells(board)
    assert shown["B2/B2"] == "(🔷)"
    assert shown["B2/D4"] == "()"
    assert shown["B2/A1"] == "A1"
    assert "\nA  +   +   +   +   +  \nB  +  [P1] +   +   +  \n" in board.text


async def test_the_choice_of_a_step_can_be_taken_back(table: Table) -> None:
    board = await table.begin(variant="isolation")
    await place_tokens(table, board)
    await table.ada.press(board, "B2")
    await table.ada.press(board, "Choose another step")
    assert "played **E5**" in board.text
    assert cells(board)["A2"] == "A2"
    await table.ada.press(board, "A2")
    await table.ada.press(board, "C3")
    assert "played **A2/C3**" in board.text


async def test_a_step_stays_chosen_when_the_board_is_redrawn(table: Table, bot: BotProcess) -> None:
    board = await table.begin(variant="isolation")
    await place_tokens(table, board)
    await table.ada.press(board, "B2")
    await redraw(bot, board)
    assert "goes to **B2**" in board.text
    await table.ada.press(board, "Choose another step")
    await redraw(bot, board)
    assert "goes to" not in board.text


async def test_a_step_that_is_chosen_during_a_redraw_stays_chosen(table: Table, bot: BotProcess) -> None:
    board = await table.begin(variant="isolation")
    await place_tokens(table, board)
    await bot.until_shown(game_id(board))
    redrawing = table.discord.faults.hold("PATCH", rf"/channels/\d+/messages/{board.id}")
    bot.change_rows("UPDATE games SET redraw_since = ? WHERE id = ?", LONG_AGO, game_id(board))
    await redrawing.reached()
    await table.ada.press(board, "B2")
    redrawing.release()
    await bot.until_row("SELECT 1 FROM games WHERE id = ? AND redraw_since IS NULL", game_id(board))
    assert "goes to **B2**" in board.text
    await table.ada.press(board, "C3")
    assert "played **B2/C3**" in board.text


async def test_a_step_stays_chosen_when_notifications_of_earlier_moves_are_late(table: Table, bot: BotProcess) -> None:
    board = await table.begin(variant="isolation")
    notifying = table.discord.faults.hold("POST", rf"/channels/{table.channel.id}/messages")
    await place_tokens(table, board)
    await notifying.reached()
    await table.ada.press(board, "B2")
    await table.ada.press(board, "C3")
    await table.bob.press(board, "D4")
    notifying.release()
    await bot.until_shown(game_id(board))
    assert "goes to **D4**" in board.text


async def test_the_opponent_cannot_choose_for_the_player(table: Table) -> None:
    board = await table.begin(variant="isolation")
    await place_tokens(table, board)
    await table.ada.press(board, "B2")
    for label in ("C3", "Choose another step"):
        assert "not your turn" in refusal(await table.bob.press(board, label))
    assert "now chooses the cell to remove" in board.text


async def test_both_cells_can_be_typed_together_or_apart(table: Table) -> None:
    await table.begin(variant="isolation")
    await table.play(["1,1", "e5"])
    assert "played **B2/C3**" in (await table.move(table.ada, "B2", remove="C3")).text
    assert "played **D4/D5**" in (await table.move(table.bob, "4,4 4,5")).text


async def test_a_missing_removal_is_asked_for_with_a_menu(table: Table) -> None:
    await table.begin(variant="isolation", size=8)
    board = await table.play(["A1", "H8"])
    question = reply(await table.ada.command(table.channel, "gridlock move", cell="B2"))
    assert question.ephemeral
    assert "played **H8**" in board.text
    menus = question.selects
    assert sum(len(menu.options) for menu in menus) == 64 - 3 - 2
    assert menus[0].placeholder == "Choose one cell from A1 to D2"
    await table.ada.choose(question, menus[1].custom_id, ["E3"])
    assert question.text.startswith(f"You played B2/E3 in game #{game_id(board)}: https://")
    assert str(board.id) in question.text
    await table.discord.until(lambda: "played **B2/E3**" in board.text, "the board to show it")


async def test_a_removal_chosen_too_late_is_refused(table: Table) -> None:
    await table.begin(variant="isolation")
    board = await table.play(["A1", "E5"])
    question = reply(await table.ada.command(table.channel, "gridlock move", cell="B2"))
    await table.ada.press(board, "A2")
    await table.ada.press(board, "C3")
    late = await table.ada.choose(question, question.selects[0].custom_id, ["C3"])
    assert "not your turn" in refusal(late)


async def test_a_menu_of_removals_without_a_choice_is_refused(table: Table) -> None:
    """Only a manipulated client sends such a thing."""
    await table.begin(variant="isolation")
    board = await table.play(["A1", "E5"])
    question = reply(await table.ada.command(table.channel, "gridlock move", cell="B2"))
    menu = question.selects[0].custom_id
    nothing = await table.ada.choose(question, menu, [], forged=True)
    as_button = await table.ada.press(board, custom_id=menu, forged=True)
    for answer in (nothing, as_button):
        assert "The menu does not have that choice" in refusal(answer)
    assert "is not" in refusal(await table.ada.choose(question, menu, ["somewhere"], forged=True))


async def test_removable_cells_are_offered(table: Table) -> None:
    await table.begin(variant="isolation", size=3)
    await table.play(["A1", "C3"])
    choices = await table.ada.autocomplete(table.channel, "gridlock move", focused="remove", cell="A2", remove="")
    assert [value for _, value in choices] == ["A1", "A3", "B1", "C1"]
    typed = {"cell": "(1,2)", "remove": "(3, 1)"}
    choices = await table.ada.autocomplete(table.channel, "gridlock move", focused="remove", **typed)
    assert [value for _, value in choices] == ["C1"]
    assert "played **A2/C1**" in (await table.move(table.ada, "(1,2)", remove="(3,1)")).text


async def test_a_cell_to_remove_is_refused_where_none_is_removed(table: Table) -> None:
    await table.begin()
    answered = await table.ada.command(table.channel, "gridlock move", cell="C3", remove="D4")
    assert "one cell" in refusal(answered)
