"""What `bot.py doctor` finds in Discord's answers."""

from __future__ import annotations

from typing import Any

import pytest

from gridlock_host.ownership.shards import Shards
from operation.application.discord_checks import (
    check_delivery,
    check_emoji,
    check_gateway,
    check_servers,
    missing_permissions,
)
from operation.application.findings import Severity
from operation.application.profile import DESCRIPTION, PERMISSIONS, TAGS
from operation.configuration.values import Address, Endpoint

VIEW, ADMINISTRATOR = 1 << 10, 1 << 3


def gateway(*, remaining: int = 1000, shards: int = 1) -> dict[str, Any]:
    limit = {"total": 1000, "remaining": remaining, "reset_after": 3_600_000, "max_concurrency": 1}
    return {"shards": shards, "session_start_limit": limit}


@pytest.mark.parametrize(
    ("remaining", "severity"),
    [(1000, Severity.GOOD), (100, Severity.GOOD), (99, Severity.NOTE), (1, Severity.NOTE), (0, Severity.FAULT)],
)
def test_few_starts_are_noted_and_none_is_a_fault(remaining: int, severity: Severity) -> None:
    limits, _ = check_gateway(gateway(remaining=remaining), None)
    assert limits.severity is severity
    assert f"{remaining:,} of 1,000 starts" in limits.sentence


def test_too_few_shards_are_noted() -> None:
    _, shards = check_gateway(gateway(shards=3), Shards((0,), 2))
    assert (shards.severity, "Discord recommends 3" in shards.sentence) == (Severity.NOTE, True)
    for enough in (None, Shards((0,), 3), Shards((0,), 4)):
        assert [found.severity for found in check_gateway(gateway(shards=3), enough)] == [Severity.GOOD] * 2


def test_interactions_that_go_elsewhere_than_the_bot_expects_are_a_fault() -> None:
    endpoint = Endpoint(Address("0.0.0.0", 8081), "/interactions")  # noqa: S104  # nothing listens
    told: dict[str, Any] = {"interactions_endpoint_url": "https://bot.example/interactions"}
    assert list(check_delivery({}, None)) == []
    (by_web,) = check_delivery(told, None)
    (nowhere,) = check_delivery({"interactions_endpoint_url": None}, endpoint)
    (well,) = check_delivery(told, endpoint)
    assert [by_web.severity, nowhere.severity, well.severity] == [Severity.FAULT, Severity.FAULT, Severity.GOOD]
    assert "enter the public https address of /interactions" in nowhere.remedy
    assert "https://bot.example/interactions" in well.sentence


def test_missing_permissions_are_named_as_in_discord_and_an_administrator_lacks_none() -> None:
    assert missing_permissions(VIEW) == ["send messages", "attach files", "send messages in threads"]
    assert missing_permissions(0)[0] == "view channels"
    assert missing_permissions(ADMINISTRATOR) == missing_permissions(PERMISSIONS.value) == []


def test_some_servers_that_lack_permissions_are_named_and_the_others_counted() -> None:
    servers = [{"id": str(number), "permissions": str(VIEW)} for number in range(1, 9)]
    found = list(check_servers([{"id": "9", "permissions": str(PERMISSIONS.value)}, *servers], 42))
    assert [one.severity for one in found] == [Severity.NOTE] * 6
    assert "in the server 1 the bot lacks send messages, attach files" in found[0].sentence
    assert "client_id=42" in found[0].remedy
    assert found[-1].sentence == "3 more servers lack some."


def test_emoji_of_everybody_are_not_missed() -> None:
    assert [one.severity for one in check_emoji(set(), has_own=False)] == [Severity.GOOD]
    assert [one.severity for one in check_emoji(set(), has_own=True)] == [Severity.NOTE]


def test_the_profile_is_within_the_limits_of_discord() -> None:
    assert 0 < len(DESCRIPTION) <= 400
    assert 0 < len(TAGS) <= 5
    assert all(0 < len(tag) <= 20 for tag in TAGS)
