"""Autocompletes answer in time with at most 25 choices, even if they fail."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from discord import app_commands

from cogs.commands import decorators
from gridlock_host.errors import NoSuchGame


async def offered(outcome: Any) -> list[app_commands.Choice[str]]:
    """The choices of an autocomplete that returns choices, raises an error, or (None) never ends."""

    @decorators.guarded_autocomplete
    async def look(_: object, __: object, ___: str) -> list[app_commands.Choice[str]]:
        if outcome is None:
            await asyncio.Event().wait()
        if isinstance(outcome, Exception):
            raise outcome
        return list(outcome)

    interaction: Any = SimpleNamespace(extras={"request": SimpleNamespace()})
    return await look(None, interaction, "")


async def test_a_slow_autocomplete_is_answered_with_no_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decorators, "_TIMEOUT_SECONDS", 0)
    assert await offered(None) == []


async def test_an_autocomplete_offers_at_most_25_choices() -> None:
    many = [app_commands.Choice(name=str(number), value=str(number)) for number in range(100)]
    assert await offered(many) == many[:25]


@pytest.mark.parametrize("error", [NoSuchGame(), OSError("the disk is gone")], ids=["refused", "broken"])
async def test_a_failing_autocomplete_is_answered_with_no_choices(error: Exception) -> None:
    assert await offered(error) == []
