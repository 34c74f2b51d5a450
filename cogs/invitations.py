"""Challenges as messages: posting them, and showing what became of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from cogs.answers import Answer, following_an_answer
from cogs.challenge_controls import AcceptButton, CancelButton, DeclineButton
from cogs.controls import Key
from cogs.messages import Messages, place_of
from cogs.texts import board_size, mention, only
from gridlock_host import Challenge, ChallengeStatus, First, SessionManager

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

    async def post(self, answer: Answer, interaction: AnyInteraction, challenge: Challenge) -> None:
        """Answer with a challenge that calls the opponent."""
        message_id = await answer.publicly(
            _view(challenge), text=challenge_text(challenge), mentions=only(challenge.opponent_id)
        )
        if message_id is None:
            return
        place = place_of(interaction, message_id)
        with following_an_answer(f"challenge {challenge.id}"):
            await self._sessions.place_challenge(challenge.id, place)
            now = await self._sessions.find_challenge(place.guild_id, challenge.id)
            if now.status is not ChallengeStatus.OPEN:
                # Answered by command before it was known where to show that.
                await self.show_elsewhere(now)

    async def accept(self, answer: Answer, interaction: AnyInteraction, challenge_id: int) -> None:
        """Accept a challenge for the person who asks, and answer with the board of the new game."""
        here = place_of(interaction)
        game = await self._sessions.accept(here.guild_id, challenge_id, interaction.user.id, channel_id=here.channel_id)
        await self._boards.post(answer, interaction, game)
        with following_an_answer(f"challenge {challenge_id}"):
            await self.show_elsewhere(await self._sessions.find_challenge(here.guild_id, challenge_id))

    async def show_in_place(self, answer: Answer, challenge: Challenge) -> None:
        """Answer by changing the challenge whose button was pressed."""
        await answer.in_place(None, text=challenge_text(challenge))

    async def show_elsewhere(self, challenge: Challenge) -> None:
        """Bring a challenge's message up to date after it was answered in some other message."""
        if challenge.place.message_id is not None:
            await self._messages.edit(challenge.place, None, text=challenge_text(challenge))


def challenge_text(challenge: Challenge) -> str:
    """A challenge in words, with what became of it."""
    challenger, opponent = mention(challenge.challenger_id), mention(challenge.opponent_id)
    proposal = f"**{challenge.variant.title}** on {board_size(challenge.size)} ({_first(challenge)})"
    match challenge.status:
        case ChallengeStatus.OPEN:
            return f"{opponent}, {challenger} challenges you to {proposal}.\n*{challenge.variant.summary}*"
        case ChallengeStatus.ACCEPTED:
            return f"{opponent} accepted {challenger}'s challenge to {proposal}."
        case ChallengeStatus.DECLINED:
            return f"{opponent} declined {challenger}'s challenge to {proposal}."
        case ChallengeStatus.CANCELLED:
            return f"{challenger} cancelled the challenge of {opponent} to {proposal}."


def _first(challenge: Challenge) -> str:
    match challenge.first:
        case First.ME:
            return f"{mention(challenge.challenger_id)} moves first"
        case First.OPPONENT:
            return f"{mention(challenge.opponent_id)} moves first"
        case First.RANDOM:
            return "a coin decides who moves first"


def _view(challenge: Challenge) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    for control in (AcceptButton, DeclineButton, CancelButton):
        view.add_item(control(Key(challenge.id)))
    return view
