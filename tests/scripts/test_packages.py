"""The two packages of this repository accept the same versions, and neither contains the other."""

from __future__ import annotations

import tomllib
from typing import Any

from tests.support.forked_bot import ROOT


def project(folder: str) -> dict[str, Any]:
    return tomllib.loads((ROOT / folder / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_stand_in_accepts_the_versions_that_the_bot_accepts() -> None:
    bot, stand_in = project(".")["project"], project("local_discord")["project"]
    assert set(stand_in["dependencies"]) <= set(bot["dependencies"])
    assert stand_in["requires-python"] == bot["requires-python"]


def test_the_bots_package_does_not_contain_the_stand_in() -> None:
    included = project(".")["tool"]["setuptools"]["packages"]["find"]["include"]
    assert [pattern for pattern in included if pattern.startswith("local_discord")] == []
