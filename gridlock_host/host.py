"""The session manager: the one door through which challenges and games change."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from gridlock_host.challenges.bot_games import BotSessions
from gridlock_host.games import standings
from gridlock_host.games.offers import OfferSessions
from gridlock_host.games.standings import Order, Record, Standing
from gridlock_host.members.blocking import BlockSessions
from gridlock_host.members.notifications import NotificationSessions
from gridlock_host.members.privacy import PrivacySessions
from gridlock_host.metrics import HostFigures, StoredFigures, stored_figures
from gridlock_host.scheduler.guild_presence import DepartureSessions
from gridlock_host.scheduler.redraw import RedrawSessions
from gridlock_host.servers.moderation import ModerationSessions
from gridlock_host.servers.settings_service import SettingsSessions
from gridlock_host.storage.database import Database


class SessionManager(
    BotSessions,
    OfferSessions,
    ModerationSessions,
    PrivacySessions,
    RedrawSessions,
    NotificationSessions,
    DepartureSessions,
    SettingsSessions,
    BlockSessions,
):
    """Challenges, games and standings of all servers.

    Every call loads what it needs, checks, stores the change by compare-and-swap and only then returns an
    immutable snapshot: what a caller shows is on disk. A refused call raises a `Refusal` (or, for a move that
    the rules forbid, a `gridlock_rules.RulesError`) and changes nothing. Any number of calls may run at once, in
    any number of processes on one database.

    Args:
        database: Where everything is kept.
        now: Tells the time, as an aware datetime.
        toss: Tosses a fair coin; True makes the challenger Player 1.
        figures: Where moves are counted.
    """

    def __init__(
        self,
        database: Database,
        *,
        now: Callable[[], datetime],
        toss: Callable[[], bool],
        figures: HostFigures | None = None,
    ) -> None:
        BotSessions.__init__(self, database, now=now, toss=toss)
        OfferSessions.__init__(self, database, now=now)
        NotificationSessions.__init__(self, database, now=now)
        DepartureSessions.__init__(self, database, now=now)
        SettingsSessions.__init__(self, database)
        BlockSessions.__init__(self, database, now=now)
        self.figures = figures or HostFigures()

    async def stored_figures(self) -> StoredFigures:
        """What the store holds now."""
        async with self._database.reading() as connection:
            return await stored_figures(connection)

    async def leaderboard(self, guild_id: int, variant_key: str | None, order: Order) -> list[Standing]:
        """Everybody who finished a game in this server, the best first; of one variant, or of all together."""
        async with self._database.reading() as connection:
            return await standings.leaderboard(connection, guild_id, variant_key, order)

    async def records_by_variant(self, guild_id: int, user_id: int) -> dict[str, Record]:
        """What somebody won and lost in this server, by the variant's key."""
        async with self._database.reading() as connection:
            return await standings.records_by_variant(connection, guild_id, user_id)
