"""Decorators of commands and autocompletes: they pass a `Request`; a late or failing autocomplete offers no choices."""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeAlias, TypeVar

from discord import app_commands

from cogs.context import Interaction, Outcome, Request
from gridlock_host import Refusal

_log = logging.getLogger(__name__)

MOST_CHOICES: Final = 25
# Discord drops an autocomplete after 3 seconds; no choices in time are better than an error.
_TIMEOUT_SECONDS: Final = 2.0

P = ParamSpec("P")
CogT = TypeVar("CogT")
T = TypeVar("T")
Choices: TypeAlias = list[app_commands.Choice[str]]


def takes_request(
    command: Callable[Concatenate[CogT, Request, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[CogT, Interaction, P], Coroutine[Any, Any, T]]:
    """Let a command take a `Request` where discord.py passes an interaction."""

    @wraps(command)
    async def with_interaction(cog: CogT, interaction: Interaction, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await command(cog, Request.of(interaction), *args, **kwargs)

    # discord.py reads the options from here. It would look the names in annotations up in this module.
    with_interaction.__signature__ = inspect.signature(command, eval_str=True)  # type: ignore[attr-defined]
    return with_interaction


def guarded_autocomplete(
    autocomplete: Callable[[Any, Request, str], Coroutine[Any, Any, Choices]],
) -> Callable[[Any, Interaction, str], Coroutine[Any, Any, Choices]]:
    """Let an autocomplete take a `Request`, and answer in time with at most 25 choices even if it fails."""

    @wraps(autocomplete)
    async def in_time(cog: object, interaction: Interaction, current: str) -> Choices:
        request = Request.of(interaction)
        try:
            async with asyncio.timeout(_TIMEOUT_SECONDS):
                return (await autocomplete(cog, request, current))[:MOST_CHOICES]
        except Refusal:
            return []
        except TimeoutError:
            _log.warning("an autocomplete took too long, and got no choices")
            return []
        except Exception:  # noqa: BLE001  # discord.py would leave the autocomplete unanswered
            request.outcome = Outcome.INCIDENT
            _log.exception("no choices for an autocomplete")
            return []

    return in_time
