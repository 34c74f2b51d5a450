"""Announcements in the channel for results that a server has chosen: finished games, weeks and seasons, each once."""

from __future__ import annotations

from typing import Final

from cogs.discord_api.components import controls_below
from cogs.messages.controls import OPEN_LEADERBOARD, Key, button
from cogs.messages.sending.single_posts import Draft, SinglePosts
from cogs.text.i18n import Languages
from cogs.text.standings.announcements import digest_lines, game_lines
from cogs.text.standings.seasons import end_lines
from gridlock_host import Host, Order
from gridlock_host.model.messages.announcement import Announcement

_NAMED: Final = 3


class Announcements:
    """Posts announcements that a sweep has found.

    Args:
        posts: Posts each of them once.
        host: Tells what there is to say.
        languages: The language of each server.
    """

    def __init__(self, posts: SinglePosts, host: Host, languages: Languages) -> None:
        self._posts = posts
        self._host = host
        self._languages = languages

    async def show(self, announcement: Announcement) -> None:
        """Post an announcement, or find that it was posted; leave it out if it is too late."""
        await self._posts.show(
            announcement,
            self._host.games.announcements,
            self._draft,
            name=f"announcement {announcement.id} {announcement.about_at.isoformat()}",
            custom_id=Key(announcement.id).custom_id(OPEN_LEADERBOARD.action),
            since=announcement.about_at,
        )

    async def _draft(self, announcement: Announcement) -> Draft | None:
        guild_id = announcement.place.guild_id
        words = await self._languages.of(guild_id)
        if announcement.season is not None:
            lines = await self._end_of_season(guild_id, announcement.season)
        elif announcement.game_id is None:
            week = await self._host.games.announcements.week(guild_id, announcement.about_at.date())
            lines = [] if week is None else digest_lines(week, words)
        else:
            lines = game_lines(await self._host.games.find(guild_id, announcement.game_id), announcement)
        if not lines:
            return None
        text = "\n".join(words.say(line) for line in lines)
        return Draft(text, controls_below(button(OPEN_LEADERBOARD, Key(announcement.id), words)))

    async def _end_of_season(self, guild_id: int, number: int) -> list[str]:
        season = await self._host.games.seasons.find(guild_id, number)
        if season is None or season.champion_id is None:
            return []
        page = await self._host.games.standings.leaderboard(
            guild_id, None, Order.POINTS, asker_id=season.champion_id, season=number
        )
        return list(end_lines(season, page.standings[:_NAMED]))
