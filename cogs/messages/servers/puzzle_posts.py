"""Posts of the puzzle of the day in the channels that servers have chosen: once a day, late rather than twice."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from cogs.discord_api.components import Components, controls_below
from cogs.discord_api.failures import UNDELIVERED
from cogs.discord_api.own_messages import CannotRead, OwnMessages
from cogs.messages.controls import SOLVE_PUZZLE, STREAKS, Key, button
from cogs.messages.sending.delivery import Messages, Undelivered
from cogs.responder import log_follow_up_failure
from cogs.text.i18n import Languages, Words
from cogs.text.puzzles import posted_puzzle_text
from gridlock_host import Host, Place
from gridlock_host.bot_player.puzzle_streaks import DayResult
from gridlock_host.bot_player.puzzles import DailyPuzzle
from gridlock_host.model.puzzle_post import POSTED_FROM, PuzzlePost

_DAY: Final = timedelta(days=1)
# Discord's clock may be behind.
_CLOCKS_DIFFER_BY: Final = timedelta(minutes=1)


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

    After an attempt whose outcome was not stored, because the process was killed or Discord did not answer, the message
    is first looked for in the channel. Where the bot may not read the channel's history, it is not posted then.

    Args:
        own_messages: Finds messages of the bot.
        messages: Posts messages.
        host: Stores what became of posts.
        languages: The language of each server.
    """

    def __init__(self, own_messages: OwnMessages, messages: Messages, host: Host, languages: Languages) -> None:
        self._own_messages = own_messages
        self._messages = messages
        self._host = host
        self._languages = languages

    async def show(self, post: PuzzlePost) -> None:
        """Post the puzzle, or find that it was posted; leave it out if it is too late."""
        with log_follow_up_failure(f"the puzzle of {post.day} in server {post.place.guild_id}"):
            posts = self._host.servers.puzzle_posts
            if posts.is_too_late(post):
                await posts.note_left_out(post)
                return
            try:
                shown = await self._posted(post)
            except (*UNDELIVERED, CannotRead):
                shown = Undelivered.REFUSED
            if isinstance(shown, Place):
                await posts.note_posted(post, shown)
            elif shown is Undelivered.GONE:
                await posts.note_left_out(post)
            else:
                since = datetime.combine(post.day, POSTED_FROM)
                await self._host.scheduler.outbox.put_off(post, since=since)

    async def _posted(self, post: PuzzlePost) -> Place | Undelivered:
        """Return where the message is.

        Raises:
            CannotRead, discord.HTTPException, aiohttp.ClientError, OSError: The channel could not be read.
        """
        guild_id, puzzles = post.place.guild_id, self._host.bot_player.puzzles
        daily = puzzles.puzzle(guild_id, post.day)
        if post.tried_at is not None:
            found = await self._own_messages.find(
                post.place.channel_id, _key(daily).custom_id(SOLVE_PUZZLE.action), post.tried_at - _CLOCKS_DIFFER_BY
            )
            if found is not None:
                return Place(guild_id, post.place.channel_id, found)
        await self._host.servers.puzzle_posts.note_attempt(post)
        before = post.day - _DAY
        yesterday, result = puzzles.puzzle(guild_id, before), await puzzles.result(guild_id, before)
        text, buttons = puzzle_post_message(daily, yesterday, result, await self._languages.of(guild_id))
        return await self._messages.post(post.place, f"puzzle {post.id} {post.day}", text=text, components=buttons)
