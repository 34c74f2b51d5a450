"""Messages as the page shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from local_discord.frontends.web.views.components import component_view, is_picture
from local_discord.frontends.web.views.markup import Names, Node, markup
from local_discord.model.values.snowflakes import DISCORD_EPOCH_MS, TIMESTAMP_SHIFT
from local_discord.wire import MessageFlags

if TYPE_CHECKING:
    from local_discord import Attachment, Guild, Message
    from local_discord.wire import Json


class MessageViews:
    """Turns messages into JSON for the page.

    Args:
        guild: Whose members, roles and channels are named.
    """

    def __init__(self, guild: Guild) -> None:
        self._names = Names.of(guild)

    def view(self, message: Message) -> Json:
        """Return a message with its Markdown parsed and its names resolved."""
        return {
            "id": str(message.id),
            "channel": str(message.channel.id),
            "author": {"id": str(message.author.id), "name": message.author.name, "bot": message.account.bot},
            "at": (message.id >> TIMESTAMP_SHIFT) + DISCORD_EPOCH_MS,
            "edited": bool(message.edited),
            "thinking": message.thinking,
            "for": None if message.addressee is None else str(message.addressee.id),
            "pings": [str(member.id) for member in message.mentions],
            "asked": self._asked(message),
            "reply": self._replied(message),
            "body": markup(message.content, self._names),
            "embeds": [self._embed(embed) for embed in message.embeds],
            "parts": [component_view(part, self._names) for part in message.components],
            "files": self._files(message),
        }

    def _files(self, message: Message) -> list[Json]:
        """Return the files that stand below a message. A layout shows only those that its components name."""
        if message.flags & MessageFlags.IS_COMPONENTS_V2:
            return []
        return [_file(message, attachment) for attachment in message.attachments]

    def _asked(self, message: Message) -> Json | None:
        """Return the member and the command that the message answers."""
        origin = message.origin
        if origin is None or "name" not in origin:
            return None
        return {"id": origin["user"]["id"], "name": origin["user"]["username"], "command": origin["name"]}

    def _replied(self, message: Message) -> Json | None:
        replied = message.reference
        if replied is None:
            return None
        text = "The message was deleted." if replied.deleted else replied.text.partition("\n")[0]
        return {"id": str(replied.id), "name": replied.author.name, "text": text}

    def _embed(self, embed: Json) -> Json:
        return {
            "author": (embed.get("author") or {}).get("name", ""),
            "title": self._marked(embed.get("title")),
            "text": self._marked(embed.get("description")),
            "fields": [
                {"name": self._marked(item["name"]), "value": self._marked(item["value"])}
                for item in embed.get("fields") or ()
            ],
            "footer": (embed.get("footer") or {}).get("text", ""),
            "colour": embed.get("color"),
        }

    def _marked(self, text: str | None) -> list[Node]:
        return markup(text or "", self._names)


def _file(message: Message, attachment: Attachment) -> Json:
    return {
        "name": attachment.filename,
        "size": len(attachment.content),
        "url": f"/files/{message.channel.id}/{attachment.id}",
        "picture": is_picture(attachment.filename),
        "about": attachment.description or "",
    }
