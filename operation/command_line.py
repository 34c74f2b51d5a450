"""The command line of `bot.py`, and the standard streams of its process."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

APPLICATION_COMMANDS: Final = ("doctor", "setup", "policy")


def read_command_line(words: Sequence[str] | None = None) -> argparse.Namespace:
    """Return the parsed arguments; `command` is None to run the bot. A mistake ends the program with a message.

    Args:
        words: The arguments; None for those of this process.
    """
    parser = argparse.ArgumentParser(description="Gridlock, a Discord host for small two-player games.")
    parser.add_argument(
        "--local", action="store_true", help="play on a pretend server, in this terminal or in a browser"
    )
    parser.add_argument(
        "--local-without-token", action="store_true", help="the same, but only when no DISCORD_TOKEN is set"
    )
    parser.add_argument("--page", action="store_true", help="the same, in a browser only, until it is stopped")
    commands = parser.add_subparsers(
        dest="command", metavar="COMMAND", title="the database, and the application at Discord"
    )
    _add(commands, "backup", "copy the database to a new file, also while the bot runs")
    _add(commands, "restore", "put a backup in the place of the database, and keep what was there")
    _add(commands, "transfer", "copy a backup of SQLite into an empty PostgreSQL database, which DATABASE_URL names")
    commands.add_parser("check", help="check whether everything in the database is consistent")
    commands.add_parser("doctor", help="check token, permissions, limits, clock, disk and database; say what to do")
    setting_up = commands.add_parser("setup", help="print the profile of the application, and the link to add the bot")
    setting_up.add_argument("--apply", action="store_true", help="enter the profile at Discord")
    commands.add_parser("policy", help="print what to enter in Discord's developer portal")
    arguments = parser.parse_args(words)
    if arguments.command is not None and (arguments.local or arguments.local_without_token or arguments.page):
        parser.error(
            f"{arguments.command} works on the database or the application of the bot and takes no other options"
        )
    return arguments


def _add(commands: argparse._SubParsersAction[argparse.ArgumentParser], name: str, what: str) -> None:
    commands.add_parser(name, help=what).add_argument("file", metavar="FILE", type=Path, help="the backup")


_STREAMS: Final = range(3)


def prepare_streams() -> None:
    """Make the standard streams fit to be used.

    Closed ones are opened on the null device; otherwise the next opened file would get their number, and this process
    and its workers would write to it. Characters that the encoding of the output lacks are written as question marks.
    """
    for descriptor in _STREAMS:
        try:
            os.fstat(descriptor)
        except OSError:
            redirect_to_null(descriptor)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def print_line(text: str) -> None:
    """Print a line on standard output. It is no error if nobody reads it any more.

    Raises:
        OSError: It cannot be written, as on a full disk.
    """
    try:
        print(text, flush=True)  # noqa: T201  # for the user of the command line
    except OSError as error:
        # Otherwise Python flushes again at exit and prints an error.
        redirect_to_null(sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            raise


def redirect_to_null(descriptor: int) -> None:
    """Redirect a file descriptor to the null device."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    if nowhere == descriptor:
        # A new descriptor is not inherited by default.
        os.set_inheritable(descriptor, True)  # noqa: FBT003  # the parameter has no name
    else:
        os.dup2(nowhere, descriptor)
        os.close(nowhere)
