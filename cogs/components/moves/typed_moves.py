"""Typed moves: the form that opens from a board, and which cells a text names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cogs.components.base import Handler, refresh_stale_board
from cogs.components.moves.games import play_on_board
from cogs.components.moves.removal_menu import ask_what_to_remove
from cogs.context import Request
from cogs.discord_api.modals import FilledForm, Modal, text_field
from cogs.messages.controls import TYPE_MOVE, ControlKind, Key
from gridlock_host import Game
from gridlock_rules import InvalidNotation
from gridlock_rules.notation import read_move

_MOVE: Final = "move"
# The book's own way of writing two cells with spaces fits.
_MOST_CHARACTERS: Final = 40


def typed_cell(game: Game, text: str) -> int | None:
    """Return the cell of this game's board that a text names; None if it names none, or more than one."""
    try:
        return read_move(text, size=game.position.size, origin=game.variant.origin, cells=1).cell
    except InvalidNotation:
        return None


async def _open_form(request: Request, key: Key) -> None:
    """Open the form, if it is the person's turn on the board that they see."""
    game = await request.host.games.find_turn(request.guild_id, key.subject, request.user_id, seen_version=key.state)
    words, step = await request.load_words(), key.argument
    example = next((str(move) for move in game.position.legal_moves if str(move).startswith(step)), "")
    label = words("Cell to remove after the step to {cell}", cell=step.rstrip("/")) if step else words("Your move")
    field = text_field(
        _MOVE,
        label,
        placeholder=words("Such as {example}", example=example.removeprefix(step)),
        most=_MOST_CHARACTERS,
    )
    title = words("Type a move in game #{id}", id=game.id)
    await request.responder.open_modal(Modal(key.custom_id(TYPE_MOVE.action), title, [field]))


async def _submit_move(request: Request, key: Key, form: FilledForm) -> None:
    """Play what was typed; or show which cells can be removed, if a step without a removal was typed."""
    board_messages, games = request.services.board_messages, request.host.games
    game = await games.find_turn(request.guild_id, key.subject, request.user_id, seen_version=key.state)
    text = key.argument + form.first(_MOVE)
    step = typed_cell(game, text)
    if step is not None and game.position.removals(step):
        if request.responder.is_attached:
            await board_messages.show_choice(request, game, step)
        else:
            await ask_what_to_remove(request, game, step)
        return
    await play_on_board(request, key, game, text)


TYPED_MOVE_HANDLERS: Final[Mapping[ControlKind, Handler]] = {
    TYPE_MOVE: Handler(_open_form, refresh_stale_board, submit=_submit_move)
}
