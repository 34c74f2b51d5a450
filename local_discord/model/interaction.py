"""Interactions, the bot's callbacks to them, and modals."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from local_discord.model.components import walk
from local_discord.model.stored_components import stored_components
from local_discord.model.values.permissions import Permissions
from local_discord.wire import CallbackType, ComponentType, InteractionType, Json, OptionType

if TYPE_CHECKING:
    from local_discord.errors import ApiError
    from local_discord.model.channel import Channel, Message
    from local_discord.model.member import BaseMember

_NESTING = frozenset({OptionType.SUB_COMMAND, OptionType.SUB_COMMAND_GROUP})
_FIELD_TYPES = frozenset(
    {
        ComponentType.TEXT_INPUT,
        ComponentType.STRING_SELECT,
        ComponentType.USER_SELECT,
        ComponentType.ROLE_SELECT,
        ComponentType.MENTIONABLE_SELECT,
        ComponentType.CHANNEL_SELECT,
        ComponentType.RADIO_GROUP,
        ComponentType.CHECKBOX_GROUP,
        ComponentType.CHECKBOX,
    }
)


@dataclass(frozen=True)
class Callback:
    """A callback that the bot sent.

    Attributes:
        type: The callback's type.
        data: The callback's data.
    """

    type: CallbackType
    data: Json


@dataclass(frozen=True)
class Modal:
    """A modal that the bot opened for a member.

    Attributes:
        custom_id: Its custom_id.
        title: Its title.
        components: Its components, as JSON.
        opened_by: The interaction that was answered with it.
    """

    custom_id: str
    title: str
    components: list[Json]
    opened_by: Interaction

    @classmethod
    def from_json(cls, data: Json, opened_by: Interaction) -> Modal:
        """Read a modal that the bot has sent."""
        components = stored_components(data["components"], ())
        return cls(data["custom_id"], data["title"], components, opened_by)

    @property
    def fields(self) -> list[Json]:
        """The components that a person fills in, as JSON, in order."""
        return [part for part in walk(self.components) if part["type"] in _FIELD_TYPES]


@dataclass(eq=False)
class Interaction:
    """An interaction.

    Attributes:
        id: The interaction's id.
        token: The token with which the bot answers it.
        type: The interaction's type.
        member: The member who acted.
        channel: The channel.
        payload: The payload that the bot received.
        source: The message whose component was used, also for a modal opened by one.
        sent_at: When it was sent, in seconds on the server's clock.
        deliveries: How often it was sent: once to each session, and for each repetition.
        attempts: How often the bot tried to answer.
        callbacks: The accepted callback; a list of at most one.
        refusals: The errors of refused callbacks.
        reply: The first message that the callback or a follow-up created or edited.
        original: The message that `@original` means, once there is one.
        followups: The follow-up messages.
        choices: For autocomplete, the (name, value) pairs offered.
        modal: The modal it opened, if any.
        answered: Set when a callback was accepted.
    """

    id: int
    token: str
    type: InteractionType
    member: BaseMember
    channel: Channel
    payload: Json
    source: Message | None
    sent_at: float
    deliveries: int = 0
    attempts: int = 0
    callbacks: list[Callback] = field(default_factory=list)
    refusals: list[ApiError] = field(default_factory=list)
    reply: Message | None = None
    original: Message | None = None
    followups: list[Message] = field(default_factory=list)
    choices: list[tuple[str, str | int | float]] = field(default_factory=list)
    modal: Modal | None = None
    answered: asyncio.Event = field(default_factory=asyncio.Event)

    def __repr__(self) -> str:
        answer = self.callbacks[0].type.name if self.callbacks else "unanswered"
        return f"<Interaction {self.type.name} by {self.member.name}: {answer}>"

    @property
    def command_name(self) -> str:
        """The full name of the command, sub-commands included."""
        place = self.payload["data"]
        names = [place["name"]]
        while nested := [one for one in place.get("options") or () if one["type"] in _NESTING]:
            place = nested[0]
            names.append(place["name"])
        return " ".join(names)

    @property
    def is_of_installed_app(self) -> bool:
        """Whether the application is installed where it comes from, and not only by a person."""
        return "0" in self.payload["authorizing_integration_owners"]

    @property
    def must_be_private(self) -> bool:
        """Whether its sender may not show others what an application says that is not installed there."""
        is_elsewhere = self.channel.guild is not None and not self.is_of_installed_app
        return is_elsewhere and not self.channel.permissions_of(self.member).includes(Permissions.USE_EXTERNAL_APPS)

    def note_reply(self, message: Message) -> None:
        """Record the first message that this interaction created or edited."""
        if self.reply is None:
            self.reply = message

    def as_origin(self, *, original: Message | None = None) -> Json:
        """Return the `interaction_metadata` of messages that answer it."""
        body: Json = {
            "id": str(self.id),
            "type": int(self.type),
            "user": self.member.user.to_json(),
            "authorizing_integration_owners": self.payload["authorizing_integration_owners"],
        }
        if self.type is InteractionType.COMMAND:
            body["name"] = self.command_name
        if original is not None:
            body["original_response_message_id"] = str(original.id)
        if self.type is InteractionType.COMPONENT and self.source is not None:
            body["interacted_message_id"] = str(self.source.id)
        return body
