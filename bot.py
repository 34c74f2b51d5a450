"""Start Gridlock. Nothing imports this file."""

from __future__ import annotations

import argparse
import logging
import sys
from functools import partial

from cogs.endpoint import NotLoopback
from gridlock_host import DatabaseUnusable
from operation.locally import run_locally
from operation.logs import set_up_logging
from operation.on_discord import run_on_discord
from operation.redacting import Redactor, folders_of
from operation.settings import ROOT, CannotStart, Settings, read_settings
from operation.stopping import StopRequest

FAILED = 1
NOT_STARTED = 2

_log = logging.getLogger(__name__)


def main() -> int:
    """Run until stopped, and return the exit status."""
    arguments = _arguments()
    stop = StopRequest()
    try:
        settings = read_settings()
        local = arguments.local or arguments.page or (arguments.local_without_token and not settings.token)
        _set_up_logging(settings, "WARNING" if local else settings.log_level)
        if local:
            return stop.run(partial(run_locally, settings, page_only=arguments.page))
        return stop.run(partial(run_on_discord, settings))
    except (CannotStart, DatabaseUnusable, NotLoopback) as error:
        print(error, file=sys.stderr)  # noqa: T201  # for the person who started the bot
        return NOT_STARTED
    except KeyboardInterrupt:
        return 0
    except Exception:  # noqa: BLE001  # whatever it is, it belongs into the log
        _log.critical("ended by an error that nobody expected", exc_info=True)
        return FAILED


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Gridlock, a Discord host for five small games.")
    parser.add_argument(
        "--local", action="store_true", help="play on a pretend server, in this terminal or in a browser"
    )
    parser.add_argument(
        "--local-without-token", action="store_true", help="the same, but only when no DISCORD_TOKEN is set"
    )
    parser.add_argument("--page", action="store_true", help="the same, in a browser only, until it is stopped")
    return parser.parse_args()


def _set_up_logging(settings: Settings, level: str) -> None:
    redactor = Redactor(settings.secrets, folders_of(ROOT))
    set_up_logging(level, as_json=settings.log_as_json, redactor=redactor)


if __name__ == "__main__":
    sys.exit(main())
