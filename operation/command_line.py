"""What can be typed behind `bot.py`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path


def read_command_line(words: Sequence[str] | None = None) -> argparse.Namespace:
    """Read the arguments: `command` is None where the bot is to run. Whoever mistypes is told, and the program ends.

    Args:
        words: The words behind the program's name; None for those with which this process was started.
    """
    parser = argparse.ArgumentParser(description="Gridlock, a Discord host for five small games.")
    parser.add_argument(
        "--local", action="store_true", help="play on a pretend server, in this terminal or in a browser"
    )
    parser.add_argument(
        "--local-without-token", action="store_true", help="the same, but only when no DISCORD_TOKEN is set"
    )
    parser.add_argument("--page", action="store_true", help="the same, in a browser only, until it is stopped")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="the database")
    _add(commands, "backup", "copy the database to a new file, also while the bot runs")
    _add(commands, "restore", "put a backup in the place of the database, and keep what was there")
    commands.add_parser("check", help="look whether everything in the database is as it should be")
    arguments = parser.parse_args(words)
    if arguments.command is not None and (arguments.local or arguments.local_without_token or arguments.page):
        parser.error(f"{arguments.command} is about the database of the bot; it goes without other options")
    return arguments


def _add(commands: argparse._SubParsersAction[argparse.ArgumentParser], name: str, what: str) -> None:
    commands.add_parser(name, help=what).add_argument("file", metavar="FILE", type=Path, help="the backup")
