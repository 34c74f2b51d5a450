"""The application's own emoji: uploaded in the background, and used as long as all of them are there."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

import aiohttp
import discord

from cogs.discord_api.emojis import EmojiRequests
from cogs.discord_api.failures import SERVER_ERROR
from cogs.messages.looks.emoji_set import UNICODE, EmojiSet, drawn_set

_log = logging.getLogger(__name__)

_OWN_NAME: Final = re.compile(r"[a-z0-9_]+_g[0-9a-f]{6}")
"""The names that only this bot gives: Discord takes up to 32 letters, digits and underscores."""

_CODE: Final = re.compile(r"<:\w+:(\d+)>")

# A message whose text alone has an emoji that was deleted is not refused. Seconds.
_CHECKED_EVERY: Final = 3600.0

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
        uploads: Returns whether this process uploads what is missing. Of several processes one does; the others wait
            for it.

    Attributes:
        current: Unicode's emoji, unless all of the application's own are there.
    """

    def __init__(self, requests: EmojiRequests, *, uploads: Callable[[], bool]) -> None:
        self._requests = requests
        self._uploads = uploads
        self.current: EmojiSet = UNICODE
        self._refused: EmojiSet | None = None
        self._names: dict[str, str] = {}
        self._in_doubt = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Keep the application's emoji up to date from now on, in a task; where that is done, let them be checked."""
        if self._task is None:
            self._task = asyncio.create_task(self._keep_up_to_date(), name="emoji of the application")
        else:
            self._in_doubt.set()

    def stop(self) -> None:
        """Leave the emoji as they are from now on."""
        if self._task is not None:
            self._task.cancel()

    async def _keep_up_to_date(self) -> None:
        """Bring the application's emoji up to date, whenever they are in doubt and once an hour. It raises no error.

        While Discord is out of order, it is tried again soon; what Discord refuses, an hour later.
        """
        while True:
            self._in_doubt.clear()
            attempt = 0
            while not await self._is_settled():
                await asyncio.sleep(_PAUSES[min(attempt, len(_PAUSES) - 1)])
                attempt += 1
            try:
                async with asyncio.timeout(_CHECKED_EVERY):
                    await self._in_doubt.wait()
            except TimeoutError:
                self._refused = None

    def replaced(self, payload: dict[str, Any]) -> dict[str, Any] | None:
        """Return a refused message with Unicode's emoji; None if it has none of the application's.

        Boards have Unicode's emoji from then on, until the application's are in order.
        """
        used: set[str] = set()
        plain: dict[str, Any] = self._with_unicode(payload, used)
        if not used:
            return None
        # A message that was drawn before the last check says nothing of the emoji that boards have since then.
        if used <= {partial["id"] for partial in self.current.partials.values()}:
            _log.warning("Discord does not know an emoji of the application; boards have Unicode's until it is mended")
            self.current, self._refused = UNICODE, self.current
            self._in_doubt.set()
        return plain

    def _with_unicode(self, part: Any, used: set[str]) -> Any:  # noqa: ANN401  # JSON
        """Copy a part of a message with Unicode's emoji, and note the ids of what is replaced."""
        if isinstance(part, str):
            return _CODE.sub(lambda code: self._unicode_code(code, used), part)
        if isinstance(part, Mapping):
            emoji_id = part.get("id")
            if "name" in part and emoji_id in self._names:
                used.add(emoji_id)
                return UNICODE.partials[self._names[emoji_id]]
            return {key: self._with_unicode(value, used) for key, value in part.items()}
        if isinstance(part, list | tuple):
            return [self._with_unicode(each, used) for each in part]
        return part

    def _unicode_code(self, code: re.Match[str], used: set[str]) -> str:
        name = self._names.get(code[1])
        if name is None:
            return code[0]
        used.add(code[1])
        return UNICODE.codes[name]

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
        if self._uploads():
            missing = [picture for picture in wanted.values() if picture.name not in there]
            for picture in missing:
                there[picture.name] = await self._requests.upload(picture.name, picture.content)
            if missing:
                _log.info("uploaded emoji of the application: %d", len(missing))
        if any(picture.name not in there for picture in wanted.values()):
            self.current = UNICODE
            return False
        ids = {name: there[picture.name] for name, picture in wanted.items()}
        drawn = drawn_set(ids)
        if drawn == self._refused:
            _log.warning("Discord lists all emoji of the application, but has refused one of them")
            return True
        self._names |= {str(number): name for name, number in ids.items()}
        self.current = drawn
        if self._uploads():
            await self._delete_superseded(there, {picture.name for picture in wanted.values()})
        return True

    async def _delete_superseded(self, there: Mapping[str, int], wanted: set[str]) -> None:
        """Delete emoji of earlier versions. Others of the application are not the bot's."""
        for name, emoji_id in there.items():
            if name not in wanted and _OWN_NAME.fullmatch(name):
                await self._requests.delete(emoji_id)
