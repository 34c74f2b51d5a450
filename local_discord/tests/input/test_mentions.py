"""Names that become mentions in a posted text."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from local_discord import Guild, LocalDiscord
from local_discord.frontends.input.command_line import with_mentions


def guild_of_several() -> Guild:
    guild = LocalDiscord().add_guild("Pretend server")
    for name in ("Ada", "Ada Lovelace", "Bob", "שרה"):
        guild.add_member(name)
    guild.add_role("Referee")
    return guild


GUILD = guild_of_several()


def named(text: str) -> str:
    """Return a text with its mentions replaced by names in brackets."""
    names = {member.mention: member.name for member in GUILD.members.values()}
    names |= {role.mention: role.name for role in GUILD.roles}
    return re.sub(r"<@&?\d+>", lambda found: f"[{names[found[0]]}]", text)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("@Bob", "[Bob]"),
        ("Now you, @bob, or (@BOB)!", "Now you, [Bob], or ([Bob])!"),
        ("@Ada Lovelace and @Ada", "[Ada Lovelace] and [Ada]"),
        ("@שרה, @referee", "[שרה], [Referee]"),
        ("**@Bob**'s", "**[Bob]**'s"),
        ("@Bobby, ada@Bob, @@Bob, Bob, @Nobody, @ Bob, @", "@Bobby, ada@Bob, @@Bob, Bob, @Nobody, @ Bob, @"),
        ("`@Bob` and ```\n@Bob\n``` @Bob", "`@Bob` and ```\n@Bob\n``` [Bob]"),
        ("https://a.example/@Bob", "https://a.example/@Bob"),
        ("@everyone", "@everyone"),
    ],
)
def test_a_name_behind_an_at_sign_becomes_a_mention(typed: str, said: str) -> None:
    assert named(with_mentions(typed, GUILD)) == said


@given(st.text(alphabet="@Bob Ada`<>&1\n"))
def test_a_mention_stays_a_mention(text: str) -> None:
    once = with_mentions(text, GUILD)
    assert with_mentions(once, GUILD) == once
