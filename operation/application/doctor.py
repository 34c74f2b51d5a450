"""The command `bot.py doctor`: checks what the bot needs, and says what to do."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from itertools import chain

from gridlock_host import Database, DatabaseUnusable
from operation.application.connection import ApplicationConnection, application_connection
from operation.application.discord_checks import (
    check_application,
    check_commands,
    check_delivery,
    check_emoji,
    check_gateway,
    check_servers,
)
from operation.application.findings import Finding, fault, good, has_faults
from operation.application.machine_checks import check_access, check_clock, check_database, check_disk
from operation.command_line import print_line
from operation.configuration.settings import DEFAULT_DATABASE, ROOT, Settings
from operation.configuration.values import CannotStart
from operation.version import VERSION

HEALTHY = 0
FAULTY = 1


async def run_doctor(settings: Settings) -> int:
    """Print all findings, and return the exit status: 1 if one keeps the bot from working. Nothing is changed."""
    print_line(f"Gridlock {VERSION}")
    findings: list[Finding] = []
    async for finding in examine(settings):
        findings.append(finding)
        print_line(str(finding))
    if has_faults(findings):
        print_line("The bot cannot work like this. Mend what is marked FAULT, and ask again.")
        return FAULTY
    print_line("The bot can work.")
    return HEALTHY


async def examine(settings: Settings) -> AsyncIterator[Finding]:
    """Yield the findings of all checks, those of the machine first."""
    async for finding in _examine_machine(settings):
        yield finding
    try:
        async with application_connection(settings) as connection:
            async for finding in _examine_application(connection, settings):
                yield finding
    except CannotStart as error:
        yield fault("Discord", "the bot cannot log in.", str(error))


async def _examine_machine(settings: Settings) -> AsyncIterator[Finding]:
    try:
        database = Database(settings.database_url or DEFAULT_DATABASE)
    except DatabaseUnusable as error:
        yield fault("database", "DATABASE_URL cannot be used.", str(error))
        return
    try:
        for finding in check_disk(database.path):
            yield finding
        for finding in check_access(ROOT / ".env", database.path, os.geteuid()):
            yield finding
        async for finding in check_database(database):
            yield finding
    finally:
        await database.close()


async def _examine_application(connection: ApplicationConnection, settings: Settings) -> AsyncIterator[Finding]:
    application = await connection.application()
    application_id = int(application["id"])
    yield good("token", f"it is that of the application {application_id}.")
    for finding in check_clock(datetime.now(UTC), connection.told_at):
        yield finding
    for finding in chain(check_application(application), check_delivery(application, settings.endpoint)):
        yield finding
    if settings.endpoint is None:
        for finding in check_gateway(await connection.gateway(), settings.shards):
            yield finding
    for finding in check_commands(await connection.command_names(application_id)):
        yield finding
    for finding in check_emoji(await connection.emoji_names(application_id), has_own=settings.has_own_emoji):
        yield finding
    for finding in check_servers(await connection.servers(), application_id):
        yield finding
