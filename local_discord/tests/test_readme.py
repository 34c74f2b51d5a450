"""The README's example tests a bot."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import discord
import pytest
import yarl
from discord import app_commands

from local_discord import Channel, Guild, LocalDiscord

README = Path(__file__).resolve().parents[1] / "README.md"


class MyBot(discord.Client):
    """A bot with one command."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        self.tree.add_command(greet)
        await self.tree.sync()


@app_commands.command()
async def greet(interaction: discord.Interaction) -> None:
    """Greets you."""
    await interaction.response.send_message(f"Hello, {interaction.user.display_name}!")


def test_the_methods_it_names_exist() -> None:
    classes = {"server": LocalDiscord(), "guild": Guild, "channel": Channel}
    named = re.findall(r"`(server|guild|channel)\.(\w+)", README.read_text(encoding="utf-8"))
    assert len(named) > 20
    assert [f"{owner}.{name}" for owner, name in named if not hasattr(classes[owner], name)] == []


async def test_the_example_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    names = {"LocalDiscord": LocalDiscord, "MyBot": MyBot, "asyncio": asyncio, "discord": discord, "yarl": yarl}
    exec(example, names)  # noqa: S102  # the example is ours
    await names["test_the_bot_greets"](monkeypatch)  # type: ignore[operator]  # the example defines it
