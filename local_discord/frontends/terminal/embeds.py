"""Embeds as lines of text."""

from collections.abc import Iterator, Mapping
from typing import Any

from local_discord.frontends.terminal.markdown import Names, readable


def embed_lines(embed: Mapping[str, Any], names: Names) -> list[str]:
    """Shows an embed: author, title, description, fields, picture, footer.

    Args:
        embed: The embed as Discord's JSON.
        names: What the ids in its texts stand for.
    """
    return [line for text in _texts(embed) for line in readable(text, names).split("\n")]


def _texts(embed: Mapping[str, Any]) -> Iterator[str]:
    if author := embed.get("author"):
        yield author["name"]
    if title := embed.get("title"):
        yield f"{title} ({embed['url']})" if embed.get("url") else title
    if description := embed.get("description"):
        yield description
    for item in embed.get("fields") or ():
        yield f"{item['name']}: {item['value']}"
    if picture := embed.get("image") or embed.get("thumbnail"):
        yield f"picture: {picture['url']}"
    if footer := embed.get("footer"):
        yield footer["text"]
