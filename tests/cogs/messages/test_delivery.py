"""Messages that Discord holds back."""

from __future__ import annotations

from pathlib import Path

import pytest

from cogs.messages.sending import delivery
from tests.cogs.support.running_bot import running_bot
from tests.end_to_end.support.table import Table, reply
from tests.support.stand_in import patient_discord


@pytest.mark.parametrize("method", ["PATCH", "DELETE"])
async def test_a_long_rate_limit_on_one_message_holds_back_neither_the_end_of_its_game_nor_its_calls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    monkeypatch.setattr(delivery, "CHANGED_WITHIN", 1.0)
    async with patient_discord() as discord, running_bot(discord, tmp_path, monkeypatch):
        table = Table.lay(discord)
        board = await table.begin()
        await table.ada.press(board, "C3")
        call = await table.called(table.bob, board)
        limited = board if method == "PATCH" else call
        discord.faults.rate_limit(method, rf"/channels/\d+/messages/{limited.id}", retry_after=600.0, times=2)
        await table.bob.press(board, "E3")
        await table.called(table.ada, board)
        question = reply(await table.bob.press(board, "Resign"))
        await table.bob.press(question, "Yes, resign")
        await discord.until(lambda: "is over" in table.ada.notifications[-1].text, "Ada to hear of the end")
        shown = [message for message in table.channel.messages if "Game over" in message.text]
        assert len(shown) == 1
