"""Three members and a manager of a server, who use the bot and wait until it is idle."""

from __future__ import annotations

from dataclasses import dataclass, field

from cogs.runtime.client import GridlockBot
from local_discord import Interaction, Member, Message
from tests.end_to_end.support.table import Table, reply

MENU = "Challenge to Gridlock"

Option = str | int | Member | None


def form_name(action: str) -> str:
    """The name of the form that a control opens."""
    return f"{action} form"


@dataclass
class Everybody:
    """Three members and a manager, and what they have done.

    Attributes:
        done: The names of the actions that were done.
    """

    bot: GridlockBot
    table: Table
    done: set[str] = field(default_factory=set)

    async def command(self, person: Member, name: str, /, **options: Option) -> Interaction:
        """Send a command, and wait until the bot is idle."""
        self.done.add(_path(name))
        asked = await person.command(self.table.channel, _path(name), **_given(options))
        await self.bot.services.wait_idle()
        return asked

    async def press(self, member: Member, message: Message, label: str) -> Interaction:
        """Press a button, and wait until the bot is idle."""
        self.done.add(next(str(each.custom_id).split(":")[1] for each in message.buttons if each.label == label))
        pressed = await member.press(message, label)
        await self.bot.services.wait_idle()
        return pressed

    async def type(self, person: Member, name: str, option: str, /, **options: Option) -> None:
        """Type into an option with autocomplete."""
        self.done.add(f"{_path(name)} {option}")
        given = _given({option: "", **options})
        await person.autocomplete(self.table.channel, _path(name), focused=option, **given)
        await self.bot.services.wait_idle()

    async def choose(self, member: Member, message: Message, value: str) -> None:
        """Choose from the first menu of a message."""
        menu = message.selects[0].custom_id
        self.done.add(menu.split(":")[1])
        await member.choose(message, menu, [value])
        await self.bot.services.wait_idle()

    async def submit(self, member: Member, opened: Interaction, values: dict[str, str | list[str] | bool]) -> None:
        """Fill in and submit the form that an interaction has opened."""
        assert opened.modal is not None
        self.done.add(form_name(opened.modal.custom_id.split(":")[1]))
        await member.submit(opened.modal, values)
        await self.bot.services.wait_idle()

    async def begin(self, **options: Option) -> Message:
        """Let Ada challenge Bob, who accepts, and return the board."""
        table = self.table
        terms: dict[str, Option] = {"opponent": table.bob, "variant": "dodge", "size": 5, "first": "me"}
        challenge = reply(await self.command(table.ada, "challenge", **(terms | options)))
        return reply(await self.press(table.bob, challenge, "Accept"))

    async def choose_from(self, member: Member, message: Message, prefix: str, number: int) -> None:
        """Choose one of the options of the first menu whose custom id begins so."""
        menu = next(select for select in message.selects if str(select.custom_id).startswith(prefix))
        self.done.add(prefix.split(":")[1])
        await member.choose(message, menu.custom_id, [menu.options[number][0]])
        await self.bot.services.wait_idle()


def _path(name: str) -> str:
    """The full name of a command, given without its first word."""
    return (
        f"gridlock-server {name}"
        if name.split(maxsplit=1)[0] in ("settings", "new-season", "moderate")
        else f"gridlock {name}"
    )


def _given(options: dict[str, Option]) -> dict[str, str | int | Member]:
    return {name: value for name, value in options.items() if value is not None}
