"""Reference bot of bare discord.py: one command, and messages of 32 components that a press redraws.

It follows the examples of discord.py, and does nothing but answer. The settings of `bot.py` name the stand-in.
One message has a view that stays in memory, so its buttons die with the process. The other one has buttons that
work after a restart too, as those of a bot with long games must: each press rebuilds the view from the custom id.
The benchmarks start it as a process: `python -m benchmarks.bots.bare_bot`.
"""

from __future__ import annotations

import os
import re
from typing import Any

import discord
from discord import app_commands, ui

from cogs.runtime.endpoint import use_stand_in

_SIZE = 5
_DRAWN = "\n".join(["   1  2  3  4  5 ", *(f"{letter}  .  .  .  .  . " for letter in "ABCDE")])


class Cell(ui.Button["Board"]):
    """A button that redraws the whole message."""

    def __init__(self, name: str) -> None:
        super().__init__(label=name, custom_id=f"cell:{name}")

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a press by editing its message."""
        if self.view is None:
            raise RuntimeError("a button outside a message was pressed")
        self.view.count_press()
        await interaction.response.edit_message(view=self.view)


class Board(ui.LayoutView):
    """Two texts and five rows of five buttons: 32 components."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self._presses = 0
        self._caption: ui.TextDisplay[Board] = ui.TextDisplay("Not pressed yet")
        self.add_item(self._caption)
        self.add_item(ui.TextDisplay(f"```\n{_DRAWN}\n```"))
        for letter in "ABCDE":
            self.add_item(ui.ActionRow(*(Cell(f"{letter}{column}") for column in range(1, _SIZE + 1))))

    def count_press(self) -> None:
        """Count the press, so that no two answers are the same."""
        self._presses += 1
        self._caption.content = f"Pressed {self._presses} times"


class DurableCell(ui.DynamicItem[ui.Button[Any]], template=r"durable:(?P<presses>\d+):(?P<name>[A-E][1-5])"):
    """A button that redraws the whole message, and works after a restart too."""

    def __init__(self, name: str, presses: int) -> None:
        super().__init__(ui.Button(label=name, custom_id=f"durable:{presses}:{name}"))
        self._presses = presses

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: ui.Item[Any], match: re.Match[str], /
    ) -> DurableCell:
        """Return the button of a custom id."""
        return cls(match["name"], int(match["presses"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a press by editing its message."""
        await interaction.response.edit_message(view=_durable_board(self._presses + 1))


def _durable_board(presses: int) -> ui.LayoutView:
    """Build the same 32 components with buttons that work after a restart."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(f"Pressed {presses} times"))
    view.add_item(ui.TextDisplay(f"```\n{_DRAWN}\n```"))
    for letter in "ABCDE":
        view.add_item(ui.ActionRow(*(DurableCell(f"{letter}{column}", presses) for column in range(1, _SIZE + 1))))
    return view


@app_commands.command()
async def bare(interaction: discord.Interaction[Any]) -> None:
    """Answer with one word."""
    await interaction.response.send_message("Done.")


@app_commands.command()
async def board(interaction: discord.Interaction[Any]) -> None:
    """Post the message of 32 components."""
    await interaction.response.send_message(view=Board())


@app_commands.command()
async def durable(interaction: discord.Interaction[Any]) -> None:
    """Post the message of 32 components whose buttons work after a restart."""
    await interaction.response.send_message(view=_durable_board(0))


class BareBot(discord.Client):
    """The bot."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        """Register the commands."""
        self.tree.add_command(bare)
        self.tree.add_command(board)
        self.tree.add_command(durable)
        self.add_dynamic_items(DurableCell)
        await self.tree.sync()


def main() -> None:
    """Run until stopped."""
    use_stand_in(os.environ["GRIDLOCK_DISCORD_API"], os.environ["GRIDLOCK_DISCORD_GATEWAY"])
    BareBot().run(os.environ["DISCORD_TOKEN"])


if __name__ == "__main__":
    main()
