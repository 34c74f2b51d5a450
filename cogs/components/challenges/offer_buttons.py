"""Buttons with which players offer each other a rematch or ask to take a move back."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from cogs.components.base import Handler, is_on_board, refresh_stale_board
from cogs.context import Request
from cogs.messages.controls import AGREE, DECLINE_REMATCH, DISAGREE, REMATCH, TAKE_BACK, WITHDRAW, ControlKind, Key
from cogs.messages.sending.channel_access import require_rematch_partner
from cogs.messages.sync.offer_sync import OFFER_IS_OVER, what_became_of, wish_answered
from cogs.text.shared import game_title, link
from gridlock_host import Game
from gridlock_host.errors import AlreadyOffered, GameIsOver, OfferIsOver, PlayerIsGone, RematchBegan
from gridlock_host.model.offer import OfferKind
from gridlock_rules.wording import Phrase

_MAY_BE_HIDDEN: Final = Phrase(
    "I do not know whether your opponent can see this channel. If not, they do not see your offer."
)


async def _press_rematch(request: Request, key: Key) -> None:
    """Offer a rematch; or begin it if the opponent has offered one."""
    services, here, is_known = request.services, request.place, True
    finished = await request.host.games.find(here.guild_id, key.subject)
    if finished.has_player(request.user_id) and finished.bot_id is None:
        is_known = await require_rematch_partner(request, finished.opponent_of(request.user_id))
    try:
        rematch = await request.host.challenges.rematch.offer(
            here.guild_id,
            key.subject,
            request.user_id,
            channel_id=here.channel_id,
            thread_of=request.parent_channel_id,
        )
    except AlreadyOffered as refusal:
        await services.offer_messages.post_again(request, refusal, OfferKind.REMATCH)
        return
    if rematch is None:
        finished = await request.host.games.find(here.guild_id, key.subject)
        await services.offer_messages.post(request, finished, OfferKind.REMATCH)
    else:
        await services.board_messages.post(request, rematch)
    if not is_known:
        await request.responder.send_ephemeral(_MAY_BE_HIDDEN)


async def _press_decline_rematch(request: Request, key: Key) -> None:
    """Decline the opponent's offer, and say so in its message, which loses its buttons."""
    await _settle_rematch(
        request, await request.host.challenges.rematch.decline(request.guild_id, key.subject, request.user_id)
    )


async def _press_withdraw(request: Request, key: Key) -> None:
    """Withdraw the person's own offer, and say so in its message, which loses its buttons."""
    await _settle_rematch(
        request, await request.host.challenges.rematch.withdraw(request.guild_id, key.subject, request.user_id)
    )


async def _settle_rematch(request: Request, game: Game) -> None:
    offer = await request.host.games.offers.last_made(game, OfferKind.REMATCH, game.ply)
    text = OFFER_IS_OVER if offer is None else what_became_of(offer, game)
    edited = await request.responder.edit_source(None, text=text)
    await request.services.offer_messages.note_answered(game, request.pressed if edited else None)


async def _close_rematch_offer(request: Request, key: Key, error: Exception) -> None:
    """Remove the buttons if the offer is over, and say what became of it."""
    if isinstance(error, OfferIsOver):
        await request.services.offer_messages.close_pressed(request, error.game, OfferKind.REMATCH, error.game.ply)
    await remove_rematch_button(request, key, error)


async def remove_rematch_button(request: Request, key: Key, error: Exception) -> None:
    """Remove the button if the rematch has begun, or is impossible now."""
    if not isinstance(error, (RematchBegan, PlayerIsGone)):
        return
    game = await request.host.games.find(request.guild_id, key.subject)
    await request.services.offer_messages.close_pressed(request, game, OfferKind.REMATCH, game.ply)
    if isinstance(error, RematchBegan):
        await request.services.offer_messages.close_rematch(game)
    if is_on_board(request) and request.pressed != game.place:
        await request.services.board_messages.refresh(request, game)


async def _press_take_back(request: Request, key: Key) -> None:
    """Ask the opponent; the move stands until they agree. The bot is not asked."""
    try:
        game = await request.host.games.take_back.offer(
            request.guild_id, key.subject, request.user_id, seen_version=key.state
        )
    except AlreadyOffered as refusal:
        await request.services.offer_messages.post_again(request, refusal, OfferKind.TAKE_BACK)
        return
    if game.bot_id is None:
        await request.services.offer_messages.post(request, game, OfferKind.TAKE_BACK)
    else:
        confirmation = Phrase("You took a move back in game #{id}: {link}", id=game.id, link=link(game.place))
        await request.services.board_messages.show_in_place(request, game, confirmation)


async def _answer_wish(request: Request, key: Key, *, agrees: bool) -> None:
    """Answer a wish to take a move back, and say so in its message, which loses its buttons."""
    game = await request.host.games.take_back.answer(
        request.guild_id, key.subject, request.user_id, seen_ply=key.state, agrees=agrees
    )
    text = wish_answered(game_title(game), game.opponent_of(request.user_id), agreed=agrees)
    edited = await request.responder.edit_source(None, text=text)
    await request.services.offer_messages.note_answered(game, request.pressed if edited else None)
    if agrees:
        await request.services.board_messages.show_elsewhere(game, request)


async def _close_wish(request: Request, key: Key, error: Exception) -> None:
    """Remove the buttons if the wish is over, and say what became of it."""
    if isinstance(error, (OfferIsOver, GameIsOver)):
        await request.services.offer_messages.close_pressed(request, error.game, OfferKind.TAKE_BACK, key.state)


OFFER_HANDLERS: Final[Mapping[ControlKind, Handler]] = {
    REMATCH: Handler(_press_rematch, remove_rematch_button),
    DECLINE_REMATCH: Handler(_press_decline_rematch, _close_rematch_offer),
    WITHDRAW: Handler(_press_withdraw, _close_rematch_offer),
    TAKE_BACK: Handler(_press_take_back, refresh_stale_board),
    AGREE: Handler(partial(_answer_wish, agrees=True), _close_wish),
    DISAGREE: Handler(partial(_answer_wish, agrees=False), _close_wish),
}
