"""The rate limit: how much one person may use the bot in ten seconds."""

from __future__ import annotations

import asyncio
import math
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import app_commands

from cogs.commands.option_checks import option_being_typed
from cogs.components.base import used_custom_id
from cogs.context import Interaction, Outcome, Request
from cogs.discord_api.failures import log_undelivered
from cogs.messages.controls import FORGET, OPEN_REVIEW, PLAY
from cogs.runtime.limits.rush_log import RushLog
from cogs.runtime.limits.server_shares import ServerShares
from cogs.runtime.metrics import DiscordMetrics
from gridlock_rules.wording import CountedPhrase

SECONDS: Final = 10.0
"""The length of the period in which uses are counted; it begins with the first one."""

# A use that notifies a person, or occupies a process for some seconds, counts as several.
_COSTS: Final = {
    "gridlock challenge": 4,
    "Challenge to Gridlock": 4,
    "gridlock learn review": 4,
    OPEN_REVIEW.action: 4,
    f"{PLAY.action} form": 4,
    "gridlock me my-data": 4,
    FORGET.action: 10,
}
# Discord asks for choices with every few letters that a person types.
_CHOICES_PER_USE: Final = 2
# A person who sends this many times what the limit allows, autocompletes included, gets no answer any more.
_TIMES_THE_LIMIT: Final = 5


@dataclass(slots=True)
class _Period:
    """The uses of one person since a first one.

    Attributes:
        begun: When that was.
        used: How many there were since.
    """

    begun: float
    used: int = 0


class UseCounter:
    """Counts the uses of each person, in memory.

    Args:
        limit: How many uses a person has in ten seconds; 0 for any number.
        clock: A monotonic clock, in seconds.
    """

    def __init__(self, limit: int, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._limit = limit
        self._clock = clock
        # The oldest period first.
        self._periods: OrderedDict[int, _Period] = OrderedDict()

    def seconds_to_wait(self, person: int, *, uses: int = 1) -> float | None:
        """Count a use, and return how many seconds the person must wait; None if the use is within the limit.

        Args:
            person: The person's id.
            uses: How many uses it counts as. One that exceeds the limit uses up what is left.
        """
        if self._limit <= 0:
            return None
        now = self._clock()
        self._forget(now)
        period = self._periods.setdefault(person, _Period(now))
        period.used += uses
        return None if period.used <= self._limit else SECONDS - (now - period.begun)

    def _forget(self, now: float) -> None:
        """Forget the periods that are over."""
        while self._periods and now - next(iter(self._periods.values())).begun >= SECONDS:
            self._periods.popitem(last=False)


class RateLimiter:
    """Decides whether a request is served, and when. One that is not is answered here, without a database query.

    Args:
        metrics: Counts interactions.
        limit: How many commands and presses a person may use in ten seconds; 0 for any number. Autocompletes are
            counted apart.
        shares: The shares of servers.
        rush_log: Sums up in the log what is dropped or refused.
    """

    def __init__(
        self, metrics: DiscordMetrics, limit: int, shares: ServerShares, rush_log: RushLog | None = None
    ) -> None:
        self._rush_log = rush_log or RushLog()
        self._metrics = metrics
        self._shares = shares
        # With a low limit, a person could otherwise never use what costs more, or ask and then confirm.
        self._most_at_once = max(1, limit // 2)
        self._uses = UseCounter(limit)
        self._choices = UseCounter(limit * _CHOICES_PER_USE)
        self._arrivals = UseCounter(limit * _TIMES_THE_LIMIT)

    def sheds(self, event: Mapping[str, Any]) -> bool:
        """Return whether to drop an interaction without an answer, which would cost more than it is worth.

        Args:
            event: What the gateway sent. It is read before anything is made of it.
        """
        reason = self._reason_to_shed(event)
        if reason is not None:
            self._metrics.shed.labels(reason).inc()
            self._rush_log.note_dropped(_sender(event)[0])
        return reason is not None

    def _reason_to_shed(self, event: Mapping[str, Any]) -> str | None:
        server, person = _sender(event)
        if self._arrivals.seconds_to_wait(person) is not None:
            return "person"
        return "server" if self._shares.is_full(server) else None

    async def allow(self, request: Request) -> bool:
        """Return whether to serve a request, when it is its turn.

        It is asked once for each request, in the task that serves it.
        """
        self._measure(request)
        await self._shares.turn(share_of(request.interaction.guild_id, request.user_id), request.user_id)
        if request.interaction.type is discord.InteractionType.autocomplete:
            return await self._allow_choices(request)
        seconds = self._uses.seconds_to_wait(request.user_id, uses=min(_cost(request.interaction), self._most_at_once))
        if seconds is None:
            return True
        request.outcome = Outcome.HASTY
        self._rush_log.note_refused(share_of(request.interaction.guild_id, request.user_id))
        await request.responder.send_ephemeral(_too_fast(math.ceil(seconds)))
        return False

    async def _allow_choices(self, request: Request) -> bool:
        if self._choices.seconds_to_wait(request.user_id) is not None:
            request.outcome = Outcome.HASTY
        elif _has_choices(request.interaction):
            return True
        with log_undelivered(request.interaction):
            await request.interaction.response.autocomplete([])
        return False

    def _measure(self, request: Request) -> None:
        """Let the metrics count the request when its task is done."""
        self._metrics.begin(request.interaction)
        task = asyncio.current_task()
        if task is not None:
            task.add_done_callback(lambda done: self._metrics.end(request, unfinished=done.cancelled()))


def share_of(guild_id: int | None, user_id: int) -> int:
    """Return whose share a request uses: that of its server; in direct messages, one of the person's own."""
    return -user_id if guild_id is None else guild_id


def _sender(event: Mapping[str, Any]) -> tuple[int, int]:
    """Return whose share an interaction uses, and who has sent it."""
    person = int((event.get("member") or event)["user"]["id"])
    guild_id = event.get("guild_id")
    return share_of(None if guild_id is None else int(guild_id), person), person


def _cost(interaction: Interaction) -> int:
    command = interaction.command
    return _COSTS.get(_action(interaction) if command is None else command.qualified_name, 1)


def _action(interaction: Interaction) -> str:
    """Return the action of the control that was used, as its custom id says; for a form, with the word "form"."""
    action = used_custom_id(interaction).partition(":")[2].partition(":")[0]
    return f"{action} form" if interaction.type is discord.InteractionType.modal_submit else action


def _has_choices(interaction: Interaction) -> bool:
    """Return whether the option being typed has choices; not if the command has changed since the client loaded it."""
    command = interaction.command
    if not isinstance(command, app_commands.Command):
        return False
    option = command.get_parameter(option_being_typed(interaction) or "")
    return option is not None and option.autocomplete


def _too_fast(seconds: int) -> CountedPhrase:
    return CountedPhrase(
        max(1, seconds),
        "You are using commands and buttons too fast. Please try again in {number} second.",
        "You are using commands and buttons too fast. Please try again in {number} seconds.",
    )
