"""Component registry: finds and runs the handler of a pressed button or menu, or of a submitted form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import discord

from cogs.components.base import Handler, used_custom_id
from cogs.components.challenges.challenge_buttons import CHALLENGE_HANDLERS
from cogs.components.challenges.offer_buttons import OFFER_HANDLERS
from cogs.components.challenges.play_form import PLAY_HANDLERS
from cogs.components.learning.explorer import EXPLORER_HANDLERS
from cogs.components.learning.lessons import LESSON_HANDLERS
from cogs.components.learning.puzzles import PUZZLE_HANDLERS
from cogs.components.learning.tutorial import TUTORIAL_HANDLERS
from cogs.components.members import MEMBER_HANDLERS
from cogs.components.moves.games import GAME_HANDLERS
from cogs.components.moves.removal_menu import REMOVAL_HANDLERS
from cogs.components.moves.typed_moves import TYPED_MOVE_HANDLERS
from cogs.components.moves.which_game import WHICH_GAME_HANDLERS
from cogs.components.outside import check_control
from cogs.components.records.end_card import END_CARD_HANDLERS
from cogs.components.records.finished_games import FINISHED_HANDLERS
from cogs.components.records.pictures import PICTURE_HANDLERS
from cogs.components.records.replay import REPLAY_HANDLERS
from cogs.components.records.reviews import REVIEW_HANDLERS
from cogs.components.servers.settings import SETTINGS_HANDLERS
from cogs.components.servers.welcome import HELP_HANDLERS
from cogs.components.standings.leaderboard import STANDINGS_HANDLERS
from cogs.context import Request
from cogs.discord_api.modals import filled_form
from cogs.messages.controls import ControlKind, Key
from cogs.messages.error_replies import report_failure
from cogs.responder import log_follow_up_failure
from gridlock_rules.wording import Phrase

HANDLERS: Final[Mapping[ControlKind, Handler]] = {
    **CHALLENGE_HANDLERS,
    **PLAY_HANDLERS,
    **GAME_HANDLERS,
    **REMOVAL_HANDLERS,
    **TYPED_MOVE_HANDLERS,
    **WHICH_GAME_HANDLERS,
    **OFFER_HANDLERS,
    **MEMBER_HANDLERS,
    **SETTINGS_HANDLERS,
    **STANDINGS_HANDLERS,
    **REVIEW_HANDLERS,
    **END_CARD_HANDLERS,
    **REPLAY_HANDLERS,
    **FINISHED_HANDLERS,
    **PICTURE_HANDLERS,
    **HELP_HANDLERS,
    **PUZZLE_HANDLERS,
    **TUTORIAL_HANDLERS,
    **EXPLORER_HANDLERS,
    **LESSON_HANDLERS,
}
_OLD_CONTROL: Final = Phrase("That button belongs to an older version of me and does nothing now.")
_BY_ACTION: Final = {kind.action: kind for kind in HANDLERS}


def find_control(custom_id: str) -> tuple[ControlKind, Key] | None:
    """Return the kind and the key of a control; None if this version of the bot has no such control."""
    _, _, rest = custom_id.partition(":")
    kind = _BY_ACTION.get(rest.partition(":")[0])
    key = None if kind is None else kind.read(custom_id)
    return None if kind is None or key is None else (kind, key)


async def serve_control(request: Request) -> None:
    """Serve a use of a control, also of one that is unknown or gone from its message. It raises no error."""
    request.begin_log()
    if not await request.services.rate_limiter.allow(request):
        return
    found = find_control(used_custom_id(request.interaction))
    if found is None:
        await request.responder.send_ephemeral(_OLD_CONTROL)
        return
    kind, key = found
    handler = HANDLERS[kind]
    try:
        check_control(request, kind)
        await _serve(request, handler, key)
    except Exception as error:  # noqa: BLE001  # nobody else would answer; it is logged there
        await report_failure(request, error)
        if handler.after_refusal is not None:
            with log_follow_up_failure(f"a press of {kind.action}"):
                await handler.after_refusal(request, key, error)


async def _serve(request: Request, handler: Handler, key: Key) -> None:
    if request.interaction.type is not discord.InteractionType.modal_submit:
        await handler.press(request, key)
    elif handler.submit is None:
        await request.responder.send_ephemeral(_OLD_CONTROL)
    else:
        await handler.submit(request, key, filled_form(request.interaction))
