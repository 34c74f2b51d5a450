"""Prometheus metrics of interactions, of Discord's responses and of sweeps."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Final

import aiohttp
import discord
from prometheus_client import CollectorRegistry, Counter, Histogram

from cogs.context import Interaction, Outcome, Request

_KINDS: Final = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.autocomplete: "autocomplete",
    discord.InteractionType.component: "press",
    discord.InteractionType.modal_submit: "form",
}
# Discord waits 3 seconds for the first answer.
_ANSWER_SECONDS: Final = (0.01, 0.03, 0.1, 0.2, 0.5, 1, 1.5, 2, 3, 5)
_SWEEP_SECONDS: Final = (0.01, 0.03, 0.1, 0.3, 1, 3, 10)
_FIRST_ANSWER: Final = re.compile(r"/interactions/(\d+)/[^/]+/callback$")
_ERROR: Final = 400


class DiscordMetrics:
    """The metrics of one process since its start. None of them identifies a person, a game or a server.

    Args:
        registry: Collects them; without one they are discarded.
        clock: A monotonic clock, in seconds.
    """

    def __init__(
        self, registry: CollectorRegistry | None = None, *, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self._clock = clock
        self._begun: dict[int, tuple[str, float]] = {}
        self.interactions = Counter(
            "gridlock_interactions",
            "Interactions, by kind and by what became of them: done, refused, incident, hasty or unfinished.",
            ["kind", "outcome"],
            registry=registry,
        )
        self.answer_seconds = Histogram(
            "gridlock_answer_seconds",
            "From the moment an interaction comes until Discord has taken its first answer.",
            ["kind"],
            buckets=_ANSWER_SECONDS,
            registry=registry,
        )
        self.shed = Counter(
            "gridlock_shed",
            "Interactions dropped without an answer, by reason: a person far beyond the limit, or a server "
            "with too many waiting.",
            ["reason"],
            registry=registry,
        )
        self.responses = Counter(
            "gridlock_discord_responses",
            "What Discord answered to the bot's requests, by status; none where there was no answer.",
            ["method", "status"],
            registry=registry,
        )
        self.sweeps = Counter(
            "gridlock_sweeps",
            "Sweeps, by outcome: done, failed, or absent without Discord.",
            ["outcome"],
            registry=registry,
        )
        self.sweep_seconds = Histogram(
            "gridlock_sweep_seconds", "How long a sweep took.", buckets=_SWEEP_SECONDS, registry=registry
        )

    def begin(self, interaction: Interaction) -> None:
        """Note that an interaction has arrived."""
        self._begun[interaction.id] = (_kind(interaction), self._clock())

    def end(self, request: Request, *, unfinished: bool = False) -> None:
        """Count a request whose task has ended."""
        self._begun.pop(request.interaction.id, None)
        outcome = Outcome.UNFINISHED if unfinished else request.outcome
        self.interactions.labels(_kind(request.interaction), str(outcome)).inc()

    def trace(self) -> aiohttp.TraceConfig:
        """Return what observes the HTTP requests to Discord."""
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(self._note_response)
        trace.on_request_exception.append(self._note_no_response)
        return trace

    async def _note_response(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, request: aiohttp.TraceRequestEndParams
    ) -> None:
        self.responses.labels(request.method, str(request.response.status)).inc()
        answered = _FIRST_ANSWER.search(request.url.path)
        if answered is not None and request.response.status < _ERROR:
            kind, begun = self._begun.pop(int(answered[1]), (None, 0.0))
            if kind is not None:
                self.answer_seconds.labels(kind).observe(self._clock() - begun)

    async def _note_no_response(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, request: aiohttp.TraceRequestExceptionParams
    ) -> None:
        self.responses.labels(request.method, "none").inc()


def _kind(interaction: Interaction) -> str:
    return _KINDS.get(interaction.type, "other")
