"""Picture of a member's profile: ratings over time, and results by game and seat.

It runs in a worker, so it imports Pillow and nothing of the bot. The picture has numbers, the names of the games and
the stones of the two seats in it, so it needs neither a translation nor the letters of people's names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from io import BytesIO
from typing import Final, TypeAlias

from PIL import Image, ImageDraw, ImageFont

Colour: TypeAlias = tuple[int, int, int]
Box: TypeAlias = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """A rating on a day.

    Attributes:
        day: The day, as `date.toordinal` counts.
        rating: In Elo points.
        interval: How far the interval goes to each side.
    """

    day: int
    rating: float
    interval: float


@dataclass(frozen=True, slots=True)
class ResultRow:
    """The games won and lost in a variant, as Player 1 and as Player 2.

    Attributes:
        title: The name of the variant.
        seats: The two numbers for each seat.
    """

    title: str
    seats: tuple[tuple[int, int], tuple[int, int]]


@dataclass(frozen=True, slots=True)
class ProfileFigures:
    """What a profile's picture shows.

    Attributes:
        rating: The rating and its interval now; None without a rated game, which leaves out the curve.
        curve: The ratings, the oldest first; empty without a rated game.
        won: All games won.
        lost: All games lost.
        rows: The results by variant.
    """

    rating: tuple[float, float] | None
    curve: tuple[CurvePoint, ...]
    won: int
    lost: int
    rows: tuple[ResultRow, ...]


# The colours of the boards in pictures, which stand out on Discord's dark and light theme.
_GROUND: Final = (0x1B, 0x1F, 0x2A)
_TRACK: Final = (0x2C, 0x32, 0x42)
_GRID: Final = (0x3C, 0x44, 0x58)
_TEXT: Final = (0xC9, 0xCE, 0xDB)
_WHITE: Final = (0xFF, 0xFF, 0xFF)
_GREY: Final = (0x95, 0x9B, 0xA8)
_BLUE: Final = (0x56, 0xB4, 0xE9)
_ORANGE: Final = (0xE6, 0x9F, 0x00)
_BAND: Final = (0x2B, 0x4E, 0x6B)
_SEATS: Final = (_BLUE, _ORANGE)

_WIDTH: Final = 900
_MARGIN: Final = 36
_HEADER: Final = 108
_CURVE: Final = 290
_ROW: Final = 44
_LEGEND: Final = 50
_GAP: Final = 40
# Shapes are drawn twice as large, so that their edges are smooth.
_SCALE: Final = 2
_COLOURS: Final = 64

_HEADLINE, _LARGE, _USUAL, _SMALL = 64, 34, 28, 24
_MOST_POINTS: Final = 120
_MOST_DOTS: Final = 40
_LABELS_WIDTH: Final = 84
_STEPS: Final = (10, 20, 50, 100, 200, 500, 1000, 2000)
_MOST_LINES: Final = 5
_FEWEST_AROUND: Final = 40


def draw_profile(figures: ProfileFigures) -> bytes:
    """Return the picture of a profile as a PNG."""
    has_curve = bool(figures.curve)
    top = _HEADER + (_CURVE if has_curve else 0)
    canvas = _Canvas(_WIDTH, top + _LEGEND + _ROW * len(figures.rows) + _MARGIN // 2)
    _draw_header(canvas, figures)
    if has_curve:
        _draw_curve(canvas, figures.curve, (_MARGIN + _LABELS_WIDTH, _HEADER, _WIDTH - _MARGIN, top - 50))
    _draw_results(canvas, figures.rows, top)
    return canvas.png()


class _Canvas:
    """Shapes, and texts above them."""

    def __init__(self, width: int, height: int) -> None:
        self._image = Image.new("RGB", (width * _SCALE, height * _SCALE), _GROUND)
        self._shapes = ImageDraw.Draw(self._image)
        self._texts: list[tuple[float, float, str, int, Colour, str]] = []

    def polygon(self, points: Sequence[tuple[float, float]], colour: Colour) -> None:
        self._shapes.polygon([(x * _SCALE, y * _SCALE) for x, y in points], fill=colour)

    def line(self, points: Sequence[tuple[float, float]], colour: Colour, width: float) -> None:
        scaled = [(x * _SCALE, y * _SCALE) for x, y in points]
        self._shapes.line(scaled, fill=colour, width=round(width * _SCALE), joint="curve")

    def dot(self, x: float, y: float, radius: float, colour: Colour) -> None:
        self._shapes.ellipse(
            [(each * _SCALE) for each in (x - radius, y - radius, x + radius, y + radius)], fill=colour
        )

    def bar(self, box: Box, colour: Colour, radius: float) -> None:
        self._shapes.rounded_rectangle([each * _SCALE for each in box], round(radius * _SCALE), fill=colour)

    def text(self, x: float, y: float, text: str, size: int, colour: Colour, anchor: str) -> None:
        self._texts.append((x, y, text, size, colour, anchor))

    def png(self) -> bytes:
        """Return the picture as a file."""
        image = self._image.reduce(_SCALE)
        draw = ImageDraw.Draw(image)
        for x, y, text, size, colour, anchor in self._texts:
            draw.text((x, y), text, fill=colour, font=_font(size), anchor=anchor)
        content = BytesIO()
        image = image.quantize(_COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        image.save(content, "PNG")
        return content.getvalue()


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.load_default(size)
    assert isinstance(font, ImageFont.FreeTypeFont)  # noqa: S101  # Pillow's wheels have FreeType
    return font


def _draw_header(canvas: _Canvas, figures: ProfileFigures) -> None:
    """Draw the rating on the left, and the score on the right."""
    line = _HEADER - 36
    if figures.rating is not None:
        rating, interval = f"{figures.rating[0]:.0f}", f"± {figures.rating[1]:.0f}"
        canvas.text(_MARGIN, line, rating, _HEADLINE, _WHITE, "ls")
        canvas.text(_MARGIN + _font(_HEADLINE).getlength(rating) + 16, line, interval, _LARGE, _BLUE, "ls")
    played = figures.won + figures.lost
    percent = f"{100 * figures.won / played:.0f} %" if played else ""
    canvas.text(_WIDTH - _MARGIN, line, percent, _LARGE, _GREY, "rs")
    right = _WIDTH - _MARGIN - _font(_LARGE).getlength(percent) - 16
    canvas.text(right, line, f"{figures.won}-{figures.lost}", _HEADLINE, _WHITE, "rs")


def _draw_curve(canvas: _Canvas, curve: Sequence[CurvePoint], box: Box) -> None:
    """Draw the ratings with their interval, over round numbers and days."""
    points = _thinned(curve)
    lines = _round_numbers(points)
    left, top, right, bottom = box
    low, high = lines[0], lines[-1]
    first, last = points[0].day, points[-1].day

    def x(day: float) -> float:
        return (left + right) / 2 if first == last else left + (right - left) * (day - first) / (last - first)

    def y(rating: float) -> float:
        return bottom - (bottom - top) * (min(max(rating, low), high) - low) / (high - low)

    upper = [(x(each.day), y(each.rating + each.interval)) for each in points]
    lower = [(x(each.day), y(each.rating - each.interval)) for each in points]
    if first == last:
        canvas.bar((upper[0][0] - 14, upper[0][1], lower[0][0] + 14, lower[0][1]), _BAND, 6)
    else:
        canvas.polygon([*upper, *reversed(lower)], _BAND)
    for number in lines:
        canvas.line([(left, y(number)), (right, y(number))], _GRID, 1)
        canvas.text(left - 16, y(number), str(number), _SMALL, _TEXT, "rm")
    for day, anchor in _days(first, last):
        canvas.text(x(day), bottom + 18, date.fromordinal(day).isoformat(), _SMALL, _TEXT, anchor)
    on_curve = [(x(each.day), y(each.rating)) for each in points]
    canvas.line(on_curve, _BLUE, 4)
    if len(points) <= _MOST_DOTS:
        for place in on_curve:
            canvas.dot(*place, 5, _BLUE)
    canvas.dot(*on_curve[-1], 13, _GROUND)
    canvas.dot(*on_curve[-1], 10, _WHITE)


def _thinned(curve: Sequence[CurvePoint]) -> Sequence[CurvePoint]:
    """Return as many points as can be told apart, the first and the last among them."""
    if len(curve) <= _MOST_POINTS:
        return curve
    last = len(curve) - 1
    return [curve[round(number * last / (_MOST_POINTS - 1))] for number in range(_MOST_POINTS)]


def _round_numbers(points: Sequence[CurvePoint]) -> list[int]:
    """Return the round numbers at which lines are drawn, from below the lowest interval to above the highest."""
    low = min(min(each.rating - each.interval, each.rating - _FEWEST_AROUND) for each in points)
    high = max(max(each.rating + each.interval, each.rating + _FEWEST_AROUND) for each in points)
    step = next((each for each in _STEPS if high - low < (_MOST_LINES - 2) * each), _STEPS[-1])
    return [number * step for number in range(int(low // step), -int(-high // step) + 1)]


def _days(first: int, last: int) -> Iterator[tuple[int, str]]:
    """Yield the days that are named, each with the side on which its text stands."""
    if first == last:
        yield first, "mt"
        return
    yield first, "lt"
    if last - first > 1:
        yield (first + last) // 2, "mt"
    yield last, "rt"


def _draw_results(canvas: _Canvas, rows: Sequence[ResultRow], top: float) -> None:
    """Draw for each variant and seat a bar of the games won, and the score."""
    left = _MARGIN + max(_font(_USUAL).getlength(row.title) for row in rows) + 28
    width = (_WIDTH - _MARGIN - left - _GAP) / len(_SEATS)
    bar = width - 14 - max(_font(_USUAL).getlength(_score(seat)) for row in rows for seat in row.seats)
    for number, colour in enumerate(_SEATS):
        begin = left + number * (width + _GAP)
        _draw_stone(canvas, begin + 14, top + 22, number, colour)
        for place, row in enumerate(rows):
            middle, seat = top + _LEGEND + _ROW * (place + 0.5) - 4, row.seats[number]
            _draw_bar(canvas, (begin, middle - 11, begin + bar, middle + 11), seat, colour)
            canvas.text(begin + width, middle, _score(seat), _USUAL, _TEXT if sum(seat) else _GREY, "rm")
    for place, row in enumerate(rows):
        canvas.text(_MARGIN, top + _LEGEND + _ROW * (place + 0.5) - 4, row.title, _USUAL, _TEXT, "lm")


def _draw_stone(canvas: _Canvas, x: float, y: float, number: int, colour: Colour) -> None:
    if number == 0:
        canvas.bar((x - 14, y - 14, x + 14, y + 14), colour, 4)
    else:
        canvas.dot(x, y, 15, colour)


def _draw_bar(canvas: _Canvas, box: Box, seat: tuple[int, int], colour: Colour) -> None:
    left, top, right, bottom = box
    canvas.bar(box, _TRACK, 5)
    won, played = seat[0], sum(seat)
    if won:
        canvas.bar((left, top, max(left + (right - left) * won / played, left + 10), bottom), colour, 5)
    middle = (left + right) / 2
    canvas.line([(middle, top - 4), (middle, bottom + 4)], _GROUND, 2)


def _score(seat: tuple[int, int]) -> str:
    return f"{seat[0]}-{seat[1]}" if sum(seat) else "-"
