"""Fuzz checks of command lines, as typed in the terminal or on the page."""

from __future__ import annotations

import contextlib
from functools import cache
from typing import Any, Final

import discord
from discord import app_commands

from cogs.commands.gridlock import command_groups
from local_discord import Guild, LocalDiscord
from local_discord.frontends.input.catalogue import Catalogue
from local_discord.frontends.input.command_line import parse_invocation
from local_discord.frontends.input.completion import Completer
from local_discord.frontends.input.words import NotUnderstood, quote, split
from local_discord.frontends.terminal.targets import split_target

LINES: Final = (
    "/gridlock challenge @Bob variant:lines size:5 first:me",
    "/gridlock move C3",
    '/gridlock move cell:B2 remove:"C3"',
    "/gridlock-server settings size:" + "9" * 400,
    "/gridlock-server settings reset:true channel_add:#games",
    '/gridlock-server moderate end 1 reason:"too \\"long\\""',
    "/press Accept on #3",
    "C3",
    "/gridlock-server settings games:1e5",
)
_BARE: Final = "gridlock move {text}"


@cache
def _here() -> tuple[Catalogue, Guild]:
    guild = LocalDiscord().add_guild("Pretend server")
    for name in ("Ada", "Bob", "Cleo"):
        guild.add_member(name)
    guild.add_channel("games")
    return Catalogue(_registered()), guild


def _registered() -> list[dict[str, Any]]:
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    return [group.to_dict(tree) for group in command_groups()]


def check_line(line: str) -> None:
    """Check that a line is parsed or not understood, and that a quoted value is parsed as the same value."""
    catalogue, guild = _here()
    with contextlib.suppress(NotUnderstood):
        words = split(line.removeprefix("/"))
        split_target(words)
        parse_invocation(words, catalogue, guild)
    (word,) = split(quote(line))
    assert (word.value, word.name) == (line, None)


def check_completion(line: str) -> None:
    """Check that the completion of any line starts inside the line."""
    catalogue, guild = _here()
    for whole in (False, True):
        completer = Completer(catalogue, guild, {"press": ["Accept"]}, bare_text=_BARE, whole_paths=whole)
        assert 0 <= completer.complete(line).start <= len(line)
