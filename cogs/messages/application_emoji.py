"""The application's own emoji: uploaded in the background, and used as soon as all of them are there."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

import aiohttp
import discord

from cogs.discord_api.emojis import EmojiRequests
from cogs.discord_api.failures import SERVER_ERROR
from cogs.messages.looks.emoji_set import UNICODE, EmojiSet, drawn_set

_log = logging.getLogger(__name__)

_OWN_NAME: Final = re.compile(r"[a-z0-9_]+_g[0-9a-f]{6}")
"""The names that only this bot gives: Discord takes up to 32 letters, digits and underscores."""

# Until the other process has uploaded all, or Discord is in order again. The last one repeats.
_PAUSES: Final = (10.0, 60.0, 600.0)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture to upload.

    Attributes:
        name: The name of its emoji: that of the picture, and a hash of its content.
        content: The PNG.
    """

    name: str
    content: bytes


@cache
def pictures() -> Mapping[str, Picture]:
    """Return all pictures that a board can show, by their names; read once."""
    folder = files("cogs") / "emoji"
    contents = {name: (folder / f"{name}.png").read_bytes() for name in sorted(UNICODE.codes)}
    return {name: Picture(_emoji_name(name, content), content) for name, content in contents.items()}


def _emoji_name(name: str, content: bytes) -> str:
    return f"{name}_g{hashlib.sha256(content).hexdigest()[:6]}"


class ApplicationEmoji:
    """The emoji that boards are drawn with.

    Args:
        requests: Lists, uploads and deletes emoji.
        uploads: Whether this process uploads what is missing. Of several processes one does; the others wait for it.

    Attributes:
        current: Unicode's emoji, until all of the application's own are there.
    """

    def __init__(self, requests: EmojiRequests, *, uploads: bool) -> None:
        self._requests = requests
        self._uploads = uploads
        self.current: EmojiSet = UNICODE

    async def keep_trying(self) -> None:
        """Bring the application's emoji up to date; again later while Discord is out of order. It raises no error.

        What Discord refuses is tried again with the next start only.
        """
        attempt = 0
        while not await self._is_settled():
            await asyncio.sleep(_PAUSES[min(attempt, len(_PAUSES) - 1)])
            attempt += 1

    async def _is_settled(self) -> bool:
        """Make one attempt, and return whether no other is needed, or none would help."""
        try:
            return await self._bring_up_to_date()
        except discord.HTTPException as error:
            _log.warning("the emoji of the application could not be brought up to date: %s", error)
            return error.status < SERVER_ERROR and not isinstance(error, discord.RateLimited)
        except (aiohttp.ClientError, OSError) as error:
            _log.warning("Discord could not be reached for the emoji of the application: %s", error)
            return False

    async def _bring_up_to_date(self) -> bool:
        """Upload what is missing, one at a time, then use all, then delete what is superseded."""
        wanted = await asyncio.to_thread(pictures)
        there = await self._requests.ids()
        if self._uploads:
            missing = [picture for picture in wanted.values() if picture.name not in there]
            for picture in missing:
                there[picture.name] = await self._requests.upload(picture.name, picture.content)
            if missing:
                _log.info("uploaded emoji of the application: %d", len(missing))
        if any(picture.name not in there for picture in wanted.values()):
            return False
        self.current = drawn_set({name: there[picture.name] for name, picture in wanted.items()})
        if self._uploads:
            await self._delete_superseded(there, {picture.name for picture in wanted.values()})
        return True

    async def _delete_superseded(self, there: Mapping[str, int], wanted: set[str]) -> None:
        """Delete emoji of earlier versions. Others of the application are not the bot's."""
        for name, emoji_id in there.items():
            if name not in wanted and _OWN_NAME.fullmatch(name):
                await self._requests.delete(emoji_id)
