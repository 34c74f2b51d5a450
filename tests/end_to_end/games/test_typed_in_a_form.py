"""The form in which a move is typed, on boards without a button for each cell."""

from __future__ import annotations

from typing import Final

import pytest

from local_discord import Interaction, Member, Message
from local_discord.model.interaction import Modal
from tests.end_to_end.support.table import Table, refusal

pytestmark = pytest.mark.asyncio(loop_scope="session")

BUTTON: Final = "Type a move"


async def typed(member: Member, board: Message, text: str) -> Interaction:
    """Type a move into the form of a board."""
    return await member.submit(await form(member, board), {"move": text})


async def form(member: Member, board: Message) -> Modal:
    """Open the form of a board."""
    opened = await member.press(board, BUTTON)
    assert opened.modal is not None
    return opened.modal


async def test_a_typed_move_edits_the_board(table: Table) -> None:
    board = await table.begin(variant="lines", size=6)
    moved = await typed(table.ada, board, " c3 ")
    assert moved.reply is board
    await table.shows(board, "played **C3**")
    assert len(table.posts("· move ")) == 1


async def test_the_form_says_which_game_it_is_for_and_how_a_move_looks(table: Table) -> None:
    board = await table.begin(variant="lines", size=6)
    opened = await form(table.ada, board)
    assert opened.title.startswith("Type a move in game #")
    assert [field["placeholder"] for field in opened.fields] == ["Such as A1"]


async def test_an_illegal_move_is_explained_and_the_form_opens_again(table: Table) -> None:
    board = await table.begin(variant="lines", size=6)
    await typed(table.ada, board, "C3")
    before = board.text
    assert "E5 is not in row C or column 3" in refusal(await typed(table.bob, board, "E5"))
    assert "is not a move" in refusal(await typed(table.bob, board, "Z9 please"))
    assert board.text == before
    await typed(table.bob, board, "C5")
    await table.shows(board, "played **C5**")


async def test_only_the_player_to_move_gets_the_form(table: Table) -> None:
    board = await table.begin(variant="lines", size=6)
    for member in (table.bob, table.cleo):
        pressed = await member.press(board, BUTTON)
        assert pressed.modal is None
        refusal(pressed)


async def test_a_step_is_typed_first_and_its_removal_second(table: Table) -> None:
    board = await table.begin(variant="isolation", size=6)
    await typed(table.ada, board, "A1")
    await typed(table.bob, board, "F6")
    await typed(table.ada, board, "B2")
    await table.shows(board, "goes to **B2**")
    opened = await form(table.ada, board)
    assert [field["placeholder"] for field in opened.fields] == ["Such as A1"]
    await table.ada.submit(opened, {"move": "C3"})
    await table.shows(board, "played **B2/C3**")
    await typed(table.bob, board, "E5/E6")
    await table.shows(board, "played **E5/E6**")


async def test_a_form_that_was_open_while_the_game_went_on_changes_nothing(table: Table) -> None:
    board = await table.begin(variant="lines", size=6)
    late = await form(table.ada, board)
    await typed(table.ada, board, "C3")
    answered = await table.ada.submit(late, {"move": "A1"})
    assert refusal(answered)
    await table.shows(board, "played **C3**")


async def test_a_form_behind_an_older_copy_moves_on_the_current_board(table: Table) -> None:
    older = await table.begin(variant="lines", size=6)
    table.discord.faults.fail("DELETE", rf"/channels/\d+/messages/{older.id}", status=403, code=50001)
    opened = await form(table.ada, older)
    newer = await table.answer(await table.ada.command(table.channel, "gridlock board"))
    await table.shows(older, "The board is now at")
    moved = await table.ada.submit(opened, {"move": "C3"})
    assert "You played C3" in refusal(moved)
    await table.shows(newer, "played **C3**")
    assert "played **" not in older.text


async def test_a_form_behind_a_board_that_is_deleted_is_answered(own_table: Table) -> None:
    board = await own_table.begin(variant="isolation", size=6)
    opened = await form(own_table.ada, board)
    board.channel.remove(board)
    answered = refusal(await own_table.ada.submit(opened, {"move": "A1"}))
    assert answered.startswith("The message with that button has been deleted.")
    (again,) = await own_table.discord.until(lambda: own_table.bob.notifications[1:], "Bob to be called to move")
    assert str(board.id) not in again.text


async def test_small_boards_have_no_form(table: Table) -> None:
    board = await table.begin(variant="lines", size=5)
    assert BUTTON not in [button.label for button in board.buttons]
