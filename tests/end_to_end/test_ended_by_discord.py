"""What Discord does not let start, or does not let go on, says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from local_discord import LocalDiscord
from tests.end_to_end.bot_process import BotProcess
from tests.end_to_end.table import Table


@pytest.mark.parametrize(("code", "sentence"), [(4004, "Discord refuses the token"), (4011, "GRIDLOCK_SHARDS")])
async def test_what_ends_the_connection_for_good_is_told_in_a_sentence(
    tmp_path: Path, code: int, sentence: str
) -> None:
    """As when the token was reset while the bot ran, or the bot has come to be in too many servers for one shard."""
    async with LocalDiscord() as discord:
        bot = BotProcess(discord, tmp_path)
        await bot.start()
        await Table.lay(discord).challenge()
        await discord.drop_gateway(resumable=False, code=code)
        assert await bot.ended() == 2
        assert sentence in bot.log
        assert "Traceback" not in bot.log
