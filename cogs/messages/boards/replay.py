"""The replay of a finished game: the board after each move in the look of the server, and buttons to go through it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cogs.discord_api.components import Component, Components, container, layout, row, text_display
from cogs.messages.controls import OPEN_PICTURE, OPEN_REVIEW, REPLAY_AT, Key, button
from cogs.messages.looks.cells import scene_of
from cogs.messages.looks.emoji_set import EmojiSet
from cogs.messages.looks.registry import draw
from cogs.text.i18n import Words
from cogs.text.replay import lines_above, lines_below, play_by_play
from cogs.text.shared import MOST_IN_LAYOUT
from gridlock_host.model.messages.look import Look
from gridlock_host.model.replay import Replay

_LISTED: Final = "/list"


def replay_message(replay: Replay, words: Words, *, look: Look, emoji: EmojiSet) -> Components:
    """Return a position of a game, and the buttons that lead to the others.

    Args:
        replay: What to show.
        words: The language.
        look: How to draw the board.
        emoji: The emoji to draw with.
    """
    game = replay.game
    drawing = draw(look, scene_of(game.as_of(replay.ply), words, emoji, is_still=True))
    lines = [
        *map(words.say, lines_above(game, replay.ply)),
        drawing.text,
        *map(words.say, lines_below(game, replay.ply, is_turning_point=replay.ply == replay.turning_point)),
    ]
    record = [] if replay.line is None else [text_display(f"```\n{replay.line}\n```")]
    if replay.lists_moves:
        room = MOST_IN_LAYOUT - len("\n".join(lines)) - sum(len(part["content"]) for part in record)
        lines += map(words.say, play_by_play(game, replay.ply, replay.story, room))
    box = container(text_display("\n".join(lines)), row(*_steps(replay, words)), row(*_further(replay, words)))
    return layout(box, *record)


def _steps(replay: Replay, words: Words) -> Iterator[Component]:
    """Yield the buttons that lead to other positions."""
    ply, last = replay.ply, replay.game.ply
    targets = [
        ("first", "⏮", 0, ply > 0),
        ("back", "◀", max(ply - 1, 0), ply > 0),
        ("next", "▶", min(ply + 1, last), ply < last),
        ("last", "⏭", last, ply < last),
    ]
    turn = replay.turning_point
    if turn is not None:
        targets.append(("turn", words("Turning point"), turn, ply != turn))
    for name, label, target, leads in targets:
        argument = name + (_LISTED if replay.lists_moves else "")
        yield button(REPLAY_AT, Key(replay.game.id, target, argument), words, label=label, disabled=not leads)


def _further(replay: Replay, words: Words) -> Iterator[Component]:
    """Yield the buttons that show more of the game."""
    game = replay.game
    label = words("Hide the moves") if replay.lists_moves else words("Play-by-play")
    argument = "board" if replay.lists_moves else f"list{_LISTED}"
    yield button(REPLAY_AT, Key(game.id, replay.ply, argument), words, label=label)
    yield button(OPEN_REVIEW, Key(game.id, game.version), words)
    yield button(OPEN_PICTURE, Key(game.id, replay.ply, "gif"), words, label=words("Animation"))
    yield button(OPEN_PICTURE, Key(game.id, replay.ply, "png"), words, label=words("Picture"))


def lists_moves(key: Key) -> bool:
    """Return whether the replay behind a button lists all moves."""
    return key.argument.endswith(_LISTED)
