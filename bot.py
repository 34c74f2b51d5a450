"""Start Gridlock, or look after its database. Nothing imports this file."""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
from functools import partial

from cogs.runtime.endpoint import NotLoopback
from gridlock_host import DatabaseUnusable
from operation.command_line import read_command_line
from operation.database_commands import keep_store
from operation.logs import set_up_logging
from operation.redaction import Redactor, folders_of
from operation.run_discord import run_on_discord
from operation.settings import ROOT, CannotStart, Settings, read_settings
from operation.shutdown import StopRequest
from operation.standard_streams import open_closed_ones

FAILED = 1
NOT_STARTED = 2
BROKEN_OFF = 130

_log = logging.getLogger(__name__)


def main() -> int:
    """Run until stopped, and return the exit status."""
    open_closed_ones()
    arguments = read_command_line()
    try:
        return _run(arguments) if arguments.command is None else _look_after_store(arguments)
    except (CannotStart, DatabaseUnusable, NotLoopback) as error:
        print(error, file=sys.stderr)  # noqa: T201  # for the person who started the bot
        return NOT_STARTED
    except Exception:  # noqa: BLE001  # whatever it is, it belongs into the log
        _log.critical("ended by an error that nobody expected", exc_info=True)
        return FAILED


def _run(arguments: argparse.Namespace) -> int:
    stop = StopRequest()
    try:
        settings = read_settings()
        local = arguments.local or arguments.page or (arguments.local_without_token and not settings.token)
        _set_up_logging(settings, "WARNING" if local else settings.log_level)
        if local:
            # The page and the terminal take a fifth of the time to start, and Discord needs neither.
            from operation.run_local import run_locally  # noqa: PLC0415  # as above

            return stop.run(partial(run_locally, settings, page_only=arguments.page))
        return stop.run(partial(run_on_discord, settings))
    except KeyboardInterrupt:
        return 0


def _look_after_store(arguments: argparse.Namespace) -> int:
    """Do what was asked for; whoever breaks that off must not read that it was done."""
    try:
        settings = read_settings()
        _set_up_logging(settings, "WARNING")
        # What is wrong with the store is said in sentences. The log would say it again, as of a bot that runs.
        logging.getLogger("gridlock_host.storage.faults").disabled = True
        return asyncio.run(keep_store(settings, arguments))
    except KeyboardInterrupt:
        return BROKEN_OFF


def _set_up_logging(settings: Settings, level: str) -> None:
    redactor = Redactor(settings.secrets, folders_of(ROOT))
    set_up_logging(level, as_json=settings.log_as_json, redactor=redactor)


if __name__ == "__main__":
    sys.exit(main())
