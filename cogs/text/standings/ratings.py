"""Text of rating tables: each circle of players who have met, with ratings, intervals and ranks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from cogs.text.i18n import Words
from cogs.text.shared import mention
from gridlock_host.ratings.service import ShownTable
from gridlock_ratings import BotLevel, Member, Rating
from gridlock_rules import find_variant
from gridlock_rules.wording import Phrase

ROWS_ON_A_PAGE: Final = 10


@dataclass(frozen=True, slots=True)
class RatingPage:
    """A page of a rating table.

    Attributes:
        lines: Its text.
        number: The number of the page, from 0.
        pages: The number of pages.
    """

    lines: tuple[str, ...]
    number: int
    pages: int


def rating_page(shown: ShownTable | None, title: Phrase | str, asker_id: int, number: int, words: Words) -> RatingPage:
    """Return a page of a table, with the row of the member who asks.

    Args:
        shown: The table; None if it could not be computed.
        title: What is rated.
        asker_id: The member.
        number: The page, from 0; one past the end means the last one.
        words: The language.
    """
    heading = words("**Leaderboard** · {title} · by rating", title=title)
    if shown is None:
        return RatingPage((heading, words("The ratings could not be computed. Please try again later.")), 0, 1)
    table = shown.table
    rows = [(circle, rating) for circle, pool in enumerate(table.pools) for rating in pool.ratings]
    if not rows:
        return RatingPage((heading, words("No rated game has been finished here yet.")), 0, 1)
    pages = (len(rows) - 1) // ROWS_ON_A_PAGE + 1
    number = min(number, pages - 1)
    on_page = rows[number * ROWS_ON_A_PAGE : (number + 1) * ROWS_ON_A_PAGE]
    lines = [heading]
    if table.newest_game is not None:
        lines.append(words("As of game #{number}, rated games: {games}.", number=table.newest_game, games=table.games))
    circles = len({circle for circle, _ in rows})
    if circles > 1:
        lines.append(
            words("These circles have not played each other, so their ratings cannot be compared and stand apart.")
        )
    lines += _rows(on_page, circles, words)
    own = [(circle, rating) for circle, rating in rows if rating.player == Member(asker_id)]
    if own and own[0] not in on_page:
        lines += ["…", _row(own[0][1], words)]
    if any(rating.is_provisional for _, rating in on_page + own):
        lines.append(words("?: not enough games yet for a rank."))
    return RatingPage(tuple(lines), number, pages)


def _rows(rows: list[tuple[int, Rating]], circles: int, words: Words) -> Iterator[str]:
    before = None
    for circle, rating in rows:
        if circles > 1 and circle != before:
            yield words("**Circle {number}**", number=circle + 1)
        before = circle
        yield _row(rating, words)


def _row(rating: Rating, words: Words) -> str:
    rank = "?" if rating.rank is None else f"{rating.rank}\\."
    said: dict[str, object] = {
        "rank": rank,
        "player": _player(rating),
        "rating": round(rating.rating),
        "interval": round(rating.interval),
        "games": words.counted(rating.games, "{number} game", "{number} games"),
    }
    return words("{rank} {player} **{rating}** ± {interval} · {games}", **said)


def _player(rating: Rating) -> str:
    match rating.player:
        case Member(user_id):
            return mention(user_id)
        case BotLevel(variant_key, level):
            return Phrase("level {level} of {title}", level=level, title=find_variant(variant_key).title)
        case _:
            return Phrase("deleted player")
