"""The looks of a board: each says the same, and says it without colours."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from cogs.messages.boards.board import board_message, board_text, composed
from cogs.messages.looks.cells import LARGEST_BOARD_OF_BUTTONS, Scene, scene_of
from cogs.messages.looks.emoji_set import UNICODE, EmojiSet
from cogs.messages.looks.look import Drawing
from cogs.messages.looks.registry import LOOKS
from cogs.messages.sending.application_emoji import pictures
from cogs.text.i18n import Words
from gridlock_host import Game
from gridlock_host.model.messages.look import Look
from gridlock_rules import cell_name
from tests.cogs.support.boards import DRAWN, assert_fits, games, parts
from tests.cogs.support.games import ADA

WORDS = Words()
EMOJI_SETS = pytest.mark.parametrize("emoji", [UNICODE, DRAWN], ids=["unicode", "drawn"])


def choices(game: Game) -> list[int | None]:
    """Nothing, and every cell that a player can pick who then removes another."""
    if game.is_over:
        return [None]
    return [None, *(target for target in game.position.targets if game.position.removals(target))]


def content(message: Any) -> str:
    return "\n".join(part["content"] for part in parts(message.payload) if "content" in part)


def read_code_block(text: str, size: int) -> dict[str, str]:
    """What each cell of a code block shows, with its brackets."""
    _, *rows = text.split("```\n")[1].split("\n")[: size + 1]
    width = (len(rows[0]) - 2) // size
    return {
        f"{line[0]}{column + 1}": line[2 + column * width : 2 + (column + 1) * width].replace(" ", "")
        for line in rows
        for column in range(size)
    }


def expected(game: Game, shown: dict[str, str]) -> dict[str, str]:
    """The name of the picture of each cell, from what a code block shows."""
    variant = game.variant
    shape = ("blue_token", "orange_token") if variant.cells_per_move == 2 else ("blue_square", "orange_circle")
    stones = dict(zip(variant.player_marks, shape, strict=True))

    def name(mark: str) -> str:
        bare = mark.strip("[]")
        is_last = mark != bare
        if bare in stones:
            return stones[bare] + ("_last_move" if is_last else "")
        if bare in variant.other_marks:
            closed = "removed_cell" if variant.cells_per_move == 2 else "blocked_cell"
            return closed + ("_last_move" if is_last else "")
        return {"+": "legal", ".": "free"}[bare]

    return {cell: name(mark) for cell, mark in shown.items()}


def buttons_of(message: Any) -> list[Any]:
    return [part for part in parts(message.payload) if ":cell:" in part.get("custom_id", "")]


@EMOJI_SETS
@given(game=games())
def test_the_buttons_say_what_the_code_block_says(emoji: EmojiSet, game: Game) -> None:
    """Read without their colours: a name can be played, an emoji is a stone or a hole, and all else is blank."""
    if game.is_over or game.position.size > LARGEST_BOARD_OF_BUTTONS:
        return
    known = {str(partial): name for name, partial in emoji.partials.items() if not name.endswith(("_cell", "_ground"))}
    known |= {str(emoji.partials[name]): name for name in ("removed_cell", "blocked_cell")}
    for picked in choices(game):
        message = board_message(game, WORDS, emoji=emoji, picked=picked)
        told = expected(game, read_code_block(content(message), game.position.size))
        for button in buttons_of(message):
            cell = button["custom_id"].split(":")[-1].split("/")[-1]
            if told[cell] == "legal":
                assert (button["label"], button.get("disabled", False)) == (cell, False)
            elif told[cell] == "free":
                assert (button["label"], button["disabled"]) == ("·", True)
            else:
                names = {name for partial, name in known.items() if partial == str(button["emoji"])}
                assert told[cell] in names or str(emoji.partials[told[cell]]) == str(button["emoji"])
                assert "label" not in button
                assert button.get("disabled", False) is told[cell].startswith(("removed", "blocked"))


@EMOJI_SETS
@given(game=games())
def test_the_grid_of_emoji_says_what_the_code_block_says(emoji: EmojiSet, game: Game) -> None:
    size = game.position.size
    if size <= LARGEST_BOARD_OF_BUTTONS and not game.is_over:
        return
    for picked in choices(game)[:3]:
        told = expected(game, read_code_block(content(board_message(game, WORDS, picked=picked)), size))
        text = content(board_message(game, WORDS, look=Look.PICTURES, emoji=emoji, picked=picked))
        rest = text[text.index(emoji.header[0] + emoji.header[1]) :].split("\n")[1 : size + 1]
        for edge, line, letter in zip(emoji.rows, rest, "ABCDEFGH", strict=False):
            left = line.removeprefix(edge)
            for column in range(size):
                name = told[f"{letter}{column + 1}"]
                codes = {"legal": ["legal_cell"], "free": ["free_cell", "barred_cell"]}.get(
                    name, [name.replace("_last_move", "_last_cell"), f"{name}_cell", name]
                )
                code = next((emoji.codes[one] for one in codes if left.startswith(emoji.codes.get(one, "\0"))), None)
                assert code is not None, (name, left)
                left = left.removeprefix(code)
            assert left == ""


@given(game=games())
def test_every_legal_move_can_be_chosen_without_typing_in_each_look(game: Game) -> None:
    for look in Look:
        for picked in choices(game):
            message = board_message(game, WORDS, look=look, picked=picked)
            legal = game.position.targets if picked is None else game.position.removals(picked)
            step = "" if picked is None else f"{cell_name(picked)}/"
            offered = {one["value"] for part in parts(message.payload) for one in part.get("options", [])}
            pressed = {one["custom_id"].split(":")[-1] for one in buttons_of(message) if "label" in one}
            pressed -= {one["custom_id"].split(":")[-1] for one in buttons_of(message) if one.get("disabled")}
            wanted = set() if game.is_over else {step + cell_name(cell) for cell in legal}
            assert offered | pressed == wanted
            assert offered == set() or pressed == set()


@given(game=games())
def test_the_look_of_text_has_no_emoji_on_the_board_and_the_look_of_pictures_no_code_block(game: Game) -> None:
    text = content(board_message(game, WORDS, look=Look.TEXT, emoji=DRAWN))
    assert not any(code in text for code in [*DRAWN.codes.values(), "🟦", "🟠"])
    if not game.is_over:
        pictures_text = content(board_message(game, WORDS, look=Look.PICTURES, emoji=DRAWN))
        assert "```" not in pictures_text
    labels = [part.get("label") for part in parts(board_message(game, WORDS, look=Look.PICTURES).payload)]
    assert "Text" in labels


@given(game=games())
def test_the_private_text_lists_the_legal_cells(game: Game) -> None:
    text = content(board_text(game, WORDS))
    listed = re.search(r"Legal cells: (.*)", text)
    shown = read_code_block(text, game.position.size)
    assert {cell for cell, mark in shown.items() if mark == "+"} == set(listed[1].split(", ") if listed else [])
    assert (listed is None) is game.is_over


@EMOJI_SETS
def test_no_two_states_of_a_cell_differ_by_colour_alone(emoji: EmojiSet) -> None:
    """Each state has a name or a sign of its own; those of the players are a square and a circle."""
    states = ["legal_cell", "free_cell", "barred_cell", "removed_cell", "removed_cell_last_move"]
    for one, two in (("blue_square", "orange_circle"), ("blue_token", "orange_token")):
        codes = [emoji.codes[f"{stone}{part}"] for stone in (one, two) for part in ("_cell", "_last_cell")]
        assert len({*codes, *(emoji.codes[state] for state in states)}) == len(codes) + len(states)


def test_every_emoji_of_a_board_is_drawn_and_has_a_name_that_discord_takes() -> None:
    named = pictures()
    assert set(named) == set(UNICODE.codes)
    for name, picture in named.items():
        assert re.fullmatch(r"[A-Za-z0-9_]{2,32}", picture.name)
        assert picture.name.startswith(f"{name}_g")
        assert len(picture.content) < 256 * 1024


@given(game=games())
def test_a_fourth_look_is_one_function(game: Game) -> None:
    """The header, the controls and the end card come without its doing."""

    def draw(scene: Scene) -> Drawing:
        return Drawing(f"{len(scene.game.moves)} stones", offers_text=True)

    assert set(LOOKS) == set(Look)
    scene = scene_of(game, WORDS, UNICODE)
    message = composed(scene, draw(scene))
    assert_fits(message)
    assert f"{game.ply} stones" in content(message)
    labels = [part["label"] for part in parts(message.payload) if "label" in part]
    assert labels[-1] == "Text"
    assert ("Resign" in labels) is not game.is_over


@given(game=games())
def test_the_bot_has_no_legal_cells_to_show_while_it_thinks(game: Game) -> None:
    if game.is_over:
        return
    mover = game.player_id(game.position.to_move)
    thinking = replace(game, bot_id=mover, level=1)
    for look in Look:
        message = board_message(thinking, WORDS, look=look)
        assert "+" not in content(message)
        assert not [one for one in buttons_of(message) if one.get("label") not in (None, "·")]
    assert mover in (ADA, game.opponent_of(ADA))
