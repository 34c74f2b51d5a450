"""The bot's emoji and icon: up to date, within Discord's limits, and named for all boards."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import pytest

from gridlock_rules import VARIANTS
from scripts.pictures.emoji import PICTURES, SOURCES, pairs, side_of, source_mark

MOST_BYTES = 256 * 1024
# A name leaves room for an underscore and eight characters of a hash, out of Discord's 32.
NAME = re.compile(r"[a-z][a-z0-9_]{1,22}")
OKABE_ITO = {"#56b4e9", "#0072b2", "#e69f00", "#d55e00", "#009e73"}
# The board, marks on it, and the edge of the orange circle on a light background.
OTHERS = {"#1b1f2a", "#2c3242", "#7b8194", "#4a3326", "#c9cdd8", "#ffffff", "#b34e00"}
MARKS = [f"{mark}{kind}" for mark in ("blue_square", "orange_circle", "blue_token", "orange_token")
         for kind in ("", "_last_move", "_cell", "_last_cell")]  # fmt: skip
CELLS = [
    "free_cell", "legal_cell", "barred_cell", "blocked_cell", "blue_ground", "orange_ground",
    "removed_cell", "removed_cell_last_move", "corner",
]  # fmt: skip


def test_there_is_an_emoji_for_each_mark_cell_row_and_column() -> None:
    most = max(size for variant in VARIANTS for size in variant.sizes)
    labels = [f"row_{chr(ord('a') + place)}" for place in range(most)] + [f"column_{n + 1}" for n in range(most)]
    assert {path.stem for path in SOURCES.iterdir()} == {*MARKS, *CELLS, *labels}
    assert {path.stem for path in PICTURES.iterdir()} == {path.stem for path in SOURCES.iterdir()}


@pytest.mark.parametrize(("source", "picture"), pairs(), ids=lambda path: Path(path).name)
def test_a_picture_is_drawn_from_its_present_source_and_within_the_limits(source: Path, picture: Path) -> None:
    content = picture.read_bytes()
    assert source_mark(source) in content, "make emoji draws it again"
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", content[16:24]) == (side_of(picture),) * 2
    assert len(content) <= MOST_BYTES
    assert NAME.fullmatch(source.stem)


@pytest.mark.parametrize("source", [source for source, _ in pairs()], ids=lambda path: path.name)
def test_a_source_says_what_it_shows_and_uses_the_palette(source: Path) -> None:
    text = source.read_text(encoding="utf-8")
    assert re.search(r"<title>[A-Z].+</title>", text)
    assert set(re.findall(r"#[0-9a-f]{3,8}\b", text)) <= OKABE_ITO | OTHERS
    assert "<text" not in text, "a font would make the picture depend on the machine"
