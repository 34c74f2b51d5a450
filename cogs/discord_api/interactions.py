"""Requests that answer an interaction with its token.

They go through the webhook adapter of discord.py, with its rate limits, retries and errors. The methods of
`discord.Interaction` ask for the message that an answer has made or changed, and build a view from it; here Discord
returns a message only where its id is needed.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable
from typing import Any, Final

import aiohttp
import discord
from discord.enums import InteractionResponseType
from discord.http import Route
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from cogs.discord_api.answers import Answers
from cogs.discord_api.messages import EPHEMERAL_FLAG, Payload
from cogs.discord_api.modals import Modal
from cogs.discord_api.own_emoji import send_or_replace

_CALLBACK: Final = "/interactions/{webhook_id}/{webhook_token}/callback"


class InteractionCalls:
    """The requests that one interaction allows.

    Each of them raises `discord.HTTPException`, `aiohttp.ClientError` or `OSError` where Discord does not take it or
    there is no connection.

    Args:
        interaction: The interaction, whose client has `Answers` under the name `answers`.

    Attributes:
        created_at: When the interaction began, as an aware datetime; its token lives for 15 minutes.
    """

    def __init__(self, interaction: discord.Interaction[Any]) -> None:
        # Not the interaction itself, which has the message and the member, and may be kept for its 15 minutes.
        self._id, self._application_id = interaction.id, interaction.application_id
        self._token, self._client = interaction.token, interaction.client
        self.created_at = interaction.created_at

    async def respond(self, message: Payload, *, file: discord.File | None = None) -> None:
        """Give the first answer: a message of which the id is not needed, such as an ephemeral one."""
        await self._callback(InteractionResponseType.channel_message, message, file=file)

    async def respond_and_identify(self, message: Payload, *, file: discord.File | None = None) -> int:
        """Give the first answer: a message, of which the id is returned."""
        kind = InteractionResponseType.channel_message
        answered = await self._callback(kind, message, wants_message=True, file=file)
        return int(answered["resource"]["message"]["id"])

    async def edit_source(self, change: Payload) -> None:
        """Give the first answer: a change of the message whose control was used."""
        await self._callback(InteractionResponseType.message_update, change)

    async def defer(self, *, thinking: bool) -> None:
        """Give the first answer: that an ephemeral one follows; a press need not show a placeholder for it.

        Args:
            thinking: Whether a placeholder is shown.
        """
        if thinking:
            await self._callback(InteractionResponseType.deferred_channel_message, {"flags": EPHEMERAL_FLAG})
        else:
            await self._callback(InteractionResponseType.deferred_message_update, None)

    async def open_modal(self, form: Modal) -> None:
        """Give the first answer: a form that opens for the person. A submitted form cannot be answered with another."""
        await self._callback(InteractionResponseType.modal, form.payload)

    async def edit_original(self, change: Payload, *, file: discord.File | None = None) -> None:
        """Change the message of the first answer, or the message whose control was used."""

        async def edit(payload: Payload) -> None:
            sent = _adapter().edit_original_interaction_response(
                self._application_id, self._token, **self._connection(), **_body(payload, file)
            )
            await self._answered("PATCH", sent)

        await send_or_replace(self._client.emoji, change, edit)

    async def edit_follow_up(self, message_id: int, change: Payload) -> None:
        """Change a further message that was posted with `follow_up`."""

        async def edit(payload: Payload) -> None:
            sent = _adapter().edit_webhook_message(
                self._application_id, self._token, message_id, **self._connection(), payload=payload
            )
            await self._answered("PATCH", sent)

        await send_or_replace(self._client.emoji, change, edit)

    async def delete(self, message_id: int | None) -> None:
        """Delete a further message; with None, that of the first answer, or the message whose control was used."""
        application_id, token = self._application_id, self._token
        if message_id is None:
            sent = _adapter().delete_original_interaction_response(application_id, token, **self._connection())
        else:
            sent = _adapter().delete_webhook_message(application_id, token, message_id, **self._connection())
        await self._answered("DELETE", sent)

    async def find_original(self) -> int:
        """Return the id of the message of the first answer."""
        sent = _adapter().get_original_interaction_response(self._application_id, self._token, **self._connection())
        return int((await self._answered("GET", sent))["id"])

    async def follow_up(self, message: Payload, *, file: discord.File | None = None) -> int:
        """Post a further message, and return its id."""

        async def post(payload: Payload) -> int:
            sent = _adapter().execute_webhook(
                self._application_id, self._token, wait=True, **self._connection(), **_body(payload, file)
            )
            return int((await self._answered("POST", sent))["id"])

        return await send_or_replace(self._client.emoji, message, post)

    async def _callback(
        self,
        kind: InteractionResponseType,
        data: Payload | None,
        *,
        wants_message: bool = False,
        file: discord.File | None = None,
    ) -> Any:  # noqa: ANN401  # JSON
        route = Route("POST", _CALLBACK, webhook_id=self._id, webhook_token=self._token)
        answer = {"type": kind.value} | ({} if data is None else {"data": _with_attachment(data, file)})
        # discord.py always asks for the message.
        wanted = {"with_response": "true"} if wants_message else None

        async def call(payload: Payload) -> Any:  # noqa: ANN401  # JSON
            sent = _adapter().request(route, params=wanted, **self._connection(), **_encoded(payload, file))
            return await self._answered("POST", sent)

        answered = await send_or_replace(self._client.emoji, answer, call)
        self._answers.metrics.note_answer(self._id)
        return answered

    async def _answered(self, method: str, sent: Awaitable[Any]) -> Any:  # noqa: ANN401  # JSON
        """Return what Discord answers, and count the requests that it does not answer."""
        try:
            return await sent
        except (aiohttp.ClientError, OSError):
            self._answers.metrics.note_response(method, None)
            raise

    @property
    def _answers(self) -> Answers:
        answers: Answers = self._client.answers
        return answers

    def _connection(self) -> dict[str, Any]:
        http = self._client.http
        return {"session": self._answers.session, "proxy": http.proxy, "proxy_auth": http.proxy_auth}


def _adapter() -> AsyncWebhookAdapter:
    return async_context.get()


def _body(message: Payload, file: discord.File | None) -> dict[str, Any]:
    return _encoded(_with_attachment(message, file), file)


def _with_attachment(message: Payload, file: discord.File | None) -> Payload:
    return message if file is None else message | {"attachments": [file.to_dict(0)]}


def _encoded(payload: Payload, file: discord.File | None) -> dict[str, Any]:
    """Return the arguments with which the adapter sends this JSON, and a file beside it."""
    if file is None:
        return {"payload": payload}
    content = {
        "name": "files[0]",
        "value": file.fp,
        "filename": file.filename,
        "content_type": "application/octet-stream",
    }
    return {"multipart": [{"name": "payload_json", "value": json.dumps(payload)}, content], "files": [file]}
