"""Health and metrics of a running bot over HTTP."""

from __future__ import annotations

import asyncio
import math
import shutil
import socket
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import pytest_asyncio
from prometheus_client.parser import text_string_to_metric_families

from local_discord import LocalDiscord
from tests.end_to_end.support.bot_commands import run
from tests.end_to_end.support.bot_process import BotProcess, ago, until
from tests.end_to_end.support.delivery import only_by_gateway
from tests.end_to_end.support.playing_the_bot import play_bot, play_on
from tests.end_to_end.support.ports import free_port
from tests.end_to_end.support.table import Table, game_id, refusal
from tests.support.migrated_sqlite import migrated_sqlite
from tests.support.patience import PATIENCE
from tests.support.stand_in import patient_discord

pytestmark = pytest.mark.asyncio(loop_scope="session")


@dataclass(frozen=True)
class Watched:
    """A bot and who watches it."""

    bot: BotProcess
    table: Table
    address: str

    async def health(self) -> tuple[int, list[str]]:
        async with aiohttp.ClientSession() as session, session.get(f"{self.address}/health") as answer:
            told: dict[str, Any] = await answer.json()
            assert told["healthy"] is (answer.status == 200)
            return answer.status, told["problems"]

    async def ask(self, path: str, **headers: str) -> tuple[int, Any]:
        url = f"{self.address}{path}"
        async with aiohttp.ClientSession() as session, session.get(url, headers=headers) as answer:
            told = await (answer.json() if answer.content_type == "application/json" else answer.text())
            return answer.status, told

    async def problem(self, status: int, problems: list[str]) -> None:
        """Wait until the bot tells of these problems."""
        async with asyncio.timeout(PATIENCE):
            while await self.health() != (status, problems):  # noqa: ASYNC110  # it tells only who asks
                await asyncio.sleep(0.02)

    async def text(self) -> str:
        async with aiohttp.ClientSession() as session, session.get(f"{self.address}/metrics") as answer:
            assert answer.status == 200
            return await answer.text()

    async def figure(self, name: str, **labels: str) -> float:
        """The sum of the samples of a name that have these labels."""
        samples = [sample for family in text_string_to_metric_families(await self.text()) for sample in family.samples]
        return sum(one.value for one in samples if one.name == name and labels.items() <= one.labels.items())

    async def until_above_zero(self, name: str, **labels: str) -> None:
        """Wait until something has been counted."""
        await self.until_above(0, name, **labels)

    async def until_above(self, value: float, name: str, **labels: str) -> None:
        """Wait until a figure is above a value."""
        async with asyncio.timeout(PATIENCE):
            while not await self.figure(name, **labels) > value:
                pass


def port_is_open(port: int) -> bool:
    with socket.socket() as asking:
        return asking.connect_ex(("127.0.0.1", port)) == 0


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def watched(own_discord: LocalDiscord, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Watched]:
    port = free_port()
    settings = {"GRIDLOCK_STATUS": str(port), "GRIDLOCK_STATUS_HOSTS": "bot.internal"}
    async with BotProcess(own_discord, tmp_path_factory.mktemp("bot"), more=settings) as bot:
        watched = Watched(bot, Table.lay(own_discord), f"http://127.0.0.1:{port}")
        await watched.problem(200, [])
        yield watched
    assert await bot.stop() == 0


async def test_a_connected_bot_is_healthy(watched: Watched) -> None:
    await watched.problem(200, [])


@only_by_gateway("it has shards")
async def test_a_connected_bot_is_alive_and_ready(watched: Watched) -> None:
    assert await watched.ask("/live") == (200, {"alive": True})
    assert await watched.ask("/ready") == (200, {"ready": True, "problems": [], "shards": {"0": "ready"}})


@pytest.mark.parametrize("path", ["/live", "/ready", "/health", "/metrics", "/nowhere"])
async def test_requests_under_other_names_are_refused(watched: Watched, path: str) -> None:
    """A page in a browser can give its own name any address, but no name of this machine."""
    port = watched.address.rpartition(":")[2]
    for host in (
        "evil.example",
        f"evil.example:{port}",
        "127.0.0.1.evil.example",
        "10.0.0.7",
        "[",
        "",
        "localhost@evil",
    ):
        status, told = await watched.ask(path, Host=host)
        assert (host, status) == (host, 403)
        assert "gridlock_" not in str(told)
    for host in ("localhost", f"LOCALHOST:{port}", "127.0.0.1", "[::1]:80", "bot.internal", f"Bot.Internal.:{port}"):
        status, _ = await watched.ask(path, Host=host)
        assert status == (404 if path == "/nowhere" else 200)


async def test_events_are_counted(watched: Watched) -> None:
    table = watched.table
    board = await table.begin(variant="blocking")
    await table.ada.press(board, "C3")
    assert "not your turn" in refusal(await table.ada.press(board, "A1"))
    assert await watched.figure("gridlock_moves_total", by="player") == 1
    assert await watched.figure("gridlock_interactions_total", kind="press", outcome="refused") == 1
    assert await watched.figure("gridlock_interactions_total", kind="command", outcome="done") == 1
    assert await watched.figure("gridlock_answer_seconds_count", kind="press") == 3
    assert await watched.figure("gridlock_open_games") == 1
    await watched.until_above_zero("gridlock_sweeps_total", outcome="done")
    await watched.until_above_zero("gridlock_loop_lag_seconds_count")
    assert await watched.figure("process_resident_memory_bytes") > 0


@only_by_gateway("it has shards")
async def test_the_connection_and_the_store_are_measured(watched: Watched) -> None:
    assert await watched.figure("gridlock_servers", state="available") == len(watched.table.discord.guilds)
    assert await watched.figure("gridlock_shards", state="ready") == 1
    assert await watched.figure("gridlock_shards", state="disconnected") == 0
    assert "gridlock_gateway_latency_seconds{shard=" in await watched.text()
    for kind in ("read", "write"):
        assert await watched.figure("gridlock_store_seconds_count", kind=kind) > 0


async def test_a_wait_for_a_limit_of_discord_is_measured(watched: Watched) -> None:
    before = await watched.figure("gridlock_limit_wait_seconds_sum")
    watched.table.discord.faults.rate_limit("POST", r"/channels/\d+/messages", retry_after=0.3)
    board = await watched.table.begin(variant="blocking")
    await watched.table.ada.press(board, "C3")
    await watched.until_above(before + 0.1, "gridlock_limit_wait_seconds_sum")


async def test_moves_of_the_bot_are_counted_separately(watched: Watched) -> None:
    before = await watched.figure("gridlock_thinking_seconds_count", function="choose")
    await play_on(watched.table, await play_bot(watched.table, variant="blocking", level=3))
    assert await watched.figure("gridlock_moves_total", by="bot") == 1
    assert await watched.figure("gridlock_thinking_seconds_count", function="choose") > before
    assert await watched.figure("gridlock_simple_moves_total") == 0
    assert await watched.figure("gridlock_workers") == 2
    assert await watched.figure("gridlock_workers_resident_memory_bytes") > 1_000_000
    assert await watched.figure("gridlock_thinking_waiting") == 0


async def test_failed_requests_are_counted_by_status(watched: Watched) -> None:
    table = watched.table
    board = await table.begin(variant="blocking")
    table.discord.faults.fail("POST", r"/interactions/\d+/.+/callback", status=404, code=10062)
    pressing = asyncio.create_task(table.ada.press(board, "C3"))
    await table.shows(board, "played **C3**")
    pressing.cancel()
    assert await watched.figure("gridlock_discord_responses_total", status="404") == 1


async def test_the_age_of_a_change_that_is_not_shown_is_told(watched: Watched) -> None:
    table = watched.table
    board = await table.begin(variant="blocking")
    assert await watched.figure("gridlock_oldest_unshown_seconds") < 60
    watched.bot.change_rows("UPDATE games SET unshown_since = ? WHERE id = ?", ago(hours=2), game_id(board))
    assert await watched.figure("gridlock_oldest_unshown_seconds") > 7_000


async def test_no_metric_names_a_person_a_game_or_a_server(watched: Watched) -> None:
    text, table = await watched.text(), watched.table
    assert "gridlock_moves_total" in text
    for thing in (table.guild, table.channel, table.ada, table.bob, table.discord.bot):
        assert str(thing.id) not in text


async def test_an_unreadable_database_is_a_problem_and_incidents_are_counted(watched: Watched) -> None:
    watched.bot.change_rows("ALTER TABLE games RENAME TO elsewhere")
    status, problems = await watched.health()
    assert (status, problems) == (503, ["The store does not answer."])
    assert math.isnan(await watched.figure("gridlock_open_games"))
    asked = await watched.table.ada.command(watched.table.channel, "gridlock games")
    assert "incident" in (await watched.table.answer(asked)).text
    assert await watched.figure("gridlock_interactions_total", outcome="incident") == 1
    assert await watched.figure("gridlock_incidents_total", logger="cogs.messages.error_replies") == 1
    watched.bot.change_rows("ALTER TABLE elsewhere RENAME TO games")
    await watched.problem(200, [])


@pytest.mark.parametrize(
    "sent", [b"\x16\x03\x01\x02\x00\x01", b"GET / HTTP/9.9\r\n\r\n", b"GET /health\x00 HTTP/1.1\r\n\r\n"]
)
async def test_invalid_http_is_refused_without_an_incident(watched: Watched, sent: bytes) -> None:
    before = await watched.figure("gridlock_incidents_total")
    answer, asking = await asyncio.open_connection(*watched.address.removeprefix("http://").split(":"))
    asking.write(b"GET /health HTTP/1.1\r\nHost: here\r\n\r\n" + sent)
    assert b"400 Bad Request" in await asyncio.wait_for(answer.read(), PATIENCE)
    asking.close()
    assert await watched.figure("gridlock_incidents_total") == before
    assert "ERROR aiohttp" not in watched.bot.log


@only_by_gateway("it can be lost")
async def test_a_lost_connection_to_discord_is_a_problem(watched: Watched) -> None:
    discord = watched.table.discord
    discord.faults.hold("GET", "/gateway/bot")
    await discord.drop_gateway(resumable=False)
    await watched.problem(503, ["There is no connection to Discord."])

    assert await watched.ask("/live") == (200, {"alive": True})
    status, told = await watched.ask("/ready")
    assert (status, told["ready"], told["problems"]) == (503, False, ["There is no connection to Discord."])
    # It may have reconnected already, and be told of its servers.
    assert told["shards"]["0"] in ("disconnected", "announcing")


async def test_a_bot_that_is_migrating_or_logging_in_is_alive_and_starting(tmp_path: Path) -> None:
    async with patient_discord() as discord:
        login = discord.faults.hold("GET", "/users/@me")
        port = free_port()
        bot = BotProcess(discord, tmp_path, more={"GRIDLOCK_STATUS": str(port)})
        shutil.copy(migrated_sqlite(), bot.store)
        watched = Watched(bot, Table.lay(discord), f"http://127.0.0.1:{port}")
        with closing(sqlite3.connect(bot.store)) as migrating:
            migrating.execute("BEGIN IMMEDIATE")
            starting = asyncio.create_task(bot.start())
            await until(lambda: port_is_open(port))
            assert await watched.health() == (503, ["The bot is starting."])
            assert await watched.ask("/live") == (200, {"alive": True})
            migrating.rollback()
        await login.reached()
        not_ready = {"ready": False, "problems": ["The bot is starting."], "shards": {}}
        assert await watched.ask("/ready") == (503, not_ready)
        login.release()
        await starting
        await watched.problem(200, [])
        assert (await watched.ask("/ready"))[0] == 200
        assert await bot.stop() == 0


async def test_a_used_port_is_reported_at_the_start(database_url: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        status, _, err = await run(DISCORD_TOKEN="secret", DATABASE_URL=database_url, GRIDLOCK_STATUS=port)  # noqa: S106
    assert status == 2
    assert f"nobody can listen at 127.0.0.1:{port}" in err
    assert "Traceback" not in err
