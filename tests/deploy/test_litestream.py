"""A continuous backup by Litestream, with the configuration in deploy/: the machine is lost, and games go on."""

from __future__ import annotations

import asyncio
import shutil
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.deploy.tools import tool
from tests.end_to_end.support.bot_commands import run
from tests.end_to_end.support.bot_process import BotProcess, until
from tests.end_to_end.support.table import Table, game_id
from tests.support.forked_bot import ROOT
from tests.support.patience import PATIENCE
from tests.support.stand_in import patient_discord

pytestmark = pytest.mark.asyncio(loop_scope="session")

CONFIGURATION = (ROOT / "deploy" / "litestream" / "litestream.yml").read_text(encoding="utf-8")


def litestream() -> str:
    return tool("litestream", "npm install @flydotio/litestream-linux-x64")


@asynccontextmanager
async def replicating(configuration: Path) -> AsyncIterator[None]:
    """Run Litestream until it is killed at the end of the block."""
    log = configuration.with_suffix(".log")
    with log.open("wb") as output:
        process = await asyncio.create_subprocess_exec(
            litestream(), "replicate", "-config", str(configuration), stdout=output, stderr=output
        )
    try:
        yield
    finally:
        process.send_signal(signal.SIGKILL)
        await asyncio.wait_for(process.wait(), PATIENCE)


def lose(store: Path) -> None:
    """Delete a database, and what SQLite and Litestream put beside it."""
    for path in store.parent.glob(f"*{store.name}*"):
        shutil.rmtree(path) if path.is_dir() else path.unlink()


async def test_a_lost_machine_is_restored_from_the_replica_with_all_that_was_answered(tmp_path: Path) -> None:
    litestream()
    replica, configuration, restored = tmp_path / "replica", tmp_path / "litestream.yml", tmp_path / "restored.db"
    async with patient_discord() as discord:
        bot = BotProcess(discord, tmp_path)
        await bot.start()
        configuration.write_text(
            CONFIGURATION.replace("/replica", str(replica)).replace(
                "${GRIDLOCK_DATABASE_FILE:-/data/gridlock.db}", str(bot.store)
            ),
            encoding="utf-8",
        )
        table = Table.lay(discord)
        async with replicating(configuration):
            await until(replica.exists)
            board = await table.begin(variant="blocking")
            await table.ada.press(board, "C3")
            await table.shows(board, "played **C3**")
            await bot.until_shown(game_id(board))
            written = bot.store.with_name("gridlock.db-wal").stat().st_mtime
            await until(lambda: any(path.stat().st_mtime > written for path in replica.rglob("*.wal.lz4")))
            await bot.kill()
        lose(bot.store)

        process = await asyncio.create_subprocess_exec(
            litestream(), "restore", "-config", str(configuration), "-o", str(restored), str(bot.store)
        )
        assert await asyncio.wait_for(process.wait(), PATIENCE) == 0
        status, told, err = await run("restore", str(restored), **bot.environment())
        assert (status, err) == (0, "")
        status, told, err = await run("check", **bot.environment())
        assert (status, told, err) == (0, "1 game with 1 move checked: nothing is wrong.\n", "")
        await bot.start()
        await table.bob.press(board, "A1")
        await table.shows(board, "played **A1**")
        assert await bot.stop() == 0
