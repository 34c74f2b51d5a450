"""The containers of compose.yaml, started, killed, backed up and restored with the commands of docs/hosting.md.

They need an image `gridlock:test` and a command like `docker compose`, which `GRIDLOCK_TEST_COMPOSE` names, such as
`podman-compose`; `scripts/image.sh` makes both where no registry of images can be reached.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from local_discord import LocalDiscord
from tests.deploy.call_filter import write_profile
from tests.end_to_end.support.playing_the_bot import play_bot, play_on
from tests.end_to_end.support.ports import free_port
from tests.end_to_end.support.table import Table, game_id
from tests.support.forked_bot import ROOT
from tests.support.patience import PATIENCE
from tests.support.stand_in import patient_discord

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.exhaustive]

HOSTING = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
TOKEN = "local-token"  # noqa: S105  # the stand-in takes any
# Containers reach the stand-in on the loopback interface of this machine only.
OVERRIDE = """\
services:
  bot:
    network_mode: host
    environment:
      GRIDLOCK_DISCORD_API: {api}
      GRIDLOCK_DISCORD_GATEWAY: {gateway}
      GRIDLOCK_STATUS: "{port}"
      GRIDLOCK_EMOJI: unicode
      GRIDLOCK_SWEEP_SECONDS: "0.2"
"""


class Containers:
    """The project of compose.yaml in a folder of its own."""

    def __init__(self, folder: Path, compose: str) -> None:
        self._folder = folder
        self._compose = compose

    async def said(self, line: str) -> tuple[int, str]:
        """Run a line of the document, which must have it, and return the exit status and the output."""
        assert line in HOSTING, line
        return await self.run(*line.removeprefix("docker compose ").split())

    async def run(self, *words: str) -> tuple[int, str]:
        """Run a command of the compose tool."""
        # Without a terminal, which `docker compose exec` notices by itself.
        words = (words[0], "-T", *words[1:]) if words[0] in ("exec", "run") else words
        return await self._run(*self._compose.split(), *words)

    def limit_calls(self, profile: Path) -> None:
        """Let the bot make only the system calls of a seccomp profile."""
        override = self._folder / "compose.override.yaml"
        limit = f'    security_opt: ["no-new-privileges:true", "seccomp={profile}"]\n'
        override.write_text(override.read_text(encoding="utf-8") + limit, encoding="utf-8")

    async def until_healthy(self) -> None:
        """Wait until the health check of the image succeeds."""
        async with asyncio.timeout(PATIENCE):
            while (await self.run("exec", "bot", "python", "-m", "operation.supervision.healthcheck"))[0]:
                pass

    async def process_id(self) -> int:
        """The id of the bot's process on this machine: the only child of the container's init."""
        status, told = await self._run("podman", "inspect", "--format", "{{.State.Pid}}", "gridlock_bot_1")
        assert status == 0
        init = told.split()[-1]
        return int(_children_of(init).split()[0])

    async def _run(self, *command: str) -> tuple[int, str]:
        process = await asyncio.create_subprocess_exec(
            *command, cwd=self._folder, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
        )
        async with asyncio.timeout(120):
            told, _ = await process.communicate()
        assert process.returncode is not None
        return process.returncode, told.decode()


def _children_of(process_id: str) -> str:
    return Path(f"/proc/{process_id}/task/{process_id}/children").read_text(encoding="ascii")


@pytest_asyncio.fixture(loop_scope="session")
async def discord() -> AsyncIterator[LocalDiscord]:
    async with patient_discord(TOKEN) as discord:
        yield discord


@pytest_asyncio.fixture(loop_scope="session")
async def containers(discord: LocalDiscord, tmp_path: Path) -> AsyncIterator[Containers]:
    compose = os.environ.get("GRIDLOCK_TEST_COMPOSE", "")
    if not compose:
        pytest.skip("GRIDLOCK_TEST_COMPOSE names no command like `docker compose`")
    shutil.copy(ROOT / "compose.yaml", tmp_path)
    settings = f"DISCORD_TOKEN={TOKEN}\nGRIDLOCK_VERSION=test\n"
    (tmp_path / ".env").write_text(settings, encoding="utf-8")
    override = OVERRIDE.format(api=discord.api_url, gateway=discord.gateway_url, port=free_port())
    (tmp_path / "compose.override.yaml").write_text(override, encoding="utf-8")
    containers = Containers(tmp_path, compose)
    yield containers
    await containers.run("down", "--volumes")


async def test_the_bot_in_a_container_is_killed_backed_up_lost_and_restored(
    discord: LocalDiscord, containers: Containers
) -> None:
    status, told = await containers.said("docker compose up --detach")
    assert status == 0, told
    await discord.until_ready()
    table = Table.lay(discord)
    await containers.until_healthy()
    board = await table.begin(variant="blocking")
    await table.ada.press(board, "C3")
    await table.shows(board, "played **C3**")

    os.kill(await containers.process_id(), signal.SIGKILL)
    await discord.until_gone()
    await discord.until_ready()
    await table.bob.press(board, "A1")
    await table.shows(board, "played **A1**")

    status, told = await containers.said("docker compose exec bot python bot.py backup /data/backup.db")
    assert (status, told) == (0, "/data/backup.db holds all of the database /data/gridlock.db.\n")
    await table.ada.press(board, "E5")
    await table.shows(board, "played **E5**")
    assert (await containers.said("docker compose stop bot"))[0] == 0
    await discord.until_gone()

    status, told = await containers.said("docker compose run --rm --no-deps bot restore /data/backup.db")
    assert status == 0, told
    assert re.search(r"^The database /data/gridlock\.db is now what /data/backup\.db holds\.$", told, re.MULTILINE)
    status, told = await containers.said("docker compose run --rm --no-deps bot check")
    assert "1 game with 2 moves checked: nothing is wrong." in told
    assert (await containers.said("docker compose up --detach"))[0] == 0
    await discord.until_ready()
    await table.ada.command(table.channel, "gridlock move", cell="B4", game=game_id(board))
    await table.shows(board, "played **B4**")


async def test_the_bot_thinks_with_the_system_calls_that_the_unit_of_systemd_allows(
    discord: LocalDiscord, containers: Containers, tmp_path: Path
) -> None:
    write_profile(ROOT / "deploy" / "systemd" / "gridlock.service", tmp_path / "calls.json")
    containers.limit_calls(tmp_path / "calls.json")
    assert (await containers.run("up", "--detach"))[0] == 0
    await discord.until_ready()
    table = Table.lay(discord)
    await play_on(table, await play_bot(table, variant="standoff", level=5))
    _, logged = await containers.run("logs", "bot")
    assert '"logger": "gridlock_host.workers' not in logged, logged
    assert '"level": "ERROR"' not in logged, logged
    refused = "import mmap; mmap.mmap(-1, 4096, prot=mmap.PROT_WRITE | mmap.PROT_EXEC)"
    status, told = await containers.run("exec", "bot", "python", "-c", refused)
    assert (status, "Operation not permitted" in told) == (1, True)


async def test_the_root_of_the_container_cannot_be_written_and_its_user_has_no_rights(
    discord: LocalDiscord, containers: Containers
) -> None:
    assert (await containers.run("up", "--detach"))[0] == 0
    await discord.until_ready()
    script = "import os; print(os.getuid(), *open('/proc/self/status').read().split('CapEff:')[1].split()[:1])"
    assert await containers.run("exec", "bot", "python", "-c", script) == (0, "10001 0000000000000000\n")
    status, told = await containers.run("exec", "bot", "python", "-c", "open('/srv/gridlock/x', 'w')")
    assert (status, "Read-only file system" in told) == (1, True)
