"""Challenges as messages: posting them, and showing what became of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs.actors import person_of, thread_of
from cogs.answers import Answer, following_an_answer
from cogs.challenge_controls import AcceptButton, CancelButton, DeclineButton
from cogs.controls import Key
from cogs.members import expect_member
from cogs.messages import Messages, Undelivered, place_of
from cogs.notifying import whoever_wants
from cogs.texts import NOBODY, board_size, mention, moment
from gridlock_host import Challenge, ChallengeStatus, First, SessionManager, TimeControl

if TYPE_CHECKING:
    from cogs.boards import Boards
    from cogs.client import AnyInteraction


class Invitations:
    """Shows challenges, and turns an accepted one into a game.

    Args:
        messages: How earlier messages are changed.
        sessions: Where challenges are answered.
        boards: How games are shown.
    """

    def __init__(self, messages: Messages, sessions: SessionManager, boards: Boards) -> None:
        self._messages = messages
        self._sessions = sessions
        self._boards = boards

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
    ) -> None:
        """Challenge somebody, or everybody, and answer with the challenge; the server says what is left out."""
        place = place_of(interaction)
        if opponent is not None:
            interaction.client.names.remember(place.guild_id, opponent)
        settings = await self._sessions.server_settings(place.guild_id)
        terms = settings.terms(variant_key, size, time)
        challenge = await self._sessions.challenge(
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
        mentions = await self._whoever_is_called(challenge)
        message_id = await answer.publicly(_view(challenge), text=challenge_text(challenge), mentions=mentions)
        if message_id is None:
            return
        place = place_of(interaction, message_id)
        with following_an_answer(f"challenge {challenge.id}"):
            await self._sessions.place_challenge(challenge.id, place)
            now = await self._sessions.find_challenge(place.guild_id, challenge.id)
            if now.status is not ChallengeStatus.OPEN:
                # Answered by command before it was known where to show that.
                await self.show_elsewhere(now)

    async def _whoever_is_called(self, challenge: Challenge) -> discord.AllowedMentions:
        if challenge.opponent_id is None or not await self._sessions.calls_opponent(challenge):
            return NOBODY
        return await whoever_wants(self._sessions, challenge.opponent_id)

    async def accept(self, answer: Answer, interaction: AnyInteraction, challenge_id: int) -> None:
        """Accept a challenge for the person who asks, and answer with the board of the new game."""
        here = place_of(interaction)
        challenge = await self._sessions.find_challenge(here.guild_id, challenge_id)
        if challenge.status is ChallengeStatus.OPEN:
            await expect_member(interaction, challenge.challenger_id)
        game = await self._sessions.accept(
            here.guild_id,
            challenge_id,
            interaction.user.id,
            channel_id=here.channel_id,
            thread_of=thread_of(interaction),
        )
        await self._boards.post(answer, interaction, game)
        with following_an_answer(f"challenge {challenge_id}"):
            await self.show_elsewhere(await self._sessions.find_challenge(here.guild_id, challenge_id))

    async def show_in_place(self, answer: Answer, challenge: Challenge) -> None:
        """Answer by changing the challenge whose button was pressed."""
        await answer.in_place(None, text=challenge_text(challenge))
        with following_an_answer(f"challenge {challenge.id}"):
            await self._sessions.note_challenge_shown(challenge.id)

    async def show_elsewhere(self, challenge: Challenge) -> None:
        """Bring a challenge's message up to date after it was answered in some other message, or in none."""
        with following_an_answer(f"challenge {challenge.id}"):
            if challenge.place.message_id is not None:
                failure = await self._messages.edit(challenge.place, None, text=challenge_text(challenge))
                if failure is Undelivered.REFUSED:
                    await self._sessions.put_off_showing_challenge(challenge.id)
                    return
            await self._sessions.note_challenge_shown(challenge.id)

    async def redraw(self, challenge: Challenge) -> None:
        """Let the message of an open challenge show its end as it is now, if the message is still there."""
        with following_an_answer(f"challenge {challenge.id}"):
            drawn = await self._sessions.find_challenge(challenge.place.guild_id, challenge.id)
            if drawn.status is not ChallengeStatus.OPEN or drawn.place.message_id is None:
                return
            failure = await self._messages.edit(drawn.place, _view(drawn), text=challenge_text(drawn))
            if failure is Undelivered.REFUSED:
                await self._sessions.put_off_redrawing(drawn)
            else:
                await self._sessions.note_redrawn(drawn)
            now = await self._sessions.find_challenge(challenge.place.guild_id, challenge.id)
            if now.status is not ChallengeStatus.OPEN:
                # Answered meanwhile, so what shows that may have been overwritten.
                await self.show_elsewhere(now)


def challenge_text(challenge: Challenge) -> str:
    """A challenge in words, with what became of it."""
    challenger = mention(challenge.challenger_id)
    opponent = "somebody" if challenge.opponent_id is None else mention(challenge.opponent_id)
    proposal = _proposal(challenge)
    match challenge.status:
        case ChallengeStatus.OPEN:
            called = "Everybody" if challenge.opponent_id is None else opponent
            asked = f"{called}, {challenger} challenges you to {proposal}."
            return f"{asked}\n*{challenge.variant.summary}*{_until(challenge)}"
        case ChallengeStatus.ACCEPTED:
            return f"{opponent} accepted {challenger}'s challenge to {proposal}."
        case ChallengeStatus.DECLINED:
            reason = "" if challenge.decline_reason is None else f" ({challenge.decline_reason})"
            return f"{opponent} declined {challenger}'s challenge to {proposal}{reason}."
        case ChallengeStatus.CANCELLED:
            if challenge.opponent_id is None:
                return f"{challenger} cancelled the open challenge to {proposal}."
            return f"{challenger} cancelled the challenge to {opponent}: {proposal}."
        case ChallengeStatus.EXPIRED:
            if challenge.opponent_id is None:
                return f"Nobody answered {challenger}'s open challenge to {proposal} in time."
            return f"Nobody answered {challenger}'s challenge to {opponent} in time: {proposal}."


def _proposal(challenge: Challenge) -> str:
    terms = [_first(challenge)]
    if challenge.best_of > 1:
        terms.append(f"best of {challenge.best_of}")
    if challenge.per_move is not None:
        terms.append(f"{TimeControl.of(challenge.per_move)} a move")
    return f"**{challenge.variant.title}** on {board_size(challenge.size)} ({', '.join(terms)})"


def _until(challenge: Challenge) -> str:
    return "" if challenge.expires_at is None else f"\nOpen until {moment(challenge.expires_at, 'f')}."


def _first(challenge: Challenge) -> str:
    match challenge.first:
        case First.ME:
            return f"{mention(challenge.challenger_id)} moves first"
        case First.OPPONENT:
            whoever = "the opponent" if challenge.opponent_id is None else mention(challenge.opponent_id)
            return f"{whoever} moves first"
        case First.RANDOM:
            return "a coin decides who moves first"


def _view(challenge: Challenge) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    for control in (AcceptButton, DeclineButton, CancelButton):
        if control is not DeclineButton or challenge.opponent_id is not None:
            view.add_item(control(Key(challenge.id)))
    return view
