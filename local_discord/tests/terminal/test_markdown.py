"""Discord's Markdown as plain text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from local_discord.frontends.terminal.rendering.markdown import Names, readable, shown_name, without_control_codes

NOW = 1_785_000_000
NAMES = Names(members={"7": "Ada"}, roles={"6": "Managers"}, channels={"8": "games"}, messages={"9": 3}, now=NOW)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It is **your** turn", "It is your turn"),
        ("*a* _b_ __c__ ***d***", "a b c d"),
        ("**bold with *slant* in it**", "bold with slant in it"),
        ("3 * 4 * 5", "3 * 4 * 5"),
        ("snake_case_name", "snake_case_name"),
        ("Type `/game move`", "Type /game move"),
        ("``a*b*c``", "a*b*c"),
        ("# Heading", "Heading"),
        ("-# small print", "small print"),
        ("> quoted", "> quoted"),
        ("- one\n- two", "- one\n- two"),
        (r"\*not slanted\*", "*not slanted*"),
        ("<@7> and <@!7>", "@Ada and @Ada"),
        ("<@1>", "@unknown-user"),
        ("those with <@&6>, not <@&1>", "those with @Managers, not @unknown-role"),
        ("in <#8>, not <#1>", "in #games, not #unknown"),
        ("**<@7>**", "@Ada"),
        ("<:tick:123> <a:spin:4>", ":tick: :spin:"),
        ("</game move:55>", "/game move"),
        ("[rules](https://example.org/rules)", "rules (https://example.org/rules)"),
        ("[board](https://discord.com/channels/1/8/9)", "board (message #3)"),
        ("see https://discord.com/channels/1/8/9.", "see message #3."),
        ("(see https://discord.com/channels/1/8/9)", "(see message #3)"),
        ("https://discord.com/channels/1/8/10", "https://discord.com/channels/1/8/10"),
        ("<https://example.org>", "https://example.org"),
    ],
)
def test_marks_go_and_references_become_readable(text: str, expected: str) -> None:
    assert readable(text, NAMES) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"<t:{NOW + 300}:R>", "in 5 minutes"),
        (f"<t:{NOW - 7200}:R>", "2 hours ago"),
        (f"<t:{NOW + 86_400}:R>", "in 1 day"),
        (f"<t:{NOW + 86_399}:R>", "in 1 day"),
        (f"<t:{NOW - 3_590}:R>", "1 hour ago"),
        (f"<t:{NOW + 3_569}:R>", "in 59 minutes"),
        (f"<t:{NOW + 59}:R>", "in 59 seconds"),
        (f"<t:{NOW}:R>", "now"),
        ("<t:0>", "01 January 1970 00:00 UTC"),
        ("<t:0:t>", "00:00 UTC"),
        ("<t:0:d>", "1970-01-01"),
        ("<t:-1:F>", "Wednesday, 31 December 1969 23:59 UTC"),
        ("<t:999999999999999:f>", "<t:999999999999999:f>"),
    ],
)
def test_timestamps_become_words(text: str, expected: str) -> None:
    assert readable(text, NAMES) == expected


def test_a_code_block_keeps_every_character() -> None:
    board = "   1 2 3\n A X . _b_\n B **.** <@7>"
    assert readable(f"Your *turn*\n```\n{board}\n```\n-# soon", NAMES) == (f"Your turn\n{board}\nsoon")


def test_the_language_of_a_code_block_is_not_part_of_it() -> None:
    assert readable("```ansi\nX O\n```", NAMES) == "X O"


@pytest.mark.parametrize("text", ["\x1b[1;31mX\x1b[0m \x07O", "X\x00 O", "\x1b[2JX O\r", "\x9bX O"])
def test_nothing_steers_the_terminal(text: str) -> None:
    assert without_control_codes(text) == "X O"


@given(st.text(st.characters(exclude_characters="`", exclude_categories=["Cc", "Cs"]), min_size=1))
def test_code_blocks_keep_every_character(code: str) -> None:
    shown = readable(f"```\n{code}\n```", NAMES)
    assert shown == (code if code.strip() else "")


@given(st.text(st.sampled_from("ab1 *_`~|<>@#:t/[]()\\\n-")))
def test_every_text_can_be_read_and_reading_adds_no_line(text: str) -> None:
    assert readable(text, NAMES).count("\n") <= text.count("\n") + text.count("```")


@given(st.text(st.characters(exclude_characters="\x1b")))
def test_a_text_without_control_codes_keeps_all_it_shows(text: str) -> None:
    shown = without_control_codes(text)
    assert without_control_codes(shown) == shown
    assert [c for c in shown if c.isalnum()] == [c for c in text if c.isalnum()]


@given(st.integers(-(10**14), 10**14), st.sampled_from("tTdDfFsSR"))
def test_every_timestamp_gives_some_text(seconds: int, style: str) -> None:
    assert readable(f"<t:{seconds}:{style}>", NAMES)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Bob\n# Cleo\u2028won", "Bob # Cleo won"),
        ("\u202eboB\u2066", "boB"),
        ("\x1b[31mBob", "[31mBob"),
        ("\ud800", ""),
    ],
)
def test_a_name_stays_in_its_line(name: str, shown: str) -> None:
    assert shown_name(name) == shown


@pytest.mark.parametrize("mark", ["\u202e", "\u2066", "\u200f", "\u2028", "\ud800"])
def test_no_mark_turns_or_breaks_a_line(mark: str) -> None:
    assert without_control_codes(f"Bob{mark} won") == "Bob won"
