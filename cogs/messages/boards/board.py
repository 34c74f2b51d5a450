"""The message of a game: its header, the board in the look of the server, and the controls."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cogs.discord_api.components import (
    SEPARATOR,
    Component,
    Components,
    container,
    layout,
    rows_of,
    text_display,
)
from cogs.messages.boards.board_header import header
from cogs.messages.boards.end_card import end_card_message
from cogs.messages.controls import (
    BOARD_TEXT,
    HINT,
    READ_AGAIN,
    RESIGN,
    RULES,
    SWAP,
    TAKE_BACK,
    TYPE_MOVE,
    UNPICK,
    Key,
    button,
)
from cogs.messages.looks.cells import LARGEST_BOARD_OF_BUTTONS, Scene, scene_of
from cogs.messages.looks.emoji_set import UNICODE, EmojiSet
from cogs.messages.looks.look import Drawing
from cogs.messages.looks.parts import code_block, legal_names
from cogs.messages.looks.registry import draw
from cogs.text.i18n import Words
from cogs.text.shared import game_heading, link, long_text
from gridlock_host import Game
from gridlock_host.model.end_card import BLANK_CARD, EndCard
from gridlock_host.model.messages.look import Look
from gridlock_rules import Player
from gridlock_rules.wording import COMMA

_BLUE: Final = 0x56B4E9
_ORANGE: Final = 0xE69F00


def board_message(
    game: Game,
    words: Words,
    *,
    look: Look = Look.CLASSIC,
    emoji: EmojiSet = UNICODE,
    picked: int | None = None,
    offers_rematch: bool = True,
    card: EndCard = BLANK_CARD,
    reader_id: int | None = None,
) -> Components:
    """Return the board of a game, with everything to make a move; once it is over, its end card.

    The colour of its edge is that of the player to move.

    Args:
        game: What to show.
        words: The language.
        look: How to draw it.
        emoji: The emoji to draw with.
        picked: The cell that a player has chosen whose move needs a second one.
        offers_rematch: Whether a finished game has a button for a rematch.
        card: What is known of a finished game beside its result.
        reader_id: The person who alone reads it; None for everybody.
    """
    scene = scene_of(game, words, emoji, picked, reader_id=reader_id)
    return composed(scene, draw(look, scene), offers_rematch=offers_rematch, card=card)


def composed(scene: Scene, drawing: Drawing, *, offers_rematch: bool = True, card: EndCard = BLANK_CARD) -> Components:
    """Return the message around a drawing: its header and controls, or the end card."""
    game, words = scene.game, scene.words
    if game.is_over:
        return end_card_message(game, card, words, drawing, offers_rematch=offers_rematch)
    above = header(game, words, scene.picked, has_emoji=drawing.has_emoji)
    text = f"{above}\n{drawing.text}" if drawing.text else above
    parts: list[Component] = [text_display(text), *drawing.rows]
    if drawing.rows:
        parts.append(SEPARATOR)
    parts += rows_of(list(_controls(scene, offers_text=drawing.offers_text)))
    return layout(container(*parts, colour=_colour(game)))


def _colour(game: Game) -> int:
    return _BLUE if game.position.to_move is Player.ONE else _ORANGE


def _controls(scene: Scene, *, offers_text: bool) -> Iterator[Component]:
    """Yield the controls below a board: at most five if its cells are buttons, or there would be too many."""
    game, words = scene.game, scene.words
    key = Key(game.id, game.version)
    if scene.picked is not None:
        yield button(UNPICK, key, words)
    elif game.bot_id is not None and not game.bot_is_to_move:
        yield button(HINT, key, words)
    if game.may_swap and scene.picked is None:
        yield button(SWAP, key, words)
    if game.position.size > LARGEST_BOARD_OF_BUTTONS and not game.bot_is_to_move:
        yield button(TYPE_MOVE, Key(game.id, game.version, scene.step), words)
    if game.moves_to_take_back:
        yield button(TAKE_BACK, key, words)
    yield button(RULES, key, words)
    yield button(RESIGN, key, words)
    if words.is_spoken:
        yield button(READ_AGAIN, Key(game.id), words)
    if offers_text:
        yield button(BOARD_TEXT, key, words)


def board_text(game: Game, words: Words) -> Components:
    """Return a board as a code block with the names of the legal cells, whatever its look."""
    scene = scene_of(game, words, UNICODE)
    above = game_heading(game) if game.is_over else header(game, words, None, has_emoji=False)
    lines = [above, code_block(scene)]
    if scene.legal:
        lines.append(words("Legal cells: {cells}", cells=legal_names(scene.legal, words.say(COMMA))))
    return long_text("\n".join(lines))


def spoken_board_message(game: Game, words: Words, reader_id: int, picked: int | None = None) -> Components:
    """Return a board in sentences for one person, with menus for a move; what it takes of emoji and colours is text.

    Args:
        game: The game.
        words: The language of the person.
        reader_id: The person.
        picked: The cell that the person has chosen whose move needs a second one.
    """
    return board_message(game, words.aloud, picked=picked, offers_rematch=False, reader_id=reader_id)


def old_board_message(game: Game, words: Words) -> Components:
    """Return the one line that replaces an older copy of a board that may not be deleted."""
    return long_text(f"{game_heading(game)} " + words("The board is now at {link}", link=link(game.place)))
