"""Gateway events that discord.py cannot parse, or parses at too high a cost."""

from __future__ import annotations

import logging
from collections.abc import Callable, MutableMapping
from functools import partial
from typing import Any, Final

import discord
from discord.state import ConnectionState

from cogs.discord_api.presses import is_press, read_press

_log = logging.getLogger(__name__)

_INTERACTION: Final = "INTERACTION_CREATE"
# Without these there is no session.
_NEEDED: Final = ("READY", "RESUMED")


def divert_presses(
    state: ConnectionState[Any],
    serve: Callable[[discord.Interaction[Any]], None],
    sheds: Callable[[dict[str, Any]], bool],
) -> Callable[[dict[str, Any]], bool]:
    """Pass presses, choices and submitted forms to a handler, in place of discord.py's views, and drop what is to be.

    Args:
        state: The state of discord.py, whose parser is replaced.
        serve: Begins to serve a use.
        sheds: Whether to drop an interaction without an answer.

    Returns:
        What the parser does, for interactions that come in another way; it returns False for one that is dropped.
    """
    parse = state.parsers[_INTERACTION]

    def take(event: dict[str, Any]) -> bool:
        if sheds(event):
            return False
        if is_press(event):
            serve(read_press(event, state))
        else:
            _note_last_message(event, state)
            parse(event)
        return True

    def parse_interaction(event: dict[str, Any]) -> None:
        take(event)

    state.parsers[_INTERACTION] = parse_interaction
    return take


def _note_last_message(event: dict[str, Any], state: ConnectionState[Any]) -> None:
    """Store in a channel which message is its last one; None if the command does not tell.

    Without an intent for messages, only commands tell it. What an earlier event told is out of date by then.
    """
    channel = event.get("channel") or {}
    guild = state._get_guild(int(event.get("guild_id") or 0))  # noqa: SLF001
    known = None if guild is None or "id" not in channel else guild.get_channel_or_thread(int(channel["id"]))
    if isinstance(known, discord.TextChannel | discord.VoiceChannel | discord.StageChannel | discord.Thread):
        last = channel.get("last_message_id")
        known.last_message_id = None if last is None else int(last)


def skip_unreadable_events(parsers: MutableMapping[str, Callable[[Any], None]]) -> None:
    """Let discord.py skip events that it cannot parse; it would end the connection of all servers.

    Each kind of event is logged once.

    Args:
        parsers: The parser of each event, which are replaced.
    """
    told: set[str] = set()
    for event, parse in parsers.items():
        if event not in _NEEDED:
            parsers[event] = partial(_parse, event, parse, told)


def _parse(event: str, parse: Callable[[Any], None], told: set[str], data: Any) -> None:  # noqa: ANN401  # as discord.py has it
    try:
        parse(data)
    except Exception:  # noqa: BLE001  # it can fail in any way
        if event not in told:
            told.add(event)
            _log.exception(
                "an event %s could not be read and was skipped; further ones are skipped without a word", event
            )
