"""Readiness of a bot process, as its status port tells it."""

from __future__ import annotations

import asyncio
import socket
from typing import Final

import aiohttp

_SECONDS_BETWEEN_LOOKS: Final = 0.1
_READY: Final = 200


async def until_ready(port: int) -> None:
    """Wait until the process at a status port is ready."""
    async with aiohttp.ClientSession() as session:
        while not await _is_ready(session, port):  # noqa: ASYNC110  # another process
            await asyncio.sleep(_SECONDS_BETWEEN_LOOKS)


async def _is_ready(session: aiohttp.ClientSession, port: int) -> bool:
    try:
        async with session.get(f"http://127.0.0.1:{port}/ready") as response:
            return response.status == _READY
    except aiohttp.ClientError:
        return False


def free_port() -> int:
    """Return a port on which nothing listens."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port
