"""The log of real failures, and what it never contains."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.delivery import only_by_gateway
from tests.end_to_end.support.table import Table
from tests.support.forked_bot import ROOT
from tests.support.stand_in import patient_discord

TOKEN = "very-secret-token"  # noqa: S105
TYPED = "something that nobody else is to read"
CALLBACK = r"/interactions/\d+/.+/callback"


@asynccontextmanager
async def a_table(folder: Path, **settings: str) -> AsyncIterator[tuple[Table, BotProcess]]:
    """A bot that was asked to log as much as it can, and a table at it."""
    settings = {"GRIDLOCK_LOG_LEVEL": "DEBUG", **settings}
    async with patient_discord(token=TOKEN) as discord:
        async with BotProcess(discord, folder, more=settings) as bot:
            yield Table.lay(discord), bot
        assert await bot.stop() == 0


@contextmanager
def gone(bot: BotProcess, name: str) -> Iterator[None]:
    """Let the store have one table less."""
    bot.change_rows(f"ALTER TABLE {name} RENAME TO elsewhere")
    yield
    bot.change_rows(f"ALTER TABLE elsewhere RENAME TO {name}")


async def fail_in_many_ways(table: Table, bot: BotProcess) -> list[str]:
    """Let tables be gone and Discord refuse things; return the incidents of which players were told."""
    told = ""
    manager, board = table.manager(), await table.begin(variant="blocking")
    with gone(bot, "moderation_log"):
        ban = await manager.command(table.channel, "gridlock-server moderate ban", member=table.bob, reason=TYPED)
        told += (await table.answer(ban)).text
    with gone(bot, "games"):
        assert await table.ada.autocomplete(table.channel, "gridlock move", focused="cell", cell=TYPED) == []
        move = await table.ada.command(table.channel, "gridlock move", cell=TYPED, game="1")
        told += (await table.answer(move)).text
        await bot.until_logged("a sweep failed")
    with gone(bot, "departures"):
        table.discord.add_guild("A server of others")
        await bot.until_logged("Ignoring exception in on_guild_join")
    table.discord.faults.rate_limit("PATCH", r"/channels/\d+/messages/\d+", retry_after=0.01)
    table.discord.faults.fail("POST", CALLBACK, status=400, code=50035, message=TYPED)
    moving = asyncio.create_task(table.ada.press(board, "C3"))
    await table.shows(board, "played **C3**")
    moving.cancel()
    await table.discord.drop_gateway()
    await bot.until_logged("RESUMED")
    return re.findall(r"incident `(\w+)`", told)


def secrets_of(table: Table) -> set[str]:
    """What must be in no log."""
    paths = [request.path for request in table.discord.requests]
    tokens = {found[1] for path in paths if (found := re.match(r"/(?:interactions|webhooks)/\d+/([^/]+)", path))}
    assert tokens
    return tokens | {TOKEN, TYPED, str(ROOT), str(Path.home()), "Ada", str(table.guild.name)}


@only_by_gateway("its events and its loss are logged")
async def test_json_errors_have_the_incident_id_that_players_see(tmp_path: Path) -> None:
    async with a_table(tmp_path, GRIDLOCK_LOG_FORMAT="json") as (table, bot):
        told = await fail_in_many_ways(table, bot)
        unwanted = secrets_of(table)
    assert [secret for secret in unwanted if secret in bot.log] == []
    lines: list[dict[str, Any]] = [json.loads(line) for line in bot.log.splitlines()]
    incidents = [line["incident"] for line in lines if line["level"] in ("ERROR", "CRITICAL")]
    assert len(told) == 2
    assert set(told) < set(incidents)
    assert all(re.fullmatch("[0-9a-f]{8}", incident) for incident in incidents)
    assert {
        "cogs.messages.error_replies",
        "cogs.commands.decorators",
        "cogs.runtime.sweep_loop",
        "cogs.discord_api.failures",
        "discord.client",
    } <= {line["logger"] for line in lines if "incident" in line}
    assert all('File "cogs/' in line["traceback"] for line in lines if line["logger"] == "cogs.messages.error_replies")
    assert "discord.gateway" in {line["logger"] for line in lines}
    failed = [line for line in lines if line["logger"] == "cogs.messages.error_replies"]
    assert {line["server"] for line in failed} == {str(table.guild.id)}
    assert all(line["message"] == f"interaction {line['interaction']} failed" for line in failed)
    # The typed move named its game; a ban has none.
    assert [line.get("game") for line in failed] == [None, 1]
    of_no_interaction = [line for line in lines if line["logger"] in ("discord.gateway", "cogs.runtime.sweep_loop")]
    assert all("interaction" not in line for line in of_no_interaction)


@only_by_gateway("its events and its loss are logged")
async def test_the_log_has_no_secrets_no_input_and_no_local_paths(tmp_path: Path) -> None:
    async with a_table(tmp_path) as (table, bot):
        told = await fail_in_many_ways(table, bot)
        unwanted = secrets_of(table)
    assert "Traceback" in bot.log
    assert all(f"[incident {incident}]" in bot.log for incident in told)
    assert [secret for secret in unwanted if secret in bot.log] == []


async def test_late_autocomplete_choices_are_no_error(tmp_path: Path) -> None:
    async with a_table(tmp_path) as (table, bot):
        table.discord.faults.fail("POST", CALLBACK, status=404, code=10062)
        typing = asyncio.create_task(table.ada.autocomplete(table.channel, "gridlock move", focused="cell", cell=""))
        await bot.until_logged("Ignoring exception in autocomplete")
        typing.cancel()
    assert "ERROR" not in bot.log
    assert "Traceback" not in bot.log


async def test_only_the_steps_of_a_migration_are_logged(tmp_path: Path) -> None:
    (tmp_path / "gridlock.db").touch()
    async with a_table(tmp_path) as (_, bot):
        pass
    told = [line for line in bot.log.splitlines() if "alembic" in line]
    assert told
    assert [line for line in told if "Running upgrade" not in line] == []
