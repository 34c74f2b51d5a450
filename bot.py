"""Start Gridlock, or look after its database. Nothing imports this file."""

from __future__ import annotations

import asyncio
import logging
import sys

from cogs.endpoint import NotLoopback
from gridlock_host import DatabaseUnusable
from operation.command_line import read_command_line
from operation.locally import run_locally
from operation.on_discord import run_on_discord
from operation.settings import CannotStart, read_settings
from operation.storekeeping import keep_store

NOT_STARTED = 2


def main() -> int:
    """Run until stopped, and return the exit status."""
    arguments = read_command_line()
    try:
        settings = read_settings()
        if arguments.command is not None:
            return asyncio.run(keep_store(settings, arguments))
        local = arguments.local or arguments.page or (arguments.local_without_token and not settings.token)
        _set_up_logging("WARNING" if local else settings.log_level)
        if local:
            return asyncio.run(run_locally(settings, page_only=arguments.page))
        asyncio.run(run_on_discord(settings))
    except (CannotStart, DatabaseUnusable, NotLoopback) as error:
        print(error, file=sys.stderr)  # noqa: T201  # for the person who started the bot
        return NOT_STARTED
    except (KeyboardInterrupt, asyncio.CancelledError):
        pass
    return 0


def _set_up_logging(level: str) -> None:
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")


if __name__ == "__main__":
    sys.exit(main())
