"""Confirmation buttons of `/gridlock me forget-me`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cogs.components.base import Handler
from cogs.context import Request
from cogs.discord_api.components import controls_below
from cogs.messages.controls import FORGET, KEEP, ControlKind, Key, button
from gridlock_rules.wording import Phrase

_QUESTION: Final = Phrase(
    "Delete everything I store about you, **in all servers**? Your open challenges close, your open "
    "games end and count for nobody, and you leave every leaderboard. Your opponents keep past "
    "games, without your name. **You cannot undo this.** For a copy, use `/gridlock me my-data` "
    "first."
)


async def ask_to_forget(request: Request) -> None:
    """Ask a person in an ephemeral message whether all their data is to be deleted."""
    words, key = await request.load_words(), Key(0)
    buttons = controls_below(button(FORGET, key, words), button(KEEP, key, words))
    await request.responder.send_ephemeral(_QUESTION, components=buttons)


async def _forget(request: Request, _: Key) -> None:
    """Delete the person's data, and update the open games and challenges that show them."""
    offers = await request.host.games.offers.messages_of(request.user_id)
    forgotten = await request.host.members.privacy.forget(request.user_id)
    request.services.names.forget(request.user_id)
    await request.responder.edit_source(None, text=Phrase("Everything I stored about you is deleted."))
    for game in forgotten.games:
        await request.services.board_messages.show_elsewhere(game)
    for challenge in forgotten.challenges:
        await request.services.challenge_messages.show_elsewhere(challenge)
    await request.services.offer_messages.close_all(offers)


async def _keep(request: Request, _: Key) -> None:
    await request.responder.edit_source(None, text=Phrase("Nothing was deleted."))


MEMBER_HANDLERS: Final[Mapping[ControlKind, Handler]] = {FORGET: Handler(_forget), KEEP: Handler(_keep)}
