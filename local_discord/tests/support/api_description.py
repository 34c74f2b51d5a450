"""Discord's published description of its REST API, if a copy is beside the checkout."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

DESCRIPTION = Path(__file__).resolve().parents[4] / "shared" / "discord" / "openapi.json"

needs_description = pytest.mark.skipif(
    not DESCRIPTION.exists(), reason=f"Discord's API description is not at {DESCRIPTION}"
)


@cache
def description() -> Any:
    """Return the description."""
    return json.loads(DESCRIPTION.read_text(encoding="utf-8"))


def known_operations() -> list[tuple[str, str]]:
    """Return the method and path of every operation that Discord describes."""
    methods = ("get", "post", "put", "patch", "delete")
    paths = description()["paths"]
    return [(method.upper(), path) for path, item in paths.items() for method in methods if method in item]
