"""A made language whose every text stands in marks: what people see without marks is in no catalog."""

from __future__ import annotations

import re
from collections.abc import Iterator
from gettext import NullTranslations
from pathlib import Path
from typing import Any

import pytest
from wcwidth import wcswidth

from cogs.runtime.limits.rate_limit import RateLimiter
from cogs.text.i18n import DEFAULT, LANGUAGES, Words
from gridlock_rules import VARIANTS
from local_discord import Interaction, Member, Message
from tests.cogs.support.every_action import all_actions, do_everything
from tests.cogs.support.everybody import Everybody
from tests.cogs.support.running_bot import running_bot
from tests.end_to_end.support.table import Table
from tests.support.stand_in import patient_discord

OPEN, CLOSE = "⟦", "⟧"
SHOWN = {"content", "label", "placeholder", "description", "title"}
NAMES = [*(variant.title for variant in VARIANTS), "Ada", "Bob", "Cleo", "Bot", "Manager", *LANGUAGES.values()]
# What is the same in every language: code, mentions, links, names of games, people and files, and the rule texts.
_SAME = re.compile(r"```.*?```|`[^`]*`|<[^<>\s]*>|https?://\S+|#\d+|[A-H][1-8]|gridlock-[\w.-]*", re.DOTALL)
_BLOCK = re.compile(r"```\n(.*?)\n```", re.DOTALL)
_WORD = re.compile(r"[^\W\d_]{3,}")


class Marked(NullTranslations):
    """Puts each text in marks."""

    def gettext(self, message: str) -> str:
        return f"{OPEN}{message}{CLOSE}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


class Presses(Everybody):
    """Presses buttons by what stands between the marks."""

    async def press(self, member: Member, message: Message, label: str) -> Interaction:
        found = [str(button.label) for button in message.buttons if plain(str(button.label)) == plain(label)]
        return await super().press(member, message, found[0] if found else label)


def plain(text: str) -> str:
    return text.replace(OPEN, "").replace(CLOSE, "")


def unmarked(text: str) -> list[str]:
    """The words of a text that stand outside of all marks, but for those that are the same in every language."""
    outside, depth = [], 0
    for character in text:
        depth += (character == OPEN) - (character == CLOSE)
        if depth == 0 and character != CLOSE:
            outside.append(character)
    left = _SAME.sub(" ", "".join(outside))
    for name in NAMES:
        left = left.replace(name, " ")
    return _WORD.findall(left)


def shown(body: Any) -> Iterator[str]:
    """All texts of a request that people see."""
    if isinstance(body, list):
        for each in body:
            yield from shown(each)
    elif isinstance(body, dict):
        for key, value in body.items():
            if isinstance(value, str) and key in SHOWN:
                yield value
            elif key == "choices":
                yield from (choice["name"] for choice in value)
            elif key != "emoji":
                yield from shown(value)


def test_words_outside_of_marks_are_found() -> None:
    assert unmarked("⟦Game ⟦over⟧⟧ `text` <@12> Lines #7 C3") == []
    assert unmarked("⟦Game⟧ is over") == ["over"]
    assert wcswidth("盤") == 2


async def test_every_sentence_that_people_see_is_in_the_catalogs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def allow(*_: object) -> bool:
        return True

    original = Words.of

    def of(language: str) -> Words:
        return Words(language, Marked()) if language == DEFAULT else original(language)

    monkeypatch.setattr(RateLimiter, "allow", allow)
    monkeypatch.setattr(Words, "of", of)
    async with patient_discord() as here, running_bot(here, tmp_path, monkeypatch) as bot:
        everybody = Presses(bot, Table.lay(here))
        before = len(here.requests)
        await do_everything(everybody)
        bodies = [request.body for request in here.requests[before:]]
    assert everybody.done == all_actions()
    texts = {text for body in bodies for text in shown(body)}
    rules = {variant.rule_text.strip()[:40] for variant in VARIANTS}
    found = {text: words for text in texts if (words := unmarked(text)) and text.strip()[:40] not in rules}
    assert len(texts) > 300
    assert found == {}
    assert_columns({block for text in texts for block in _BLOCK.findall(text)})


def assert_columns(blocks: set[str]) -> None:
    """No text of a catalog is in a code block, and no character there is wider than one column in any language."""
    assert len(blocks) > 30
    assert [block for block in blocks if OPEN in block] == []
    assert [line for block in blocks for line in block.split("\n") if wcswidth(line) != len(line)] == []
