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
from cogs.sight import expect_seen
from cogs.texts import NOBODY, REASONS, TIMES, board_size, listed, mention, moment
from cogs.words import Languages, Words
from gridlock_host import Challenge, ChallengeStatus, First, SessionManager, TimeControl
from gridlock_rules.wording import Phrase

if TYPE_CHECKING:
    from cogs.boards import Boards
    from cogs.client import AnyInteraction


class Invitations:
    """Shows challenges, and turns an accepted one into a game.

    Args:
        messages: How earlier messages are changed.
        sessions: Where challenges are answered.
        boards: How games are shown.
        languages: What each server is spoken to in.
    """

    def __init__(self, messages: Messages, sessions: SessionManager, boards: Boards, languages: Languages) -> None:
        self._messages = messages
        self._sessions = sessions
        self._boards = boards
        self._languages = languages

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
        view, mentions = await self._controls(challenge), await self._whoever_is_called(challenge)
        message_id = await answer.publicly(view, text=challenge_text(challenge), mentions=mentions)
        if message_id is None:
            return
        place = place_of(interaction, message_id)
        with following_an_answer(f"challenge {challenge.id}"):
            await self._sessions.place_challenge(challenge.id, place)
            now = await self._sessions.find_challenge(place.guild_id, challenge.id)
            if now.status is not ChallengeStatus.OPEN:
                # Answered by command before it was known where to show that.
                await self.show_elsewhere(now)

    async def _controls(self, challenge: Challenge) -> discord.ui.View:
        return _view(challenge, await self._languages.of(challenge.place.guild_id))

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
            if challenge.opponent_id in (None, interaction.user.id):
                await expect_seen(interaction, challenge.challenger_id, challenge.place)
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
            await self._sessions.note_challenge_shown(challenge)

    async def show_elsewhere(self, challenge: Challenge) -> None:
        """Bring a challenge's message up to date after it was answered in some other message, or in none."""
        with following_an_answer(f"challenge {challenge.id}"):
            if challenge.place.message_id is not None:
                failure = await self._messages.edit(challenge.place, None, text=challenge_text(challenge))
                if failure is Undelivered.REFUSED:
                    await self._sessions.put_off_showing_challenge(challenge.id)
                    return
            await self._sessions.note_challenge_shown(challenge)

    async def redraw(self, challenge: Challenge) -> None:
        """Let the message of an open challenge show its end as it is now, if the message is still there."""
        with following_an_answer(f"challenge {challenge.id}"):
            drawn = await self._sessions.find_challenge(challenge.place.guild_id, challenge.id)
            if drawn.status is not ChallengeStatus.OPEN or drawn.place.message_id is None:
                return
            failure = await self._messages.edit(drawn.place, await self._controls(drawn), text=challenge_text(drawn))
            if failure is Undelivered.REFUSED:
                await self._sessions.put_off_redrawing(drawn)
            else:
                await self._sessions.note_redrawn(drawn)
            now = await self._sessions.find_challenge(challenge.place.guild_id, challenge.id)
            if now.status is not ChallengeStatus.OPEN:
                # Answered meanwhile, so what shows that may have been overwritten.
                await self.show_elsewhere(now)


def challenge_text(challenge: Challenge) -> Phrase:
    """A challenge in words, with what became of it."""
    if challenge.status is ChallengeStatus.OPEN:
        return _invitation(challenge)
    challenger, proposal = mention(challenge.challenger_id), _proposal(challenge)
    if challenge.opponent_id is None:
        return _unanswered(challenge.status, challenger, proposal)
    return _closed(challenge, challenger, mention(challenge.opponent_id), proposal)


def _unanswered(status: ChallengeStatus, challenger: str, proposal: Phrase) -> Phrase:
    if status is ChallengeStatus.EXPIRED:
        return Phrase(
            "Nobody answered {challenger}'s open challenge to {proposal} in time.",
            challenger=challenger,
            proposal=proposal,
        )
    return Phrase("{challenger} cancelled the open challenge to {proposal}.", challenger=challenger, proposal=proposal)


def _closed(challenge: Challenge, challenger: str, opponent: str, proposal: Phrase) -> Phrase:
    who: dict[str, object] = {"challenger": challenger, "opponent": opponent, "proposal": proposal}
    match challenge.status:
        case ChallengeStatus.ACCEPTED:
            return Phrase("{opponent} accepted {challenger}'s challenge to {proposal}.", **who)
        case ChallengeStatus.DECLINED if challenge.decline_reason is not None:
            who["reason"] = REASONS[challenge.decline_reason]
            return Phrase("{opponent} declined {challenger}'s challenge to {proposal} ({reason}).", **who)
        case ChallengeStatus.DECLINED:
            return Phrase("{opponent} declined {challenger}'s challenge to {proposal}.", **who)
        case ChallengeStatus.EXPIRED:
            return Phrase("Nobody answered {challenger}'s challenge to {opponent} in time: {proposal}.", **who)
        case _:
            return Phrase("{challenger} cancelled the challenge to {opponent}: {proposal}.", **who)


def _invitation(challenge: Challenge) -> Phrase:
    challenger, proposal = mention(challenge.challenger_id), _proposal(challenge)
    if challenge.opponent_id is None:
        asked = Phrase(
            "Everybody, {challenger} challenges you to {proposal}.", challenger=challenger, proposal=proposal
        )
    else:
        asked = Phrase(
            "{opponent}, {challenger} challenges you to {proposal}.",
            opponent=mention(challenge.opponent_id),
            challenger=challenger,
            proposal=proposal,
        )
    summary = Phrase("*{summary}*", summary=challenge.variant.summary)
    if challenge.expires_at is None:
        return listed([asked, summary], "\n")
    until = Phrase("Open until {time}.", time=moment(challenge.expires_at, "f"))
    return listed([asked, summary, until], "\n")


def _proposal(challenge: Challenge) -> Phrase:
    terms = [_first(challenge)]
    if challenge.best_of > 1:
        terms.append(Phrase("best of {games}", games=challenge.best_of))
    if challenge.per_move is not None:
        terms.append(Phrase("{time} a move", time=TIMES[TimeControl.of(challenge.per_move)]))
    return Phrase(
        "**{title}** on {board} ({terms})",
        title=challenge.variant.title,
        board=board_size(challenge.size),
        terms=listed(terms, ", "),
    )


def _first(challenge: Challenge) -> Phrase:
    if challenge.first is First.RANDOM:
        return Phrase("a coin decides who moves first")
    first_id = challenge.challenger_id if challenge.first is First.ME else challenge.opponent_id
    if first_id is None:
        return Phrase("the opponent moves first")
    return Phrase("{player} moves first", player=mention(first_id))


def _view(challenge: Challenge, words: Words) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    for control in (AcceptButton, DeclineButton, CancelButton):
        if control is not DeclineButton or challenge.opponent_id is not None:
            view.add_item(control(Key(challenge.id), words))
    return view
