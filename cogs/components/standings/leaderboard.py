"""The leaderboard of a server, in pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cogs.components.base import Handler
from cogs.context import Request
from cogs.discord_api.components import NO_COMPONENTS, Components, controls_below
from cogs.messages.controls import (
    ALL_VARIANTS,
    LEADERBOARD_PAGE,
    OPEN_LEADERBOARD,
    RATING_PAGE,
    ControlKind,
    Key,
    button,
)
from cogs.text.i18n import Words
from cogs.text.shared import mention
from cogs.text.standings.ratings import rating_page
from cogs.text.standings.seasons import season_title
from cogs.text.standings.tables import record_text
from gridlock_host import LeaderboardPage, Order, Refusal, Standing
from gridlock_host.model.standings.season import Season
from gridlock_host.model.standings.standing import FEWEST_GAMES_FOR_RATE
from gridlock_host.ratings.results import RatingGroup
from gridlock_host.ratings.service import ShownTable
from gridlock_rules import find_variant
from gridlock_rules.wording import Phrase


class NoSuchSeason(Refusal):
    """The server has no season with the number named."""

    sentence = Phrase("This server has no season with that number. `/gridlock seasons` lists them.")


class SeasonCountsAll(Refusal):
    """A variant is named along with a season."""

    sentence = Phrase("A season's table counts all games together. Leave out `variant` or `season`.")


_SORTED: Final = {
    Order.POINTS: Phrase("by points"),
    Order.WIN_RATE: Phrase("by win rate (no rank with fewer than {fewest} games)", fewest=FEWEST_GAMES_FOR_RATE),
}


async def leaderboard_message(
    request: Request, variant_key: str | None, order: Order, number: int = 0, *, season: Season | None = None
) -> tuple[str, Components]:
    """Return a page of the server's leaderboard, with the rank of the person who asks.

    Args:
        request: Who asks, and where.
        variant_key: The variant whose games count; None for all.
        order: The order of the table.
        number: The page, from 0; one past the end means the last one.
        season: The season whose games count; None for all that was ever played.
    """
    page = await request.host.games.standings.leaderboard(
        request.guild_id,
        variant_key,
        order,
        asker_id=request.user_id,
        number=number,
        season=None if season is None else season.number,
    )
    words = await request.load_public_words()
    title = Phrase("all variants") if variant_key is None else find_variant(variant_key).title
    if season is not None:
        title = season_title(season)
    lines = [words("**Leaderboard** · {title} · {order}", title=title, order=_SORTED[order])]
    lines += [_line(standing, words) for standing in page.standings]
    if page.own is not None and page.own not in page.standings:
        lines += ["…", _line(page.own, words)]
    lines.append(words.say(_own_rank(page, order, request.user_id)))
    if page.pages > 1:
        lines.append(words("Page {page} of {pages}", page=page.number + 1, pages=page.pages))
    return "\n".join(lines), _page_buttons(variant_key, order, page, words, 0 if season is None else season.number)


def _line(standing: Standing, words: Words) -> str:
    record = standing.record
    player = words.say(mention(standing.user_id))
    points = words.counted(record.won, "{number} point", "{number} points")
    rank = "–" if standing.rank is None else f"{standing.rank}\\."  # noqa: RUF001  # a dash
    return f"{rank} {player} **{points}** · {words.say(record_text(record))}"


def _own_rank(page: LeaderboardPage, order: Order, user_id: int) -> Phrase:
    player = mention(user_id)
    if not page.standings:
        return Phrase("Nobody has finished a game here yet. `/gridlock challenge` starts one.")
    if page.own is not None and page.own.rank is not None:
        return Phrase("{player} has rank {rank} of {ranks}.", player=player, rank=page.own.rank, ranks=page.ranks)
    if order is Order.WIN_RATE:
        return Phrase(
            "{player} has no rank by win rate yet. It takes {fewest} finished games.",
            player=player,
            fewest=FEWEST_GAMES_FOR_RATE,
        )
    return Phrase("{player} has no rank yet, and gets one with the first finished game.", player=player)


def _page_buttons(
    variant_key: str | None, order: Order, page: LeaderboardPage, words: Words, season: int
) -> Components:
    argument = f"{order.value}/{variant_key or ALL_VARIANTS}"
    return _turn_buttons(LEADERBOARD_PAGE, page.number, page.pages, season, argument, words)


def _turn_buttons(kind: ControlKind, number: int, pages: int, state: int, argument: str, words: Words) -> Components:
    """Return the buttons that turn the pages of a table; none if it has one."""
    if pages == 1:
        return NO_COMPONENTS
    buttons = []
    for direction, label, target in (
        ("previous", words("Previous"), number - 1),
        ("next", words("Next"), number + 1),
    ):
        key = Key(max(target, 0), state, argument=f"{argument}/{direction}")
        buttons.append(button(kind, key, words, label=label, disabled=not 0 <= target < pages))
    return controls_below(*buttons)


async def _press_page(request: Request, key: Key) -> None:
    """Show another page, as the table stands now."""
    order, variant, _ = key.argument.split("/")
    variant_key = None if variant == ALL_VARIANTS else variant
    season = await request.host.games.seasons.find(request.guild_id, key.state) if key.state else None
    text, buttons = await leaderboard_message(request, variant_key, Order(order), key.subject, season=season)
    await request.responder.edit_source(buttons, text=text)


async def leaderboard_of_season(request: Request, variant_key: str | None, order: Order, number: int) -> None:
    """Answer with the table of a season.

    Raises:
        SeasonCountsAll: A variant is named along with it.
        NoSuchSeason: The server has no such season.
    """
    if variant_key is not None:
        raise SeasonCountsAll
    season = await request.host.games.seasons.find(request.guild_id, number)
    if season is None:
        raise NoSuchSeason
    text, buttons = await leaderboard_message(request, None, order, season=season)
    await request.responder.send(buttons, text=text)


async def rating_message(
    request: Request, variant_key: str | None, number: int = 0, *, against_bot: bool
) -> tuple[str, Components]:
    """Return a page of the rating table of the server, as of the last computation.

    Args:
        request: Who asks, and where.
        variant_key: The variant whose games count; None for all.
        number: The page, from 0; one past the end means the last one.
        against_bot: Whether games against the bot count, or those between people.
    """
    group = RatingGroup(variant_key, against_bot=against_bot)
    ratings = request.host.ratings
    shown = await ratings.table(request.guild_id, group)
    if shown is not None and not shown.is_current and not shown.table.games:
        # A table without a game would be taken for the truth.
        table = await ratings.current(request.guild_id, group)
        shown = None if table is None else ShownTable(table, is_current=True)
    words = await request.load_public_words()
    title = Phrase("all variants") if variant_key is None else find_variant(variant_key).title
    if against_bot:
        title = Phrase("{title}, games against me", title=title)
    page = rating_page(shown, title, request.user_id, number, words)
    lines = list(page.lines)
    if page.pages > 1:
        lines.append(words("Page {page} of {pages}", page=page.number + 1, pages=page.pages))
    argument = f"{'bot' if against_bot else 'people'}/{variant_key or ALL_VARIANTS}"
    return "\n".join(lines), _turn_buttons(RATING_PAGE, page.number, page.pages, 0, argument, words)


async def _press_rating_page(request: Request, key: Key) -> None:
    """Show another page of the rating table, as it stands now."""
    whom, variant, _ = key.argument.split("/")
    variant_key = None if variant == ALL_VARIANTS else variant
    text, buttons = await rating_message(request, variant_key, key.subject, against_bot=whom == "bot")
    await request.responder.edit_source(buttons, text=text)


async def _press_open(request: Request, _: Key) -> None:
    """Show the leaderboard to the person who asks."""
    text, buttons = await leaderboard_message(request, None, Order.POINTS)
    await request.responder.send_ephemeral(text, components=buttons)


STANDINGS_HANDLERS: Final[Mapping[ControlKind, Handler]] = {
    LEADERBOARD_PAGE: Handler(_press_page),
    RATING_PAGE: Handler(_press_rating_page),
    OPEN_LEADERBOARD: Handler(_press_open),
}
