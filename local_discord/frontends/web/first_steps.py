"""The call of the page that takes a first step: what its members do, one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from local_discord.errors import Refused
from local_discord.frontends.input.command_line import find_member, parse_invocation
from local_discord.frontends.input.words import split
from local_discord.frontends.web.calls import handler, read_id
from local_discord.frontends.web.completion import catalogue_of

if TYPE_CHECKING:
    from aiohttp import web

    from local_discord import Button, Channel, Guild, LocalDiscord, Member, Message
    from local_discord.frontends.web.calls import Call
    from local_discord.frontends.web.welcome import Act, Welcome
    from local_discord.wire import Json

_BUTTON_WITHIN = 10.0
"""Seconds within which a button must come."""


class FirstStepRoutes:
    """The route of the first steps.

    Args:
        discord: The stand-in.
        guild: The guild that the page shows.
        welcome: Has the steps.
    """

    def __init__(self, discord: LocalDiscord, guild: Guild, welcome: Welcome) -> None:
        self._discord = discord
        self._guild = guild
        self._steps = welcome.first_steps

    def add_to(self, app: web.Application) -> None:
        """Add the route to an application."""
        app.router.add_post("/first-step", handler(self._guild, self._take))

    async def _take(self, call: Call) -> Json:
        number = read_id(call.text("step"))
        if number is None or number >= len(self._steps):
            raise Refused("There is no such step.")
        for act in self._steps[number].acts:
            member = find_member(act.member, self._guild)
            if act.line:
                await self._command(member, call.channel, act)
            else:
                await self._press(member, call.channel, act)
        return {}

    async def _command(self, member: Member, channel: Channel, act: Act) -> None:
        typed = parse_invocation(split(act.line.removeprefix("/")), catalogue_of(member, channel), self._guild)
        await member.command(channel, typed.command.path, **typed.options)

    async def _press(self, member: Member, channel: Channel, act: Act) -> None:
        def find() -> tuple[Message, Button] | None:
            found = ((message, button) for message in member.reads(channel)[::-1] for button in message.buttons)
            return next((one for one in found if one[1].label == act.press and not one[1].disabled), None)

        try:
            shown = await self._discord.until(find, f"the button {act.press}", within=_BUTTON_WITHIN)
        except TimeoutError:
            raise Refused(f"The bot showed no button {act.press}.") from None
        if shown is not None:
            message, button = shown
            await member.press(message, custom_id=button.custom_id)
