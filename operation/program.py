"""The program behind `bot.py`: the bot, or a command on its database, and the exit status."""

from __future__ import annotations

import argparse
import asyncio
import logging
import signal
import sys
from functools import partial

from cogs.runtime.endpoint import NotLoopback
from gridlock_host import DatabaseUnusable
from operation.command_line import APPLICATION_COMMANDS, prepare_streams, read_command_line
from operation.configuration.settings import NOT_STARTED, ROOT, Settings, read_settings
from operation.configuration.values import CannotStart
from operation.database_commands import run_database_command
from operation.file_access import create_private_files
from operation.logs import set_up_logging
from operation.redaction import Redactor, folders_of
from operation.run_discord import run_discord
from operation.shutdown import StopRequest

FAILED = 1
INTERRUPTED = 130

_log = logging.getLogger(__name__)


def run_program() -> int:
    """Run until stopped, and return the exit status."""
    prepare_streams()
    create_private_files()
    arguments = read_command_line()
    try:
        return _run(arguments) if arguments.command is None else _run_command(arguments)
    except (CannotStart, DatabaseUnusable, NotLoopback) as error:
        print(error, file=sys.stderr)  # noqa: T201  # for the user of the command line
        return NOT_STARTED
    except Exception:  # noqa: BLE001  # every error is logged
        _log.critical("ended by an unexpected error", exc_info=True)
        return FAILED


def _run(arguments: argparse.Namespace) -> int:
    stop = StopRequest()
    try:
        settings = read_settings()
        local = arguments.local or arguments.page or (arguments.local_without_token and not settings.token)
        _set_up_logging(settings, "WARNING" if local else settings.log_level)
        if local:
            # The page and the terminal take a fifth of the start-up time, and only local runs need them.
            from operation.run_local import run_local  # noqa: PLC0415  # as above

            return stop.run(partial(run_local, settings, page_only=arguments.page))
        return stop.run(partial(run_discord, settings, postponed=stop.postponed))
    except KeyboardInterrupt:
        return 0


def _run_command(arguments: argparse.Namespace) -> int:
    """Run a command on the database or the application; an interrupt has an exit status of its own."""
    try:
        # A command that is interrupted cleans up.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        settings = read_settings()
        _set_up_logging(settings, "WARNING")
        # Faults of the database are printed as sentences, so the log need not repeat them.
        logging.getLogger("gridlock_host.storage.faults").disabled = True
        if arguments.command in APPLICATION_COMMANDS:
            # discord.py warns of what the doctor explains.
            logging.getLogger("discord.client").setLevel(logging.ERROR)
            # They load discord.py, which the commands on the database do without.
            from operation.application.commands import run_application_command  # noqa: PLC0415  # as above

            return asyncio.run(run_application_command(settings, arguments))
        return asyncio.run(run_database_command(settings, arguments))
    except KeyboardInterrupt:
        return INTERRUPTED


def _set_up_logging(settings: Settings, level: str) -> None:
    redactor = Redactor(settings.secrets, folders_of(ROOT))
    set_up_logging(level, as_json=settings.log_as_json, redactor=redactor)
