"""The game that a replay or a review is about: a stored one, or an imported one that its message holds as a line."""

from __future__ import annotations

import re
from typing import Final

from cogs.components.base import NotOffered
from cogs.components.visible_games import find_visible_game
from cogs.context import Request
from cogs.discord_api.components import Components, last_text, layout, text_display
from cogs.messages.controls import Key
from gridlock_host import Game
from gridlock_host.errors import NotFinished, NothingToReview
from gridlock_host.records.line_notation import line_of, read_line
from gridlock_host.records.record import BrokenRecord, GameRecord, game_of

IMPORTED: Final = 0
"""The subject of the keys of an imported game, which is that of no stored one."""

_LINE: Final = re.compile(r"```\n([^\n]*)\n```\Z")


async def game_behind(request: Request, key: Key) -> Game:
    """Return the game that a button is about, stored or imported.

    Raises:
        NoSuchGame: This server has no such game.
        NotOffered: The message holds no game, as only a manipulated client sends it.
    """
    if key.subject != IMPORTED:
        return await find_visible_game(request, key.subject)
    return game_of(_held_record(request), request.guild_id)


def check_replayable(game: Game) -> None:
    """Check that a game can be replayed.

    Raises:
        NotFinished: It goes on.
        NothingToReview: It ended before the first move.
    """
    if not game.is_over:
        raise NotFinished(game)
    if game.id != IMPORTED and not game.moves:
        raise NothingToReview(game)


def held_line(request: Request, key: Key) -> str | None:
    """Return the line of the imported game of a message; None for the message of a stored game."""
    return line_of(_held_record(request)) if key.subject == IMPORTED else None


def with_record(text: str, buttons: Components, line: str) -> Components:
    """Return a text with buttons as a message that holds the line of an imported game."""
    return layout(text_display(text), *buttons.payload, text_display(f"```\n{line}\n```"))


def _held_record(request: Request) -> GameRecord:
    source = request.source
    found = None if source is None else _LINE.search(source.content or last_text(source.parts))
    if found is None:
        raise NotOffered
    try:
        return read_line(found[1])
    except BrokenRecord:
        raise NotOffered from None
