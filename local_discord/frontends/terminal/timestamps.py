"""Discord's timestamps as readable text: `<t:1785000000:R>` becomes "in 5 minutes"."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_FORMATS = {
    "t": "%H:%M UTC",
    "T": "%H:%M:%S UTC",
    "d": "%Y-%m-%d",
    "D": "%d %B %Y",
    "f": "%d %B %Y %H:%M UTC",
    "F": "%A, %d %B %Y %H:%M UTC",
    "s": "%Y-%m-%d %H:%M UTC",
    "S": "%Y-%m-%d %H:%M:%S UTC",
}
_UNITS = (
    ("year", 31_536_000),
    ("month", 2_592_000),
    ("day", 86_400),
    ("hour", 3_600),
    ("minute", 60),
    ("second", 1),
)


def readable_time(seconds: int, style: str, now: float) -> str | None:
    """Writes a moment in one of Discord's styles.

    Args:
        seconds: The moment, in seconds since 1970 in UTC.
        style: One of `t T d D f F s S`, or `R` for the distance from now.
        now: The present moment, in seconds since 1970 in UTC.

    Returns:
        The text, or None if the calendar has no such moment.
    """
    if style == "R":
        return _distance(seconds - round(now))
    try:
        moment = _EPOCH + timedelta(seconds=seconds)
    except OverflowError:
        return None
    return moment.strftime(_FORMATS[style])


def _distance(seconds: int) -> str:
    """Such as "in 2 hours" or "1 day ago", in the largest unit of which there is one, once rounded."""
    amount = abs(seconds)
    # 3590 seconds are an hour, not 60 minutes: what counts is what is left after rounding in the next smaller unit.
    for (unit, length), (_, smaller) in pairwise((*_UNITS, _UNITS[-1])):
        if round(amount / smaller) * smaller >= length:
            count = round(amount / length)
            span = f"{count} {unit}" if count == 1 else f"{count} {unit}s"
            return f"in {span}" if seconds > 0 else f"{span} ago"
    return "now"
