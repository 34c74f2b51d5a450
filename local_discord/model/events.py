"""Kinds of change, and the interface through which the model sends gateway events."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from local_discord.wire import NO_INTENTS, Intent

if TYPE_CHECKING:
    from local_discord.wire import Json


class ChangeKind(StrEnum):
    """The kinds of change that observers are told of."""

    MESSAGE_CREATED = "message created"
    MESSAGE_EDITED = "message edited"
    MESSAGE_DELETED = "message deleted"
    INTERACTION_SENT = "interaction sent"
    INTERACTION_ANSWERED = "interaction answered"
    COMMANDS_REGISTERED = "commands registered"
    EMOJIS_CHANGED = "emojis changed"
    BOT_CONNECTED = "bot connected"
    BOT_DISCONNECTED = "bot disconnected"
    REQUEST_HELD = "request held"
    REQUEST_ANSWERED = "request answered"
    OTHER = "other"


class Gateway(Protocol):
    """Sends gateway events to the bot."""

    def dispatch(
        self,
        event: str,
        body: Json,
        guild_id: int | None,
        intent: Intent = NO_INTENTS,
        redacted: Json | None = None,
    ) -> int:
        """Send an event to the sessions that serve the guild, and return how many are connected now.

        Args:
            event: The event's name.
            body: Its payload.
            guild_id: The guild it happened in, or None for direct messages.
            intent: The intent that a session needs, if any.
            redacted: The payload for sessions without the message content intent.
        """
