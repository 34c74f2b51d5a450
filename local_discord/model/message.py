"""Messages, drafts and edits of them, and attachments."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from local_discord.model.components import buttons_in, selects_in, shown_texts
from local_discord.model.member import User
from local_discord.model.mentions import MentionText
from local_discord.wire import NO_FLAGS, Json, MessageFlags, MessageType, timestamp

if TYPE_CHECKING:
    from local_discord.model.components import Button, Select
    from local_discord.model.member import BaseMember
    from local_discord.model.mentions import Mentions


@dataclass(frozen=True)
class Attachment:
    """A file attached to a message."""

    id: int
    filename: str
    content: bytes
    url: str
    content_type: str
    description: str | None = None

    def to_json(self) -> Json:
        """Return the attachment object."""
        body: Json = {
            "id": str(self.id),
            "filename": self.filename,
            "size": len(self.content),
            "url": self.url,
            "proxy_url": self.url,
            "content_type": self.content_type,
        }
        if self.description is not None:
            body["description"] = self.description
        return body


@dataclass
class Draft:
    """A checked message that is about to be posted."""

    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    flags: MessageFlags = NO_FLAGS
    attachments: list[Attachment] = field(default_factory=list)
    allowed_mentions: Json | None = None
    reference: BaseMessage[Any] | None = None
    nonce: str | None = None
    enforce_nonce: bool = False
    tts: bool = False

    def mention_text(self, *, everyone_id: int) -> MentionText:
        """Return the parts that decide whom it mentions, in a guild whose @everyone role has this id."""
        text = "\n".join((self.content, *shown_texts(self.components)))
        replied_to = self.reference.account if self.reference else None
        return MentionText(text, self.allowed_mentions, replied_to, everyone_id)


@dataclass
class Edit:
    """An edit of a message; None leaves a part as it is."""

    content: str | None = None
    embeds: list[Json] | None = None
    components: list[Json] | None = None
    flags: MessageFlags | None = None
    attachments: list[Attachment] | None = None


class MessageGuild(Protocol):
    """The part of a guild that messages use."""

    id: int


class MessageChannel(Protocol):
    """The part of a channel that messages use."""

    id: int

    @property
    def guild(self) -> MessageGuild | None:
        """The channel's guild, or None for direct messages."""


C = TypeVar("C", bound=MessageChannel)


@dataclass(eq=False)
class BaseMessage(Generic[C]):
    """A message in a channel.

    Attributes:
        id: The message's id.
        channel: The channel.
        author: A member of the guild, or the bot's account in a direct message.
        content: The text.
        embeds: The embeds, as JSON.
        components: The components, as JSON.
        flags: Discord's flags.
        attachments: The attached files.
        mentioned: The mentions in its text when it was posted.
        addressee: For an ephemeral message, the only member who can see it.
        created_at: When it was posted, on the server's clock, in seconds.
        edited: How often it was edited.
        deleted: Whether it was deleted.
        origin: The interaction it answers, as `interaction_metadata` shows it.
    """

    id: int
    channel: C
    author: BaseMember | User
    content: str
    embeds: list[Json]
    components: list[Json]
    flags: MessageFlags
    attachments: list[Attachment]
    mentioned: Mentions
    created_at: float
    type: MessageType = MessageType.DEFAULT
    addressee: BaseMember | None = None
    reference: BaseMessage[Any] | None = None
    origin: Json | None = None
    application_id: int | None = None
    nonce: str | None = None
    tts: bool = False
    edited: int = 0
    deleted: bool = False
    _posted: datetime = field(default_factory=lambda: datetime.now(UTC))
    _changed: datetime | None = None

    def __repr__(self) -> str:
        state = " deleted" if self.deleted else ""
        return f"<Message {self.id} by {self.author.name}{state}: {self.text!r}>"

    @property
    def mentions(self) -> list[BaseMember]:
        """The members who were notified of it. Edits do not notify."""
        return self.mentioned.notified

    @property
    def ephemeral(self) -> bool:
        """Whether only one member can see it."""
        return self.addressee is not None

    @property
    def thinking(self) -> bool:
        """Whether it is the placeholder of a deferred answer."""
        return bool(self.flags & MessageFlags.LOADING)

    @property
    def text(self) -> str:
        """All its text: content, text displays and embeds, in this order."""
        parts = [self.content, *shown_texts(self.components)]
        for embed in self.embeds:
            parts += _embed_texts(embed)
        return "\n".join(part for part in parts if part)

    @property
    def buttons(self) -> list[Button]:
        """The buttons, in reading order."""
        return buttons_in(self.components)

    @property
    def selects(self) -> list[Select]:
        """The menus, in reading order."""
        return selects_in(self.components)

    @property
    def account(self) -> User:
        """The account of the author."""
        return self.author if isinstance(self.author, User) else self.author.user

    def visible_to(self, member: BaseMember) -> bool:
        """Return whether a member can see it."""
        return not self.deleted and self.addressee in (None, member)

    def apply(self, edit: Edit) -> None:
        """Apply an edit, which also fills the placeholder of a deferred answer."""
        if edit.content is not None:
            self.content = edit.content
        if edit.embeds is not None:
            self.embeds = edit.embeds
        if edit.components is not None:
            self.components = edit.components
        if edit.flags is not None:
            self.flags = self.flags | edit.flags
        if edit.attachments is not None:
            self.attachments = edit.attachments
        if self.thinking:
            self.flags &= ~MessageFlags.LOADING
        else:
            self.edited += 1
        self._changed = datetime.now(UTC)

    def to_json(self, *, with_reference: bool = True) -> Json:
        """Return the message object, with the message it replies to."""
        body: Json = {
            "id": str(self.id),
            "channel_id": str(self.channel.id),
            "type": int(self.type),
            "author": self.account.to_json(),
            "content": self.content,
            "timestamp": timestamp(self._posted),
            "edited_timestamp": timestamp(self._changed) if self.edited and self._changed else None,
            "tts": self.tts,
            "mention_everyone": self.mentioned.everyone,
            "mentions": [user.to_json() for user in self.mentioned.users],
            "mention_roles": [str(role_id) for role_id in self.mentioned.role_ids],
            "attachments": [attachment.to_json() for attachment in self.attachments],
            "embeds": self.embeds,
            "components": self.components,
            "pinned": False,
            "flags": int(self.flags),
        }
        if self.reference is not None and with_reference:
            body["message_reference"] = self.reference.as_reference()
            gone = self.reference.deleted
            body["referenced_message"] = None if gone else self.reference.to_json(with_reference=False)
        return body | self._provenance()

    def _provenance(self) -> Json:
        body: Json = {}
        if self.nonce is not None:
            body["nonce"] = self.nonce
        if self.application_id is not None:
            body["application_id"] = str(self.application_id)
        if self.origin is not None:
            body["webhook_id"] = str(self.application_id)
            body["interaction_metadata"] = self.origin
        return body

    def as_reference(self) -> Json:
        """Return the reference by which a reply names this message."""
        body: Json = {
            "type": 0,
            "message_id": str(self.id),
            "channel_id": str(self.channel.id),
        }
        if self.channel.guild is not None:
            body["guild_id"] = str(self.channel.guild.id)
        return body


def _embed_texts(embed: Json) -> list[str]:
    fields = embed.get("fields") or ()
    return [
        (embed.get("author") or {}).get("name", ""),
        embed.get("title") or "",
        embed.get("description") or "",
        *(text for item in fields for text in (item["name"], item["value"])),
        (embed.get("footer") or {}).get("text", ""),
    ]
