"""Challenges as messages: posting them, and showing what became of them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

import discord

from cogs.commands.bot_challenges import challenge_the_bot, is_the_bot
from cogs.components.base import Key
from cogs.components.challenges import AcceptButton, CancelButton, DeclineButton
from cogs.messages.actors import person_of, thread_of
from cogs.messages.channel_access import expect_seen
from cogs.messages.delivery import Messages, Undelivered, nonce_of, place_of
from cogs.messages.members import expect_member
from cogs.messages.mentions import whoever_wants
from cogs.responder import Answer, following_an_answer
from cogs.text.challenges import challenge_text
from cogs.text.i18n import Languages, Words
from cogs.text.shared import NOBODY
from gridlock_host import Challenge, ChallengeStatus, First, Host, Place, TimeControl
from gridlock_host.errors import OnlyTheBotHasLevels

if TYPE_CHECKING:
    from cogs.messages.board_sync import Boards
    from cogs.runtime.client import AnyInteraction


class Invitations:
    """Shows challenges, and turns an accepted one into a game.

    Args:
        messages: How earlier messages are changed.
        host: Where challenges are answered.
        boards: How games are shown.
        languages: What each server is spoken to in.
    """

    def __init__(self, messages: Messages, host: Host, boards: Boards, languages: Languages) -> None:
        self._messages = messages
        self._host = host
        self._boards = boards
        self._languages = languages
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def propose(  # what a challenge can say
        self,
        answer: Answer,
        interaction: AnyInteraction,
        opponent: discord.User | discord.Member | None,
        *,
        variant_key: str | None = None,
        size: int | None = None,
        first: First = First.RANDOM,
        time: TimeControl | None = None,
        best_of: int = 1,
        level: int | None = None,
    ) -> None:
        """Challenge somebody, or everybody, and answer with the challenge; the server says what is left out.

        The bot itself accepts at once, so then the answer is the board.

        Raises:
            OnlyTheBotHasLevels: A level is given, and the opponent is not the bot.
        """
        place = place_of(interaction)
        if opponent is not None:
            interaction.client.names.remember(place.guild_id, opponent)
        settings = await self._host.servers.settings.find(place.guild_id)
        terms = settings.terms(variant_key, size, time)
        if opponent is not None and is_the_bot(interaction, opponent):
            await challenge_the_bot(answer, interaction, opponent.id, terms, first=first, best_of=best_of, level=level)
            return
        if level is not None:
            raise OnlyTheBotHasLevels
        challenge = await self._host.challenges.propose(
            place,
            interaction.user.id,
            None if opponent is None else person_of(opponent),
            variant_key=terms.variant_key,
            size=terms.size,
            first=first,
            per_move=terms.time.per_move,
            best_of=best_of,
            request_id=interaction.id,
            thread_of=thread_of(interaction),
        )
        await self.post(answer, interaction, challenge)

    async def post(self, answer: Answer, interaction: AnyInteraction, challenge: Challenge) -> None:
        """Answer with a challenge, which calls the opponent unless they were called to one like it just before."""
        view, mentions = await self._controls(challenge), await self._whoever_is_called(challenge)
        nonce = nonce_of(place_of(interaction), _name(challenge))
        async with self._turn_of(challenge):
            message_id = await answer.publicly(view, text=challenge_text(challenge), mentions=mentions, nonce=nonce)
            if message_id is not None:
                await self._note(challenge, place_of(interaction, message_id))

    async def _post_unanswered(self, challenge: Challenge) -> None:
        """Post a challenge that was stored and not shown, because something broke down in between."""
        async with self._turn_of(challenge):
            now = await self._host.challenges.find(challenge.place.guild_id, challenge.id)
            if now.status is not ChallengeStatus.OPEN or now.place.message_id is not None:
                return
            view, mentions = await self._controls(now), await self._whoever_is_called(now)
            posted = await self._messages.post(
                now.place, _name(now), text=challenge_text(now), view=view, mentions=mentions
            )
            if posted is Undelivered.REFUSED:
                await self._host.challenges.put_off_showing(now.id)
            elif posted is Undelivered.GONE:
                await self._host.challenges.note_shown(now)
            else:
                await self._note(now, posted)

    async def _note(self, challenge: Challenge, place: Place) -> None:
        """Note where a challenge was posted."""
        with following_an_answer(f"challenge {challenge.id}"):
            await self._host.challenges.place(challenge.id, place)
            now = await self._host.challenges.find(place.guild_id, challenge.id)
            if now.status is not ChallengeStatus.OPEN:
                # Answered by command before it was known where to show that.
                await self.show_elsewhere(now)

    def _turn_of(self, challenge: Challenge) -> asyncio.Lock:
        """What lets only one at a time post a challenge."""
        return self._turns.setdefault(challenge.id, asyncio.Lock())

    async def _controls(self, challenge: Challenge) -> discord.ui.View:
        return _view(challenge, await self._languages.of(challenge.place.guild_id))

    async def _whoever_is_called(self, challenge: Challenge) -> discord.AllowedMentions:
        if challenge.opponent_id is None or not await self._host.members.notifications.calls_opponent(challenge):
            return NOBODY
        return await whoever_wants(self._host, challenge.opponent_id)

    async def accept(self, answer: Answer, interaction: AnyInteraction, challenge_id: int) -> None:
        """Accept a challenge for the person who asks, and answer with the board of the new game."""
        here = place_of(interaction)
        challenge = await self._host.challenges.find(here.guild_id, challenge_id)
        if challenge.status is ChallengeStatus.OPEN:
            await expect_member(interaction, challenge.challenger_id)
            if challenge.opponent_id in (None, interaction.user.id):
                await expect_seen(interaction, challenge.challenger_id, challenge.place)
        game = await self._host.challenges.accept(
            here.guild_id,
            challenge_id,
            interaction.user.id,
            channel_id=here.channel_id,
            thread_of=thread_of(interaction),
        )
        await self._boards.post(answer, interaction, game)
        with following_an_answer(f"challenge {challenge_id}"):
            await self.show_after_press(interaction, await self._host.challenges.find(here.guild_id, challenge_id))

    async def show_in_place(self, answer: Answer, interaction: AnyInteraction, challenge: Challenge) -> None:
        """Answer by changing the challenge whose button was pressed."""
        changed = await answer.in_place(None, text=challenge_text(challenge))
        if changed and _pressed(interaction) == challenge.place:
            with following_an_answer(f"challenge {challenge.id}"):
                await self._host.challenges.note_shown(challenge)
        else:
            await self.show_elsewhere(challenge)

    async def show_after_press(self, interaction: AnyInteraction, challenge: Challenge) -> None:
        """Show what became of a challenge, also in the message whose button was pressed, where that is another one.

        Such a message was posted just before the bot died, so that it did not come to know of it.
        """
        await self.show_elsewhere(challenge)
        pressed = _pressed(interaction)
        if pressed not in (None, challenge.place) and Answer.to(interaction).is_attached:
            await self._messages.edit(pressed, None, text=challenge_text(challenge))

    async def show_elsewhere(self, challenge: Challenge) -> None:
        """Bring a challenge's message up to date after it was answered in some other message, or in none.

        One that is open and was never shown is posted.
        """
        with following_an_answer(f"challenge {challenge.id}"):
            if challenge.status is ChallengeStatus.OPEN:
                await self._post_unanswered(challenge)
                return
            if challenge.place.message_id is not None:
                failure = await self._messages.edit(challenge.place, None, text=challenge_text(challenge))
                if failure is Undelivered.REFUSED:
                    await self._host.challenges.put_off_showing(challenge.id)
                    return
            await self._host.challenges.note_shown(challenge)

    async def redraw(self, challenge: Challenge) -> None:
        """Let the message of an open challenge show its end as it is now, if the message is still there."""
        with following_an_answer(f"challenge {challenge.id}"):
            drawn = await self._host.challenges.find(challenge.place.guild_id, challenge.id)
            if drawn.status is not ChallengeStatus.OPEN or drawn.place.message_id is None:
                return
            failure = await self._messages.edit(drawn.place, await self._controls(drawn), text=challenge_text(drawn))
            if failure is Undelivered.REFUSED:
                await self._host.scheduler.redraws.put_off(drawn)
            else:
                await self._host.scheduler.redraws.note_done(drawn)
            now = await self._host.challenges.find(challenge.place.guild_id, challenge.id)
            if now.status is not ChallengeStatus.OPEN:
                # Answered meanwhile, so what shows that may have been overwritten.
                await self.show_elsewhere(now)


def _name(challenge: Challenge) -> str:
    """What the message of a challenge is called, in all stores that there may be."""
    return f"challenge {challenge.id} {challenge.created_at.isoformat()}"


def _pressed(interaction: AnyInteraction) -> Place | None:
    """The message whose button was pressed; None for a command."""
    return None if interaction.message is None else place_of(interaction, interaction.message.id)


def _view(challenge: Challenge, words: Words) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    for control in (AcceptButton, DeclineButton, CancelButton):
        if control is not DeclineButton or challenge.opponent_id is not None:
            view.add_item(control(Key(challenge.id), words))
    return view
