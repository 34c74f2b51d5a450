from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest

from local_discord import Guild
from tests.cogs.support.running_bot import running_bot
from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.table import Table
from tests.support.stand_in import patient_discord


async def test_a_server_that_cannot_be_read_does_not_keep_others_from_playing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when Discord sends a new kind of channel, at every start."""
    async with patient_discord() as discord:
        table = Table.lay(discord)
        odd = discord.add_guild("Odd")
        readable = Guild.to_create_json

        def unreadable(guild: Guild, *, with_people: bool) -> Any:
            body = readable(guild, with_people=with_people)
            return body | {"roles": [{"id": "no number"}]} if guild is odd else body

        monkeypatch.setattr(Guild, "to_create_json", unreadable)
        async with BotProcess(discord, tmp_path) as bot:
            await table.challenge()
        assert bot.log.count("an event GUILD_CREATE could not be read and was skipped") == 1
        assert bot.read_rows("SELECT guild_id FROM departures") == []


async def test_an_unreadable_event_of_each_kind_is_logged_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with patient_discord() as discord:
        discord.add_guild("Odd")
        async with running_bot(discord, tmp_path, monkeypatch) as bot:
            await bot.wait_until_ready()
            with caplog.at_level(logging.ERROR):
                for event in ("GUILD_CREATE", "CHANNEL_UPDATE", "GUILD_CREATE", "INTERACTION_CREATE"):
                    bot._connection.parsers[event]({"id": "no number"})
            assert not bot.is_closed()
        assert [record.getMessage().split()[2] for record in caplog.records] == [
            "GUILD_CREATE",
            "CHANNEL_UPDATE",
            "INTERACTION_CREATE",
        ]
