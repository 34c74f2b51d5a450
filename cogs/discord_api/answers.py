"""HTTP session of the requests that answer interactions.

It uses the connections of discord.py, and does for each request only what an answer needs: no cookies, and no trace,
whose signals cost more than sending a short answer.
"""

from __future__ import annotations

from typing import Protocol

import aiohttp
from discord.http import HTTPClient


class AnswerMetrics(Protocol):
    """Counts what became of answers."""

    def note_response(self, method: str, status: int | None) -> None:
        """Count a response of Discord; None for a request without one."""

    def note_answer(self, interaction_id: int) -> None:
        """Note that Discord has taken the first answer to an interaction."""


class Answers:
    """Sends answers, and counts the responses.

    Args:
        http: The client of discord.py, after its login.
        metrics: Counts the responses.

    Attributes:
        session: The session.
        metrics: Counts the responses.
    """

    def __init__(self, http: HTTPClient, metrics: AnswerMetrics) -> None:
        class CountedResponse(aiohttp.ClientResponse):
            async def start(self, connection: aiohttp.connector.Connection) -> aiohttp.ClientResponse:
                response = await super().start(connection)
                metrics.note_response(self.method, self.status)
                return response

        self.metrics = metrics
        self.session = aiohttp.ClientSession(
            connector=http.connector,
            connector_owner=False,
            cookie_jar=aiohttp.DummyCookieJar(),
            response_class=CountedResponse,
        )

    async def close(self) -> None:
        """Close the session; the connections stay those of discord.py."""
        await self.session.close()
