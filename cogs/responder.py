"""The response to an interaction: exactly one, and in time, even if the work behind it is slow."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import discord
from discord.utils import MISSING

from cogs.discord_api.components import Components
from cogs.discord_api.failures import (
    UNDELIVERED,
    is_blocked,
    log_undelivered,
    may_have_arrived,
    message_is_gone,
    note_undelivered,
    was_answered_before,
)
from cogs.discord_api.interactions import InteractionCalls
from cogs.discord_api.messages import (
    NO_MENTIONS,
    Payload,
    edit_message,
    ephemeral,
    message_payload,
    post_message,
    with_nonce,
)
from cogs.discord_api.modals import Modal
from cogs.discord_api.places import is_outside
from cogs.discord_api.presses import source_of
from cogs.text.i18n import Words
from gridlock_host import Refusal
from gridlock_rules.wording import Phrase

_log = logging.getLogger(__name__)

# Discord waits 3 seconds for the first response. One that is not ready by then is deferred.
DEFER_AFTER_SECONDS: Final = 1.5

_BLOCKED: Final = Phrase(
    "It is done, but AutoMod, a rule of this server, blocked my message. `/gridlock games` lists "
    "your games and challenges."
)

_DELETED: Final = Phrase(
    "The message with that button has been deleted. `/gridlock games` lists your games and challenges as they are now."
)

_TOO_LATE_FOR_A_FORM: Final = Phrase("I was too slow to open the form. Please try again.")


class Responder:
    """Answers one interaction exactly once, and defers a slow answer.

    After a deferral the methods edit the placeholder or follow up; callers need not know. When Discord rejects a
    public message, or the connection breaks, it is posted in another way; when another process has already answered,
    nothing is posted twice. No method raises an error of Discord's, so what follows a response is always reached.
    Phrases are translated: in public messages into the server's language, in ephemeral ones into the person's.

    Args:
        interaction: The interaction to answer.
        words: Returns the words of the person's language.
        public_words: Returns the words of the server's language.

    Attributes:
        is_answered: Whether Discord has taken the first answer, so that others can follow it.
        is_attached: Whether the source message still holds the control that was used; false for commands.
    """

    def __init__(
        self,
        interaction: discord.Interaction[Any],
        words: Callable[[], Awaitable[Words]],
        public_words: Callable[[], Awaitable[Words]],
    ) -> None:
        self._interaction = interaction
        self._calls = InteractionCalls(interaction)
        self._words = words
        self._public_words = public_words
        self._lock = asyncio.Lock()
        source = source_of(interaction)
        self.is_answered = False
        self.is_attached = source is not None and source.holds_control
        self._placeholder_stands = False
        self._timer: asyncio.TimerHandle | None = None
        self._deferring: asyncio.Task[None] | None = None

    def start_timer(self) -> None:
        """Defer the response if it is not given within a second and a half."""
        self._timer = asyncio.get_running_loop().call_later(DEFER_AFTER_SECONDS, self._begin_deferring)

    async def defer(self) -> None:
        """Show at once that an ephemeral response follows, because it is known to be slow."""
        self._stop_timer()
        async with self._lock:
            with log_undelivered(self._interaction):
                await self._keep_source()
        await self._defer(thinking=True)

    async def progress(self, text: str) -> None:
        """Show a text in the placeholder of a deferred response that still follows."""
        async with self._lock:
            if self._placeholder_stands:
                with log_undelivered(self._interaction):
                    await self._calls.edit_original(message_payload(await self._translated(text)))

    async def send_ephemeral(
        self,
        text: str | None = None,
        *,
        components: Components | None = None,
        file: discord.File | None = None,
    ) -> bool:
        """Send a message that only the person who asked can see.

        Returns:
            Whether Discord accepted it.
        """
        message = message_payload(
            MISSING if text is None else await self._translated(text), MISSING if components is None else components
        )
        delivered = False
        async with self._lock:
            self._stop_timer()
            with log_undelivered(self._interaction):
                await self._keep_source()
                if not self.is_answered:
                    await self._calls.respond(ephemeral(message), file=file)
                    self.is_answered = True
                elif self._take_placeholder():
                    await self._calls.edit_original(message, file=file)
                else:
                    await self._calls.follow_up(ephemeral(message), file=file)
                delivered = True
        return delivered

    async def correct(self, text: str) -> None:
        """Change the text of an ephemeral answer that was given."""
        async with self._lock:
            with log_undelivered(self._interaction):
                await self._calls.edit_original(message_payload(await self._translated(text)))

    async def send(
        self,
        components: Components,
        *,
        text: str | None = None,
        mentions: discord.AllowedMentions = NO_MENTIONS,
        only_as_response: bool = True,
        nonce: str | None = None,
        file: discord.File | None = None,
    ) -> int | None:
        """Post a message that everybody in the channel can see.

        Args:
            components: The controls; a layout is the whole message.
            text: The content, beside components that are no layout.
            mentions: Who is notified.
            only_as_response: Whether to post nothing if another process has already answered the interaction, because
                it has posted the same message. What only this process has done is posted in any case.
            nonce: Prevents a second copy where the message is posted in another way than as a response.
            file: A file of the message. With one, it is posted as a response or not at all.

        Returns:
            The id of the message; None if it was not posted.
        """
        said = MISSING if text is None else (await self._public_words()).say(text)
        message = message_payload(said, components, mentions=mentions)
        async with self._lock:
            self._stop_timer()
            # After a deferral the original response is the placeholder, and a follow-up cannot be looked up.
            is_original = not self.is_answered
            try:
                return await self._post(message, file)
            except UNDELIVERED as error:
                note_undelivered(self._interaction, error)
                if only_as_response and was_answered_before(error):
                    return None
                blocked, look_first = is_blocked(error), is_original and may_have_arrived(error)
            if not blocked and file is not None:
                return None
            if not blocked:
                return await self._post_otherwise(message, nonce, look_first=look_first)
        await self.send_ephemeral(_BLOCKED)
        return None

    async def _post_otherwise(self, message: Payload, nonce: str | None, *, look_first: bool) -> int | None:
        """Post a rejected response in the channel, unless it has arrived all the same; return the message's id."""
        interaction = self._interaction
        with log_undelivered(interaction):
            if look_first and (posted := await self._find_original()) is not None:
                return posted
            if interaction.channel_id is not None and not is_outside(interaction):
                return await post_message(interaction.client, interaction.channel_id, with_nonce(message, nonce))
        return None

    async def open_modal(self, form: Modal) -> bool:
        """Open a form for the person, which must be the first answer; ask to try again if that came too late.

        Returns:
            Whether Discord accepted it.
        """
        async with self._lock:
            self._stop_timer()
            if not self.is_answered:
                with log_undelivered(self._interaction):
                    await self._calls.open_modal(form)
                    self.is_answered = True
                return self.is_answered
        await self.send_ephemeral(_TOO_LATE_FOR_A_FORM)
        return False

    async def edit_source(self, components: Components | None, *, text: str | None = MISSING) -> bool:
        """Edit the message whose control was used.

        If that message does not hold the control any more, it stays as it is, and the text is sent as an ephemeral
        message. The same if it is deleted; without a text, the person then learns that.

        Args:
            components: What it shows now; None for no controls.
            text: Its content now; left out, it stays as it is.

        Returns:
            Whether the message was edited, as far as Discord tells.
        """
        interaction, source = self._interaction, source_of(self._interaction)
        if source is None or not self.is_attached:
            await self.send_ephemeral(Phrase("Done.") if text in (MISSING, None) else text)
            return False
        load = self._words if source.is_ephemeral else self._public_words
        said = text if text in (MISSING, None) else (await load()).say(text)
        change = message_payload(said, components)
        async with self._lock:
            self._stop_timer()
            try:
                if not self.is_answered:
                    await self._calls.edit_source(change)
                    self.is_answered = True
                else:
                    await self._calls.edit_original(change)
                if not source.is_ephemeral:
                    self._note_token(source.id, is_original=True)
            except UNDELIVERED as error:
                note_undelivered(interaction, error)
                instead = _instead_of_edit(error, text)
            else:
                return True
            by_channel = not source.is_ephemeral and not is_outside(interaction)
            if instead is None and by_channel and interaction.channel_id is not None:
                with log_undelivered(interaction):
                    await edit_message(interaction.client, interaction.channel_id, source.id, change)
                    return True
        if instead is not None:
            await self.send_ephemeral(instead)
        return False

    async def _post(self, message: Payload, file: discord.File | None) -> int:
        await self._keep_source()
        if not self.is_answered:
            posted = await self._calls.respond_and_identify(message, file=file)
            self.is_answered = True
            self._note_token(posted, is_original=True)
            return posted
        if self._take_placeholder():
            await self._calls.edit_original(message_payload(await self._translated(Phrase("Done; see below."))))
        posted = await self._calls.follow_up(message, file=file)
        self._note_token(posted, is_original=False)
        return posted

    async def _keep_source(self) -> None:
        """Let the token of a press change its message, too, where that is possible in no other way.

        It can if the first answer is that nothing is shown yet; the real answer then follows. Its original response is
        then the message of the press, not a placeholder.
        """
        source = source_of(self._interaction)
        if source is None or source.is_ephemeral or self.is_answered or not is_outside(self._interaction):
            return
        await self._calls.defer(thinking=False)
        self.is_answered = True
        self._note_token(source.id, is_original=True)

    def _note_token(self, message_id: int, *, is_original: bool) -> None:
        self._interaction.client.tokens.note(message_id, self._interaction, is_original=is_original)

    async def _translated(self, text: str) -> str:
        return (await self._words()).say(text)

    async def _find_original(self) -> int | None:
        """Return the id of the response that Discord posted although the connection broke; None if there is none."""
        try:
            return await self._calls.find_original()
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
        # The response to a press, or to a form behind one, edits its message, which needs no placeholder.
        thinking = source_of(self._interaction) is None
        self._deferring = asyncio.get_running_loop().create_task(self._defer(thinking=thinking))

    async def _defer(self, *, thinking: bool) -> None:
        async with self._lock:
            if self.is_answered:
                return
            with log_undelivered(self._interaction):
                await self._calls.defer(thinking=thinking)
                self.is_answered = True
                self._placeholder_stands = thinking
                source = source_of(self._interaction)
                # With a placeholder, that is what the token changes.
                if source is not None and not source.is_ephemeral and not thinking:
                    self._note_token(source.id, is_original=True)


def _instead_of_edit(error: Exception, text: str | None) -> str | None:
    """Return what the person is told where Discord will take no edit of the message; None if it may take another."""
    if is_blocked(error):
        return _BLOCKED
    if message_is_gone(error):
        return _DELETED if text in (MISSING, None) else text
    return None


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
