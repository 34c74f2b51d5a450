"""The response to an interaction: exactly one, and in time, even if the work behind it is slow."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import aiohttp
import discord
from discord.utils import MISSING

from cogs.text.i18n import Words
from cogs.text.shared import NO_MENTIONS
from gridlock_host import Refusal
from gridlock_rules.wording import Phrase

_log = logging.getLogger(__name__)

# Discord waits 3 seconds for the first response. One that is not ready by then is deferred.
DEFER_AFTER_SECONDS: Final = 1.5

ALREADY_ANSWERED: Final = 40060
# The interaction can no longer be answered: unknown interaction, unknown webhook, acknowledged, token expired.
LATE: Final = frozenset({10062, 10015, ALREADY_ANSWERED, 50027})
# The thread is archived.
_ARCHIVED: Final = 50083
_BAD_REQUEST: Final = 400
_SERVER_ERROR: Final = 500

UNDELIVERED: Final = (discord.HTTPException, aiohttp.ClientError, OSError)
"""The errors with which a request to Discord can fail without a fault in this program."""


# Codes of Discord's AutoMod: a message, or a title in it, breaks a rule of the server.
_AUTOMOD: Final = frozenset({200000, 200001})
_BLOCKED: Final = Phrase(
    "AutoMod, a rule of this server, did not let me show that here. It is done all the same: `/gridlock games` lists "
    "your games and challenges."
)


def _is_blocked(error: Exception) -> bool:
    return isinstance(error, discord.HTTPException) and error.code in _AUTOMOD


class Responder:
    """Answers one interaction exactly once, and defers a slow answer.

    After a deferral the methods edit the placeholder or follow up; callers need not know. When Discord rejects a
    public message, or the connection breaks, it is posted in another way; when another process has already answered,
    nothing is posted twice. No method raises an error of Discord's, so what follows a response is always reached.
    Phrases are translated into the server's language.

    Args:
        interaction: The interaction to answer.
        words: Returns the words of the server's language.

    Attributes:
        is_attached: Whether the source message still holds the control that was used; meaningless for commands.
    """

    def __init__(self, interaction: discord.Interaction[Any], words: Callable[[], Awaitable[Words]]) -> None:
        self._interaction = interaction
        self._words = words
        self._lock = asyncio.Lock()
        self.is_attached = True
        self._placeholder_stands = False
        self._timer: asyncio.TimerHandle | None = None
        self._deferring: asyncio.Task[None] | None = None

    def start_timer(self) -> None:
        """Defer the response if it is not given within a second and a half."""
        self._timer = asyncio.get_running_loop().call_later(DEFER_AFTER_SECONDS, self._begin_deferring)

    async def defer(self) -> None:
        """Show at once that an ephemeral response follows, because it is known to be slow."""
        self._stop_timer()
        await self._defer(thinking=True)

    async def progress(self, text: str) -> None:
        """Show a text in the placeholder of a deferred response that still follows."""
        async with self._lock:
            if self._placeholder_stands:
                with log_undelivered(self._interaction):
                    await self._interaction.edit_original_response(content=await self._translated(text))

    async def send_ephemeral(
        self,
        text: str | None = None,
        *,
        view: discord.ui.View | discord.ui.LayoutView | None = None,
        file: discord.File | None = None,
    ) -> bool:
        """Send a message that only the person who asked can see.

        Returns:
            Whether Discord accepted it.
        """
        interaction = self._interaction
        message: dict[str, Any] = {"allowed_mentions": NO_MENTIONS}
        if text is not None:
            message["content"] = await self._translated(text)
        if view is not None:
            # Presses are served by custom id. Without this, discord.py would keep the view for 15 minutes.
            view.stop()
            message["view"] = view
        delivered = False
        async with self._lock:
            self._stop_timer()
            with log_undelivered(interaction):
                if not interaction.response.is_done():
                    await interaction.response.send_message(**message, file=file or MISSING, ephemeral=True)
                elif self._take_placeholder():
                    await interaction.edit_original_response(**message, attachments=[file] if file else MISSING)
                else:
                    await interaction.followup.send(**message, file=file or MISSING, ephemeral=True)
                delivered = True
        return delivered

    async def send(
        self,
        view: discord.ui.View | discord.ui.LayoutView,
        *,
        text: str | None = None,
        mentions: discord.AllowedMentions = NO_MENTIONS,
        only_as_response: bool = True,
        nonce: str | None = None,
    ) -> int | None:
        """Post a message that everybody in the channel can see.

        Args:
            view: The controls; a layout is the whole message.
            text: The content, beside a view that is no layout.
            mentions: Who is notified.
            only_as_response: Whether to post nothing if another process has already answered the interaction, because
                it has posted the same message. What only this process has done is posted in any case.
            nonce: Prevents a second copy where the message is posted in another way than as a response.

        Returns:
            The id of the message; None if it was not posted.
        """
        message: dict[str, Any] = {"view": view, "allowed_mentions": mentions}
        if text is not None:
            message["content"] = await self._translated(text)
        async with self._lock:
            self._stop_timer()
            # After a deferral the original response is the placeholder, and a follow-up cannot be looked up.
            is_original = not self._interaction.response.is_done()
            try:
                return await self._post(message)
            except UNDELIVERED as error:
                note_undelivered(self._interaction, error)
                is_blocked = _is_blocked(error)
                if only_as_response and isinstance(error, discord.HTTPException) and error.code == ALREADY_ANSWERED:
                    return None
                may_have_arrived = not isinstance(error, discord.HTTPException) or error.status >= _SERVER_ERROR
            if not is_blocked:
                return await self._post_otherwise(message, nonce, look_first=may_have_arrived and is_original)
        await self.send_ephemeral(_BLOCKED)
        return None

    async def _post_otherwise(self, message: dict[str, Any], nonce: str | None, *, look_first: bool) -> int | None:
        """Post a rejected response in the channel, unless it has arrived all the same; return the message's id."""
        with log_undelivered(self._interaction):
            if look_first and (posted := await self._find_original()) is not None:
                return posted
            if isinstance(self._interaction.channel, discord.abc.Messageable):
                return (await self._interaction.channel.send(**message | {"nonce": nonce})).id
        return None

    async def edit_source(
        self, view: discord.ui.View | discord.ui.LayoutView | None, *, text: str | None = MISSING
    ) -> bool:
        """Edit the message whose control was used.

        If that message does not hold the control any more, it stays as it is, and the text is sent as an ephemeral
        message.

        Returns:
            Whether the message was edited, as far as Discord tells.
        """
        interaction = self._interaction
        if not self.is_attached:
            await self.send_ephemeral(Phrase("Done.") if text in (MISSING, None) else text)
            return False
        if text not in (MISSING, None):
            text = await self._translated(text)
        async with self._lock:
            self._stop_timer()
            try:
                if not interaction.response.is_done():
                    await interaction.response.edit_message(content=text, view=view, allowed_mentions=NO_MENTIONS)
                else:
                    await interaction.edit_original_response(content=text, view=view, allowed_mentions=NO_MENTIONS)
            except UNDELIVERED as error:
                note_undelivered(interaction, error)
                is_blocked = _is_blocked(error)
            else:
                return True
            if not is_blocked and interaction.message is not None and not interaction.message.flags.ephemeral:
                with log_undelivered(interaction):
                    await interaction.message.edit(content=text, view=view, allowed_mentions=NO_MENTIONS)
                    return True
        if is_blocked:
            await self.send_ephemeral(_BLOCKED)
        return False

    async def _post(self, message: dict[str, Any]) -> int | None:
        interaction = self._interaction
        if not interaction.response.is_done():
            return (await interaction.response.send_message(**message)).message_id
        if self._take_placeholder():
            await interaction.edit_original_response(content=await self._translated(Phrase("Done; see below.")))
        return (await interaction.followup.send(**message, wait=True)).id

    async def _translated(self, text: str) -> str:
        return (await self._words()).say(text)

    async def _find_original(self) -> int | None:
        """Return the id of the response that Discord posted although the connection broke; None if there is none."""
        try:
            return (await self._interaction.original_response()).id
        except discord.NotFound:
            return None

    def _take_placeholder(self) -> bool:
        """Return whether a "thinking" placeholder stands that this call may replace; only one call may."""
        stands, self._placeholder_stands = self._placeholder_stands, False
        return stands

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _begin_deferring(self) -> None:
        # The response to a press edits its message, which needs no placeholder.
        thinking = self._interaction.type is not discord.InteractionType.component
        self._deferring = asyncio.get_running_loop().create_task(self._defer(thinking=thinking))

    async def _defer(self, *, thinking: bool) -> None:
        async with self._lock:
            if self._interaction.response.is_done():
                return
            with log_undelivered(self._interaction):
                await self._interaction.response.defer(ephemeral=True, thinking=thinking)
                self._placeholder_stands = thinking


@contextmanager
def log_undelivered(interaction: discord.Interaction[Any]) -> Iterator[None]:
    """Log a response that Discord did not accept, instead of raising the error."""
    try:
        yield
    except UNDELIVERED as error:
        note_undelivered(interaction, error)


def note_undelivered(interaction: discord.Interaction[Any], error: Exception) -> None:
    """Log a response that Discord did not accept: as an error if this program is to blame."""
    code = error.code if isinstance(error, discord.HTTPException) else None
    late = code in LATE
    bad = isinstance(error, discord.HTTPException) and error.status == _BAD_REQUEST
    broken = bad and not late and code not in {_ARCHIVED, *_AUTOMOD}
    level = logging.INFO if late else logging.ERROR if broken else logging.WARNING
    _log.log(level, "interaction %s: an answer was not delivered: %s", interaction.id, error)


@contextmanager
def log_follow_up_failure(what: str) -> Iterator[None]:
    """Log a failure of the work that follows a response, instead of telling the person.

    The change is stored and confirmed by then, and a message about a failure would be read as one about the change.
    """
    try:
        yield
    except Refusal as refusal:
        _log.warning("%s: a step after the answer was refused: %s", what, refusal)
    except Exception:  # noqa: BLE001  # nobody else would log it
        _log.exception("%s: a step after the answer failed", what)
