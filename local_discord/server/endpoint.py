"""Delivery of interactions over HTTP, to the endpoint that the application has set, in place of the gateway."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import aiohttp
from nacl.signing import SigningKey

from local_discord.errors import ApiError
from local_discord.model.interaction import Interaction
from local_discord.server.checks.fields import Form
from local_discord.server.rest.interactions import answer

if TYPE_CHECKING:
    from local_discord.client.interactions import Interactions
    from local_discord.model.world import World
    from local_discord.wire import Json

_PING: Final = 1
_PONG: Final = {"type": 1}
_OK, _ACCEPTED, _UNAUTHORIZED = 200, 202, 401


class Endpoint:
    """Signs interactions and delivers them.

    Args:
        world: Where the address of the endpoint is kept, with the application.
        interactions: The interactions, some of which are answered in the response.
    """

    def __init__(self, world: World, interactions: Interactions) -> None:
        self._world = world
        self._interactions = interactions
        self._key = SigningKey.generate()
        self._tasks: set[asyncio.Task[None]] = set()
        self._session: aiohttp.ClientSession | None = None
        world.public_key = self._key.verify_key.encode().hex()

    @property
    def url(self) -> str | None:
        """The address; None if interactions are delivered by the gateway."""
        address: str | None = self._world.profile.get("interactions_endpoint_url")
        return address

    async def verify(self, url: str) -> None:
        """Ask an endpoint for a sign of life, and whether it refuses a forged request.

        Raises:
            ApiError: It does not answer as it has to.
        """
        ping: Json = {
            "id": str(self._world.ids.next()),
            "application_id": str(self._world.application_id),
            "type": _PING,
            "token": "ping",
            "version": 1,
            "user": self._world.owner.to_json(),
            "entitlements": [],
            "authorizing_integration_owners": {},
        }
        try:
            async with asyncio.timeout(self._interactions.answer_within):
                forged, _ = await self._post(url, ping, key=SigningKey.generate())
                status, body = await self._post(url, ping)
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            raise _unverified(f"it does not answer: {error!r}") from error
        if forged != _UNAUTHORIZED:
            raise _unverified(f"it answers {forged} to a forged signature")
        if status != _OK or _parsed(body) != _PONG:
            raise _unverified(f"it answers {status} to a ping")

    def deliver(self, interaction: Interaction) -> bool:
        """Begin to deliver an interaction; return False if the gateway has to."""
        url = self.url
        if url is None:
            return False
        interaction.deliveries += 1
        task = asyncio.create_task(self._deliver(url, interaction))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return True

    async def close(self) -> None:
        """Stop delivering."""
        for task in self._tasks:
            task.cancel()
        if self._session is not None:
            await self._session.close()

    async def _deliver(self, url: str, interaction: Interaction) -> None:
        try:
            async with asyncio.timeout(self._interactions.answer_within):
                status, body = await self._post(url, interaction.payload)
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            interaction.refusals.append(ApiError(0, 0, f"The endpoint does not answer: {error!r}"))
            return
        if status == _OK:
            self._answer(interaction, _parsed(body))
        elif status != _ACCEPTED or body:
            interaction.refusals.append(ApiError(status, 0, "The endpoint refuses the interaction"))

    def _answer(self, interaction: Interaction, body: Any) -> None:  # noqa: ANN401  # JSON
        """Take the body of a response as the first answer. What is wrong with it shows in `refusals` alone."""
        if not isinstance(body, dict):
            interaction.refusals.append(ApiError(_OK, 0, "The response holds no answer"))
            return
        with suppress(ApiError):
            answer(self._interactions.for_callback(interaction.id, interaction.token), body, {})
            self._interactions.announce_answer(interaction)

    async def _post(self, url: str, payload: Json, *, key: SigningKey | None = None) -> tuple[int, bytes]:
        body = json.dumps(payload, separators=(",", ":")).encode()
        timestamp = str(int(time.time()))
        signature = (key or self._key).sign(timestamp.encode() + body).signature.hex()
        headers = {
            "Content-Type": "application/json",
            "X-Signature-Ed25519": signature,
            "X-Signature-Timestamp": timestamp,
        }
        if self._session is None:
            self._session = aiohttp.ClientSession()
        async with self._session.post(url, data=body, headers=headers) as response:
            return response.status, await response.read()


def _parsed(body: bytes) -> Any:  # noqa: ANN401  # JSON
    try:
        return json.loads(body)
    except ValueError:
        return None


def _unverified(reason: str) -> ApiError:
    form = Form()
    form.error(
        ("interactions_endpoint_url",),
        "APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID",
        f"The specified interactions endpoint url could not be verified: {reason}.",
    )
    return form.failure()
