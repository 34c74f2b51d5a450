"""Games in a group chat after a restart of the bot, which forgets the tokens of earlier interactions."""

from __future__ import annotations

import pytest

from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.table import Table, labels, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_an_older_board_that_could_not_be_removed_is_put_right_by_a_press(
    own_table: Table, own_bot: BotProcess
) -> None:
    ada, bob, discord = own_table.ada, own_table.bob, own_table.discord
    ada.user.has_installed_app = True
    group = discord.add_group("friends", ada, bob)
    challenge = reply(await ada.command(group, "gridlock challenge", opponent=bob, first="me", start="plain"))
    older = reply(await bob.press(challenge, "Accept"))
    await own_bot.stop()
    await own_bot.start()
    board = reply(await ada.command(group, "gridlock move", cell="C3"))
    assert "move 2" in board.text
    assert not older.deleted
    refused = reply(await ada.press(older, "C2"))
    assert refused.ephemeral
    await discord.until(lambda: older.deleted or "C2" not in labels(older), "the older board to lose its controls")
    await bob.press(board, "C1")
    await discord.until(lambda: "move 3" in board.text, "the move on the newer board")
    assert not [one for one in discord.requests if f"/channels/{group.id}" in one.path]
