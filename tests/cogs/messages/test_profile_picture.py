"""Pictures of profiles: small, the same each time, and true to the numbers, for any member."""

from __future__ import annotations

import io
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from cogs.messages.drawings.profile import CurvePoint, ProfileFigures, ResultRow, draw_profile
from gridlock_rules import VARIANTS

MOST_BYTES = 40_000
BLUE, ORANGE = (0x56, 0xB4, 0xE9), (0xE6, 0x9F, 0x00)
DAY = 740_000
# A line of pixels through the first bar of a picture without a curve.
BAR = (110, 176, 460, 177)


def row(title: str, one: tuple[int, int] = (0, 0), two: tuple[int, int] = (0, 0)) -> ResultRow:
    return ResultRow(title, (one, two))


def rows() -> tuple[ResultRow, ...]:
    return tuple(row(variant.title, (3, 1), (1, 3)) for variant in VARIANTS)


def drawn(figures: ProfileFigures) -> Image.Image:
    """The picture, once it is small enough."""
    content = draw_profile(figures)
    assert len(content) <= MOST_BYTES
    return Image.open(io.BytesIO(content))


def pixels(picture: Image.Image, colour: tuple[int, int, int], box: tuple[int, int, int, int] | None = None) -> int:
    """How many pixels of a part look like a colour."""
    part = picture.convert("RGB").crop(box) if box else picture.convert("RGB")
    return sum(
        count
        for count, found in part.getcolors(part.width * part.height) or ()
        if isinstance(found, tuple) and all(abs(one - other) < 12 for one, other in zip(found, colour, strict=True))
    )


counts = st.tuples(st.integers(0, 99_999), st.integers(0, 99_999))
points = st.lists(st.builds(CurvePoint, st.integers(1, 3_000), st.floats(-500, 4_000), st.floats(1, 900)), max_size=400)


@settings(max_examples=12)
@given(steps=points, seats=st.lists(st.tuples(counts, counts), min_size=1, max_size=7))
def test_any_profile_is_drawn_small_and_the_same_each_time(
    steps: list[CurvePoint], seats: list[tuple[tuple[int, int], tuple[int, int]]]
) -> None:
    """The days of a curve go up; the first number is how many later each one is."""
    day, curve = DAY, list[CurvePoint]()
    for step in steps[:1] + [each for each in steps[1:] if day + sum(one.day for one in steps) < 3_000_000]:
        day += step.day
        curve.append(CurvePoint(day, step.rating, step.interval))
    figures = ProfileFigures(
        (curve[-1].rating, curve[-1].interval) if curve else None,
        tuple(curve),
        sum(won for pair in seats for won, _ in pair),
        sum(lost for pair in seats for _, lost in pair),
        tuple(ResultRow(f"Variant {number}", pair) for number, pair in enumerate(seats)),
    )
    assert draw_profile(figures) == draw_profile(figures)
    assert drawn(figures).width == 900


def test_a_bar_is_as_long_as_the_share_of_games_won() -> None:
    lengths = [
        pixels(drawn(ProfileFigures(None, (), won, 4 - won, (row("Lines", (won, 4 - won)),))), BLUE, BAR)
        for won in range(5)
    ]
    assert lengths[0] == 0
    for won in range(1, 5):
        assert abs(lengths[won] / lengths[4] - won / 4) < 0.02


def test_each_seat_has_its_colour_and_its_stone() -> None:
    legend = drawn(ProfileFigures(None, (), 0, 1, (row("Lines", (0, 1), (0, 1)),)))
    square, circle = pixels(legend, BLUE), pixels(legend, ORANGE)
    assert square > circle > square * 0.7, "a square of 28 pixels and a circle of 30"


def test_a_curve_goes_up_with_the_rating_and_is_left_out_without_one() -> None:
    rising = tuple(CurvePoint(DAY + day, 1500 + 20 * day, 80) for day in range(30))
    up = drawn(ProfileFigures((2080, 80), rising, 30, 0, rows()))
    left, right = (120, 108, 300, 340), (690, 108, 850, 340)
    assert _middle(up, left) > _middle(up, right) + 60
    without = drawn(ProfileFigures(None, (), 30, 0, rows()))
    assert up.height - without.height == 290


def _middle(picture: Image.Image, box: tuple[int, int, int, int]) -> float:
    """How far down the blue of a part is, on average."""
    part = picture.convert("RGB").crop(box)
    found = [
        y for y in range(part.height) for x in range(0, part.width, 4) if pixels(part.crop((x, y, x + 1, y + 1)), BLUE)
    ]
    return sum(found) / len(found)


def test_it_is_drawn_without_the_bot() -> None:
    """It runs in a worker, which imports what it needs."""
    import cogs.messages.drawings.profile as module  # noqa: PLC0415  # its source is what the test is about

    source = Path(module.__file__).read_text()
    assert "from gridlock" not in source
    assert "from cogs" not in source
