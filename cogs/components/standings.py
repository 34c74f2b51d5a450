"""The server's table as a message to leaf through."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import discord

from cogs.components.base import Control, Key, template
from cogs.messages.delivery import place_of
from cogs.text.i18n import Words, words_for
from cogs.text.shared import mention
from gridlock_host import Order, Record, Standing
from gridlock_rules import VARIANTS, find_variant
from gridlock_rules.wording import Phrase

if TYPE_CHECKING:
    from cogs.responder import Answer
    from cogs.runtime.client import AnyInteraction

_PAGE: Final = 10
_ALL: Final = "all"
_SORTED: Final = {Order.POINTS: Phrase("by points"), Order.WIN_RATE: Phrase("by win rate")}
_ORDERS = "|".join(order.value for order in Order)
_KEYS = "|".join([_ALL, *(variant.key for variant in VARIANTS)])


class PageButton(Control, template=template("top", rf"({_ORDERS})/({_KEYS})/(previous|next)")):
    """Leafs to another page of the leaderboard."""

    action = "top"

    async def press(self, interaction: AnyInteraction, answer: Answer) -> None:
        """Show that page, as the table stands now."""
        order, variant, _ = self.key.argument.split("/")
        text, view = await leaderboard_message(
            interaction, None if variant == _ALL else variant, Order(order), self.key.subject
        )
        await answer.in_place(view, text=text)


async def leaderboard_message(
    interaction: AnyInteraction, variant_key: str | None, order: Order, page: int = 0
) -> tuple[str, discord.ui.View]:
    """A page of this server's table, with the rank of the one who asks.

    Args:
        interaction: Who asks, and where.
        variant_key: Which variant's games count; None for all.
        order: By what to sort.
        page: Which page, from 0; a page past the end means the last one.
    """
    standings = await interaction.client.host.games.standings.leaderboard(
        place_of(interaction).guild_id, variant_key, order
    )
    last_page = max(0, len(standings) - 1) // _PAGE
    page = min(page, last_page)
    words = await words_for(interaction)
    title = Phrase("all variants") if variant_key is None else find_variant(variant_key).title
    lines = [words("**Leaderboard** · {title} · {order}", title=title, order=_SORTED[order])]
    lines += [_line(standing, words) for standing in standings[page * _PAGE : (page + 1) * _PAGE]]
    lines.append(words.say(_own_rank(standings, interaction.user.id)))
    if last_page:
        lines.append(words("Page {page} of {pages}", page=page + 1, pages=last_page + 1))
    return "\n".join(lines), _pages(variant_key, order, page, last_page, words)


def record_text(record: Record) -> Phrase:
    """What somebody won and lost, in words."""
    return Phrase(
        "{played} played, {won} won, {lost} lost ({percent}%)",
        played=record.played,
        won=record.won,
        lost=record.lost,
        percent=round(100 * record.win_rate),
    )


def _line(standing: Standing, words: Words) -> str:
    record = standing.record
    player = words.say(mention(standing.user_id))
    points = words.counted(record.won, "{number} point", "{number} points")
    return f"{standing.rank}\\. {player} **{points}** · {words.say(record_text(record))}"


def _own_rank(standings: Sequence[Standing], user_id: int) -> Phrase:
    player = mention(user_id)
    if not standings:
        return Phrase("Nobody has finished a game here yet. `/gridlock challenge` starts one.")
    for standing in standings:
        if standing.user_id == user_id:
            return Phrase(
                "{player} has rank {rank} of {ranks}.", player=player, rank=standing.rank, ranks=len(standings)
            )
    return Phrase("{player} has no rank yet: the first finished game gives one.", player=player)


def _pages(variant_key: str | None, order: Order, page: int, last_page: int, words: Words) -> discord.ui.View:
    view: discord.ui.View = discord.ui.View(timeout=None)
    if not last_page:
        return view
    for direction, label, target in (
        ("previous", words("Previous"), page - 1),
        ("next", words("Next"), page + 1),
    ):
        key = Key(max(target, 0), argument=f"{order.value}/{variant_key or _ALL}/{direction}")
        view.add_item(PageButton(key, words, label=label, disabled=not 0 <= target <= last_page))
    return view
