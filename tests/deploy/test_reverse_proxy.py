"""The reverse proxy of compose.yaml: it leads Discord's requests to all processes of the bot, one after another."""

from __future__ import annotations

import asyncio
import re
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path

import aiohttp
import pytest
import pytest_asyncio

from local_discord import LocalDiscord
from local_discord.errors import ApiError
from tests.deploy.tools import run, tool
from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.ports import free_port
from tests.end_to_end.support.table import Table
from tests.support.forked_bot import ROOT
from tests.support.patience import PATIENCE
from tests.support.stand_in import patient_discord

pytestmark = pytest.mark.asyncio(loop_scope="session")

CADDYFILE = ROOT / "deploy" / "caddy" / "Caddyfile"
UPSTREAMS = "dynamic a bot 8081 {\n\t\t\t\trefresh 1s\n\t\t\t}"
FULL_GAME = ("C3", "E3", "E5", "A5", "A1")


def caddy() -> str:
    return tool("caddy", "apt install caddy")


@contextmanager
def proxy(folder: Path, address: str, *upstreams: str) -> Iterator[None]:
    """Run the proxy with the bots of this machine in place of the containers."""
    text = CADDYFILE.read_text(encoding="utf-8")
    assert UPSTREAMS in text
    changed = folder / "Caddyfile"
    changed.write_text(text.replace(UPSTREAMS, f"to {' '.join(upstreams)}"), encoding="utf-8")
    environment = {"PUBLIC_HOST": address, "HOME": str(folder), "PATH": "/usr/bin:/bin"}
    command = [caddy(), "run", "--config", str(changed), "--adapter", "caddyfile"]
    with (folder / "caddy.log").open("wb") as log, subprocess.Popen(command, env=environment, stderr=log) as process:
        try:
            yield
        finally:
            process.terminate()


async def asked(url: str) -> tuple[int, str]:
    """Ask for an address, and return the status and the text of the answer."""
    async with aiohttp.ClientSession() as session, session.get(url) as response:
        return response.status, await response.text()


async def interactions_of(port: int) -> float:
    """How many interactions a bot has served, as its metrics tell."""
    _, metrics = await asked(f"http://127.0.0.1:{port}/metrics")
    return sum(map(float, re.findall(r"^gridlock_interactions_total\{.*\} (\S+)$", metrics, re.MULTILINE)))


@pytest.fixture(scope="module")
def address() -> str:
    return f"http://127.0.0.1:{free_port()}"


@pytest.fixture(scope="module")
def status_ports() -> list[int]:
    return [free_port(), free_port()]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def discord() -> AsyncIterator[LocalDiscord]:
    async with patient_discord() as discord:
        yield discord


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def bots(
    discord: LocalDiscord, address: str, status_ports: list[int], tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[list[BotProcess]]:
    """Two bots on one database, behind the proxy."""
    folder = tmp_path_factory.mktemp("bots")
    bots = [
        BotProcess(discord, folder, log=f"bot{port}.log", by_http=True, more={"GRIDLOCK_STATUS": str(port)})
        for port in status_ports
    ]
    async with AsyncExitStack() as stack:
        stack.enter_context(proxy(folder, address, *(bot.endpoint.split("/")[2] for bot in bots)))
        for bot in bots:
            await stack.enter_async_context(bot)
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    await discord.set_endpoint(f"{address}/interactions")
                except ApiError:
                    await asyncio.sleep(0.02)
                else:
                    break
        yield bots
        assert all("Traceback" not in bot.log for bot in bots)


async def play(table: Table) -> None:
    """Play a game by buttons."""
    board = await table.begin(variant="lines")
    for number, cell in enumerate(FULL_GAME):
        await (table.ada, table.bob)[number % 2].press(board, cell)
        await table.shows(board, f"played **{cell}**")
    await table.resign(table.bob, board)


async def test_the_file_is_valid() -> None:
    named = {"PUBLIC_HOST": "bot.example"}
    run(caddy(), "validate", "--config", str(CADDYFILE), "--adapter", "caddyfile", environment=named)


@pytest.mark.usefixtures("bots")
async def test_each_process_serves_every_other_step_of_a_game(discord: LocalDiscord, status_ports: list[int]) -> None:
    before = [await interactions_of(port) for port in status_ports]
    await play(Table.lay(discord))
    served = [await interactions_of(port) - earlier for port, earlier in zip(status_ports, before, strict=True)]
    assert min(served) >= len(FULL_GAME) // 2 + 1, served
    assert discord.rejected == []


@pytest.mark.usefixtures("bots")
async def test_nothing_else_is_led_to_the_bot(address: str) -> None:
    for path in ("/", "/metrics", "/interactions/more"):
        assert (await asked(address + path))[0] == 404
    assert (await asked(f"{address}/interactions"))[0] == 405
