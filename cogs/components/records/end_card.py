"""Buttons of a finished game: sharing it, and a game at the bot's next level."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cogs.components.base import Handler, NotOffered
from cogs.components.challenges.offer_buttons import remove_rematch_button
from cogs.components.visible_games import find_visible_game
from cogs.context import Request
from cogs.messages.boards.end_card import next_level
from cogs.messages.controls import (
    NEXT_LEVEL,
    SHARE,
    ControlKind,
    Key,
)
from cogs.messages.sending.delivery import message_name, nonce_of
from cogs.text.learning.reviews import shared_lines
from cogs.text.shared import long_text, shared_already
from gridlock_host import Game
from gridlock_host.errors import NotFinished, NothingToReview, NotInThisGame, PlayerIsGone
from gridlock_host.model.end_card import EndCard


async def _finished(request: Request, key: Key) -> Game:
    game = await find_visible_game(request, key.subject)
    if not game.is_over:
        raise NotFinished(game)
    if not game.moves:
        raise NothingToReview(game)
    return game


async def _press_share(request: Request, key: Key) -> None:
    """Post the summary of the review for everybody, once for each game."""
    game, cards = await _finished(request, key), request.host.games.end_cards
    if not game.has_player(request.user_id):
        raise NotInThisGame(game)
    if game.has_deleted_player:
        raise PlayerIsGone(game)
    card = await cards.find(game)
    if card.is_shared:
        await _tell_of_share(request, game, card)
        return
    await request.responder.defer()
    reviews = request.host.bot_player.reviews
    review = await reviews.review(game)
    lines = shared_lines(game, review, request.user_id, await reviews.reason(game, review, 0))
    words = await request.load_public_words()
    shown = long_text("\n".join(words.say(line) for line in lines))
    share = await cards.share_of(game)
    if not await share.claim():
        await _tell_of_share(request, game, await cards.find(game))
        return
    nonce = nonce_of(request.place, message_name("share", game))
    # Only the process that has claimed it posts it, so it does so even if another one has answered.
    message_id = await request.responder.send(shown, only_as_response=False, nonce=nonce)
    if message_id is None:
        await share.release()
        return
    await share.note_posted(request.message_place(message_id))
    await request.services.board_messages.refresh(request, game)


async def _tell_of_share(request: Request, game: Game, card: EndCard) -> None:
    await request.responder.send_ephemeral(shared_already(game, card.shared))
    await request.services.board_messages.refresh(request, game)


async def _press_next_level(request: Request, key: Key) -> None:
    """Begin the rematch of a game against the bot at the next level, once."""
    game = await find_visible_game(request, key.subject)
    if not game.has_player(request.user_id):
        raise NotInThisGame(game)
    level = next_level(game)
    if level is None:
        raise NotOffered
    here = request.place
    begun = await request.host.challenges.rematch.begin_at_level(
        here.guild_id,
        game.id,
        request.user_id,
        level,
        channel_id=here.channel_id,
        thread_of=request.parent_channel_id,
    )
    await request.services.board_messages.post(request, begun)


END_CARD_HANDLERS: Final[Mapping[ControlKind, Handler]] = {
    SHARE: Handler(_press_share),
    NEXT_LEVEL: Handler(_press_next_level, remove_rematch_button),
}
