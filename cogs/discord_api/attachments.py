"""Files that people attach to commands, read from Discord within limits."""

from __future__ import annotations

import asyncio
from typing import Final

import aiohttp
import discord

_SECONDS: Final = 10.0


class NotRead(Exception):
    """Discord did not give the file in time, or not at all."""


async def read_attachment(file: discord.Attachment, most_bytes: int) -> bytes | None:
    """Return the content of an attached file; None if it is too large.

    Args:
        file: The file.
        most_bytes: Only a file of at most this size is read.

    Raises:
        NotRead: It cannot be read now.
    """
    if file.size > most_bytes:
        return None
    try:
        async with asyncio.timeout(_SECONDS):
            return await file.read()
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        raise NotRead from error
