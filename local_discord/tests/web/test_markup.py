"""Discord's Markdown as nodes for the page."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from local_discord.frontends.web.views.markup import Names, markup

if TYPE_CHECKING:
    from collections.abc import Iterator

    from local_discord.frontends.web.views.markup import Node

NAMES = Names({"1": "Ada", "2": "<b>Bob</b>"}, {"5": "games"}, {"8": "Referee"}, {"3": "square"})
KINDS = {
    "paragraph", "quote", "bullets", "numbers", "item", "heading", "small", "code block", "break",
    "strong", "slanted", "underlined", "struck", "spoiler", "code",
    "member", "role", "channel", "command", "time", "link", "jump", "emoji",
}  # fmt: skip
EMOJI = {"is": "emoji", "id": "3", "name": "square"}
HERE = "https://discord.com/channels/4/5"
ELSEWHERE = "https://discord.com/channels/4/6/7"


def read(text: str) -> list[Node]:
    return markup(text, NAMES)


def inline(text: str) -> list[Node]:
    """Return the nodes in a text's only paragraph."""
    (paragraph,) = read(text)
    assert isinstance(paragraph, dict)
    assert paragraph["is"] == "paragraph"
    within: list[Node] = paragraph["of"]
    return within


def node(kind: str, *of: Node, **more: object) -> dict[str, Any]:
    return {"is": kind, "of": list(of), **more}


@pytest.mark.parametrize(
    ("text", "nodes"),
    [
        ("plain", ["plain"]),
        ("**bold** and __under__", [node("strong", "bold"), " and ", node("underlined", "under")]),
        ("*a* _b_ ~~c~~", [node("slanted", "a"), " ", node("slanted", "b"), " ", node("struck", "c")]),
        ("**_both_**", [node("strong", node("slanted", "both"))]),
        ("snake_case_name", ["snake_case_name"]),
        ("`a *b* <@1>`", [node("code", "a *b* <@1>")]),
        ("``a ` b``", [node("code", "a ` b")]),
        (r"\*not\* \<@1>", ["*not* <@1>"]),
        ("one\ntwo", ["one", {"is": "break"}, "two"]),
        ("<@1>, <@!2>", [node("member", "@Ada", id="1"), ", ", node("member", "@<b>Bob</b>", id="2")]),
        ("<:square:3> <a:old:3>", [EMOJI, " ", EMOJI]),
        ("<:square:4>", [":square:"]),
        ("<@9>", [node("member", "@unknown-user", id="9")]),
        ("<#5> <#9>", [node("channel", "#games", id="5"), " ", node("channel", "#unknown", id="9")]),
        ("<@&8>", [node("role", "@Referee", id="8")]),
        ("</game move:12>", [node("command", "/game move")]),
        ("<:smile:12> <a:wave:13>", [":smile:", " ", ":wave:"]),
        ("<t:60>", [{"is": "time", "at": 60, "style": "f"}]),
        ("<t:-60:R>", [{"is": "time", "at": -60, "style": "R"}]),
        ("<t:60:x> <t:soon>", ["<t:60:x> <t:soon>"]),
        ("a ||b **c**|| d", ["a ", node("spoiler", "b ", node("strong", "c")), " d"]),
        ("a || b", ["a || b"]),
        ("**[x](https://a.example)**", [node("strong", node("link", "x", to="https://a.example"))]),
        ("see https://a.b/c_d_e.", ["see ", node("link", "https://a.b/c_d_e", to="https://a.b/c_d_e"), "."]),
        ("<https://a.example>", [node("link", "https://a.example", to="https://a.example")]),
        ("[x](javascript:alert)", ["[x](javascript:alert)"]),
        ("[x](/faults/restart)", ["x", " (/faults/restart)"]),
        ("<script>alert(1)</script>", ["<script>alert(1)</script>"]),
        ("![x](https://a.example/x.png)", ["!", node("link", "x", to="https://a.example/x.png")]),
        ("&lt; &#60;", ["&lt; &#60;"]),
        (f"{HERE}/7", [node("jump", "#games", channel="5", message="7")]),
        (f"[the board]({HERE}/7)", [node("jump", "the board", channel="5", message="7")]),
        (HERE, [node("jump", "#games", channel="5", message=None)]),
        (ELSEWHERE, [node("link", ELSEWHERE, to=ELSEWHERE)]),
    ],
)
def test_inline_markup(text: str, nodes: list[Node]) -> None:
    assert inline(text) == nodes


@pytest.mark.parametrize(
    ("text", "nodes"),
    [
        ("", []),
        (" \n ", []),
        ("# A\n### B", [node("heading", "A", level=1), node("heading", "B", level=3)]),
        ("#### A", [node("paragraph", "#### ", "A")]),
        ("#A", [node("paragraph", "#A")]),
        ("-# small", [node("small", "small")]),
        ("-# small\n**b**\nc", [node("small", "small"), node("paragraph", node("strong", "b"), {"is": "break"}, "c")]),
        ("a\n-# b\n-# c", [node("paragraph", "a"), node("small", "b"), node("small", "c")]),
        ("- a\n- b", [node("bullets", node("item", "a"), node("item", "b"))]),
        ("3. a\n4. b", [node("numbers", node("item", "a"), node("item", "b"), first=3)]),
        ("> a\n> b", [node("quote", node("paragraph", "a", {"is": "break"}, "b"))]),
        ("- a\n- b\nc", [node("bullets", node("item", "a"), node("item", "b")), node("paragraph", "c")]),
        ("- a\n  b\nc", [node("bullets", node("item", "a", {"is": "break"}, "b")), node("paragraph", "c")]),
        ("1. a\n**b**", [node("numbers", node("item", "a"), first=1), node("paragraph", node("strong", "b"))]),
        ("> a\nb", [node("quote", node("paragraph", "a")), node("paragraph", "b")]),
        ("a\n\nb", [node("paragraph", "a"), node("paragraph", "b")]),
        ("    four", [node("paragraph", "four")]),
        ("a\n---", [node("paragraph", "a", {"is": "break"}, "---")]),
        ("[a]: https://x.example\n[a]", None),
        ("```\n  1 2\nA . .\n```", [node("code block", "  1 2\nA . .", language="")]),
        ("```py\nx\n```", [node("code block", "x", language="py")]),
        ("a ```b``` c", [node("paragraph", "a"), node("code block", "b", language=""), node("paragraph", "c")]),
        ("```\n<@1> **x**\n```", [node("code block", "<@1> **x**", language="")]),
        ("```open", [node("paragraph", "```open")]),
    ],
)
def test_blocks(text: str, nodes: list[Node] | None) -> None:
    if nodes is None:
        assert "[a]" in json.dumps(read(text))
    else:
        assert read(text) == nodes


def every(nodes: list[Node]) -> Iterator[Node]:
    for one in nodes:
        yield one
        if isinstance(one, dict):
            yield from every(one.get("of", []))


MARKS = ["**", "*", "_", "__", "~~", "||", "`", "```", "\\", "<", ">", "[", "](", ")", "![", '"', "'", "a", " "]
BLOCKS = ["\n", "\n\n", "> ", ">>> ", "# ", "-# ", "- ", "1. ", "    "]
REFERENCES = ["<@1>", "<@", "<#5>", "<t:1:R>", "<t:99999999999999>", "&lt;", "&#x3c;", HERE, HERE + "/7"]
SCHEMES = [
    "javascript:",
    "JaVaScRiPt:alert(1)",
    "data:text/html,x",
    "file:///",
    "//evil.example",
    "https://",
    "http://a.b",
]
ELEMENTS = [
    "<script>",
    "</script>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    " onclick=",
    "\u202e",
    "\0",
]
PIECES = st.sampled_from([*MARKS, *BLOCKS, *REFERENCES, *SCHEMES, *ELEMENTS])


@given(st.one_of(st.text(), st.lists(PIECES, max_size=30).map("".join)))
def test_no_text_becomes_anything_but_the_known_kinds_and_links_into_the_web(text: str) -> None:
    nodes = read(text)
    json.dumps(nodes)
    for one in every(nodes):
        if isinstance(one, str):
            continue
        assert one["is"] in KINDS
        if one["is"] == "link":
            assert one["to"].lower().startswith(("http://", "https://"))
        if one["is"] == "jump":
            assert one["channel"] == "5"
            assert one["message"] is None or one["message"].isdecimal()
        if one["is"] == "time":
            assert isinstance(one["at"], int)


@given(st.lists(st.text("abcXYZ019", min_size=1), min_size=1))
def test_words_are_kept(words: list[str]) -> None:
    shown = "".join(one for one in every(read(" ".join(words))) if isinstance(one, str))
    assert shown.split() == words


def test_deep_nesting_is_read_in_the_end() -> None:
    for piece in ("> ", "- ", "[", "||", "**_"):
        read(piece * 500 + "a")
