"""Discord's Markdown as a tree of nodes, from which the page builds its elements.

No HTML is involved: only the kinds of nodes below can reach the page. A node is a text, or an object whose `is` names
its kind and whose `of` has its child nodes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from local_discord.frontends.web.views.syntax import discord_markdown

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from markdown_it import MarkdownIt
    from markdown_it.token import Token

    from local_discord import Guild
    from local_discord.wire import Json

Node: TypeAlias = "str | Json"

_BLOCK = re.compile(r"```(?:(?P<language>[\w+.-]*)\n)?(?P<code>.*?)\n?```", re.DOTALL)
_JUMP = re.compile(r"https?://[^\s/]+/channels/(?:\d+|@me)/(\d+)(?:/(\d+))?")
_ADDRESS = re.compile(r"https?://[^\s<>]*[^\s<>.,:;!?'\")\]|*_~`]", re.IGNORECASE)
_WEB = ("http://", "https://")
_END_OF_QUOTE = re.compile(r"^(> [^\n]*\n)(?!> |\n)", re.MULTILINE)
_ITEM = re.compile(r"\s*(?:[-*+]|\d{1,9}[.)])\s")
_KINDS = {
    "paragraph": "paragraph",
    "blockquote": "quote",
    "bullet_list": "bullets",
    "ordered_list": "numbers",
    "list_item": "item",
    "em": "slanted",
    "s": "struck",
    "spoiler": "spoiler",
}
_LARGEST_HEADING = 3
_SMALL = "-# "
_BREAK: Json = {"is": "break"}


@dataclass(frozen=True)
class Names:
    """The names of the ids in a text; ids are texts.

    Attributes:
        members: Names of accounts.
        channels: Names of channels and threads.
        roles: Names of roles.
        emojis: Names of the application's emoji.
    """

    members: Mapping[str, str] = field(default_factory=dict)
    channels: Mapping[str, str] = field(default_factory=dict)
    roles: Mapping[str, str] = field(default_factory=dict)
    emojis: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, guild: Guild) -> Names:
        """Collect the names of a guild."""
        world = guild.world
        return cls(
            members={str(user.id): user.name for user in world.users.values()},
            channels={str(channel.id): channel.name for channel in world.channels.values() if channel.guild is guild},
            roles={str(role.id): role.name for role in guild.roles[1:]},
            emojis={str(emoji.id): emoji.name for emoji in world.emojis.values()},
        )


def markup(text: str, names: Names) -> list[Node]:
    """Read a text.

    Args:
        text: Discord's Markdown.
        names: The names of the ids in it.
    """
    nodes: list[Node] = []
    end = 0
    for block in _BLOCK.finditer(text):
        if block["code"].strip():
            nodes += _prose(text[end : block.start()], names)
            nodes.append({"is": "code block", "of": [block["code"]], "language": block["language"] or ""})
            end = block.end()
    return nodes + _prose(text[end:], names)


@cache
def _reader() -> MarkdownIt:
    return discord_markdown()


def _prose(text: str, names: Names) -> list[Node]:
    if not text.strip():
        return []
    ended = _with_ended_lists(_END_OF_QUOTE.sub(r"\1\n", text))
    return _Tree(names).read(_reader().parse(ended))


def _with_ended_lists(text: str) -> str:
    """Return a text with an empty line after each list, for CommonMark takes the next line into the last item."""
    lines: list[str] = []
    is_in_list = False
    for line in text.split("\n"):
        if _ITEM.match(line):
            is_in_list = True
        elif not line[:1].isspace():
            if is_in_list and line:
                lines.append("")
            is_in_list = False
        lines.append(line)
    return "\n".join(lines)


class _Tree:
    """Builds nodes from Markdown tokens."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._open: list[tuple[Token | None, list[Node]]] = [(None, [])]

    def read(self, tokens: Iterable[Token]) -> list[Node]:
        """Return the nodes of all tokens so far."""
        for token in tokens:
            if token.type == "inline":
                self.read(token.children or [])
            elif token.nesting > 0:
                self._open.append((token, []))
            elif token.nesting < 0:
                opening, within = self._open.pop()
                self._open[-1][1].extend(self._closed(opening or token, within))
            else:
                self._open[-1][1].extend(self._single(token))
        return self._open[0][1]

    def _closed(self, opening: Token, within: list[Node]) -> list[Node]:
        kind = opening.type.removesuffix("_open")
        if kind == "link":
            return _link(str(opening.attrGet("href") or ""), within, self._names)
        if kind == "paragraph":
            return _paragraph(within, hidden=opening.hidden)
        if kind == "heading":
            return [_heading(len(opening.markup), within)]
        if kind == "ordered_list":
            return [{"is": "numbers", "of": within, "first": opening.attrGet("start") or 1}]
        if kind == "strong" and opening.markup == "__":
            kind = "underlined"
        return [{"is": _KINDS.get(kind, kind), "of": within}]

    def _single(self, token: Token) -> list[Node]:
        if token.type in {"softbreak", "hardbreak"}:
            return [{"is": "break"}]
        if token.type == "code_inline":
            return [{"is": "code", "of": [token.content]}]
        if token.type == "reference":
            return [_reference(token.meta, self._names)]
        in_link = any(opening is not None and opening.type == "link_open" for opening, _ in self._open)
        return [token.content] if in_link else _with_links(token.content, self._names)


def _paragraph(within: list[Node], *, hidden: bool) -> list[Node]:
    """Return a paragraph; its lines that begin with `-# ` are small, and stand alone."""
    if hidden:
        return within
    parts: list[Json] = []
    for line in _lines_of(within):
        first, *rest = line or [""]
        if isinstance(first, str) and first.startswith(_SMALL):
            parts.append({"is": "small", "of": [first.removeprefix(_SMALL), *rest]})
        elif parts and parts[-1]["is"] == "paragraph":
            parts[-1]["of"] += [_BREAK, *line]
        else:
            parts.append({"is": "paragraph", "of": line})
    return [*parts]


def _lines_of(nodes: list[Node]) -> list[list[Node]]:
    """Split nodes at the line breaks among them."""
    lines: list[list[Node]] = [[]]
    for node in nodes:
        if node == _BREAK:
            lines.append([])
        else:
            lines[-1].append(node)
    return lines


def _heading(level: int, within: list[Node]) -> Node:
    if level > _LARGEST_HEADING:
        return {"is": "paragraph", "of": ["#" * level + " ", *within]}
    return {"is": "heading", "of": within, "level": level}


def _with_links(text: str, names: Names) -> list[Node]:
    """Split a text at the URLs in it."""
    nodes: list[Node] = []
    end = 0
    for address in _ADDRESS.finditer(text):
        nodes += [text[end : address.start()], *_link(address.group(), [], names)]
        end = address.end()
    return [node for node in (*nodes, text[end:]) if node]


def _link(address: str, within: list[Node], names: Names) -> list[Node]:
    """Return a link; a jump, if it leads to a message here; or only its text, if it is not a web address."""
    if not address.lower().startswith(_WEB):
        return [*within, f" ({address})"]
    jump = _JUMP.fullmatch(address)
    channel = jump and names.channels.get(jump[1])
    if jump is None or channel is None:
        return [{"is": "link", "of": within or [address], "to": address}]
    shown = [] if within == [address] else within
    return [{"is": "jump", "of": shown or [f"#{channel}"], "channel": jump[1], "message": jump[2]}]


def emoji_node(emoji: Mapping[str, str | None], names: Names) -> Node:
    """Return an emoji: a Unicode one, or one of the application, which is a picture while it exists.

    Args:
        emoji: Its `name`, and its `id` if it is not a Unicode one.
        names: The names of the emoji that exist.
    """
    name, number = emoji.get("name") or "", emoji.get("id")
    if not number:
        return name
    if number not in names.emojis:
        return f":{name}:"
    return {"is": "emoji", "id": number, "name": names.emojis[number]}


def _reference(found: Mapping[str, str], names: Names) -> Node:
    if member := found.get("member"):
        return {"is": "member", "id": member, "of": ["@" + names.members.get(member, "unknown-user")]}
    if role := found.get("role"):
        return {"is": "role", "id": role, "of": ["@" + names.roles.get(role, "unknown-role")]}
    if channel := found.get("channel"):
        return {"is": "channel", "id": channel, "of": ["#" + names.channels.get(channel, "unknown")]}
    if command := found.get("command"):
        return {"is": "command", "of": [command]}
    if "time" in found:
        return {"is": "time", "at": int(found["time"]), "style": found.get("style", "f")}
    return emoji_node({"name": found["emoji"], "id": found["picture"]}, names)
