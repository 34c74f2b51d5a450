"""The one answer to an interaction, given in time whatever happens meanwhile."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, cast

import discord
from discord.utils import MISSING

from cogs.texts import NOBODY
from gridlock_host import Refusal

if TYPE_CHECKING:
    from cogs.client import AnyInteraction

_log = logging.getLogger(__name__)

# Discord waits 3 seconds for the first answer. An answer that is not ready by then is announced and follows.
DEFER_AFTER_SECONDS: Final = 1.5

UNKNOWN_INTERACTION: Final = 10062
ALREADY_ANSWERED: Final = 40060
EXPIRED_TOKEN: Final = 50027


class Answer:
    """Answers an interaction exactly once, first announcing a slow answer.

    `Answer.to(interaction)` gives the one object that belongs to an interaction and starts its clock. After an
    announcement, the methods deliver in its place; callers need not know. When Discord has given the interaction
    up, what everybody should see is shown without it; when another process has answered it, nothing is said twice.
    """

    def __init__(self, interaction: AnyInteraction) -> None:
        self._interaction = interaction
        self._turn = asyncio.Lock()
        self._announced = False
        self._announcing: asyncio.Task[None] | None = None
        self._clock = asyncio.get_running_loop().call_later(DEFER_AFTER_SECONDS, self._begin_announcing)

    @classmethod
    def to(cls, interaction: AnyInteraction) -> Answer:
        """The answer to this interaction."""
        if "answer" not in interaction.extras:
            interaction.extras["answer"] = cls(interaction)
        return cast("Answer", interaction.extras["answer"])

    async def privately(
        self, text: str | None = None, *, view: discord.ui.View | discord.ui.LayoutView | None = None
    ) -> None:
        """Say something that only the person who asked can see: a text, or what a view shows."""
        interaction = self._interaction
        message: dict[str, Any] = {"allowed_mentions": NOBODY}
        if text is not None:
            message["content"] = text
        if view is not None:
            message["view"] = view
        async with self._turn:
            self._clock.cancel()
            with _late_answers_noted():
                if not interaction.response.is_done():
                    await interaction.response.send_message(**message, ephemeral=True)
                elif self._take_announcement():
                    await interaction.edit_original_response(**message)
                else:
                    await interaction.followup.send(**message, ephemeral=True)

    async def publicly(
        self,
        view: discord.ui.View | discord.ui.LayoutView,
        *,
        text: str | None = None,
        mentions: discord.AllowedMentions = NOBODY,
        only_as_answer: bool = True,
    ) -> int | None:
        """Post a message for everybody.

        Args:
            view: Its controls, or all of it.
            text: Its text, beside a view of the older kind.
            mentions: Whom it notifies.
            only_as_answer: Whether the message is not to be posted where another process has answered already,
                because that process has posted the same. What only this process has done is posted in any case.

        Returns:
            The message's id, or None when it was not posted.
        """
        interaction = self._interaction
        message: dict[str, Any] = {"view": view, "allowed_mentions": mentions}
        if text is not None:
            message["content"] = text
        async with self._turn:
            self._clock.cancel()
            try:
                if not interaction.response.is_done():
                    answered = await interaction.response.send_message(**message)
                    return answered.message_id
                if self._take_announcement():
                    await interaction.edit_original_response(content="Done; see below.")
                posted: discord.Message = await interaction.followup.send(**message, wait=True)
            except discord.HTTPException as error:
                _raise_unless_late(error)
                said_already = error.code == ALREADY_ANSWERED and only_as_answer
                if said_already or not isinstance(interaction.channel, discord.abc.Messageable):
                    return None
                posted = await interaction.channel.send(**message)
        return posted.id

    async def in_place(
        self, view: discord.ui.View | discord.ui.LayoutView | None, *, text: str | None = MISSING
    ) -> None:
        """Change the message whose control was pressed."""
        interaction = self._interaction
        async with self._turn:
            self._clock.cancel()
            try:
                if not interaction.response.is_done():
                    await interaction.response.edit_message(content=text, view=view, allowed_mentions=NOBODY)
                else:
                    await interaction.edit_original_response(content=text, view=view, allowed_mentions=NOBODY)
            except discord.HTTPException as error:
                _raise_unless_late(error)
                if (
                    error.code == UNKNOWN_INTERACTION
                    and interaction.message
                    and not interaction.message.flags.ephemeral
                ):
                    await interaction.message.edit(content=text, view=view, allowed_mentions=NOBODY)

    def _take_announcement(self) -> bool:
        """Whether a private "thinking" message stands and waits to be replaced; it is taken only once."""
        stands, self._announced = self._announced, False
        return stands

    def _begin_announcing(self) -> None:
        self._announcing = asyncio.get_running_loop().create_task(self._announce())

    async def _announce(self) -> None:
        async with self._turn:
            if self._interaction.response.is_done():
                return
            thinking = self._interaction.type is not discord.InteractionType.component
            with _late_answers_noted():
                await self._interaction.response.defer(ephemeral=True, thinking=thinking)
                self._announced = thinking


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


def _raise_unless_late(error: discord.HTTPException) -> None:
    """Note an answer that Discord did not take because there is nothing left to answer; raise anything else."""
    if error.code not in (UNKNOWN_INTERACTION, ALREADY_ANSWERED, EXPIRED_TOKEN):
        raise error
    _log.info("an answer came too late or was given before: %s", error.text)


@contextmanager
def _late_answers_noted() -> Iterator[None]:
    try:
        yield
    except discord.HTTPException as error:
        _raise_unless_late(error)
