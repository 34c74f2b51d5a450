"""Words of typed lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from local_discord.frontends.input.words import NotUnderstood, Word, fill, quote, scan, split


def pairs(line: str) -> list[tuple[str | None, str]]:
    return [(word.name, word.value) for word in split(line)]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", []),
        ("  \t ", []),
        ("game move C3", [(None, "game"), (None, "move"), (None, "C3")]),
        ("size:5  first:me", [("size", "5"), ("first", "me")]),
        ("opponent:@Bob", [("opponent", "@Bob")]),
        ('reason:"no time"', [("reason", "no time")]),
        ('"no time"', [(None, "no time")]),
        ('@"Ada of the tower"', [(None, "@Ada of the tower")]),
        ('"Your reason":"no time"', [("Your reason", "no time")]),
        ('"12:30"', [(None, "12:30")]),
        ("at:12:30", [("at", "12:30")]),
        (":smile:", [(None, ":smile:")]),
        ('say:"a \\"word\\" and \\\\"', [("say", 'a "word" and \\')]),
        ("back\\slash", [(None, "back\\slash")]),
        ('""', [(None, "")]),
        ("size:", [("size", "")]),
    ],
)
def test_words_end_at_blanks_and_names_at_colons_outside_quotation_marks(
    line: str, expected: list[tuple[str | None, str]]
) -> None:
    assert pairs(line) == expected


def test_a_finished_line_closes_its_quotation_marks() -> None:
    with pytest.raises(NotUnderstood, match="not closed"):
        split('reason:"no time')


def test_a_line_being_typed_may_have_an_open_quotation_mark() -> None:
    found = scan('move reason:"no ti')
    assert found.open_quote
    assert found.open_word
    assert found.words[-1] == Word("no ti", "reason", start=12)


@pytest.mark.parametrize(("line", "inside"), [("move", True), ("move ", False), ("", False)])
def test_a_scan_tells_whether_the_line_ends_within_a_word(line: str, inside: bool) -> None:
    assert scan(line).open_word is inside


@given(st.lists(st.text(), max_size=6))
def test_quoted_values_come_back_one_by_one(values: list[str]) -> None:
    assert pairs(" ".join(quote(value) for value in values)) == [(None, value) for value in values]


@given(st.text())
def test_a_quoted_value_comes_back_under_its_name(value: str) -> None:
    assert pairs(f"reason:{quote(value)}") == [("reason", value)]


@given(st.text())
def test_every_line_can_be_scanned_and_words_start_within_it(line: str) -> None:
    assert all(0 <= word.start <= len(line) for word in scan(line).words)


@given(st.text())
def test_text_in_a_template_stays_one_value(text: str) -> None:
    words = fill("game move cell:{text}", text)
    assert [(word.name, word.value) for word in words] == [
        (None, "game"),
        (None, "move"),
        ("cell", text),
    ]
