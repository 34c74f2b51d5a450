"""Kinds of controls, and their handlers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.components.registry import HANDLERS, find_control
from cogs.messages import controls
from cogs.messages.controls import ControlKind, Key

KINDS = [kind for kind in vars(controls).values() if isinstance(kind, ControlKind)]
EVERY_KIND = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.action)


def test_each_kind_has_a_handler_and_an_action_of_its_own() -> None:
    assert set(HANDLERS) == set(KINDS)
    assert len({kind.action for kind in KINDS}) == len(KINDS)


@EVERY_KIND
@given(data=st.data())
def test_a_key_is_read_back_from_its_custom_id(kind: ControlKind, data: st.DataObject) -> None:
    argument = data.draw(st.from_regex(kind.argument, fullmatch=True))
    key = Key(data.draw(st.integers(0, 10**18 - 1)), data.draw(st.integers(0, 10**9 - 1)), argument)
    custom_id = key.custom_id(kind.action)
    assert find_control(custom_id) == (kind, key)


@EVERY_KIND
@pytest.mark.parametrize("subject", ["", "-1", "1" * 19])
def test_a_forged_key_is_not_read(kind: ControlKind, subject: str) -> None:
    assert find_control(f"{controls.PREFIX}{kind.action}:{subject}:0:") is None
