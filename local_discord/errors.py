"""Errors: what a person cannot do, and Discord's errors for a bot's requests."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from local_discord.wire import Json


class Refused(Exception):
    """Discord's client does not allow this; the text says why."""


class Unanswered(Exception):
    """The bot did not answer an interaction in time ("The application did not respond")."""


@dataclass
class ApiError(Exception):
    """A request that Discord answers with an error.

    Attributes:
        status: The HTTP status.
        code: Discord's own error code.
        message: Discord's sentence for that code.
        errors: For an invalid form, what is wrong with which field.
        unavoidable: Whether a correct bot can meet this error, because something changed (a message was
            deleted, a permission taken away). All others mean that the bot broke one of Discord's rules.
        extra: Further fields of the answer.
    """

    status: int
    code: int
    message: str
    errors: Json | None = None
    unavoidable: bool = False
    extra: Json = field(default_factory=dict)

    def to_json(self) -> Json:
        """Return the body of the answer."""
        body: Json = {"message": self.message, "code": self.code, **self.extra}
        if self.errors is not None:
            body["errors"] = self.errors
        return body

    def __str__(self) -> str:
        details = f" {self.errors}" if self.errors else ""
        return f"{self.status} (code {self.code}): {self.message}{details}"


unknown_route = partial(ApiError, 404, 0, "404: Not Found")
"""No such route."""
unauthorized = partial(ApiError, 401, 0, "401: Unauthorized")
"""The token is missing or wrong."""
unknown_channel = partial(ApiError, 404, 10003, "Unknown Channel", unavoidable=True)
"""No such channel, or it was deleted."""
unknown_guild = partial(ApiError, 404, 10004, "Unknown Guild", unavoidable=True)
"""No such guild, or the bot is not in it."""
unknown_member = partial(ApiError, 404, 10007, "Unknown Member", unavoidable=True)
"""No such member in this guild."""
unknown_message = partial(ApiError, 404, 10008, "Unknown Message", unavoidable=True)
"""No such message, or it was deleted, or it is ephemeral."""
unknown_user = partial(ApiError, 404, 10013, "Unknown User", unavoidable=True)
"""No such user."""
unknown_emoji = partial(ApiError, 404, 10014, "Unknown Emoji", unavoidable=True)
"""No such emoji, or it was deleted."""
unknown_webhook = partial(ApiError, 404, 10015, "Unknown Webhook")
"""No such interaction token, or its interaction has not been answered yet."""
unknown_interaction = partial(ApiError, 404, 10062, "Unknown interaction", unavoidable=True)
"""The first answer came too late, or there is no such interaction."""


def already_acknowledged(*, unavoidable: bool) -> ApiError:
    """The interaction has its answer. Unavoidable if it was delivered more than once."""
    return ApiError(400, 40060, "Interaction has already been acknowledged.", unavoidable=unavoidable)


def too_many_old_edits(retry_after: float) -> ApiError:
    """Too many edits of messages older than an hour."""
    message = "Maximum number of edits to messages older than 1 hour reached. Try again later"
    extra: Json = {"retry_after": retry_after, "global": False}
    return ApiError(429, 30046, message, unavoidable=True, extra=extra)


too_many_emojis = partial(ApiError, 400, 30008, "Maximum number of emojis reached (2000)")
"""The application has as many emoji as Discord allows."""
too_many_followups = partial(
    ApiError, 400, 40094, "This interaction has reached the maximum number of follow up messages"
)
"""An interaction takes five follow-ups where only people have installed the application."""
too_large = partial(ApiError, 413, 40005, "Request entity too large")
"""A file is larger than Discord takes."""
missing_access = partial(ApiError, 403, 50001, "Missing Access", unavoidable=True)
"""The bot cannot see the channel."""
not_the_author = partial(ApiError, 403, 50005, "Cannot edit a message authored by another user")
"""The message has another author."""
empty_message = partial(ApiError, 400, 50006, "Cannot send an empty message")
"""The message is empty."""
cannot_message_user = partial(ApiError, 403, 50007, "Cannot send messages to this user", unavoidable=True)
"""The user takes no direct messages."""
missing_permissions = partial(ApiError, 403, 50013, "Missing Permissions", unavoidable=True)
"""The bot sees the channel but may not do this in it."""
expired_token = partial(ApiError, 401, 50027, "Invalid Webhook Token", unavoidable=True)
"""An interaction's token lives fifteen minutes."""
wrong_channel_type = partial(ApiError, 400, 50024, "Cannot execute action on this channel type")
"""The channel's type does not allow this."""
not_json = partial(ApiError, 400, 50109, "The request body contains invalid JSON.")
"""The body is not valid JSON."""
archived_thread = partial(ApiError, 400, 50083, "Thread is archived", unavoidable=True)
"""The thread is archived."""
