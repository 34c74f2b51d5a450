"""Hostile texts and numbers for the tests."""

from __future__ import annotations

from hypothesis import strategies as st

LONGEST_OPTION = 6000

_ODD = (
    "\u0421" + "3",  # a Cyrillic letter that looks like C
    "\uff23\uff13",  # full-width
    "C\u0663",  # an Arabic digit
    "\u0661\u0662",
    "\u202eC3",  # written from right to left
    "\u2066C3\u2069",
    "C\u200b3",  # zero width
    "\u200b",
    "\u3164",  # a letter that looks like a space
    "\ufeff1",
    "C3\x00",
    "\x00",
    "\ud800",  # a lone surrogate
    "1\udfff",
    "\x1b[31mC3",
    "\u2028C3",
    "a" + "\u0335\u0489" * 40,  # marks on marks
    "\U0001f469\u200d\U0001f4bb",
    "`",
    "```",
    "```\n@everyone",
    "@everyone",
    "@here",
    "<@&1>",
    "[C3](https://example.org)",
    "**_~~||C3||~~_**",
    "{cell}",
    "{0}",
    "%s%n",
    "'; DROP TABLE games; --",
    "../../.env",
    "-1",
    "+1",
    "1e5",
    "0x10",
    "1_0",
    "#" * 50,
    "9" * 18,
    "9" * 19,
    str(2**63),
    str(2**64),
    "-" + str(2**63),
    "9" * 5000,
    " " * LONGEST_OPTION,
    "C3" * (LONGEST_OPTION // 2),
    "C3 " + " " * 5000 + "C3",
    "24:00",
    "22:60",
    "\u0662\u0662",
)

numbers = st.one_of(
    st.integers(),
    st.sampled_from([-1, 0, 2**31, 2**53, 2**53 + 1, 2**63 - 1, 2**63, 2**64, -(2**63) - 1, 10**30]),
)
texts = st.one_of(
    st.sampled_from(_ODD),
    st.text(st.characters(exclude_categories=()), min_size=1, max_size=60),
    numbers.map(str),
    st.from_regex(r"\A[ #]?[A-Za-z]?[0-9]{1,20}[ /,:]?[A-Za-z]?[0-9]{0,3}\Z"),
)
"""Any option text; Discord sends no empty one, but JSON can contain lone surrogates."""
