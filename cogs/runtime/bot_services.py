"""Services of the bot: what requests use, and the messages that show games, challenges and offers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

import discord

from cogs.discord_api.interaction_tokens import InteractionTokens
from cogs.discord_api.messages import Sender
from cogs.discord_api.own_messages import OwnMessages, Servers
from cogs.messages.sending.application_emoji import ApplicationEmoji
from cogs.messages.sending.delivery import Messages
from cogs.messages.sending.outbox import Outbox
from cogs.messages.sending.single_posts import SinglePosts
from cogs.messages.servers.announcements import Announcements
from cogs.messages.servers.moderation import ModerationLog
from cogs.messages.servers.puzzle_posts import PuzzlePosts
from cogs.messages.servers.welcome import WelcomeCards
from cogs.messages.sync.board_sync import BoardMessages
from cogs.messages.sync.bot_moves import BotMoves
from cogs.messages.sync.challenge_sync import ChallengeMessages
from cogs.messages.sync.end_stories import EndStories
from cogs.messages.sync.offer_sync import OfferMessages
from cogs.runtime.limits.rate_limit import RateLimiter
from cogs.runtime.sweep_loop import EventDisplay
from cogs.runtime.tracked_tasks import TrackedTasks
from cogs.text.i18n import Languages
from cogs.text.shared import DisplayNames
from gridlock_host import Host


class Account(Sender, Servers, Protocol):
    """The bot's account at Discord."""

    @property
    def user(self) -> discord.ClientUser | None:
        """The bot's own user."""


class BotServices:
    """What requests can use of the bot. Its messages also show what nobody has asked for, such as what is due.

    Args:
        account: The bot at Discord.
        host: The game host.
        languages: The language of each server.
        tokens: The tokens by which messages can be changed, too.
        emoji: What boards are drawn with.
        rate_limiter: The limit of uses per person.
        contact: How to reach the person who runs the bot, for the privacy text.

    Attributes:
        names: Display names of members.
        tasks: What is finished before the bot stops.
        board_messages: Messages of games.
        offer_messages: Messages of offers.
        challenge_messages: Messages of challenges.
        welcome_cards: Welcomes servers.
        moderation_log: The log channels of servers.
        bot_moves: The moves that the bot computes.
    """

    def __init__(
        self,
        account: Account,
        host: Host,
        languages: Languages,
        tokens: InteractionTokens,
        emoji: ApplicationEmoji,
        rate_limiter: RateLimiter,
        contact: str,
    ) -> None:
        self._account = account
        self.host = host
        self.contact = contact
        self.languages = languages
        self.rate_limiter = rate_limiter
        self.names = DisplayNames()
        self.tasks = TrackedTasks()
        self.bot_moves = BotMoves(host.bot_player.opponent, self.track_task)
        self._stories = EndStories(host.bot_player.stories)
        self._messages = Messages(account, languages, tokens)
        outbox = Outbox(self._messages)
        self.offer_messages = OfferMessages(self._messages, host, languages, emoji, outbox)
        self.board_messages = BoardMessages(
            self._messages, host, languages, self.offer_messages, self._stories, self.bot_moves, emoji, outbox
        )
        self.challenge_messages = ChallengeMessages(self._messages, host, languages, outbox)
        self.welcome_cards = WelcomeCards(self._messages, host, languages)
        self.moderation_log = ModerationLog(self._messages, host)

    def event_display(self, find_locale: Callable[[int], Awaitable[None]]) -> EventDisplay:
        """Return what shows the results of a sweep.

        Args:
            find_locale: Lets the locale of a server be known.
        """
        posts = SinglePosts(OwnMessages(self._account), self._messages, self.host)
        return EventDisplay(
            self.board_messages,
            self.offer_messages,
            self.challenge_messages,
            PuzzlePosts(posts, self.host, self.languages),
            Announcements(posts, self.host, self.languages),
            find_locale,
        )

    @property
    def user(self) -> discord.ClientUser | None:
        """The bot's own account."""
        return self._account.user

    async def load_guild(self, guild_id: int) -> discord.Guild | None:
        """Return a server with its channels and roles; None if it is not known."""
        return await self._account.load_guild(guild_id)

    def track_task(self) -> None:
        """Let the current task finish before the bot stops: it serves an interaction or shows a move."""
        self.tasks.track_current()

    async def wait_idle(self) -> None:
        """Wait until every interaction is served, the bot has moved wherever it is its turn, and every end is told."""
        while under_way := self.tasks.under_way | self.bot_moves.thinking | self._stories.under_way:
            await asyncio.wait(under_way)

    async def stop_computing(self, within: float) -> None:
        """Drop the moves and stories that are being computed, and wait so many seconds for their end."""
        stopping: set[asyncio.Task[Any]] = {
            asyncio.create_task(each.stop()) for each in (self.bot_moves, self._stories)
        }
        await asyncio.wait(stopping, timeout=within)
