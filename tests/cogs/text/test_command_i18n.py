"""Translation of command descriptions and choices."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import discord
import pytest
from discord import app_commands

from cogs.commands.gridlock import command_groups, every_command
from cogs.text.command_i18n import CatalogTranslator
from cogs.text.i18n import DEFAULT, LANGUAGES, Words, language_of
from local_discord.server.checks.commands import TOTAL_LIMIT, total_length

LONGEST_NAME: Final = 32
LONGEST_CHOICE: Final = 100


@pytest.fixture(params=command_groups(), ids=lambda group: group.name)
async def described(request: pytest.FixtureRequest) -> dict[str, Any]:
    """A command as it is published."""
    translator = CatalogTranslator({language: Words.of(language) for language in LANGUAGES})
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    group: app_commands.Group = request.param
    payload: dict[str, Any] = await group.get_translated_payload(tree, translator)
    return payload


def parts(described: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The command, its sub-commands and their options."""
    yield described
    for option in described.get("options", []):
        yield from parts(option)


async def test_every_description_is_translated_into_every_language(described: dict[str, Any]) -> None:
    undescribed = [
        (part["name"], language)
        for part in parts(described)
        for language in set(LANGUAGES) - {DEFAULT} - set(map(language_of, part.get("description_localizations") or ()))
    ]
    assert undescribed == []


async def test_names_of_commands_and_options_are_not_translated(described: dict[str, Any]) -> None:
    assert [part["name"] for part in parts(described) if part.get("name_localizations")] == []


async def test_names_and_choices_have_the_length_that_discord_takes(described: dict[str, Any]) -> None:
    too_long = [part["name"] for part in parts(described) if len(part["name"]) > LONGEST_NAME]
    choices = [choice for part in parts(described) for choice in part.get("choices") or ()]
    names = [name for one in choices for name in (one["name"], *(one.get("name_localizations") or {}).values())]
    assert too_long + [name for name in names if len(name) > LONGEST_CHOICE] == []


async def test_choices_have_german_names_and_unchanged_values(described: dict[str, Any]) -> None:
    (time,) = [
        option
        for command in described["options"]
        if command["name"] in ("challenge", "settings")
        for option in command["options"]
        if option["name"] == "time"
    ]
    (day,) = [choice for choice in time["choices"] if choice["value"] == "1 day"]
    assert (day["name"], day["name_localizations"]["de"]) == ("1 day", "1 Tag")


async def test_the_command_fits_in_every_language(described: dict[str, Any]) -> None:
    assert total_length(described) <= TOTAL_LIMIT


MOST_SUBCOMMANDS: Final = 25


def test_players_commands_leave_room_to_grow() -> None:
    players, _ = command_groups()
    assert len(players.commands) <= MOST_SUBCOMMANDS - 4


async def test_members_see_no_commands_that_they_may_not_use() -> None:
    """Discord shows the commands of managers to those who may manage the server, unless the server says otherwise."""
    players, managers = command_groups()
    assert players.default_permissions is None
    assert managers.default_permissions == discord.Permissions(manage_guild=True)
    named = {name.split()[1] for name in (one.qualified_name for one in every_command()) if "-server" in name}
    assert named == {"settings", "new-season", "moderate"}
