"""Failed requests to Discord: which failures are ordinary, and how they are logged."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import aiohttp
import discord

_log = logging.getLogger(__name__)


class TooManyCalls(aiohttp.ClientError):
    """The bot makes so many requests that one more would have to wait too long, so it was not made."""

    def __init__(self) -> None:
        super().__init__("too many other requests wait for Discord's limit")


UNDELIVERED: Final = (discord.HTTPException, aiohttp.ClientError, OSError)
"""The errors with which a request to Discord can fail without a fault in this program."""

SERVER_ERROR: Final = 500
"""The lowest status of an error in Discord itself, which may have done what was asked."""

_BAD_REQUEST: Final = 400

UNKNOWN_MESSAGE: Final = 10008
"""The code of the error for a message that is deleted."""

_ALREADY_ANSWERED: Final = 40060
# The interaction can no longer be answered: unknown interaction, unknown webhook, acknowledged, token expired.
_LATE: Final = frozenset({10062, 10015, _ALREADY_ANSWERED, 50027})
# The thread is archived.
_ARCHIVED: Final = 50083
# Discord's AutoMod: a message, or a title in it, breaks a rule of the server.
_AUTOMOD: Final = frozenset({200000, 200001})


def was_answered_before(error: Exception) -> bool:
    """Return whether another process has answered the interaction."""
    return isinstance(error, discord.HTTPException) and error.code == _ALREADY_ANSWERED


def is_blocked(error: Exception) -> bool:
    """Return whether AutoMod has blocked a message."""
    return isinstance(error, discord.HTTPException) and error.code in _AUTOMOD


def message_is_gone(error: Exception) -> bool:
    """Return whether the message that was to be changed is deleted."""
    return isinstance(error, discord.HTTPException) and error.code == UNKNOWN_MESSAGE


def may_have_arrived(error: Exception) -> bool:
    """Return whether Discord may have done what was asked, although the request failed."""
    if isinstance(error, TooManyCalls):
        return False
    return not isinstance(error, discord.HTTPException) or error.status >= SERVER_ERROR


@contextmanager
def log_undelivered(interaction: discord.Interaction[Any]) -> Iterator[None]:
    """Log a response that Discord did not accept, instead of raising the error."""
    try:
        yield
    except UNDELIVERED as error:
        note_undelivered(interaction, error)


def note_undelivered(interaction: discord.Interaction[Any], error: Exception) -> None:
    """Log a response that Discord did not accept: as an error if this program is to blame."""
    code = error.code if isinstance(error, discord.HTTPException) else None
    late = code in _LATE
    bad = isinstance(error, discord.HTTPException) and error.status == _BAD_REQUEST
    broken = bad and not late and code not in {_ARCHIVED, *_AUTOMOD}
    level = logging.INFO if late else logging.ERROR if broken else logging.WARNING
    _log.log(level, "interaction %s: an answer was not delivered: %s", interaction.id, error)
