"""The address of a stand-in for Discord must be on loopback."""

from __future__ import annotations

import pytest

from cogs.runtime.endpoint import NotLoopback, check_loopback


@pytest.mark.parametrize("address", ["http://127.0.0.1:8080/api/v10", "http://[::1]/", "http://localhost"])
def test_a_loopback_address_is_accepted(address: str) -> None:
    check_loopback(address, {"http"})


@pytest.mark.parametrize(
    "address",
    [
        "",
        "http://example.org/",
        "http://127.0.0.1@example.org/",
        "http://localhost.example.org/",
        "ws://127.0.0.1/",
        "http://[::1",
        "http://[]@",  # yarl fails on the empty host
        "http://xn--a/",  # yarl fails only when the host is read
        "http://\ud800/",
    ],
)
def test_any_other_address_is_refused(address: str) -> None:
    with pytest.raises(NotLoopback, match="not an address of this machine"):
        check_loopback(address, {"http"})
