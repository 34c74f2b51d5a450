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
) -> None:
    """Pass presses, choices and submitted forms to a handler, in place of discord.py's views, and drop what is to be.

    Args:
        state: The state of discord.py, whose parser is replaced.
        serve: Begins to serve a use.
        sheds: Whether to drop an interaction without an answer.
    """
    parse = state.parsers[_INTERACTION]

    def parse_others(event: dict[str, Any]) -> None:
        if sheds(event):
            return
        if is_press(event):
            serve(read_press(event, state))
        else:
            parse(event)

    state.parsers[_INTERACTION] = parse_others


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
