"""Replays of finished and of imported games, gone through with buttons in an ephemeral message."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cogs.components.base import Handler
from cogs.components.records.recorded_games import IMPORTED, check_replayable, game_behind, held_line
from cogs.components.visible_games import find_visible_game
from cogs.context import Request
from cogs.messages.boards.replay import lists_moves
from cogs.messages.controls import OPEN_REPLAY, REPLAY_AT, ControlKind, Key
from gridlock_host import Game
from gridlock_host.model.end_card import Story
from gridlock_host.model.replay import Replay
from gridlock_host.records.files import OpenedFile
from gridlock_host.records.line_notation import line_of
from gridlock_host.records.record import game_of
from gridlock_rules.wording import Phrase


async def answer_with_replay(request: Request, game: Game, ply: int | None = None) -> None:
    """Answer with a position of a stored game in an ephemeral message.

    Args:
        request: The request.
        game: The game.
        ply: So many moves are played on the board; None for all.

    Raises:
        NotFinished: The game goes on.
        NothingToReview: It ended before the first move.
    """
    check_replayable(game)
    shown = Replay(game, _within(game, game.ply if ply is None else ply), await _story(request, game))
    message = await request.services.board_messages.replay(request, shown)
    await request.responder.send_ephemeral(components=message)


async def answer_with_import(request: Request, opened: OpenedFile) -> None:
    """Answer with the last position of an imported game in an ephemeral message."""
    game = game_of(opened.record, request.guild_id)
    shown = Replay(game, game.ply, line=line_of(opened.record))
    message = await request.services.board_messages.replay(request, shown)
    await request.responder.send_ephemeral(components=message)
    if opened.games > 1:
        await request.responder.send_ephemeral(
            Phrase(
                "This is game {number} of {games} in the file. The option `number` opens another one.",
                number=opened.number,
                games=opened.games,
            )
        )


def _within(game: Game, ply: int) -> int:
    return min(max(ply, 0), game.ply)


async def _story(request: Request, game: Game) -> Story | None:
    return None if game.id == IMPORTED else (await request.host.games.end_cards.find(game)).story


async def _press_open(request: Request, key: Key) -> None:
    """Show the last position to the person who asks."""
    await answer_with_replay(request, await find_visible_game(request, key.subject))


async def _press_at(request: Request, key: Key) -> None:
    """Show the position after as many moves as the key's state says."""
    game = await game_behind(request, key)
    if key.subject != IMPORTED:
        check_replayable(game)
    shown = Replay(
        game,
        _within(game, key.state),
        await _story(request, game),
        lists_moves=lists_moves(key),
        line=held_line(request, key),
    )
    await request.responder.edit_source(await request.services.board_messages.replay(request, shown))


REPLAY_HANDLERS: Final[Mapping[ControlKind, Handler]] = {
    OPEN_REPLAY: Handler(_press_open),
    REPLAY_AT: Handler(_press_at),
}
