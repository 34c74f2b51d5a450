"""Query plans of everything that people do with the bot, so that a new statement is checked without a new test."""

from __future__ import annotations

from pathlib import Path

import pytest

from cogs.runtime.limits.rate_limit import RateLimiter
from gridlock_host import Database
from tests.cogs.support.every_action import all_actions, do_everything
from tests.cogs.support.everybody import Everybody
from tests.cogs.support.running_bot import running_bot
from tests.end_to_end.support.table import Table
from tests.host.support.plans import growing, plans, pretend_to_be_large
from tests.host.support.statements import listening
from tests.support.stand_in import patient_discord


async def test_no_action_of_a_person_reads_or_sorts_a_growing_part_of_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new command, option or button has to be added to `do_everything`."""

    async def allow(*_: object) -> bool:
        return True

    monkeypatch.setattr(RateLimiter, "allow", allow)
    async with patient_discord() as here, running_bot(here, tmp_path, monkeypatch) as bot:
        everybody = Everybody(bot, Table.lay(here))
        with listening(bot.host._database) as statements:
            await do_everything(everybody)
    database = Database(f"sqlite:///{tmp_path / 'gridlock.db'}")
    found = growing(await plans(database, statements.asked))
    await pretend_to_be_large(database)
    found += growing(await plans(database, statements.asked))
    await database.close()
    assert everybody.done == all_actions()
    assert len(statements.asked) > 100
    assert found == []
