"""Posts of the puzzle of the day in the channels that servers have chosen: once a day, late rather than twice."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from cogs.discord_api.components import Components, controls_below
from cogs.messages.controls import SOLVE_PUZZLE, STREAKS, Key, button
from cogs.messages.sending.single_posts import Draft, SinglePosts
from cogs.text.i18n import Languages, Words
from cogs.text.learning.puzzles import posted_puzzle_text
from gridlock_host import Host
from gridlock_host.bot_player.puzzle_streaks import DayResult
from gridlock_host.bot_player.puzzles import DailyPuzzle
from gridlock_host.model.messages.puzzle_post import POSTED_FROM, PuzzlePost

_DAY: Final = timedelta(days=1)


def puzzle_post_message(
    daily: DailyPuzzle, yesterday: DailyPuzzle, result: DayResult, words: Words
) -> tuple[str, Components]:
    """Return the puzzle for a channel, with buttons to solve it and to see streaks, and what became of yesterday's."""
    solve = button(SOLVE_PUZZLE, _key(daily), words)
    text = words.say(posted_puzzle_text(daily, yesterday, result))
    return text, controls_below(solve, button(STREAKS, Key(0), words))


def _key(daily: DailyPuzzle) -> Key:
    return Key(daily.day.toordinal(), daily.puzzle.number)


class PuzzlePosts:
    """Posts puzzles that the sweeper has claimed.

    Args:
        posts: Posts each of them once.
        host: Stores what became of posts.
        languages: The language of each server.
    """

    def __init__(self, posts: SinglePosts, host: Host, languages: Languages) -> None:
        self._posts = posts
        self._host = host
        self._languages = languages

    async def show(self, post: PuzzlePost) -> None:
        """Post the puzzle, or find that it was posted; leave it out if it is too late."""
        daily = self._host.bot_player.puzzles.puzzle(post.place.guild_id, post.day)
        await self._posts.show(
            post,
            self._host.servers.puzzle_posts,
            self._draft,
            name=f"puzzle {post.id} {post.day}",
            custom_id=_key(daily).custom_id(SOLVE_PUZZLE.action),
            since=datetime.combine(post.day, POSTED_FROM),
        )

    async def _draft(self, post: PuzzlePost) -> Draft:
        guild_id, puzzles = post.place.guild_id, self._host.bot_player.puzzles
        before = post.day - _DAY
        yesterday, result = puzzles.puzzle(guild_id, before), await puzzles.result(guild_id, before)
        daily, words = puzzles.puzzle(guild_id, post.day), await self._languages.of(guild_id)
        return Draft(*puzzle_post_message(daily, yesterday, result, words))
