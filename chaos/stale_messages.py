"""Buttons that do nothing any more, and messages that do not show what is stored."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Row

from chaos.players.message_reading import Control, read_board
from chaos.players.visible_messages import cells, controls
from chaos.store import Stored, StoredGame
from gridlock_rules import cell_name
from local_discord import Message

_LARGEST_BOARD_OF_BUTTONS = 5
_OF_A_BOARD = ("cell", "unpick", "resign", "takeback")


def stale_control(message: Message, stored: Stored) -> Control | None:
    """A button of a message that is about something that is over; None if there is none."""
    return next((control for control in controls(message) if _is_stale(control, stored)), None)


def _is_stale(control: Control, stored: Stored) -> bool:
    game = stored.games.get(control.subject)
    match control.action:
        case "accept" | "decline" | "cancel":
            challenge = _challenge(control.subject, stored)
            return challenge is None or challenge.status != "open"
        case "rematch":
            return game is None or not may_have_rematch(game, stored)
        case "agree" | "disagree":
            return game is None or game.result is not None or control.state != len(game.moves)
        case action if action in _OF_A_BOARD:
            return game is None or game.result is not None or control.state != game.row.version
        case _:
            return False


def _challenge(number: int, stored: Stored) -> Row[Any] | None:
    return next((row for row in stored.challenges.values() if row.id == number), None)


def may_have_rematch(game: StoredGame, stored: Stored) -> bool:
    """Whether a finished game can have a rematch: it has had none, and no next game of its match has begun."""
    row = game.row
    after = (each.row for each in stored.games.values() if each.row.id > row.id)
    followed = any(
        each.rematch_of == row.id or (row.match_id is not None and each.match_id == row.match_id) for each in after
    )
    return game.result is not None and not followed


def differences(game: StoredGame, message: Message, stored: Stored) -> Iterator[str]:
    """What the board of a game shows otherwise than it is stored."""
    board = read_board(message.text)
    if board is None:
        yield f"no board, but {message.text!r}"
        return
    last = game.moves[-1] if game.moves else None
    if (board.ply, board.move) != (len(game.moves), last):
        yield f"ply {board.ply} {board.move}, stored are {len(game.moves)} {last}"
    if board.is_over != (game.result is not None):
        yield f"over: {board.is_over}, stored is {game.result}"
    stale = stale_control(message, stored)
    if stale is not None:
        yield f"the button {stale}, stored is version {game.row.version}"
    if game.result is None and not board.is_over and game.has_legal_move:
        yield from _wrong_turn(game, message)


def _wrong_turn(game: StoredGame, message: Message) -> Iterator[str]:
    board = read_board(message.text)
    if board is not None and board.to_move != game.to_move:
        yield f"{board.to_move} to move, by the store {game.to_move}"
    if game.row.size > _LARGEST_BOARD_OF_BUTTONS:
        return
    offered = [Control.read(button.custom_id or "").argument for button in cells(message)]
    position = game.position
    steps = {name.split("/")[0] for name in offered}
    if board is not None and board.is_choosing:
        (step,) = steps
        target = next(cell for cell in position.targets if cell_name(cell) == step)
        legal = {f"{step}/{cell_name(cell)}" for cell in position.removals(target)}
    else:
        legal = set() if game.to_move == game.row.bot_id else {cell_name(cell) for cell in position.targets}
    if set(offered) != legal:
        yield f"the cells {offered}, legal are {sorted(legal)}"
