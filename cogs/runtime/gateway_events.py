"""Gateway events that discord.py cannot parse."""

from __future__ import annotations

import logging
from collections.abc import Callable, MutableMapping
from functools import partial
from typing import Any, Final

_log = logging.getLogger(__name__)

# Without these there is no session.
_NEEDED: Final = ("READY", "RESUMED")


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
