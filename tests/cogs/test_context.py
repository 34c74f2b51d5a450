"""Requests: one for each interaction, with its place and its language."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.context import Outcome, Request
from cogs.discord_api.presses import SourceMessage
from gridlock_host import Place
from gridlock_host.model.place import OUTSIDE

GUILD, CHANNEL, MESSAGE = 1, 2, 3


class Languages:
    """Has another language stored than the last known one, and German for its readers."""

    def of_reader(self, locale: str) -> str | None:
        return "reader's" if locale == "de" else None

    def known(self, _: int | None) -> str:
        return "known"

    async def of(self, _: int | None) -> str:
        return "stored"


def interaction(kind: discord.InteractionType, **values: Any) -> Any:
    client = SimpleNamespace(services=SimpleNamespace(languages=Languages()), get_guild=lambda _: None)
    common = {"type": kind, "extras": {}, "client": client, "guild_id": GUILD, "channel_id": CHANNEL}
    common |= {"id": 1, "application_id": 2, "token": "token", "created_at": datetime(2026, 11, 29, tzinfo=UTC)}
    common["locale"] = discord.Locale.japanese
    common["is_guild_integration"] = lambda: True
    return SimpleNamespace(**common | values)


async def test_an_interaction_has_one_request() -> None:
    command = interaction(discord.InteractionType.application_command)
    assert Request.of(command) is Request.of(command)


async def test_only_choices_are_never_deferred() -> None:
    timed = [
        Request.of(interaction(kind)).responder._timer is not None
        for kind in (discord.InteractionType.application_command, discord.InteractionType.component)
    ]
    assert timed == [True, True]
    assert Request.of(interaction(discord.InteractionType.autocomplete)).responder._timer is None


async def test_a_request_that_comes_too_fast_is_answered_without_a_query() -> None:
    request: Any = Request.of(interaction(discord.InteractionType.application_command))
    assert await request.load_words() == "stored"
    request.outcome = Outcome.HASTY
    assert await request.load_words() == "known"


async def test_a_request_has_the_words_of_its_reader_and_those_of_everybody() -> None:
    request: Any = Request.of(interaction(discord.InteractionType.component, locale=discord.Locale.german))
    assert await request.load_words() == "reader's"
    assert await request.load_public_words() == "stored"


async def test_a_request_knows_its_channel_and_the_pressed_message() -> None:
    source = SourceMessage(MESSAGE, is_layout=True, is_ephemeral=False, holds_control=True)
    request = Request.of(interaction(discord.InteractionType.component, extras={"source": source}))
    assert request.place == Place(GUILD, CHANNEL)
    assert request.pressed == Place(GUILD, CHANNEL, MESSAGE)


@pytest.mark.parametrize("told", [{"guild_id": None}, {"is_guild_integration": lambda: False}])
async def test_a_request_from_outside_of_the_servers_with_the_bot_has_a_place_of_its_own(told: dict[str, Any]) -> None:
    request = Request.of(interaction(discord.InteractionType.application_command, **told))
    assert request.is_outside
    assert request.place == Place(OUTSIDE, CHANNEL)


async def test_a_server_that_has_the_bot_is_known_without_its_installation() -> None:
    request = Request.of(interaction(discord.InteractionType.component, is_guild_integration=lambda: False))
    request.interaction.client.get_guild = lambda _: object()
    assert not request.is_outside


async def test_a_request_without_a_channel_has_no_place() -> None:
    request = Request.of(interaction(discord.InteractionType.application_command, channel_id=None))
    with pytest.raises(discord.app_commands.NoPrivateMessage):
        _ = request.guild_id
