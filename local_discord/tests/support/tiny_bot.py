"""A small discord.py bot that does a little of everything."""

from __future__ import annotations

import asyncio
import io
import re
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Self, cast

import discord
from discord import app_commands, ui
from discord.ext import commands

from local_discord.tests.support.scene import PATIENCE

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from local_discord import LocalDiscord

Interaction = discord.Interaction["TinyBot"]

NO_MENTIONS = discord.AllowedMentions.none()
SLOW_FILE = "board.txt"


class Counter(ui.DynamicItem[ui.Button[ui.LayoutView]], template=r"count:(?P<number>\d+)"):
    """A button that counts its presses."""

    def __init__(self, number: int) -> None:
        super().__init__(ui.Button(label="Count", custom_id=f"count:{number}"))
        self.number = number

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(int(match["number"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.edit_message(view=layout(self.number + 1))


class Ask(ui.DynamicItem[ui.Button[ui.LayoutView]], template=r"ask"):
    """A button that opens a form."""

    def __init__(self) -> None:
        super().__init__(ui.Button(label="Ask", custom_id="ask"))

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: ui.Item[Any], _match: re.Match[str], /
    ) -> Self:
        return cls()

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_modal(Form())


class Form(ui.Modal, title="A question"):
    """A form with a field."""

    answer: ui.TextInput[Form] = ui.TextInput(label="Your answer", custom_id="answer", max_length=20)

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        if interaction.message is None:
            await interaction.response.send_message(f"You said {self.answer.value}.")
        else:
            view = ui.LayoutView(timeout=None)
            view.add_item(ui.TextDisplay(f"They said {self.answer.value}."))
            await interaction.response.edit_message(view=view)


class Survey(ui.Modal, title="A survey"):
    """A form with every kind of choice."""

    sizes: ui.Label[Survey] = ui.Label(
        text="Size",
        component=ui.RadioGroup(
            options=[discord.RadioGroupOption(label=one.title(), value=one) for one in ("small", "large")]
        ),
    )
    fruits: ui.Label[Survey] = ui.Label(
        text="Fruits",
        component=ui.CheckboxGroup(
            max_values=2, options=[discord.CheckboxGroupOption(label=one.title(), value=one) for one in ("fig", "plum")]
        ),
    )
    place: ui.Label[Survey] = ui.Label(
        text="Place",
        component=ui.Select(options=[discord.SelectOption(label=one.title(), value=one) for one in ("here", "there")]),
    )
    agreed: ui.Label[Survey] = ui.Label(text="Agreed", component=ui.Checkbox())

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        sizes, fruits = (
            cast("ui.RadioGroup[Any]", self.sizes.component),
            cast("ui.CheckboxGroup[Any]", self.fruits.component),
        )
        place, agreed = cast("ui.Select[Any]", self.place.component), cast("ui.Checkbox[Any]", self.agreed.component)
        said = [sizes.value, *fruits.values, *place.values, agreed.value]
        await interaction.response.send_message(f"Survey: {', '.join(map(str, said))}.")


class Fruits(ui.View):
    """A menu in a classic message."""

    @ui.select(
        custom_id="fruits",
        max_values=2,
        options=[discord.SelectOption(label=name.title(), value=name) for name in ("fig", "plum")],
    )
    async def choose(self, interaction: discord.Interaction[Any], select: ui.Select[Self]) -> None:
        await interaction.response.edit_message(content=f"Chosen: {', '.join(select.values)}")


class Players(ui.View):
    """A menu of members."""

    @ui.select(cls=ui.UserSelect, custom_id="players")
    async def choose(self, interaction: discord.Interaction[Any], select: ui.UserSelect[Self]) -> None:
        await interaction.response.send_message(f"Chosen: {select.values[0].display_name}")


def layout(number: int) -> ui.LayoutView:
    """A layout with a text and three buttons, one of them disabled."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(f"Pressed {number} times"))
    off: ui.Button[ui.LayoutView] = ui.Button(label="Off", custom_id="off", disabled=True)
    view.add_item(ui.ActionRow(Counter(number), Ask(), off))
    return view


class Demo(app_commands.Group, name="demo", description="Everything once"):
    """The slash commands."""

    @app_commands.command(description="Says hello to somebody")
    @app_commands.choices(tone=[app_commands.Choice(name=name.title(), value=name) for name in ("kind", "curt")])
    async def greet(
        self,
        interaction: Interaction,
        whom: discord.Member,
        tone: str = "kind",
        times: app_commands.Range[int, 1, 3] = 1,
    ) -> None:
        text = f"{tone}: " + f"{whom.mention} " * times
        pinged = discord.AllowedMentions(users=[whom])
        await interaction.response.send_message(text, allowed_mentions=pinged)

    @app_commands.command(description="Names a channel")
    async def where(self, interaction: Interaction, channel: discord.TextChannel) -> None:
        await interaction.response.send_message(f"It is {channel.name}.", ephemeral=True)

    @app_commands.command(description="Shows a layout")
    async def board(self, interaction: Interaction) -> None:
        await interaction.response.send_message(view=layout(0), allowed_mentions=NO_MENTIONS)

    @app_commands.command(description="Shows menus")
    async def menus(self, interaction: Interaction) -> None:
        await interaction.response.send_message("Choose", view=Fruits(timeout=None))
        await interaction.followup.send("Who?", view=Players(timeout=None))

    @app_commands.command(description="Takes its time")
    async def slow(self, interaction: Interaction, hidden: bool) -> None:
        await interaction.response.defer(ephemeral=hidden)
        await interaction.followup.send("first")
        await interaction.followup.send("second")

    @app_commands.command(description="Edits and deletes its answer")
    async def fleeting(self, interaction: Interaction) -> None:
        await interaction.response.send_message("one")
        await interaction.edit_original_response(content="two")
        assert (await interaction.original_response()).content == "two"
        await interaction.delete_original_response()

    @app_commands.command(description="Sends a file")
    async def file(self, interaction: Interaction) -> None:
        file = discord.File(io.BytesIO(b"A B C"), SLOW_FILE)
        await interaction.response.send_message("Here", file=file)

    @app_commands.command(description="Reads a file")
    async def read(self, interaction: Interaction, text: discord.Attachment) -> None:
        content = (await text.read()).decode()
        await interaction.response.send_message(f"{text.filename}, {text.size} bytes, {text.content_type}: {content}")

    @app_commands.command(description="Opens a form")
    async def form(self, interaction: Interaction) -> None:
        await interaction.response.send_modal(Form())

    @app_commands.command(description="Opens a form to choose in")
    async def survey(self, interaction: Interaction) -> None:
        await interaction.response.send_modal(Survey())

    @app_commands.command(description="Says nothing")
    async def silent(self, interaction: Interaction) -> None:
        interaction.client.seen.append(interaction)

    @app_commands.command(description="Finds words")
    async def word(self, interaction: Interaction, start: str, length: int = 0) -> None:
        await interaction.response.send_message(f"{start}{length}", ephemeral=True)

    @word.autocomplete("start")
    async def _words(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        length = interaction.namespace.length or 1
        return [app_commands.Choice(name=f"{current}{c}" * length, value=c) for c in "abc"]


@app_commands.context_menu(name="Praise")
async def praise(interaction: Interaction, member: discord.Member) -> None:
    """Answer an entry of the menu on a member."""
    await interaction.response.send_message(f"Well done, {member.display_name}!")


@app_commands.context_menu(name="Quote")
async def quote(interaction: Interaction, message: discord.Message) -> None:
    """Answer an entry of the menu on a message."""
    await interaction.response.send_message(f"> {message.content}")


@app_commands.command(description="For moderators")
@app_commands.default_permissions(manage_messages=True)
@app_commands.guild_only()
async def sweep(interaction: Interaction) -> None:
    """Answer a command that only moderators in guilds have."""
    await interaction.response.send_message("Swept", ephemeral=True)


class TinyBot(commands.AutoShardedBot):
    """The bot.

    Attributes:
        seen: The interactions that it left unanswered, and the messages it received.
    """

    def __init__(self, *, intents: discord.Intents | None = None, **options: Any) -> None:
        super().__init__(
            commands.when_mentioned,
            intents=intents or discord.Intents(guilds=True, messages=True),
            guild_ready_timeout=0.01,
            allowed_mentions=NO_MENTIONS,
            **options,
        )
        self.seen: list[Any] = []

    async def setup_hook(self) -> None:
        self.tree.add_command(Demo())
        for command in (praise, quote):
            self.tree.add_command(command)
        self.tree.add_command(sweep)
        self.add_dynamic_items(Counter, Ask)
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Skip discord.py's wait of five seconds between two sessions."""

    async def on_message(self, message: discord.Message) -> None:
        self.seen.append(message)


@asynccontextmanager
async def running(server: LocalDiscord, bot: TinyBot) -> AsyncIterator[TinyBot]:
    """Run a bot during the block, which begins when the bot is ready."""
    await bot.login(server.token)
    task = asyncio.create_task(bot.connect())
    try:
        await server.until_ready()
        await asyncio.wait_for(bot.wait_until_ready(), PATIENCE)
        yield bot
    finally:
        await bot.close()
        await asyncio.gather(task, return_exceptions=True)
