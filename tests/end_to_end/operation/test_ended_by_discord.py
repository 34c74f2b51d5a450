"""Messages when Discord refuses the start or ends the connection for good."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.end_to_end.support.bot_commands import run
from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.table import Table
from tests.support.stand_in import patient_discord


@pytest.mark.parametrize(("code", "sentence"), [(4004, "Discord refuses the token"), (4011, "GRIDLOCK_SHARDS")])
async def test_a_final_disconnect_is_reported_in_a_sentence(tmp_path: Path, code: int, sentence: str) -> None:
    """As when the token was reset while the bot ran, or the bot has come to be in too many servers for one shard."""
    async with patient_discord() as discord:
        bot = BotProcess(discord, tmp_path)
        await bot.start()
        await Table.lay(discord).challenge()
        await discord.drop_gateway(resumable=False, code=code)
        assert await bot.ended() == 2
        assert sentence in bot.log
        assert "Traceback" not in bot.log


async def test_a_refused_application_is_reported_in_a_sentence(tmp_path: Path) -> None:
    async with patient_discord() as discord:
        discord.faults.fail("PUT", r"/applications/\d+/commands", status=403, code=50001)
        status, _, err = await run(**BotProcess(discord, tmp_path).environment())
    assert status == 2
    assert "Discord does not let the bot start: 403 Forbidden" in err
    assert "Traceback" not in err
