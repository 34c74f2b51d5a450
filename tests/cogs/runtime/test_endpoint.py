"""A stand-in for Discord is used on this machine only, whatever its address looks like."""

from __future__ import annotations

import pytest

from cogs.runtime.endpoint import NotLoopback, check_loopback


@pytest.mark.parametrize("address", ["http://127.0.0.1:8080/api/v10", "http://[::1]/", "http://localhost"])
def test_an_address_of_this_machine_is_taken(address: str) -> None:
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
        "http://[]@",  # yarl looks for the first letter of an empty host
        "http://xn--a/",  # yarl reads it, and fails when asked for the host
        "http://\ud800/",
    ],
)
def test_any_other_address_is_refused_with_a_sentence(address: str) -> None:
    with pytest.raises(NotLoopback, match="not an address of this machine"):
        check_loopback(address, {"http"})
