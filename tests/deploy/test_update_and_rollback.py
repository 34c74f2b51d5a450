"""Update drill: the version before the newest schema, then this one on its database, and the way back by a backup."""

from __future__ import annotations

import asyncio
import io
import signal
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from tests.end_to_end.support.bot_commands import run
from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.table import Table, game_id
from tests.support.forked_bot import ROOT
from tests.support.patience import PATIENCE
from tests.support.stand_in import patient_discord

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.exhaustive]

MIGRATIONS = "gridlock_host/storage/migrations/versions/s*.py"


def git(*words: str) -> bytes:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, check=False)  # noqa: S607  # any Git will do
    if done.returncode:
        pytest.skip("the history of the project is not at hand")
    return done.stdout


def unpack_version_before(folder: Path) -> None:
    """Unpack the newest version that has an older schema."""
    newest = git("log", "-1", "--format=%H", "--diff-filter=A", "--", MIGRATIONS).decode().strip()
    if not newest:
        pytest.skip("the history of the project is not at hand")
    with tarfile.open(fileobj=io.BytesIO(git("archive", f"{newest}^"))) as archive:
        archive.extractall(folder, filter="data")


class Earlier:
    """`bot.py` of an earlier version."""

    def __init__(self, folder: Path, bot: BotProcess) -> None:
        self._folder = folder
        self._environment = bot.environment()

    async def start(self, *words: str) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "bot.py",
            *words,
            cwd=self._folder,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )

    async def run(self, *words: str) -> tuple[int, str]:
        process = await self.start(*words)
        told, _ = await asyncio.wait_for(process.communicate(), PATIENCE)
        assert process.returncode is not None
        return process.returncode, told.decode()


async def test_an_update_carries_games_on_and_a_backup_leads_back(tmp_path: Path) -> None:
    await asyncio.to_thread(unpack_version_before, tmp_path / "earlier")
    backup = str(tmp_path / "before-update.db")
    async with patient_discord() as discord:
        bot = BotProcess(discord, tmp_path)
        earlier = Earlier(tmp_path / "earlier", bot)
        running = await earlier.start()
        await discord.until_ready()
        table = Table.lay(discord)
        board = await table.begin(variant="blocking")
        await table.ada.press(board, "C3")
        await table.shows(board, "played **C3**")
        assert (await earlier.run("backup", backup))[0] == 0
        running.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(running.wait(), PATIENCE) == 0

        await bot.start()
        await table.bob.press(board, "A1")
        await table.shows(board, "played **A1**")
        status, told, _ = await run("check", **bot.environment())
        assert (status, told) == (0, "1 game with 2 moves checked: nothing is wrong.\n")
        assert await bot.stop() == 0

        status, told = await earlier.run()
        assert (status, "is newer than this program" in told) == (2, True)
        status, told = await earlier.run("restore", backup)
        assert status == 0
        assert "What was there is kept as" in told
        running = await earlier.start()
        await discord.until_ready()
        await table.bob.command(table.channel, "gridlock move", cell="E5", game=game_id(board))
        await table.shows(board, "played **E5**")
        assert await earlier.run("check") == (0, "1 game with 2 moves checked: nothing is wrong.\n")
        running.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(running.wait(), PATIENCE) == 0
