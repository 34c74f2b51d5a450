"""Pictures of games: true to the board, small, and the same each time."""

from __future__ import annotations

import io
from random import Random

import pytest
from hypothesis import given, settings
from PIL import Image, ImageChops, ImageSequence

from cogs.messages.drawings.drawing import draw_gif, draw_png
from cogs.messages.drawings.frames import frame_at, frames_of
from cogs.messages.looks.cells import CELL_NAMES
from cogs.text.i18n import LANGUAGES, Words
from cogs.text.pictures import LONGEST_DESCRIPTION, picture_description
from gridlock_host import Game
from gridlock_host.records.record import GameRecord, game_of
from gridlock_rules import VARIANTS, Variant
from gridlock_rules.wording import COMMA
from tests.host.support.host import GUILD
from tests.host.support.recorded_games import stored_games

MOST_BYTES = 100_000
BLUE, ORANGE = (0x56, 0xB4, 0xE9), (0xE6, 0x9F, 0x00)


def longest_game(variant: Variant, *, size: int = 8) -> Game:
    """The longest of some random games."""
    games = []
    for seed in range(10):
        random, position, moves = Random(seed), variant.start(size), list[str]()  # noqa: S311
        while position.legal_moves:
            moves.append(str(random.choice(position.legal_moves)))
            position = position.play(position.parse(moves[-1]))
        games.append(tuple(moves))
    return game_of(GameRecord(variant.key, size, max(games, key=len)), GUILD)


def opened(content: bytes) -> Image.Image:
    """A picture that was drawn."""
    return Image.open(io.BytesIO(content))


@pytest.mark.parametrize("variant", VARIANTS, ids=[variant.key for variant in VARIANTS])
def test_an_animation_ends_like_the_board_and_is_small(variant: Variant) -> None:
    game = longest_game(variant)
    content = draw_gif(tuple(frames_of(game)))
    assert len(content) <= MOST_BYTES
    animation = opened(content)
    assert animation.info["loop"] == 0
    *_, end = (frame.convert("RGB") for frame in ImageSequence.Iterator(animation))
    last = opened(draw_png(frame_at(game, game.ply)))
    assert ImageChops.difference(end, last.convert("RGB")).getbbox() is None
    assert draw_gif(tuple(frames_of(game))) == content


@settings(max_examples=20)
@given(stored_games(finished=True))
def test_a_picture_shows_the_stones_of_the_position(game: Game) -> None:
    shown = frame_at(game, game.ply)
    assert [*frames_of(game)][-1] == shown
    tile = opened(draw_png(shown)).width // (game.position.size + 1)
    picture = opened(draw_png(shown)).convert("RGB")
    marks = dict(game.position.mark_masks)
    for cell, name in enumerate(shown):
        row, column = divmod(cell, game.position.size)
        # Tokens have a hole in the middle.
        point = ((column + 1) * tile + tile // 2, (row + 1) * tile + tile // 4)
        bit = 1 << 8 * row + column
        for mark, colour, word in zip(game.variant.player_marks, (BLUE, ORANGE), ("blue", "orange"), strict=True):
            assert (word in name) == bool(marks.get(mark, 0) & bit), CELL_NAMES[8 * row + column]
            if "last" not in name and word in name:
                assert picture.getpixel(point) == colour


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", VARIANTS, ids=[variant.key for variant in VARIANTS])
def test_a_description_has_the_moves_and_fits(variant: Variant, language: str) -> None:
    game, words = longest_game(variant), Words.of(language)
    for ply in (None, 0, game.ply):
        assert len(picture_description(game, ply, words)) <= LONGEST_DESCRIPTION
    one, two = variant.player_marks
    comma = words.say(COMMA)
    assert f"1. {one} {game.moves[0]}{comma}2. {two} {game.moves[1]}" in picture_description(game, None, words)
