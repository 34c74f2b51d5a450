"""Calls of the page that act as a member: messages, commands, buttons, forms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from local_discord.errors import Refused
from local_discord.frontends.input.command_line import parse_invocation, with_mentions
from local_discord.frontends.input.words import split
from local_discord.frontends.web.calls import handler, read_id
from local_discord.frontends.web.completion import catalogue_of
from local_discord.frontends.web.views.components import form_view
from local_discord.wire import ComponentType

if TYPE_CHECKING:
    from aiohttp import web

    from local_discord import Channel, Guild, Interaction, Member, Modal, Role
    from local_discord.frontends.web.calls import Call
    from local_discord.model.components import Select
    from local_discord.wire import Json

MOST_CHARACTERS = 2000
_OPEN_FORMS = 50


class ActionRoutes:
    """The routes of the actions."""

    def __init__(self, guild: Guild) -> None:
        self._guild = guild
        self._forms: dict[str, Modal] = {}

    def add_to(self, app: web.Application) -> None:
        """Add the routes to an application."""
        for name, answer in {
            "say": self._say,
            "command": self._command,
            "press": self._press,
            "choose": self._choose,
            "submit": self._submit,
            "menu": self._menu,
            "delete": self._delete,
        }.items():
            app.router.add_post(f"/{name}", handler(self._guild, answer))

    async def _say(self, call: Call) -> Json:
        text = with_mentions(call.text("text").strip(), self._guild)
        if not text:
            raise Refused("There is nothing to say.")
        if len(text) > MOST_CHARACTERS:
            raise Refused(f"A message has at most {MOST_CHARACTERS} characters.")
        await call.seat.say(call.channel, text)
        return {}

    async def _command(self, call: Call) -> Json:
        seat, channel = call.seat, call.channel
        words = split(call.text("line").removeprefix("/"))
        typed = parse_invocation(words, catalogue_of(seat, channel), self._guild, call.upload)
        return self._form_of(await seat.command(channel, typed.command.path, **typed.options))

    async def _press(self, call: Call) -> Json:
        return self._form_of(await call.seat.press(call.message(), custom_id=call.text("control")))

    async def _choose(self, call: Call) -> Json:
        message, control = call.message(), call.text("control")
        select = next((one for one in message.selects if one.custom_id == control), None)
        if select is None:
            raise Refused("This menu is not there any more.")
        values = [self._value_of(select, value) for value in call.texts("values")]
        return self._form_of(await call.seat.choose(message, control, values))

    async def _submit(self, call: Call) -> Json:
        form = self._forms.get(call.text("form"))
        if form is None:
            raise Refused("This form is not open any more.")
        interaction = await call.seat.submit(form, _values(call.mapping("values")))
        self._forms.pop(call.text("form"), None)
        return self._form_of(interaction)

    async def _menu(self, call: Call) -> Json:
        target = call.message("target_message") if call.has("target_message") else call.member("target")
        return self._form_of(await call.seat.context_menu(call.channel, call.text("entry"), target=target))

    async def _delete(self, call: Call) -> Json:
        await call.seat.delete(call.message())
        return {}

    def _form_of(self, interaction: Interaction) -> Json:
        """Return the form that an interaction opened, if any."""
        if interaction.modal is None:
            return {}
        while len(self._forms) >= _OPEN_FORMS:
            self._forms.pop(next(iter(self._forms)))
        self._forms[str(interaction.id)] = interaction.modal
        return {"form": {"id": str(interaction.id)} | form_view(interaction.modal, self._guild)}

    def _value_of(self, select: Select, value: str) -> str | Member | Channel | Role:
        """Return the value of a text menu, or the member, role or channel with that id."""
        if select.type == ComponentType.STRING_SELECT:
            return value
        number = read_id(value) or 0
        found: Member | Channel | Role | None = self._guild.members.get(number)
        if select.type == ComponentType.CHANNEL_SELECT:
            found = self._guild.world.channels.get(number)
        elif found is None:
            found = next((role for role in self._guild.roles if role.id == number), None)
        if found is None:
            raise Refused("What was chosen is not there any more.")
        return found


def _values(given: dict[str, Any]) -> dict[str, str | list[str] | bool]:
    for value in given.values():
        if not isinstance(value, (str, bool, list)):
            raise Refused("The form has a value of an unknown kind.")
    return given
