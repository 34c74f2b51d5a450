"""A parsed REST request."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from aiohttp import BodyPartReader

from local_discord.errors import not_json, too_large
from local_discord.wire import ATTACHMENT_SIZE_LIMIT, Json, Upload

if TYPE_CHECKING:
    from collections.abc import Mapping

    from aiohttp import web


@dataclass
class Call:
    """A request.

    Attributes:
        names: The variable parts of the path.
        query: The query's fields.
        payload: The JSON, or None.
        uploads: The files, by their index.
    """

    names: Mapping[str, str]
    query: Mapping[str, str]
    payload: Json | list[Json] | None = None
    uploads: dict[int, Upload] = field(default_factory=dict)

    def id(self, name: str) -> int:
        """Return an id of the path."""
        return int(self.names[name])

    @property
    def body(self) -> Json:
        """The JSON object; empty if there is none.

        Raises:
            ApiError: The JSON is not an object.
        """
        if self.payload is None:
            return {}
        if not isinstance(self.payload, dict):
            raise not_json()
        return self.payload


async def read_call(request: web.Request) -> Call:
    """Parse a request with JSON, or with a form that has files.

    Raises:
        ApiError: The JSON is invalid, or a file is too large.
    """
    call = Call(request.match_info, request.query)
    if request.content_type == "multipart/form-data":
        await _read_form(request, call)
    elif request.can_read_body:
        call.payload = _parse(await request.read())
    return call


async def _read_form(request: web.Request, call: Call) -> None:
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise not_json()
        content = bytes(await part.read())
        name = part.name or ""
        if name == "payload_json":
            call.payload = _parse(content)
        elif name.startswith("files["):
            if len(content) > ATTACHMENT_SIZE_LIMIT:
                raise too_large()
            kind = part.headers.get("Content-Type", "application/octet-stream")
            index = int(name.removeprefix("files[").removesuffix("]"))
            call.uploads[index] = Upload(part.filename or "file", content, kind)


def _parse(content: bytes) -> Json | list[Json] | None:
    if not content:
        return None
    try:
        payload = json.loads(content)
    except ValueError as error:
        raise not_json() from error
    if not isinstance(payload, (dict, list)):
        raise not_json()
    return payload
