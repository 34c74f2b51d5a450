"""Request: one interaction with its place, person and language; and the bot's services."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from enum import StrEnum
from functools import cached_property
from typing import Any, Protocol, TypeAlias, cast

import discord

from cogs.discord_api.components import Components
from cogs.discord_api.places import is_outside
from cogs.discord_api.presses import SourceMessage, source_of
from cogs.responder import Responder
from cogs.text.i18n import Languages, Words
from cogs.text.shared import DisplayNames
from gridlock_host import Challenge, Game, Host, Place
from gridlock_host.errors import AlreadyOffered
from gridlock_host.learning.exercises import Exercise
from gridlock_host.learning.lessons import Checked
from gridlock_host.log_fields import log_about
from gridlock_host.model.offer import OfferKind
from gridlock_host.model.place import OUTSIDE
from gridlock_host.model.replay import Replay
from gridlock_host.servers.moderation_log import LogEntry
from gridlock_host.servers.permissions import Actor
from gridlock_rules.wording import Phrase
from gridlock_solver.explanation import Explanation

Interaction: TypeAlias = discord.Interaction[Any]
"""An interaction as discord.py passes it. Its client has `Services` under the name `services`."""


class Outcome(StrEnum):
    """What became of an interaction, as the metrics count it."""

    DONE = "done"
    REFUSED = "refused"
    INCIDENT = "incident"
    HASTY = "hasty"
    UNFINISHED = "unfinished"


class BoardDisplay(Protocol):
    """Shows games. Every `request` is answered."""

    async def post(self, request: Request, game: Game, *, moved: bool = True) -> None:
        """Post a fresh board."""

    async def show_move(self, request: Request, game: Game) -> None:
        """Confirm a typed move with a link to the board; post that again if it was scrolled away."""

    async def bring(self, request: Request, game: Game) -> None:
        """Move the board to the request's channel, or say why it stays where it is."""

    async def show_in_place(self, request: Request, game: Game, confirmation: Phrase) -> None:
        """Edit the board whose button was pressed."""

    async def show_choice(self, request: Request, game: Game, picked: int | None) -> None:
        """Show which cells can be chosen together with the picked one."""

    async def show_elsewhere(self, game: Game, request: Request | None = None) -> None:
        """Update the board after a change that was answered in another message, or by nobody."""

    async def refresh(self, request: Request, game: Game) -> None:
        """Update the message whose button was pressed, because it showed an old state."""

    async def speak(self, request: Request, game: Game) -> None:
        """Show the board in sentences to the person who asks."""

    async def exercise(self, request: Request, exercise: Exercise, picked: int | None = None) -> Components:
        """Return an exercise to its reader in the look of the server, with the cell that was picked."""

    async def checked_exercise(self, request: Request, checked: Checked, explanation: Explanation | None) -> Components:
        """Return the verdict on an answer to its reader in the look of the server."""

    async def replay(self, request: Request, replay: Replay) -> Components:
        """Return a replay to its reader in the look of the server."""


class OfferDisplay(Protocol):
    """Shows offers of rematches and wishes to take a move back."""

    async def post(self, request: Request, game: Game, kind: OfferKind) -> None:
        """Post an offer that was just made."""

    async def post_again(self, request: Request, refusal: AlreadyOffered, kind: OfferKind) -> None:
        """Post an open offer again if its message is gone; otherwise raise the refusal."""

    async def note_answered(self, game: Game, place: Place | None) -> None:
        """Note which message has lost its buttons, and close what has kept them."""

    async def close_pressed(self, request: Request, game: Game, kind: OfferKind, ply: int) -> None:
        """Close the offer whose button was pressed in vain."""

    async def close_rematch(self, game: Game) -> bool:
        """Remove the rematch button from the board of a game."""

    async def close_all(self, places: Iterable[Place]) -> None:
        """Close the offers in these messages."""


class ChallengeDisplay(Protocol):
    """Shows challenges."""

    async def post(self, request: Request, challenge: Challenge) -> None:
        """Post a challenge that was just made."""

    async def show_in_place(self, request: Request, challenge: Challenge) -> None:
        """Edit the challenge whose button was pressed."""

    async def show_after_press(self, request: Request, challenge: Challenge) -> None:
        """Update a challenge, and the pressed message too if it is another one."""

    async def show_elsewhere(self, challenge: Challenge) -> None:
        """Update a challenge that was answered in another message, or by nobody."""


class LogDisplay(Protocol):
    """Shows what moderators do."""

    async def post(self, entry: LogEntry) -> None:
        """Post an entry in the server's log channel, if it has one."""


class RateLimit(Protocol):
    """Limits how much one person may use the bot."""

    async def allow(self, request: Request) -> bool:
        """Return whether to serve a request; one that is not allowed is answered here."""


class Services(Protocol):
    """What a request can use of the bot."""

    @property
    def host(self) -> Host:
        """The game host."""

    @property
    def user(self) -> discord.ClientUser | None:
        """The bot's own account."""

    @property
    def contact(self) -> str:
        """How to reach the person who runs the bot; empty if that is not set."""

    @property
    def board_messages(self) -> BoardDisplay:
        """Messages of games."""

    @property
    def offer_messages(self) -> OfferDisplay:
        """Messages of offers."""

    @property
    def challenge_messages(self) -> ChallengeDisplay:
        """Messages of challenges."""

    @property
    def moderation_log(self) -> LogDisplay:
        """The log channels of servers."""

    @property
    def rate_limiter(self) -> RateLimit:
        """The limit of uses per person."""

    @property
    def names(self) -> DisplayNames:
        """Display names of members."""

    @property
    def languages(self) -> Languages:
        """The language of each server."""

    async def load_guild(self, guild_id: int) -> discord.Guild | None:
        """Return a server with its channels and roles; None if it is not known."""

    def track_task(self) -> None:
        """Let the current task finish before the bot stops."""


class Request:
    """An interaction that is being served: where it comes from, who sent it, and how it is answered.

    Attributes:
        interaction: The interaction of discord.py.
        services: What the request can use of the bot.
        responder: Answers the interaction.
        outcome: What became of it, for the metrics.
    """

    def __init__(self, interaction: Interaction, services: Services) -> None:
        self.interaction = interaction
        self.services = services
        self.responder = Responder(interaction, self.load_words, self.load_public_words)
        self.outcome = Outcome.DONE
        self._guild: discord.Guild | None = None

    @classmethod
    def of(cls, interaction: Interaction) -> Request:
        """Return the request of an interaction. The first call makes it, and starts the timer of the response."""
        if "request" not in interaction.extras:
            request = cls(interaction, interaction.client.services)
            interaction.extras["request"] = request
            # Choices are never deferred.
            if interaction.type is not discord.InteractionType.autocomplete:
                request.responder.start_timer()
        return cast("Request", interaction.extras["request"])

    def begin_log(self) -> None:
        """Let what the current task logs say which interaction and server it is about."""
        log_about(interaction=self.interaction.id, server=self.interaction.guild_id)

    async def load_words(self) -> Words:
        """Return the words for what only the person sees: those of their Discord, or else of the server."""
        words = self.services.languages.of_reader(self.interaction.locale.value)
        return await self.load_public_words() if words is None else self._here(words)

    async def load_board_words(self) -> Words:
        """Return the words for a board that only the person sees: in sentences, if they have asked for that."""
        words = await self.load_words()
        return words.aloud if await self.host.members.reading.is_spoken(self.user_id) else words

    async def load_public_words(self) -> Words:
        """Return the words of the server's language; without a database query for a person who is too fast."""
        if self.outcome is Outcome.HASTY:
            return self._here(self.services.languages.known(self._server_id))
        return self._here(await self.services.languages.of(self._server_id))

    def _here(self, words: Words) -> Words:
        return words.outside if self.is_outside else words

    @property
    def host(self) -> Host:
        """The game host."""
        return self.services.host

    @cached_property
    def is_outside(self) -> bool:
        """Whether it comes from outside of the servers that have the bot."""
        return is_outside(self.interaction)

    @property
    def _server_id(self) -> int | None:
        return None if self.is_outside else self.interaction.guild_id

    @property
    def _foreign_guild_id(self) -> int | None:
        return self.interaction.guild_id if self.is_outside else None

    @cached_property
    def place(self) -> Place:
        """The channel of the request.

        Raises:
            NoPrivateMessage: Discord does not tell the channel.
        """
        if self.interaction.channel_id is None:
            raise discord.app_commands.NoPrivateMessage
        return Place(self._server_id or OUTSIDE, self.interaction.channel_id, None, self._foreign_guild_id)

    @property
    def guild_id(self) -> int:
        """The server of the request; `OUTSIDE` outside of the servers that have the bot.

        Raises:
            NoPrivateMessage: As for `place`.
        """
        return self.place.guild_id

    async def load_guild(self) -> discord.Guild | None:
        """Return the server of the request, with its channels and roles; None outside of the servers that have the bot.

        If Discord does not tell them, it has none.
        """
        interaction = self.interaction
        if self.is_outside or interaction.guild_id is None:
            return None
        if self._guild is None:
            self._guild = await self.services.load_guild(interaction.guild_id)
        if self._guild is not None and isinstance(interaction.user, discord.Member):
            # It may have come before the server was known.
            interaction.user.guild = self._guild
        return self._guild or interaction.guild

    @property
    def parent_channel_id(self) -> int | None:
        """The channel of the thread that the request comes from; None outside of threads."""
        channel = self.interaction.channel
        return channel.parent_id if isinstance(channel, discord.Thread) else None

    @property
    def user_id(self) -> int:
        """The person who sent the request."""
        return self.interaction.user.id

    @property
    def actor(self) -> Actor:
        """The person who sent the request, with their current permissions."""
        person = self.interaction.user
        # Not `roles`, which lacks those of a server that discord.py does not know.
        role_ids = [*person._roles, person.guild.id] if isinstance(person, discord.Member) else []  # noqa: SLF001
        return Actor(
            person.id,
            manages_server=may_manage(self.interaction.permissions),
            role_ids=frozenset(role_ids),
        )

    @cached_property
    def source(self) -> SourceMessage | None:
        """What is known of the message whose control was used; None for a command."""
        return source_of(self.interaction)

    @property
    def has_private_source(self) -> bool:
        """Whether the message whose control was used is one that only the person sees."""
        return self.source is not None and self.source.is_ephemeral

    @cached_property
    def pressed(self) -> Place | None:
        """The place of the message whose control was used; None for a command."""
        source = self.source
        return None if source is None else self.message_place(source.id)

    def message_place(self, message_id: int) -> Place:
        """Return the place of a message in the request's channel."""
        return replace(self.place, message_id=message_id)

    @property
    def last_message_id(self) -> int | None:
        """The last message in the request's channel, even if it was deleted since; None if that is not known."""
        last: int | None = getattr(self.interaction.channel, "last_message_id", None)
        return last

    def is_own_account(self, person: discord.abc.User) -> bool:
        """Return whether a person is the bot itself."""
        return self.services.user is not None and person.id == self.services.user.id


def may_manage(permissions: discord.Permissions) -> bool:
    """Return whether these permissions allow to manage the server."""
    return permissions.manage_guild or permissions.administrator
