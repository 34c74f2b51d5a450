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
from cogs.runtime.limit_waits import LimitWaits

_KINDS: Final = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.autocomplete: "autocomplete",
    discord.InteractionType.component: "press",
    discord.InteractionType.modal_submit: "form",
}
# Discord waits 3 seconds for the first answer.
_ANSWER_SECONDS: Final = (0.01, 0.03, 0.1, 0.2, 0.5, 1, 1.5, 2, 3, 5)
# Buckets of Discord refill within seconds; a ban for a route may last minutes.
_WAIT_SECONDS: Final = (0.01, 0.1, 0.3, 1, 3, 10, 60)
_SWEEP_SECONDS: Final = (0.01, 0.03, 0.1, 0.3, 1, 3, 10)
_FIRST_ANSWER: Final = re.compile(r"/interactions/(\d+)/[^/]+/callback$")
_ERROR: Final = 400


class DiscordMetrics:
    """The metrics of one process since its start. None of them identifies a person, a game or a server.

    Args:
        registry: Collects them; without one they are discarded.
        clock: A monotonic clock, in seconds.

    Attributes:
        status_listeners: Called with the status of each response, or None.
    """

    def __init__(
        self, registry: CollectorRegistry | None = None, *, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self._clock = clock
        self.status_listeners: list[Callable[[int | None], None]] = []
        self._begun: dict[int, tuple[str, float]] = {}
        # Prometheus looks a counter up by its labels under a lock, for each use.
        self._responses_by: dict[tuple[str, int | None], Counter] = {}
        self._interactions_by: dict[tuple[str, Outcome], Counter] = {}
        self._answer_seconds_of: dict[str, Histogram] = {}
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
        self.refused_requests = Counter(
            "gridlock_refused_requests",
            "Requests with interactions over HTTP that were refused, by reason: unsigned, forged, old, large, slow or "
            "unreadable.",
            ["reason"],
            registry=registry,
        )
        self.responses = Counter(
            "gridlock_discord_responses",
            "What Discord answered to the bot's requests, by status; none where there was no answer.",
            ["method", "status"],
            registry=registry,
        )
        self.limit_waits = LimitWaits(
            Histogram(
                "gridlock_limit_wait_seconds",
                "How long requests waited for a rate limit of Discord before they were sent.",
                buckets=_WAIT_SECONDS,
                registry=registry,
            )
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
        key = (_kind(request.interaction), Outcome.UNFINISHED if unfinished else request.outcome)
        counter = self._interactions_by.get(key)
        if counter is None:
            counter = self._interactions_by[key] = self.interactions.labels(key[0], str(key[1]))
        counter.inc()

    def trace(self) -> aiohttp.TraceConfig:
        """Return what observes the HTTP requests that discord.py makes by itself; see `Answers` for the others."""
        trace = aiohttp.TraceConfig()
        self.limit_waits.add_to(trace)
        trace.on_request_end.append(self._note_response)
        trace.on_request_exception.append(self._note_no_response)
        return trace

    async def _note_response(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, request: aiohttp.TraceRequestEndParams
    ) -> None:
        self.note_response(request.method, request.response.status)
        answered = _FIRST_ANSWER.search(request.url.path)
        if answered is not None and request.response.status < _ERROR:
            self.note_answer(int(answered[1]))

    async def _note_no_response(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, request: aiohttp.TraceRequestExceptionParams
    ) -> None:
        self.note_response(request.method, None)

    def note_response(self, method: str, status: int | None) -> None:
        """Count a response of Discord.

        Args:
            method: The method of the request.
            status: The status; None if there was no response.
        """
        for listener in self.status_listeners:
            listener(status)
        counter = self._responses_by.get((method, status))
        if counter is None:
            label = "none" if status is None else str(status)
            counter = self._responses_by[method, status] = self.responses.labels(method, label)
        counter.inc()

    def note_answer(self, interaction_id: int) -> None:
        """Note that Discord has taken the first answer to an interaction."""
        kind, begun = self._begun.pop(interaction_id, (None, 0.0))
        if kind is not None:
            histogram = self._answer_seconds_of.get(kind)
            if histogram is None:
                histogram = self._answer_seconds_of[kind] = self.answer_seconds.labels(kind)
            histogram.observe(self._clock() - begun)


def _kind(interaction: Interaction) -> str:
    return _KINDS.get(interaction.type, "other")
