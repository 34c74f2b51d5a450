"""The script that finds the positions of the tutorial: it finds those that are stored."""

from __future__ import annotations

import json

import pytest

from scripts.make_tutorial import PLAN, TARGET, find


@pytest.mark.exhaustive
def test_the_stored_positions_are_those_that_the_script_finds() -> None:
    assert json.loads(TARGET.read_text(encoding="utf-8")) == {key: find(key) for key in PLAN}
