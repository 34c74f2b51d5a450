"""How interactions are delivered to the bot in the end-to-end tests: by the gateway, or over HTTP."""

from __future__ import annotations

import os

import pytest

VARIABLE = "GRIDLOCK_TEST_INTERACTIONS"


def delivers_by_http() -> bool:
    """Whether this run of the tests delivers interactions over HTTP."""
    return os.environ.get(VARIABLE, "") == "http"


def only_by_gateway(reason: str) -> pytest.MarkDecorator:
    """Mark what cannot apply where interactions are delivered over HTTP."""
    return pytest.mark.skipif(delivers_by_http(), reason=f"only with a connection to the gateway: {reason}")
