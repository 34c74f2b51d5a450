"""Pictures of boards, made of the bot's emoji. It runs in a worker, so it imports Pillow and nothing of the bot.

All pictures share a palette of 16 colours, so an animation is its first board and then the cells that change, each of
which is compressed once for all animations. That keeps a file of 65 frames below 100 KB.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from io import BytesIO
from itertools import pairwise
from math import isqrt
from typing import Final, TypeAlias

from PIL import GifImagePlugin, Image

Frame: TypeAlias = tuple[str, ...]
"""The picture of each cell of a square board by its name, row by row."""

# The colours of the emoji, and what lies between two of them at an edge.
_BACKGROUND: Final = 0x1B1F2A
_CELL: Final = 0x2C3242
_BLUE, _DARK_BLUE, _ORANGE, _DARK_ORANGE = 0x56B4E9, 0x0072B2, 0xE69F00, 0xD55E00
_GREY, _LETTER, _WHITE = 0x7B8194, 0xC9CEDB, 0xFFFFFF
_COLOURS: Final = (
    *(_BACKGROUND, _CELL, _BLUE, _DARK_BLUE, _ORANGE, _DARK_ORANGE, _GREY, _LETTER, _WHITE),
    *(0x41739A, 0x896921, 0x959BA8, 0x4B505F, 0x22293A),
)
# The emoji are 128 pixels wide. Whole fractions of that stay sharp with few colours.
_TILE: Final = 64
_SMALL_TILE: Final = 32
_MOST_LARGE_TILES: Final = 6
_PALETTE_BYTES: Final = 3 * 16
_ROWS: Final = "abcdefgh"

# In hundredths of a second. Shorter pauses than two are made long by some viewers.
_AT_ONCE: Final = 2
_PAUSE: Final = 80
_LAST_PAUSE: Final = 400
# A move changes up to five cells, but in Blocking whole rows and columns.
_MOST_SINGLE_CELLS: Final = 5
# There is a palette for the whole file, of 16 colours of 8 bits.
_PALETTE_FLAGS: Final = 0xF3
_LOOPS_FOREVER: Final = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
_KEEP_FRAME: Final = 1 << 2
_DESCRIPTOR_BYTES: Final = 10

_STONES: Final = tuple(
    f"{colour}_{shape}{state}"
    for colour, shapes in (("blue", ("square", "token")), ("orange", ("circle", "token")))
    for shape in shapes
    for state in ("_cell", "_last_cell")
)
_CELLS: Final = ("free_cell", "blocked_cell", "removed_cell", "removed_cell_last_move", *_STONES)
_EDGES: Final = (
    "corner",
    *(f"row_{letter}" for letter in _ROWS),
    *(f"column_{number}" for number in range(1, len(_ROWS) + 1)),
)


def draw_png(frame: Frame) -> bytes:
    """Return a board as a PNG."""
    content = BytesIO()
    _board(frame).save(content, "PNG")
    return content.getvalue()


def draw_gif(frames: Sequence[Frame]) -> bytes:
    """Return boards of one size as an animated GIF that begins again after the last one.

    Args:
        frames: The boards, at least one. Equal ones after each other are shown as one.
    """
    board = _board(frames[0])
    parts = [b"GIF89a", struct.pack("<HHBBB", *board.size, _PALETTE_FLAGS, 0, 0), _palette_bytes(board), _LOOPS_FOREVER]
    shown = [frames[0], *(after for before, after in pairwise(frames) if after != before)]
    parts += _shown(board.size, (0, 0), _pixels(board), _PAUSE if shown[1:] else _LAST_PAUSE)
    for number, (before, frame) in enumerate(pairwise(shown), start=2):
        changes = list(_changes(before, frame))
        for change in changes[:-1]:
            parts += _shown(*change, _AT_ONCE)
        parts += _shown(*changes[-1], _LAST_PAUSE if number == len(shown) else _PAUSE)
    return b"".join([*parts, b";"])


def _shown(size: tuple[int, int], place: tuple[int, int], pixels: bytes, pause: int) -> Iterator[bytes]:
    """Yield the blocks that draw a rectangle over what is there, and wait."""
    yield struct.pack("<3sBHBB", b"!\xf9\x04", _KEEP_FRAME, pause, 0, 0)
    yield struct.pack("<cHHHHB", b",", *place, *size, 0)
    yield pixels


def _pixels(image: Image.Image) -> bytes:
    """Return the compressed pixels of a picture, as they stand behind its descriptor."""
    return b"".join(GifImagePlugin.getdata(image))[_DESCRIPTOR_BYTES:]


def _palette_bytes(image: Image.Image) -> bytes:
    return bytes(image.getpalette() or ())[:_PALETTE_BYTES].ljust(_PALETTE_BYTES, b"\0")


def _changes(before: Frame, after: Frame) -> Iterator[tuple[tuple[int, int], tuple[int, int], bytes]]:
    """Yield the size, the place and the pixels of what differs: cell by cell, or of many cells the whole board."""
    width = _width(after)
    tile = _tile(width)
    changed = [cell for cell, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
    if len(changed) > _MOST_SINGLE_CELLS:
        board = _board(after)
        yield board.size, (0, 0), _pixels(board)
        return
    for cell in changed:
        yield (tile, tile), ((cell % width + 1) * tile, (cell // width + 1) * tile), _tile_pixels(tile, after[cell])


@cache
def _tile_pixels(tile: int, name: str) -> bytes:
    return _pixels(_tiles(tile)[name])


def _board(frame: Frame) -> Image.Image:
    """Return a whole board with its edge."""
    width = _width(frame)
    tile = _tile(width)
    tiles = _tiles(tile)
    side = (width + 1) * tile
    board = Image.new("P", (side, side))
    board.putpalette(_palette_bytes(tiles["corner"]))
    board.paste(tiles["corner"], (0, 0))
    for number in range(width):
        board.paste(tiles[f"column_{number + 1}"], ((number + 1) * tile, 0))
        board.paste(tiles[f"row_{_ROWS[number]}"], (0, (number + 1) * tile))
    for cell, name in enumerate(frame):
        board.paste(tiles[name], ((cell % width + 1) * tile, (cell // width + 1) * tile))
    return board


def _width(frame: Frame) -> int:
    return isqrt(len(frame))


def _tile(width: int) -> int:
    return _TILE if width < _MOST_LARGE_TILES else _SMALL_TILE


@cache
def _tiles(tile: int) -> dict[str, Image.Image]:
    """Return all pictures in this size, with one palette."""
    names = (*_CELLS, *_EDGES)
    sheet = Image.new("RGB", (tile, tile * len(names)))
    for number, name in enumerate(names):
        sheet.paste(_picture(name, tile), (0, number * tile))
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in _COLOURS for part in _rgb(colour)])
    found = sheet.quantize(palette=palette, dither=Image.Dither.NONE)
    return {name: found.crop((0, number * tile, tile, (number + 1) * tile)) for number, name in enumerate(names)}


def _picture(name: str, tile: int) -> Image.Image:
    with files("cogs").joinpath("emoji", f"{name}.png").open("rb") as file:
        picture = Image.open(file, formats=("PNG",)).convert("RGBA")
    ground = Image.new("RGBA", picture.size, (*_rgb(_BACKGROUND), 255))
    return Image.alpha_composite(ground, picture).convert("RGB").resize((tile, tile), Image.Resampling.BOX)


def _rgb(colour: int) -> tuple[int, int, int]:
    return colour >> 16, colour >> 8 & 0xFF, colour & 0xFF
