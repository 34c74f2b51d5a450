"""Buttons of a board, and the question whether a player wants to resign."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cogs.components.base import Handler, NotOffered, chosen, refresh_stale_board, single_cell
from cogs.components.visible_games import find_visible_game
from cogs.context import Request
from cogs.discord_api.components import Components, controls_below
from cogs.messages.boards.board import board_text, spoken_board_message
from cogs.messages.controls import (
    BOARD_TEXT,
    CELL,
    CELL_MENU,
    CONFIRM_RESIGN,
    HINT,
    PLAY_ON,
    READ_AGAIN,
    RESIGN,
    RULES,
    SWAP,
    UNPICK,
    ControlKind,
    Key,
    button,
)
from cogs.messages.sending.channel_access import is_member
from cogs.text.i18n import Words
from cogs.text.learning.hints import hint_text
from cogs.text.shared import long_text, mention, played
from gridlock_host import Game
from gridlock_host.errors import StaleBoard
from gridlock_host.model.starts import SWAP_WORD
from gridlock_rules.wording import Phrase


async def ask_to_resign(request: Request, game: Game) -> None:
    """Ask a player in an ephemeral message whether they want to resign."""
    question, buttons = resign_question(game, request.user_id, await request.load_words())
    await request.responder.send_ephemeral(question, components=buttons)


def resign_question(game: Game, user_id: int, words: Words) -> tuple[Phrase, Components]:
    """Return the question whether a player wants to resign, and its buttons."""
    key = Key(game.id, game.version)
    return _question(game, user_id), controls_below(button(CONFIRM_RESIGN, key, words), button(PLAY_ON, key, words))


def _question(game: Game, user_id: int) -> Phrase:
    if game.may_be_called_off:
        return Phrase("Resign game #{id}? It counts for nobody, because you have not both moved yet.", id=game.id)
    if game.bot_id is not None:
        return Phrase("Resign game #{id}? I win.", id=game.id)
    opponent = mention(game.opponent_of(user_id))
    return Phrase(
        "Resign game #{id}? {opponent} wins, unless they have left the server.", id=game.id, opponent=opponent
    )


async def show_board(request: Request, game: Game) -> None:
    """Answer with the board, which moves to the request's channel; in sentences to a person who wants these."""
    if (await request.load_board_words()).is_spoken:
        await request.services.board_messages.speak(request, game)
    else:
        await request.services.board_messages.bring(request, game)


async def _press_cell(request: Request, key: Key) -> None:
    await _choose(request, key, key.argument)


async def _choose_cell(request: Request, key: Key) -> None:
    """Do what a press of the chosen cell would do."""
    choice = chosen(request)
    if CELL.read(Key(key.subject, key.state, choice).custom_id(CELL.action)) is None:
        raise NotOffered
    await _choose(request, key, choice)


async def _choose(request: Request, key: Key, choice: str) -> None:
    """Play a move that was chosen on a board; or show which second cell can be chosen, if the move has two."""
    board_messages, games = request.services.board_messages, request.host.games
    game = await games.find_turn(request.guild_id, key.subject, request.user_id, seen_version=key.state)
    picked = single_cell(choice)
    if picked is not None and game.position.removals(picked):
        if not request.responder.is_attached:
            raise StaleBoard(game)
        await board_messages.show_choice(request, game, picked)
        return
    await play_on_board(request, key, game, choice)


async def play_on_board(request: Request, key: Key, game: Game, text: str) -> None:
    """Play a move on the board with which it was made, and show the board in place.

    Args:
        request: A press, a choice or a form.
        key: The key of the control, with the version that the player saw.
        game: The game.
        text: The move.
    """
    moved = await request.host.games.move(
        request.guild_id,
        game.id,
        request.user_id,
        text,
        seen_version=key.state,
        seen_on=request.pressed if request.responder.is_attached and not request.has_private_source else None,
    )
    await request.services.board_messages.show_in_place(request, moved, played(moved))


async def _press_swap(request: Request, key: Key) -> None:
    """Take over the first move, in place of a move."""
    game = await request.host.games.find_turn(request.guild_id, key.subject, request.user_id, seen_version=key.state)
    await play_on_board(request, key, game, SWAP_WORD)


async def _press_unpick(request: Request, key: Key) -> None:
    """Show the board as it was before a cell was picked."""
    game = await request.host.games.find_turn(request.guild_id, key.subject, request.user_id, seen_version=key.state)
    await request.services.board_messages.show_choice(request, game, None)


async def _press_rules(request: Request, key: Key) -> None:
    game = await request.host.games.find(request.guild_id, key.subject)
    words = await request.load_words()
    await request.responder.send_ephemeral(components=long_text(game.variant.rule_text_in(words.language)))


async def _press_board_text(request: Request, key: Key) -> None:
    """Show the current board as a code block, with the legal cells; in sentences to a person who wants these."""
    game = await find_visible_game(request, key.subject)
    words = await request.load_board_words()
    if words.is_spoken:
        await request.responder.send_ephemeral(components=spoken_board_message(game, words, request.user_id))
    else:
        await request.responder.send_ephemeral(components=board_text(game, words))


async def _press_read_again(request: Request, key: Key) -> None:
    """Say the current board in the message that was pressed."""
    game = await find_visible_game(request, key.subject)
    await request.services.board_messages.speak(request, game)


async def _press_hint(request: Request, key: Key) -> None:
    hint = await request.host.bot_player.hints.hint(request.guild_id, key.subject, request.user_id)
    await request.responder.send_ephemeral((await request.load_board_words()).say(hint_text(hint)))


async def _press_resign(request: Request, key: Key) -> None:
    await ask_to_resign(request, await request.host.games.find_own(request.guild_id, key.subject, request.user_id))


async def _confirm_resign(request: Request, key: Key) -> None:
    """End the game, and show that everywhere."""
    guild_id, player_id = request.guild_id, request.user_id
    game = await request.host.games.find_own(guild_id, key.subject, player_id)
    left = game.bot_id is None and not await is_member(request, game.opponent_of(player_id))
    game = await request.host.games.resign(guild_id, game.id, player_id, opponent_left=left, found=game)
    confirmation = (
        Phrase("Your opponent has left this server, so you won game #{id}.", id=game.id)
        if left
        else Phrase("You resigned game #{id}.", id=game.id)
    )
    await request.responder.edit_source(None, text=confirmation)
    await request.services.board_messages.show_elsewhere(game, request)


async def _press_play_on(request: Request, key: Key) -> None:
    await request.responder.edit_source(None, text=Phrase("You play on in game #{id}.", id=key.subject))


GAME_HANDLERS: Final[Mapping[ControlKind, Handler]] = {
    CELL: Handler(_press_cell, refresh_stale_board),
    CELL_MENU: Handler(_choose_cell, refresh_stale_board),
    UNPICK: Handler(_press_unpick, refresh_stale_board),
    SWAP: Handler(_press_swap, refresh_stale_board),
    RULES: Handler(_press_rules),
    BOARD_TEXT: Handler(_press_board_text),
    READ_AGAIN: Handler(_press_read_again),
    HINT: Handler(_press_hint, refresh_stale_board),
    RESIGN: Handler(_press_resign, refresh_stale_board),
    CONFIRM_RESIGN: Handler(_confirm_resign),
    PLAY_ON: Handler(_press_play_on),
}
