"""A profile whose picture cannot be drawn, in a running bot with real workers."""

from __future__ import annotations

from pathlib import Path

import pytest

from cogs.components.standings import profile
from tests.cogs.support.running_bot import running_bot
from tests.end_to_end.support.table import Table
from tests.host.support.misbehaving_jobs import complain_about
from tests.support.stand_in import patient_discord


async def test_a_profile_that_cannot_be_drawn_is_text_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profile, "draw_profile", complain_about)
    async with patient_discord() as here, running_bot(here, tmp_path, monkeypatch):
        table = Table.lay(here)
        board = await table.begin(variant="dodge", size=3)
        await table.play(["A1", "C3"])
        await table.resign(table.ada, board)
        shown = await table.answer(await table.bob.command(table.channel, "gridlock profile"))
        assert f"**{table.bob.mention}** in this server: 1 played, 1 won" in shown.text
        assert shown.attachments == []
        assert not shown.ephemeral
