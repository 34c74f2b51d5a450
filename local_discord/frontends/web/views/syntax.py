"""Discord's additions to CommonMark as rules for markdown-it: mentions, times, emoji, spoilers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt

if TYPE_CHECKING:
    from markdown_it.rules_inline import StateInline

_BLOCKS = ("blockquote", "heading", "list", "paragraph")
_INLINE = ("text", "newline", "escape", "backticks", "strikethrough", "emphasis", "link", "autolink")
_AFTERWARDS = ("balance_pairs", "strikethrough", "emphasis", "fragments_join")
_REFERENCE = re.compile(
    r"""
      <@!?(?P<member>\d{1,20})>
    | <@&(?P<role>\d{1,20})>
    | <\#(?P<channel>\d{1,20})>
    | <a?:(?P<emoji>\w{1,32}):(?P<picture>\d{1,20})>
    | <(?P<command>/[^:<>\n]{1,100}):\d{1,20}>
    | <t:(?P<time>-?\d{1,13})(?::(?P<style>[tTdDfFsSR]))?>
    """,
    re.VERBOSE | re.ASCII,
)
_SPOILER_MARK = "||"


def discord_markdown() -> MarkdownIt:
    """Return a parser of Discord's Markdown, without code blocks."""
    reader = MarkdownIt("zero", {"html": False, "linkify": False, "typographer": False, "maxNesting": 20})
    reader.enable([*_BLOCKS, *_INLINE, *_AFTERWARDS])
    reader.inline.add_terminator_char("|")
    reader.inline.ruler.before("autolink", "reference", _reference)
    reader.inline.ruler.before("emphasis", "spoiler", _spoiler)
    return reader


def _reference(state: StateInline, silent: bool) -> bool:  # noqa: FBT001  # markdown-it's signature
    """Parse `<@1>`, `<#1>`, `<t:1:R>` and similar."""
    found = _REFERENCE.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    if not silent:
        token = state.push("reference", "", 0)
        token.meta = {name: text for name, text in found.groupdict().items() if text is not None}
    state.pos = found.end()
    return True


def _spoiler(state: StateInline, silent: bool) -> bool:  # noqa: FBT001  # markdown-it's signature
    """Parse `||spoilers||`."""
    start = state.pos + len(_SPOILER_MARK)
    end = state.src.find(_SPOILER_MARK, start + 1, state.posMax)
    if not state.src.startswith(_SPOILER_MARK, state.pos) or end < 0:
        return False
    if not silent:
        last = state.posMax
        state.push("spoiler_open", "", 1)
        state.pos, state.posMax = start, end
        state.md.inline.tokenize(state)
        state.posMax = last
        state.push("spoiler_close", "", -1)
    state.pos = end + len(_SPOILER_MARK)
    return True
