"""The one answer to an interaction, given in time whatever happens meanwhile."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, cast

import aiohttp
import discord
from discord.utils import MISSING

from cogs.text.i18n import words_for
from cogs.text.shared import NOBODY
from gridlock_host import Refusal
from gridlock_rules.wording import Phrase

if TYPE_CHECKING:
    from cogs.runtime.client import AnyInteraction

_log = logging.getLogger(__name__)

# Discord waits 3 seconds for the first answer. An answer that is not ready by then is announced and follows.
DEFER_AFTER_SECONDS: Final = 1.5

ALREADY_ANSWERED: Final = 40060
# There is nothing left to answer: unknown interaction, unknown webhook, answered before, token expired.
LATE: Final = frozenset({10062, 10015, ALREADY_ANSWERED, 50027})
# Somebody has put the thread away meanwhile.
_ARCHIVED: Final = 50083
_BAD_REQUEST: Final = 400
_SERVER_ERROR: Final = 500

# What can become of an answer, without anybody here being at fault.
UNDELIVERED: Final = (discord.HTTPException, aiohttp.ClientError, OSError)


class Answer:
    """Answers an interaction exactly once, first announcing a slow answer.

    `Answer.to(interaction)` gives the one object that belongs to an interaction and starts its clock. After an
    announcement, the methods deliver in its place; callers need not know. When Discord does not take the answer, or
    its word of that is lost, what everybody should see is shown in another way; when another process has answered,
    nothing is said twice. No method raises because of Discord: whatever has to follow an answer follows it. Texts
    that are phrases are said in the server's language.
    """

    def __init__(self, interaction: AnyInteraction) -> None:
        self._interaction = interaction
        self._turn = asyncio.Lock()
        # Whether the message holds the control that was used; for commands it means nothing.
        self.is_attached = True
        self._announced = False
        self._announcing: asyncio.Task[None] | None = None
        self._clock = asyncio.get_running_loop().call_later(DEFER_AFTER_SECONDS, self._begin_announcing)

    @classmethod
    def to(cls, interaction: AnyInteraction) -> Answer:
        """The answer to this interaction."""
        if "answer" not in interaction.extras:
            interaction.extras["answer"] = cls(interaction)
        return cast("Answer", interaction.extras["answer"])

    async def announce(self) -> None:
        """Let Discord show that a private answer follows, without waiting until it is late: it is known to be slow."""
        self._clock.cancel()
        await self._announce(thinking=True)

    async def meanwhile(self, text: str) -> None:
        """Say something in the place of a private answer that was announced and still follows."""
        async with self._turn:
            if self._announced:
                with undelivered_noted(self._interaction):
                    await self._interaction.edit_original_response(content=await self._said(text))

    async def privately(
        self,
        text: str | None = None,
        *,
        view: discord.ui.View | discord.ui.LayoutView | None = None,
        file: discord.File | None = None,
    ) -> bool:
        """Say something that only the person who asked can see: a text, what a view shows, a file.

        Returns:
            Whether Discord took it.
        """
        interaction = self._interaction
        message: dict[str, Any] = {"allowed_mentions": NOBODY}
        if text is not None:
            message["content"] = await self._said(text)
        if view is not None:
            # Its controls are found by their ids. discord.py would keep it for 15 minutes all the same.
            view.stop()
            message["view"] = view
        delivered = False
        async with self._turn:
            self._clock.cancel()
            with undelivered_noted(self._interaction):
                if not interaction.response.is_done():
                    await interaction.response.send_message(**message, file=file or MISSING, ephemeral=True)
                elif self._take_announcement():
                    await interaction.edit_original_response(**message, attachments=[file] if file else MISSING)
                else:
                    await interaction.followup.send(**message, file=file or MISSING, ephemeral=True)
                delivered = True
        return delivered

    async def publicly(
        self,
        view: discord.ui.View | discord.ui.LayoutView,
        *,
        text: str | None = None,
        mentions: discord.AllowedMentions = NOBODY,
        only_as_answer: bool = True,
        nonce: str | None = None,
    ) -> int | None:
        """Post a message for everybody.

        Args:
            view: Its controls, or all of it.
            text: Its text, beside a view of the older kind.
            mentions: Whom it notifies.
            only_as_answer: Whether the message is not to be posted where another process has answered already,
                because that process has posted the same. What only this process has done is posted in any case.
            nonce: What the message has where it is posted in another way than as an answer, so that it is not posted
                twice.

        Returns:
            The message's id, or None when it was not posted.
        """
        message: dict[str, Any] = {"view": view, "allowed_mentions": mentions}
        if text is not None:
            message["content"] = await self._said(text)
        async with self._turn:
            self._clock.cancel()
            # What follows an announcement cannot be found again; the original is another message then.
            is_original = not self._interaction.response.is_done()
            try:
                return await self._post(message)
            except UNDELIVERED as error:
                note_undelivered(self._interaction, error)
                if only_as_answer and isinstance(error, discord.HTTPException) and error.code == ALREADY_ANSWERED:
                    return None
                word_lost = not isinstance(error, discord.HTTPException) or error.status >= _SERVER_ERROR
            with undelivered_noted(self._interaction):
                if word_lost and is_original and (posted := await self._find_answer()) is not None:
                    return posted
                if isinstance(self._interaction.channel, discord.abc.Messageable):
                    return (await self._interaction.channel.send(**message | {"nonce": nonce})).id
        return None

    async def in_place(
        self, view: discord.ui.View | discord.ui.LayoutView | None, *, text: str | None = MISSING
    ) -> bool:
        """Change the message whose control was used.

        A message that has lost the control meanwhile, or never had it, stays as it is: then the text is said to the
        person alone.

        Returns:
            Whether the message was changed, as far as Discord tells.
        """
        interaction = self._interaction
        if not self.is_attached:
            await self.privately(Phrase("That is done.") if text in (MISSING, None) else text)
            return False
        if text not in (MISSING, None):
            text = await self._said(text)
        async with self._turn:
            self._clock.cancel()
            try:
                if not interaction.response.is_done():
                    await interaction.response.edit_message(content=text, view=view, allowed_mentions=NOBODY)
                else:
                    await interaction.edit_original_response(content=text, view=view, allowed_mentions=NOBODY)
            except UNDELIVERED as error:
                note_undelivered(self._interaction, error)
            else:
                return True
            if interaction.message is not None and not interaction.message.flags.ephemeral:
                with undelivered_noted(self._interaction):
                    await interaction.message.edit(content=text, view=view, allowed_mentions=NOBODY)
                    return True
        return False

    async def _post(self, message: dict[str, Any]) -> int | None:
        interaction = self._interaction
        if not interaction.response.is_done():
            return (await interaction.response.send_message(**message)).message_id
        if self._take_announcement():
            await interaction.edit_original_response(content=await self._said(Phrase("Done; see below.")))
        return (await interaction.followup.send(**message, wait=True)).id

    async def _said(self, text: str) -> str:
        return (await words_for(self._interaction)).say(text)

    async def _find_answer(self) -> int | None:
        """The message that answers, posted although Discord's word of it was lost; None when there is none."""
        try:
            return (await self._interaction.original_response()).id
        except discord.NotFound:
            return None

    def _take_announcement(self) -> bool:
        """Whether a private "thinking" message stands and waits to be replaced; it is taken only once."""
        stands, self._announced = self._announced, False
        return stands

    def _begin_announcing(self) -> None:
        # A press is answered by a change of its message, which needs no placeholder.
        thinking = self._interaction.type is not discord.InteractionType.component
        self._announcing = asyncio.get_running_loop().create_task(self._announce(thinking=thinking))

    async def _announce(self, *, thinking: bool) -> None:
        async with self._turn:
            if self._interaction.response.is_done():
                return
            with undelivered_noted(self._interaction):
                await self._interaction.response.defer(ephemeral=True, thinking=thinking)
                self._announced = thinking


@contextmanager
def undelivered_noted(interaction: AnyInteraction) -> Iterator[None]:
    """A block that answers an interaction; what Discord did not take of it is logged."""
    try:
        yield
    except UNDELIVERED as error:
        note_undelivered(interaction, error)


def note_undelivered(interaction: AnyInteraction, error: Exception) -> None:
    """Log what Discord did not take: loudly where that is our own fault."""
    code = error.code if isinstance(error, discord.HTTPException) else None
    late = code in LATE
    bad = isinstance(error, discord.HTTPException) and error.status == _BAD_REQUEST
    broken = bad and not late and code != _ARCHIVED
    level = logging.INFO if late else logging.ERROR if broken else logging.WARNING
    _log.log(level, "interaction %s: an answer was not delivered: %s", interaction.id, error)


@contextmanager
def following_an_answer(what: str) -> Iterator[None]:
    """What is done after an answer was given: a failure is logged and not told to the one who asked.

    The change is stored and answered by then, so any sentence about a failure would be taken to be about the change.
    """
    try:
        yield
    except Refusal as refusal:
        _log.warning("%s: not all that follows the answer was done: %s", what, refusal)
    except Exception:  # noqa: BLE001  # the last one who can note it
        _log.exception("%s: the answer was given, but not all that follows it", what)
