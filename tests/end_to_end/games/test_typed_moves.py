"""Typed moves edit the one board of the game, and are answered privately."""

from __future__ import annotations

import pytest

from gridlock_rules import find_variant
from tests.end_to_end.support.table import Table, cells, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")

MOVES = 30


async def test_a_typed_move_edits_the_board_and_is_confirmed_privately(table: Table) -> None:
    board = await table.begin()
    answer = await table.answer(await table.ada.command(table.channel, "gridlock move", cell="C3"))
    assert answer.ephemeral
    assert "You played C3" in answer.text
    assert str(board.id) in answer.text
    await table.shows(board, "played **C3**")
    await table.called(table.bob, board)


async def test_thirty_typed_moves_leave_at_most_three_messages_beside_the_board(table: Table) -> None:
    board = await table.begin(variant="lines", size=6)
    position = find_variant("lines").start(6)
    for _ in range(MOVES // 2):
        for player in (table.ada, table.bob):
            move = str(position.legal_moves[0])
            position = position.play(position.parse(move))
            assert await table.move(player, move) is board
    public = [message for message in table.channel.messages if not message.ephemeral]
    assert board in public
    assert len(public) - 1 <= 3, [message.text for message in public]


async def test_the_answer_links_to_the_new_board_if_the_old_one_was_deleted(table: Table) -> None:
    board = await table.begin()
    table.channel.remove(board)
    answer = await table.answer(await table.ada.command(table.channel, "gridlock move", cell="C3"))
    await table.discord.until(lambda: str(board.id) not in answer.text, "the answer to be corrected")
    (fresh,) = [message for message in table.channel.messages if str(message.id) in answer.text]
    assert "played **C3**" in fresh.text
    assert cells(fresh)
    await table.called(table.bob, fresh)


async def test_a_board_that_cannot_be_edited_is_posted_again(table: Table) -> None:
    board = await table.begin()
    table.discord.faults.fail("PATCH", rf"/channels/\d+/messages/{board.id}", status=403, code=50001)
    fresh = await table.move(table.ada, "C3")
    assert fresh is not board
    assert cells(fresh)
    await table.discord.until(lambda: board.deleted, "the older copy to be deleted")


async def test_bringing_the_board_deletes_the_older_copy_and_mends_the_notification(table: Table) -> None:
    board = await table.begin()
    call = await table.called(table.ada, board)
    before = len(table.ada.notifications)
    fresh = reply(await table.bob.command(table.channel, "gridlock board"))
    await table.discord.until(lambda: board.deleted, "the older copy to be deleted")
    await table.shows(call, str(fresh.id))
    assert len(table.ada.notifications) == before


async def test_a_copy_that_may_not_be_deleted_shrinks_to_one_line(table: Table) -> None:
    board = await table.begin()
    table.discord.faults.fail("DELETE", rf"/channels/\d+/messages/{board.id}", status=403, code=50001)
    fresh = reply(await table.bob.command(table.channel, "gridlock board"))
    await table.shows(board, "The board is now at")
    assert str(fresh.id) in board.text
    assert "\n" not in board.text
    assert not board.buttons
