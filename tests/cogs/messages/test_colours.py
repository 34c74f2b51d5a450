"""The colours of boards, as people with a colour vision deficiency see them.

The simulation is that of G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, "A Physiologically-based Model for
Simulation of Color Vision Deficiency", IEEE Transactions on Visualization and Computer Graphics 15 (6), 2009: their
matrices for a whole deficiency, which apply to linear RGB. Differences are those of CIE 1976, in CIELAB under D65,
where 2.3 is just noticeable.
"""

from __future__ import annotations

import itertools
from functools import cache
from io import BytesIO
from math import dist
from typing import Final

import pytest
from PIL import Image

from cogs.messages.boards import board, end_card
from cogs.messages.sending.application_emoji import pictures

Colour = tuple[float, float, float]

VISIONS: Final = {
    "full": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "grey": ((0.2126, 0.7152, 0.0722),) * 3,
}
BACKGROUNDS: Final = {"dark": (49, 51, 56), "light": (255, 255, 255)}
"""Of Discord's messages."""
CLEAR: Final = 10.0
"""A difference between colours that nobody has to look for."""
SMALL: Final = 24
"""The side of an emoji in a message, in pixels; Discord shows it no smaller."""
_STATES: Final = ("_cell", "_last_cell")
BOARDS: Final = {
    "of stones": (
        *("free_cell", "legal_cell", "barred_cell", "blocked_cell"),
        *(f"{stone}{state}" for stone in ("blue_square", "orange_circle") for state in _STATES),
    ),
    "of tokens": (
        *("free_cell", "legal_cell", "removed_cell", "removed_cell_last_move"),
        *(f"{token}{state}" for token in ("blue_token", "orange_token") for state in _STATES),
    ),
}
"""The pictures that can stand on one board."""
LEAST: Final = 0.05
"""The share of a picture that clearly differs from every other one: 29 of its 576 pixels."""


def _linear(value: float) -> float:
    share = value / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


@cache
def lab(colour: Colour, vision: str) -> Colour:
    """A colour of sRGB in CIELAB, as it is seen."""
    given = [_linear(value) for value in colour]
    red, green, blue = (
        min(max(sum(part * value for part, value in zip(row, given, strict=True)), 0.0), 1.0) for row in VISIONS[vision]
    )
    white = (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
    )
    x, y, z = (value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116 for value in white)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def of_number(number: int) -> Colour:
    return number >> 16 & 255, number >> 8 & 255, number & 255


@cache
def seen(name: str, background: str, vision: str) -> tuple[Colour, ...]:
    """The pixels of a picture of a cell on a background, as they are seen."""
    with Image.open(BytesIO(pictures()[name].content)) as picture:
        small = picture.convert("RGBA").resize((SMALL, SMALL), Image.Resampling.BOX)
    ground = Image.new("RGBA", small.size, (*BACKGROUNDS[background], 255))
    pixels = Image.alpha_composite(ground, small).convert("RGB")
    return tuple(lab(tuple(pixels.getpixel((x, y))), vision) for y in range(SMALL) for x in range(SMALL))  # type: ignore[arg-type]


def differing(one: str, other: str, background: str, vision: str) -> float:
    """The share of the pixels that clearly differ between two pictures."""
    pairs = zip(seen(one, background, vision), seen(other, background, vision), strict=True)
    return sum(dist(*pair) >= CLEAR for pair in pairs) / SMALL**2


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("background", BACKGROUNDS)
@pytest.mark.parametrize("board", BOARDS)
def test_no_two_cells_look_alike(board: str, background: str, vision: str) -> None:
    """Shapes tell them apart where colours do not, also in grey."""
    shares = {pair: differing(*pair, background, vision) for pair in itertools.combinations(BOARDS[board], 2)}
    assert {pair: share for pair, share in shares.items() if share < LEAST} == {}


@pytest.mark.parametrize("vision", [vision for vision in VISIONS if vision != "grey"])
def test_the_edges_of_boards_have_different_colours(vision: str) -> None:
    colours = [lab(of_number(number), vision) for number in (board._BLUE, board._ORANGE)]
    assert dist(*colours) >= 4 * CLEAR
    assert all(dist(colour, lab(of_number(end_card._GOLD), vision)) > 0 for colour in colours)


def test_the_simulation_confuses_what_it_is_to_confuse() -> None:
    """Red and green of the same lightness differ for everybody but people who lack a kind of receptor for them."""
    red, green = (200.0, 80.0, 60.0), (128.0, 128.0, 40.0)
    assert dist(lab(red, "full"), lab(green, "full")) > 4 * CLEAR
    assert dist(lab(red, "deuteranopia"), lab(green, "deuteranopia")) < 2 * CLEAR
