"""Checks of messages: they show what the database holds, and mention only the people concerned."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Row

from chaos.checks.evidence import Breach, Evidence, Invariant
from chaos.players.visible_messages import Control, cells, controls, read_board, read_challenge
from chaos.store import Stored, StoredGame
from gridlock_rules import cell_name
from local_discord import Message


def check_messages(evidence: Evidence) -> Iterator[Breach]:
    """Compare the messages of boards, offers and challenges with the database."""
    for number, game in evidence.stored.games.items():
        board = _standing(evidence, game.row.message_id)
        if board is not None:
            for difference in differences(game, board, evidence.stored):
                yield Breach(Invariant.WRONG_BOARD, f"message {board.id} shows {difference}", number)
    for what in evidence.still_to_be_shown:
        yield Breach(Invariant.WRONG_BOARD, f"not shown yet: {what}")
    yield from _offers(evidence)
    yield from _known_buttons(evidence)


def _offers(evidence: Evidence) -> Iterator[Breach]:
    for row in evidence.stored.offers:
        message = _standing(evidence, row.message_id)
        if row.status != "open" and message is not None and message.buttons:
            yield Breach(Invariant.WRONG_BOARD, f"an offer that is {row.status} has buttons: {message}", row.game_id)


def _known_buttons(evidence: Evidence) -> Iterator[Breach]:
    for row in (*evidence.stored.challenges.values(), *evidence.stored.offers):
        message = _standing(evidence, row.message_id)
        stale = None if message is None else stale_control(message, evidence.stored)
        if stale is not None:
            yield Breach(Invariant.WRONG_BOARD, f"a stale button: {stale} on {message}", stale.subject)


def _standing(evidence: Evidence, message_id: int | None) -> Message | None:
    message = None if message_id is None else evidence.messages.get(message_id)
    return None if message is None or message.deleted or message.channel.deleted else message


_LARGEST_BOARD_OF_BUTTONS = 5
_VOIDED = "Moderators have taken this game out of standings and ratings."
_OF_A_BOARD = ("cell", "unpick", "resign", "takeback")


def stale_control(message: Message, stored: Stored) -> Control | None:
    """The first stale button of a message; None if there is none."""
    return next((control for control in controls(message) if _is_stale(control, stored)), None)


def _is_stale(control: Control, stored: Stored) -> bool:
    game = stored.games.get(control.subject)
    match control.action:
        case "accept" | "decline" | "cancel":
            challenge = _challenge(control.subject, stored)
            return challenge is None or challenge.status != "open"
        case "rematch" | "norematch" | "withdraw":
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
    """Whether a rematch of a finished game is possible: none began, and no next game of its match."""
    row = game.row
    after = (each.row for each in stored.games.values() if each.row.id > row.id)
    followed = any(
        each.rematch_of == row.id or (row.match_id is not None and each.match_id == row.match_id) for each in after
    )
    return game.result is not None and not followed


def differences(game: StoredGame, message: Message, stored: Stored) -> Iterator[str]:
    """The differences between the board of a game and the database."""
    board = read_board(message.text)
    if board is None:
        yield f"no board, but {message.text!r}"
        return
    last = game.moves[-1] if game.moves else None
    if (board.ply, board.move) != (len(game.moves), last):
        yield f"ply {board.ply} {board.move}, stored are {len(game.moves)} {last}"
    if board.is_over != (game.result is not None):
        yield f"over: {board.is_over}, stored is {game.result}"
    if (_VOIDED in message.text) != (_has_winner(game) and bool(game.row.voided)):
        yield f"voided: {_VOIDED in message.text}, stored is {game.row.voided}"
    stale = stale_control(message, stored)
    if stale is not None:
        yield f"the button {stale}, stored is version {game.row.version}"
    if game.result is None and not board.is_over and game.has_legal_move:
        yield from _wrong_turn(game, message)


def _has_winner(game: StoredGame) -> bool:
    return game.result is not None and game.result.winner_id is not None


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


_ABOUT_A_GAME = re.compile(
    r"^<@(?P<call>\d+)>, it is your turn in game #(?P<called>\d+)"
    r"|^<@\d+>, your time in game #(?P<warned>\d+)"
    r"|^Game #(?P<ended>\d+) · .* is over\."
    r"|^<@\d+>, <@\d+> (?:offers you a rematch of|asks to take \S+ back in) game #(?P<offered>\d+)"
    r"|^(?:<@\d+> (?:took a move back|asked to take a move back) in|The move in) game #(?P<answered>\d+)"
    r"|^The rematch of game #(?P<rematch>\d+)"
    r"|^<@\d+> (?:offered|declined|withdrew the offer of) a rematch of game #(?P<lapsed>\d+)"
)
# An offer that is over without a rematch no longer says between whom it was, nor a challenge who has answered it, after
# they were forgotten.
_NAMES_NOBODY = ("This offer is over.", "deleted player accepted ", "deleted player declined ")
_CANCELLED = re.compile(r" cancelled the challenge to <@(\d+)>")


def check_mentions(evidence: Evidence) -> Iterator[Breach]:
    """Check each message with mentions."""
    # The board may have moved to another channel before the bot knew that it had called the player in the former one.
    calls: Counter[tuple[int, int]] = Counter()
    for message in evidence.messages.values():
        if not message.mentions or message.text.startswith(_NAMES_NOBODY):
            continue
        told = {member.id for member in message.mentions}
        about = _ABOUT_A_GAME.match(message.text)
        number = next((int(each) for each in about.groups()[1:] if each), None) if about else None
        game = None if number is None else evidence.stored.games.get(number)
        allowed = set(game.players) if game is not None else {_challenged(message)}
        if not told <= allowed:
            yield Breach(Invariant.MENTION, f"{told} were notified by {message}", number)
        if about and about["call"]:
            calls[int(about["called"]), message.channel.id] += message.nonce is not None
            if told != {int(about["call"])}:
                yield Breach(Invariant.MENTION, f"{told} were notified by {message}", number)
    for (number, _), times in calls.items():
        game = evidence.stored.games.get(number)
        if game is not None and times > game.row.version + 1:
            yield Breach(Invariant.MENTION, f"{times} calls to move in {game.row.version} changes", number)


def _challenged(message: Message) -> int | None:
    read = read_challenge(message.text)
    if read is not None:
        return read[0]
    # A closed challenge begins with the member who answered or cancelled it.
    named = _CANCELLED.search(message.text) or re.search(r"<@(\d+)>", message.text)
    return int(named[1]) if named else None
