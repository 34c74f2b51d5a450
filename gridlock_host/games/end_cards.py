"""End card service: the points and rank after a game, its story, and the one time that it is shared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import bindparam, case, func, select

from gridlock_host.games.shares import Share, ShareTable
from gridlock_host.model.end_card import BLANK_CARD, EndCard, Story
from gridlock_host.model.game import Game
from gridlock_host.model.person import is_deleted
from gridlock_host.model.result import Ending
from gridlock_host.standings.record_counts import ALL_VARIANTS
from gridlock_host.storage.database import Database, insert_into
from gridlock_host.storage.driver.statements import Statement
from gridlock_host.storage.schema import accuracies, end_cards, moderation_log, record_counts, standing_totals
from gridlock_solver.judgement.accuracy import Accuracy

# Later, other games may have changed the ranks.
_RANK_IS_KNOWN_FOR: Final = timedelta(minutes=10)

_SHARES: Final = ShareTable(end_cards, "shared_channel_id", "shared_message_id")
_own, _count = standing_totals.c, record_counts.c
# A row for each player who had decisions, or one.
_CARD: Final = Statement(
    select(end_cards, accuracies.c.user_id, accuracies.c.decisions, accuracies.c.kept)
    .outerjoin(accuracies, accuracies.c.game_id == end_cards.c.game_id)
    .where(end_cards.c.game_id == bindparam("game_id"))
)
_REASON: Final = Statement(
    select(moderation_log.c.reason)
    .where(moderation_log.c.game_id == bindparam("game_id"), moderation_log.c.action == "end")
    .order_by(moderation_log.c.id.desc())
    .limit(1)
)
_RANK: Final = Statement(
    select(
        _own.won,
        _own.lost,
        func.sum(case((_count.won > _own.won, _count.members), else_=0)).label("better"),
        func.sum(case((_count.won >= _own.won, _count.members), else_=0)).label("as_good"),
    )
    .where(
        _own.guild_id == bindparam("guild_id"),
        _own.user_id == bindparam("user_id"),
        _count.guild_id == _own.guild_id,
        _count.variant == ALL_VARIANTS,
    )
    .group_by(_own.won, _own.lost)
)


class EndCardService:
    """Reads and writes end cards. A game without a row has only what can still be read elsewhere.

    Args:
        database: Where they are stored.
        now: Tells the time, as an aware datetime.
    """

    def __init__(self, database: Database, *, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now

    async def find(self, game: Game) -> EndCard:
        """Return the card of a finished game."""
        card = await self._find(game)
        if game.result is None or game.result.ending is not Ending.MODERATION:
            return card
        reasons = await self._database.fetch_compiled(_REASON, {"game_id": game.id}, flushes=False)
        return replace(card, reason=reasons[0].reason if reasons else None)

    async def _find(self, game: Game) -> EndCard:
        rows = await self._database.fetch_compiled(_CARD, {"game_id": game.id}, flushes=False)
        if not rows:
            return await self._compute(game)
        row = rows[0]
        shared = None
        if row.shared_message_id is not None:
            shared = game.place.in_channel(row.shared_channel_id, row.shared_message_id)
        return EndCard(
            row.points,
            row.rank_before,
            row.rank_after,
            None if row.story is None else Story.read(row.story),
            row.shared_at is not None,
            shared,
            accuracies={each.user_id: Accuracy(each.decisions, each.kept) for each in rows if each.user_id is not None},
        )

    async def note_story(self, game: Game, story: Story | None) -> None:
        """Store the story of a game, and the winner's rank along with it."""
        values = _ranks(await self.find(game)) | {"story": None if story is None else story.text}
        async with self._database.writing(changes=()) as connection:
            new = insert_into(end_cards, connection.dialect).values(game_id=game.id, **values)
            await connection.execute(new.on_conflict_do_update(index_elements=["game_id"], set_=values))

    async def share_of(self, game: Game) -> Share:
        """Return the share of a game, whose claim also stores the winner's rank."""
        card = await self.find(game)
        return Share(self._database, now=self._now, stored=_SHARES, key={"game_id": game.id}, others=_ranks(card))

    async def _compute(self, game: Game) -> EndCard:
        result = game.result
        if result is None or result.winner_id is None or is_deleted(result.winner_id) or game.bot_id is not None:
            return BLANK_CARD
        if not game.gives_points or game.place.is_outside:
            return BLANK_CARD
        if self._now() - result.ended_at > _RANK_IS_KNOWN_FOR:
            return BLANK_CARD
        values = {"guild_id": game.place.guild_id, "user_id": result.winner_id}
        rows = await self._database.fetch_compiled(_RANK, values, flushes=False)
        if not rows:
            return BLANK_CARD
        row = rows[0]
        # Before, the winner had a point less, so those with as many points as now were better.
        is_first = row.won == 1 and not row.lost
        return EndCard(row.won, None if is_first else row.as_good, 1 + row.better)


def _ranks(card: EndCard) -> dict[str, Any]:
    return {"points": card.points, "rank_before": card.rank_before, "rank_after": card.rank}
