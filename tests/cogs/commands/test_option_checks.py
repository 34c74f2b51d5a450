"""Options that clients send as labels instead of values."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from discord import app_commands

from cogs.commands.gridlock import every_command
from cogs.commands.option_checks import read_labels, typed_id, without_case
from cogs.text.i18n import LANGUAGES, Words
from gridlock_rules.wording import Phrase

WORDS = [Words.of(language) for language in LANGUAGES]
CHOICES = [
    pytest.param(
        command, option.display_name, choice, id=f"{command.qualified_name} {option.display_name}:{choice.value}"
    )
    for command in every_command()
    for option in command.parameters
    for choice in option.choices
]


def read(command: app_commands.Command[Any, ..., Any], name: str, value: object) -> object:
    """Return what the command gets for the value that a client sent."""
    sent = {"name": name, "value": value}
    interaction: Any = SimpleNamespace(data={"options": [{"name": command.name, "type": 1, "options": [sent]}]})
    read_labels(command, interaction, WORDS)
    return sent["value"]


@pytest.mark.parametrize(("command", "name", "choice"), CHOICES)
def test_the_label_of_a_choice_is_read_in_every_language(
    command: app_commands.Command[Any, ..., Any], name: str, choice: app_commands.Choice[Any]
) -> None:
    assert read(command, name, choice.value) == choice.value
    for words in WORDS:
        label = words.say(Phrase(choice.name))
        for sent in (label, f" {label.upper()} "):
            assert read(command, name, sent) == choice.value


@pytest.mark.parametrize("typed", ["Isolation", "ISOLATION", "İSOLATİON", "ısolatıon"])  # noqa: RUF001  # as in Turkish
def test_an_i_is_the_same_with_and_without_its_dot(typed: str) -> None:
    assert without_case(typed) == "isolation"


def test_what_is_no_label_stays_as_it_was_sent() -> None:
    command, name = CHOICES[0].values[:2]
    for sent in ("chess", "", "Lines 5", 7, None):
        assert read(command, name, sent) == sent  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("12", 12), ("#12", 12), (" 12 ", 12), ("\uff03\uff11\uff12", 12), ("#1 · Lines 5×5 · Bob · your turn", 1),  # noqa: RUF001
        ("#1 · Dodge 3×3 · a\nb · #2", 1), ("#1 Lines", None), ("Lines #1", None), ("· 1", None), ("", None),  # noqa: RUF001
    ],
)  # fmt: skip
def test_an_id_is_read_alone_and_from_the_label_of_its_choice(text: str, number: int | None) -> None:
    assert typed_id(text) == number
