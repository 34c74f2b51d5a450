"""A small discord.py bot with a command for everything that the terminal shows."""

from __future__ import annotations

import discord
from discord import app_commands


class DemoBot(discord.Client):
    """A bot that greets, asks, defers, and shows a board of buttons."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents.none() | discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)
        self.tree.add_command(Demo())

    async def setup_hook(self) -> None:
        await self.tree.sync()


class Demo(app_commands.Group):
    """Commands of a demonstration."""

    def __init__(self) -> None:
        super().__init__(name="demo", description="A demonstration")

    @app_commands.command()
    @app_commands.choices(
        style=[app_commands.Choice(name="Very loud", value="loud"), app_commands.Choice(name="Soft", value="soft")]
    )
    async def greet(
        self,
        interaction: discord.Interaction,
        who: discord.Member,
        times: app_commands.Range[int, 1, 3] = 1,
        style: str = "soft",
    ) -> None:
        """Greets somebody."""
        text = f"{'Hello ' * times}{who.mention} ({style})"
        await interaction.response.send_message(text, view=Answer())

    @app_commands.command()
    async def read(self, interaction: discord.Interaction, text: discord.Attachment) -> None:
        """Reads a file."""
        await interaction.response.send_message(f"{text.filename}: {(await text.read()).decode()}")

    @app_commands.command()
    async def whisper(self, interaction: discord.Interaction, text: str) -> None:
        """Says something to the one who typed it."""
        await interaction.response.send_message(f"psst: {text}", ephemeral=True)

    @app_commands.command()
    async def later(self, interaction: discord.Interaction) -> None:
        """Puts its answer off, and then says more in the channel."""
        await interaction.response.defer(thinking=True)
        await interaction.followup.send("Done thinking.")
        assert isinstance(interaction.channel, discord.abc.Messageable)
        note = await interaction.channel.send("One more thing.")
        await note.delete()
        await interaction.channel.send("The last thing.")

    @app_commands.command()
    async def forget(self, interaction: discord.Interaction) -> None:
        """Puts its answer off and forgets about it."""
        await interaction.response.defer(thinking=True)

    @app_commands.command()
    async def silent(self, interaction: discord.Interaction) -> None:
        """Never answers."""

    @app_commands.command()
    async def form(self, interaction: discord.Interaction) -> None:
        """Opens a form."""
        await interaction.response.send_modal(Form())

    @app_commands.command()
    async def order(self, interaction: discord.Interaction) -> None:
        """Opens a form with menus."""
        await interaction.response.send_modal(Order())

    @app_commands.command()
    async def board(self, interaction: discord.Interaction) -> None:
        """Posts a board of buttons."""
        await interaction.response.send_message(view=Board(""))

    @app_commands.command()
    async def menu(self, interaction: discord.Interaction) -> None:
        """Posts a menu."""
        await interaction.response.send_message("Pick", view=Menu())

    @app_commands.command()
    async def guess(self, interaction: discord.Interaction, word: str, other: str = "-") -> None:
        """Takes a word that the bot knows."""
        await interaction.response.send_message(f"You guessed {word} and {other}.")

    @guess.autocomplete("word")
    async def _words(self, _: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        words = ("apple", "apple pie", "pear")
        return [app_commands.Choice(name=word.title(), value=word) for word in words if word.startswith(current)]


class Answer(discord.ui.View):
    """Buttons that answer a greeting."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Wave back")
    async def wave(self, interaction: discord.Interaction, button: discord.ui.Button[Answer]) -> None:
        """Waves, once."""
        button.disabled = True
        await interaction.response.edit_message(content=f"{interaction.user.mention} waved.", view=self)
        await interaction.followup.send("That was nice of you.", ephemeral=True)


class Form(discord.ui.Modal, title="About you"):
    """A form with two fields."""

    name: discord.ui.TextInput[Form] = discord.ui.TextInput(label="Your name", custom_id="name")
    town: discord.ui.TextInput[Form] = discord.ui.TextInput(label="Town", custom_id="town", default="Turin")

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Repeats what was filled in."""
        await interaction.response.send_message(f"{self.name.value} of {self.town.value}")


class Order(discord.ui.Modal, title="An order"):
    """A form with a menu of texts and one of members."""

    meal: discord.ui.Label[Order] = discord.ui.Label(
        text="Meal",
        component=discord.ui.Select(
            custom_id="meal",
            options=[
                discord.SelectOption(label="Soup", value="soup"),
                discord.SelectOption(label="Fish of the day", value="fish", default=True),
            ],
        ),
    )
    guest: discord.ui.Label[Order] = discord.ui.Label(
        text="Guest", component=discord.ui.UserSelect(custom_id="guest", required=False, min_values=0)
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        """Repeats what was chosen."""
        meal, guest = self.meal.component, self.guest.component
        assert isinstance(meal, discord.ui.Select)
        assert isinstance(guest, discord.ui.UserSelect)
        who = guest.values[0].display_name if guest.values else "nobody"
        await interaction.response.send_message(f"{meal.values[0]} for {who}")


class Board(discord.ui.LayoutView):
    """Four cells; a pressed one is marked and disabled."""

    def __init__(self, marked: str) -> None:
        super().__init__(timeout=None)
        self.add_item(discord.ui.TextDisplay("Board\n```\n  1 2\nA . .\nB . .\n```"))
        for row in "AB":
            cells = discord.ui.ActionRow[Board]()
            for column in "12":
                cells.add_item(Cell(row + column, marked))
            self.add_item(cells)


class Cell(discord.ui.Button[Board]):
    """One cell of the board."""

    def __init__(self, name: str, marked: str) -> None:
        taken = name == marked
        super().__init__(label="X" if taken else name, custom_id=f"cell:{name}", disabled=taken)

    async def callback(self, interaction: discord.Interaction) -> None:
        """Marks the cell."""
        await interaction.response.defer()
        await interaction.edit_original_response(view=Board(self.label or ""))


class Menu(discord.ui.View):
    """A menu of fruits."""

    @discord.ui.select(
        placeholder="Fruit",
        options=[discord.SelectOption(label="Red apple", value="apple"), discord.SelectOption(label="Pear")],
    )
    async def fruit(self, interaction: discord.Interaction, select: discord.ui.Select[Menu]) -> None:
        """Says what was picked."""
        await interaction.response.send_message(f"You picked {select.values[0]}.")
