"""The colours of lines."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from local_discord.frontends.terminal.rendering.colours import painted

RESET = "\x1b[0m"


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("#3 Bot (edited):", f"\x1b[1;36m#3 Bot (edited):{RESET}"),
        ("! There is none.", f"\x1b[31m! There is none.{RESET}"),
        ("   (@Ada was mentioned)", f"\x1b[33m   (@Ada was mentioned){RESET}"),
        ("   [A1] (X)", f"   \x1b[1;32m[A1]{RESET} \x1b[2m(X){RESET}"),
        ("   A  .  [O]", f"   A  .  \x1b[1m[O]{RESET}"),
        ("   plain (text) here", "   plain (text) here"),
    ],
)
def test_a_line_has_the_colours_of_its_kind(line: str, shown: str) -> None:
    assert painted(line) == shown


@given(st.text(alphabet=st.characters(exclude_categories=["Cc", "Cs"])))
def test_colours_change_no_text(line: str) -> None:
    assert re.sub(r"\x1b\[[0-9;]*m", "", painted(line)) == line
