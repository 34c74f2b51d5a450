"""Buttons of a challenge, and the menu of reasons for declining it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from cogs.components.base import Handler, NotOffered, chosen
from cogs.context import Request
from cogs.discord_api.components import controls_below
from cogs.messages.controls import ACCEPT, CANCEL, DECLINE, DECLINE_MENU, ControlKind, Key, menu
from cogs.messages.sending.channel_access import require_channel_access, require_member
from cogs.responder import log_follow_up_failure
from cogs.text.shared import REASONS
from gridlock_host import Challenge, ChallengeStatus, DeclineReason
from gridlock_host.errors import ChallengeClosed
from gridlock_rules.wording import Phrase

_MAY_BE_HIDDEN: Final = Phrase(
    "I cannot see this channel myself, so I do not know whether your opponent can. If not, use "
    "`/gridlock board` in another channel."
)


async def accept(request: Request, challenge: Challenge) -> None:
    """Accept a challenge, and answer with the board of the new game."""
    here, is_visible = request.place, True
    if challenge.status is ChallengeStatus.OPEN:
        await require_member(request, challenge.challenger_id)
        if challenge.opponent_id in (None, request.user_id):
            is_visible = await require_channel_access(request, challenge.challenger_id, challenge.place)
    game = await request.host.challenges.accept(
        here.guild_id,
        challenge.id,
        request.user_id,
        channel_id=here.channel_id,
        thread_of=request.parent_channel_id,
        found=challenge,
    )
    await request.services.board_messages.post(request, game)
    with log_follow_up_failure(f"challenge {challenge.id}"):
        if request.pressed == challenge.place:
            # Its message is known, so nothing is left to read.
            accepted = replace(challenge, status=ChallengeStatus.ACCEPTED, opponent_id=request.user_id)
        else:
            accepted = await request.host.challenges.find(here.guild_id, challenge.id)
        await request.services.challenge_messages.show_after_press(request, accepted)
    if not is_visible:
        await request.responder.send_ephemeral(_MAY_BE_HIDDEN)


async def _press_accept(request: Request, key: Key) -> None:
    await accept(request, await request.host.challenges.find(request.guild_id, key.subject))


async def _press_decline(request: Request, key: Key) -> None:
    challenge = await request.host.challenges.decline(request.guild_id, key.subject, request.user_id)
    await request.services.challenge_messages.show_in_place(request, challenge)
    await _ask_why(request, challenge)


async def _press_cancel(request: Request, key: Key) -> None:
    challenge = await request.host.challenges.cancel(request.guild_id, key.subject, request.user_id)
    await request.services.challenge_messages.show_in_place(request, challenge)


async def _show_closed(request: Request, _: Key, error: Exception) -> None:
    """Update the challenge if its message did not show that it was closed."""
    if isinstance(error, ChallengeClosed):
        await request.services.challenge_messages.show_after_press(request, error.challenge)


async def _ask_why(request: Request, challenge: Challenge) -> None:
    """Offer the person who declined a menu of reasons."""
    words = await request.load_words()
    options = {reason.value: words.say(REASONS[reason]) for reason in DeclineReason}
    question = Phrase("You declined. The challenger sees a reason if you choose one.")
    reasons = menu(DECLINE_MENU, Key(challenge.id), options, words.say(DECLINE_MENU.label))
    await request.responder.send_ephemeral(question, components=controls_below(reasons))


async def _choose_reason(request: Request, key: Key) -> None:
    """Store the reason, and show it on the challenge."""
    reason = _reason(chosen(request))
    challenge = await request.host.challenges.give_reason(request.guild_id, key.subject, request.user_id, reason)
    await request.responder.edit_source(None, text=Phrase("You said: {reason}.", reason=REASONS[reason]))
    await request.services.challenge_messages.show_elsewhere(challenge)


def _reason(value: str) -> DeclineReason:
    try:
        return DeclineReason(value)
    except ValueError as error:
        raise NotOffered from error


CHALLENGE_HANDLERS: Final[Mapping[ControlKind, Handler]] = {
    ACCEPT: Handler(_press_accept, _show_closed),
    DECLINE: Handler(_press_decline, _show_closed),
    CANCEL: Handler(_press_cancel, _show_closed),
    DECLINE_MENU: Handler(_choose_reason),
}
