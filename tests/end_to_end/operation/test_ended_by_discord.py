"""Messages when Discord refuses the start or ends the connection for good."""

from __future__ import annotations

import asyncio
import re
import time
from pathlib import Path

import pytest

from tests.end_to_end.support.bot_commands import run
from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.table import Table
from tests.support.stand_in import patient_discord


@pytest.mark.parametrize(("code", "sentence"), [(4004, "Discord refuses the token"), (4011, "GRIDLOCK_SHARDS")])
async def test_a_final_disconnect_is_reported_in_a_sentence(tmp_path: Path, code: int, sentence: str) -> None:
    """As when the token was reset while the bot ran, or the bot has come to be in too many servers for one shard."""
    async with patient_discord() as discord:
        bot = BotProcess(discord, tmp_path)
        await bot.start()
        await Table.lay(discord).challenge()
        await discord.drop_gateway(resumable=False, code=code)
        assert await bot.ended() == 2
        assert sentence in bot.log
        assert "Traceback" not in bot.log


async def test_a_refused_application_is_reported_in_a_sentence(tmp_path: Path) -> None:
    async with patient_discord() as discord:
        discord.faults.fail("GET", "/oauth2/applications/@me", status=403, code=50001)
        status, _, err = await run(**BotProcess(discord, tmp_path).environment())
    assert status == 2
    assert "Discord does not let the bot start: 403 Forbidden" in err
    assert "Traceback" not in err


@pytest.mark.parametrize("path", ["/users/@me", "/oauth2/applications/@me", "/gateway/bot"])
async def test_a_refusal_for_a_while_is_waited_out_before_the_bot_ends(tmp_path: Path, path: str) -> None:
    """Otherwise its supervisor would start it again, and prolong the ban."""
    async with patient_discord() as discord:
        discord.faults.block("GET", path, status=429, headers={"Retry-After": "1"})
        started = time.monotonic()
        status, _, err = await run(**BotProcess(discord, tmp_path).environment(), GRIDLOCK_LOG_LEVEL="ERROR")
        assert time.monotonic() - started > 1
        assert [request.path for request in discord.requests].count(path) == 1
    assert status == 2
    assert err == (
        "Discord's proxy refuses this machine, or its network, for a while (429 Too Many Requests): too many requests "
        "came from its address. The bot waits for 1 second before it ends; do not start it again before.\n"
    )


async def test_discord_is_reached_through_a_proxy_whose_password_is_not_shown(database_url: str) -> None:
    asked = asyncio.Queue[bytes]()

    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.put_nowait(await reader.readuntil(b"\r\n\r\n"))
        writer.write(b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n")
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(refuse, "127.0.0.1") as server:
        proxy = f"http://ada:hunter2@127.0.0.1:{server.sockets[0].getsockname()[1]}"
        status, _, err = await run(DISCORD_TOKEN="secret", DATABASE_URL=database_url, HTTPS_PROXY=proxy, NO_PROXY="")  # noqa: S106
    assert (await asked.get()).startswith(b"CONNECT discord.com:443 ")
    assert status == 2
    assert "The proxy in HTTPS_PROXY does not lead to Discord: 407 Proxy Authentication Required." in err
    assert "hunter2" not in err
    assert "Traceback" not in err


async def test_a_bot_that_waits_for_the_end_of_a_ban_can_be_stopped(tmp_path: Path) -> None:
    async with patient_discord() as discord:
        discord.faults.block("GET", "/users/@me", status=429, headers={"Retry-After": "3600"})
        bot = BotProcess(discord, tmp_path)
        (tmp_path / "bot.log").touch()
        starting = asyncio.create_task(bot.start())
        await bot.until_logged("The bot waits for 60 minutes before it ends")
        assert await bot.stop() == 0
        assert [request.path for request in discord.requests] == ["/users/@me"]
        starting.cancel()


@pytest.mark.parametrize(
    ("status", "page", "sentence"),
    [
        (
            403,
            "<html>Error 1020</html>",
            r"Something before Discord refuses this machine \(403 Forbidden\), such as .*",
        ),
        (400, "<html>Bad</html>", r"Something before Discord refuses this machine \(400 Bad Request\), such as .*"),
        (503, "<html>Busy</html>", r"Discord is out of order: 503 Service Unavailable\. Start the bot again .*"),
        (200, "<html>Please log in</html>", r"Something before Discord answers in its place, such as a proxy .*"),
    ],
)
async def test_a_page_instead_of_discord_is_explained_in_a_sentence(
    tmp_path: Path, status: int, page: str, sentence: str
) -> None:
    async with patient_discord() as discord:
        for path in ("/users/@me", "/oauth2/applications/@me"):
            discord.faults.clear()
            discord.faults.block("GET", path, status=status, text=page)
            settings = BotProcess(discord, tmp_path).environment() | {"GRIDLOCK_LOG_LEVEL": "ERROR"}
            ended, _, err = await run(**settings)
            assert ended == 2
            assert re.fullmatch(sentence + "\n", err), err


@pytest.mark.parametrize(("status", "code"), [(400, 30034), (400, 50035), (403, 50001), (503, 0)])
async def test_the_bot_serves_with_the_old_commands_when_discord_refuses_the_new_ones(
    tmp_path: Path, status: int, code: int
) -> None:
    async with patient_discord() as discord:
        bot = BotProcess(discord, tmp_path)
        await bot.start()
        await bot.stop()
        bot.change_rows("UPDATE published_commands SET digest = 'older'")
        discord.faults.fail("PUT", r"/applications/\d+/commands", status=status, code=code, times=9)
        async with bot:
            await Table.lay(discord).challenge()
        assert bot.log.count("the commands could not be published") == 1
        assert "Traceback" not in bot.log


async def test_the_bot_serves_while_discord_does_not_answer_to_the_commands(tmp_path: Path) -> None:
    async with patient_discord() as discord:
        bot = BotProcess(discord, tmp_path)
        await bot.start()
        await bot.stop()
        bot.change_rows("UPDATE published_commands SET digest = 'older'")
        discord.faults.hold("PUT", r"/applications/\d+/commands")
        async with bot:
            await Table.lay(discord).challenge()
        assert "Traceback" not in bot.log
