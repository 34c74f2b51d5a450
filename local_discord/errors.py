"""Errors: what a person cannot do, and Discord's errors for a bot's requests."""

from __future__ import annotations

from dataclasses import dataclass, field
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


def unknown_route() -> ApiError:
    """No such route."""
    return ApiError(404, 0, "404: Not Found")


def unauthorized() -> ApiError:
    """The token is missing or wrong."""
    return ApiError(401, 0, "401: Unauthorized")


def unknown_channel() -> ApiError:
    """No such channel, or it was deleted."""
    return ApiError(404, 10003, "Unknown Channel", unavoidable=True)


def unknown_guild() -> ApiError:
    """No such guild, or the bot is not in it."""
    return ApiError(404, 10004, "Unknown Guild", unavoidable=True)


def unknown_member() -> ApiError:
    """No such member in this guild."""
    return ApiError(404, 10007, "Unknown Member", unavoidable=True)


def unknown_message() -> ApiError:
    """No such message, or it was deleted, or it is ephemeral."""
    return ApiError(404, 10008, "Unknown Message", unavoidable=True)


def unknown_user() -> ApiError:
    """No such user."""
    return ApiError(404, 10013, "Unknown User", unavoidable=True)


def unknown_webhook() -> ApiError:
    """No such interaction token, or its interaction has not been answered yet."""
    return ApiError(404, 10015, "Unknown Webhook")


def unknown_interaction() -> ApiError:
    """The first answer came too late, or there is no such interaction."""
    return ApiError(404, 10062, "Unknown interaction", unavoidable=True)


def already_acknowledged(*, unavoidable: bool) -> ApiError:
    """The interaction has its answer. Unavoidable if it was delivered more than once."""
    message = "Interaction has already been acknowledged."
    return ApiError(400, 40060, message, unavoidable=unavoidable)


def too_many_old_edits(retry_after: float) -> ApiError:
    """Too many edits of messages older than an hour."""
    message = "Maximum number of edits to messages older than 1 hour reached. Try again later"
    extra: Json = {"retry_after": retry_after, "global": False}
    return ApiError(429, 30046, message, unavoidable=True, extra=extra)


def too_large() -> ApiError:
    """A file is larger than Discord takes."""
    return ApiError(413, 40005, "Request entity too large")


def missing_access() -> ApiError:
    """The bot cannot see the channel."""
    return ApiError(403, 50001, "Missing Access", unavoidable=True)


def not_the_author() -> ApiError:
    """The message has another author."""
    return ApiError(403, 50005, "Cannot edit a message authored by another user")


def empty_message() -> ApiError:
    """The message is empty."""
    return ApiError(400, 50006, "Cannot send an empty message")


def cannot_message_user() -> ApiError:
    """The user takes no direct messages."""
    return ApiError(403, 50007, "Cannot send messages to this user", unavoidable=True)


def missing_permissions() -> ApiError:
    """The bot sees the channel but may not do this in it."""
    return ApiError(403, 50013, "Missing Permissions", unavoidable=True)


def expired_token() -> ApiError:
    """An interaction's token lives fifteen minutes."""
    return ApiError(401, 50027, "Invalid Webhook Token", unavoidable=True)


def wrong_channel_type() -> ApiError:
    """The channel's type does not allow this."""
    return ApiError(400, 50024, "Cannot execute action on this channel type")


def not_json() -> ApiError:
    """The body is not valid JSON."""
    return ApiError(400, 50109, "The request body contains invalid JSON.")


def archived_thread() -> ApiError:
    """The thread is archived."""
    return ApiError(400, 50083, "Thread is archived", unavoidable=True)
