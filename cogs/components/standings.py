"""The leaderboard of a server, in pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from cogs.components.base import Handler
from cogs.context import Request
from cogs.discord_api.components import NO_COMPONENTS, Components, controls_below
from cogs.messages.controls import ALL_VARIANTS, LEADERBOARD_PAGE, ControlKind, Key, button
from cogs.text.i18n import Words
from cogs.text.shared import mention
from cogs.text.standings import record_text
from gridlock_host import Order, Standing
from gridlock_host.games.standings import FEWEST_GAMES_FOR_RATE
from gridlock_rules import find_variant
from gridlock_rules.wording import Phrase

_PAGE: Final = 10
_SORTED: Final = {
    Order.POINTS: Phrase("by points"),
    Order.WIN_RATE: Phrase("by win rate (no rank with fewer than {fewest} games)", fewest=FEWEST_GAMES_FOR_RATE),
}


async def leaderboard_message(
    request: Request, variant_key: str | None, order: Order, page: int = 0
) -> tuple[str, Components]:
    """Return a page of the server's leaderboard, with the rank of the person who asks.

    Args:
        request: Who asks, and where.
        variant_key: The variant whose games count; None for all.
        order: The order of the table.
        page: The page, from 0; one past the end means the last one.
    """
    standings = await request.host.games.standings.leaderboard(request.guild_id, variant_key, order)
    last_page = max(0, len(standings) - 1) // _PAGE
    page = min(page, last_page)
    words = await request.load_words()
    title = Phrase("all variants") if variant_key is None else find_variant(variant_key).title
    lines = [words("**Leaderboard** · {title} · {order}", title=title, order=_SORTED[order])]
    lines += [_line(standing, words) for standing in standings[page * _PAGE : (page + 1) * _PAGE]]
    lines.append(words.say(_own_rank(standings, order, request.user_id)))
    if last_page:
        lines.append(words("Page {page} of {pages}", page=page + 1, pages=last_page + 1))
    return "\n".join(lines), _page_buttons(variant_key, order, page, last_page, words)


def _line(standing: Standing, words: Words) -> str:
    record = standing.record
    player = words.say(mention(standing.user_id))
    points = words.counted(record.won, "{number} point", "{number} points")
    rank = "–" if standing.rank is None else f"{standing.rank}\\."  # noqa: RUF001  # a dash
    return f"{rank} {player} **{points}** · {words.say(record_text(record))}"


def _own_rank(standings: Sequence[Standing], order: Order, user_id: int) -> Phrase:
    player = mention(user_id)
    if not standings:
        return Phrase("Nobody has finished a game here yet. `/gridlock challenge` starts one.")
    ranked = {standing.user_id: standing.rank for standing in standings if standing.rank is not None}
    if user_id in ranked:
        return Phrase("{player} has rank {rank} of {ranks}.", player=player, rank=ranked[user_id], ranks=len(ranked))
    if order is Order.WIN_RATE:
        return Phrase(
            "{player} has no rank by win rate yet. It takes {fewest} finished games.",
            player=player,
            fewest=FEWEST_GAMES_FOR_RATE,
        )
    return Phrase("{player} has no rank yet, and gets one with the first finished game.", player=player)


def _page_buttons(variant_key: str | None, order: Order, page: int, last_page: int, words: Words) -> Components:
    if not last_page:
        return NO_COMPONENTS
    buttons = []
    for direction, label, target in (
        ("previous", words("Previous"), page - 1),
        ("next", words("Next"), page + 1),
    ):
        key = Key(max(target, 0), argument=f"{order.value}/{variant_key or ALL_VARIANTS}/{direction}")
        buttons.append(button(LEADERBOARD_PAGE, key, words, label=label, disabled=not 0 <= target <= last_page))
    return controls_below(*buttons)


async def _press_page(request: Request, key: Key) -> None:
    """Show another page, as the table stands now."""
    order, variant, _ = key.argument.split("/")
    variant_key = None if variant == ALL_VARIANTS else variant
    text, buttons = await leaderboard_message(request, variant_key, Order(order), key.subject)
    await request.responder.edit_source(buttons, text=text)


STANDINGS_HANDLERS: Final[Mapping[ControlKind, Handler]] = {LEADERBOARD_PAGE: Handler(_press_page)}
