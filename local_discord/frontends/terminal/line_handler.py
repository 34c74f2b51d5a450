"""Serving one typed line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from local_discord import Refused, Unanswered
from local_discord.frontends.composing.errors import NotUnderstood
from local_discord.frontends.composing.words import fill, split
from local_discord.frontends.terminal.client_commands import CLIENT_COMMANDS
from local_discord.frontends.terminal.settle import StillBusy

if TYPE_CHECKING:
    from local_discord.frontends.terminal.client import Client


async def serve(client: Client, line: str) -> bool:
    """Does what a line says and shows all that came of it.

    Args:
        client: The client in which it was typed.
        line: The line, neither blank nor a remark.

    Returns:
        Whether the line was understood and served. A bot's own refusal counts as served.
    """
    served = False
    try:
        await _do(client, line)
        served = True
    except (NotUnderstood, Refused) as refusal:
        first, *rest = str(refusal).split("\n")
        client.show([f"! {first}", *(f"  {line}" for line in rest)])
    except Unanswered:
        client.show(["! The application did not respond."])
    except StillBusy:
        client.show(["! The application is still at work. What is typed next may come too early for it."])
    client.show_news()
    return served


async def _do(client: Client, line: str) -> None:
    if not line.startswith("/"):
        await _bare(client, line)
        return
    words = split(line[1:])
    own = CLIENT_COMMANDS.get(words[0].text.casefold()) if words else None
    if own is None:
        await client.invoke(words)
    else:
        await own.run(client, words[1:])


async def _bare(client: Client, line: str) -> None:
    if client.bare_text is None:
        await client.say(line)
    elif line.casefold() in CLIENT_COMMANDS:
        raise NotUnderstood(f"Commands begin with a slash: /{line.casefold()}")
    else:
        await client.invoke(fill(client.bare_text, line))
