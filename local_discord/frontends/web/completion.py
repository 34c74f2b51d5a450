"""The page's call for suggestions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from local_discord.client.commands import offered_commands
from local_discord.errors import Refused, Unanswered
from local_discord.frontends.input.catalogue import Catalogue
from local_discord.frontends.input.completion import Completer, ask_bot
from local_discord.frontends.web.calls import handler
from local_discord.wire import CommandType, OptionType

if TYPE_CHECKING:
    from aiohttp import web

    from local_discord import Channel, Guild, Member
    from local_discord.frontends.input.completion import Candidate, Completion
    from local_discord.frontends.web.calls import Call
    from local_discord.wire import Json

NOT_LOADED = "Loading options failed."
NOTHING_FITS = "No options match."


def catalogue_of(member: Member, channel: Channel) -> Catalogue:
    """Return the slash commands that a member can use in a channel."""
    return Catalogue(offered_commands(member, channel, CommandType.CHAT_INPUT))


class CompletionRoutes:
    """The route for suggestions, which asks the bot for options with autocomplete."""

    def __init__(self, guild: Guild) -> None:
        self._guild = guild

    def add_to(self, app: web.Application) -> None:
        """Add the route to an application."""
        app.router.add_post("/complete", handler(self._guild, self._complete))

    async def _complete(self, call: Call) -> Json:
        seat, channel = call.seat, call.channel
        completer = Completer(catalogue_of(seat, channel), self._guild, {}, whole_paths=True)
        found = completer.complete(call.text("line"))
        try:
            asked = await ask_bot(seat, channel, found)
        except Refused:
            return _view(found, [])
        except Unanswered:
            return _view(found, []) | {"note": NOT_LOADED}
        is_empty = found.option is not None and found.option.is_chosen and not (asked or found.candidates)
        return _view(found, asked) | ({"note": NOTHING_FITS} if is_empty else {})


def _view(found: Completion, asked: list[Candidate]) -> Json:
    values = [one for one in found.candidates if not one.text.endswith(":")]
    names = [one for one in found.candidates if one.text.endswith(":")]
    return {
        "start": found.start,
        "candidates": [{"text": one.text, "shown": one.shown, "note": one.note} for one in (*asked, *values, *names)],
        "command": None if found.command is None else _command(found),
    }


def _command(found: Completion) -> Json:
    """Return the command of a line with its options, and which of them are given."""
    command = found.command
    if command is None:
        return {}
    return {
        "path": command.path,
        "description": command.description,
        "options": [
            {
                "name": option.name,
                "description": option.description,
                "required": option.required,
                "given": option.name in found.given,
                "typed": option == found.option,
                "file": option.kind is OptionType.ATTACHMENT,
            }
            for option in command.options
        ],
    }
