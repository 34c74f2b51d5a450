"""What supervisors hear of a running bot: systemd's notifications, and the health check of a container."""

from __future__ import annotations

import asyncio
import socket
import sys
from pathlib import Path

import pytest

from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.ports import free_port
from tests.support.forked_bot import ROOT
from tests.support.patience import PATIENCE
from tests.support.stand_in import patient_discord

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def checked(setting: str) -> tuple[int | None, str]:
    """The exit status and the output of the health check."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "operation.supervision.healthcheck",
        cwd=ROOT,
        env={"GRIDLOCK_STATUS": setting},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    told, _ = await asyncio.wait_for(process.communicate(), PATIENCE)
    return process.returncode, told.decode()


async def until_told(systemd: socket.socket, text: str) -> list[str]:
    """Wait for a notification that has a text, and return all until then."""
    told: list[str] = []
    async with asyncio.timeout(PATIENCE):
        while not any(text in one for one in told):
            told.append((await asyncio.get_running_loop().sock_recv(systemd, 4096)).decode())
    return told


async def test_a_bot_is_ready_for_systemd_and_for_a_container_when_players_can_use_it(tmp_path: Path) -> None:
    port = free_port()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.setblocking(False)
        systemd.bind(str(tmp_path / "notify"))
        async with patient_discord() as discord:
            login = discord.faults.hold("GET", "/users/@me")
            bot = BotProcess(
                discord,
                tmp_path,
                more={
                    "NOTIFY_SOCKET": str(tmp_path / "notify"),
                    "WATCHDOG_USEC": "300000",
                    "GRIDLOCK_STATUS": f"0.0.0.0:{port}",
                },
            )
            starting = asyncio.create_task(bot.start())
            await login.reached()
            assert not any("READY" in one for one in await until_told(systemd, "EXTEND_TIMEOUT_USEC=300000"))
            assert await checked(f"0.0.0.0:{port}") == (1, "The bot is starting.\n")
            login.release()
            await starting
            await until_told(systemd, "READY=1")
            await until_told(systemd, "WATCHDOG=1")
            assert await checked(str(port)) == (0, "The bot is ready.\n")
            assert await bot.stop() == 0
            await until_told(systemd, "STOPPING=1")


async def test_a_health_check_without_an_answer_fails_with_a_sentence() -> None:
    port = free_port()
    assert await checked(str(port)) == (1, f"The bot does not answer at {port}: ConnectionRefusedError.\n")
    assert await checked("") == (1, "GRIDLOCK_STATUS is not set, so there is nothing to ask.\n")
