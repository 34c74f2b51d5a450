"""`bot.py doctor`, `bot.py setup` and `bot.py policy`, against the stand-in."""

from __future__ import annotations

from pathlib import Path

import pytest

from local_discord import LocalDiscord
from operation.application.profile import PERMISSIONS, install_link, profile
from tests.end_to_end.support.bot_commands import run
from tests.support.forked_bot import ROOT
from tests.support.stand_in import patient_discord

pytestmark = pytest.mark.asyncio(loop_scope="session")

README = (ROOT / "README.md").read_text(encoding="utf-8")
POLICIES = ("TERMS.md", "PRIVACY.md")


def settings(discord: LocalDiscord, folder: Path, **more: str) -> dict[str, str]:
    return {
        "DISCORD_TOKEN": discord.token,
        "DATABASE_URL": f"sqlite:///{folder / 'gridlock.db'}",
        "GRIDLOCK_DISCORD_API": discord.api_url,
        "GRIDLOCK_DISCORD_GATEWAY": discord.gateway_url,
        **more,
    }


def changes(discord: LocalDiscord) -> list[object]:
    """The requests that would change something at Discord."""
    return [request for request in discord.requests if request.method != "GET"]


async def test_the_doctor_finds_that_the_bot_can_work_and_changes_nothing(tmp_path: Path) -> None:
    async with patient_discord() as discord:
        discord.add_guild("Pretend server")
        status, told, err = await run("doctor", **settings(discord, tmp_path))
        assert (status, err) == (0, "")
        assert told.endswith("The bot can work.\n")
        for subject in ("disk", "access", "database", "token", "clock", "intents", "limits", "shards", "permissions"):
            assert f"  {subject}: " in told, subject
        assert "Discord has none yet" in told
        assert "are missing; the bot uploads them" in told
        assert changes(discord) == []
        assert not (tmp_path / "gridlock.db").exists()


async def test_the_doctor_says_what_to_do_about_each_fault(tmp_path: Path) -> None:
    async with patient_discord() as discord:
        discord._world.profile |= {"interactions_endpoint_url": "https://example.org", "flags": 1 << 19}
        (tmp_path / "gridlock.db").write_bytes(b"\xff" * 10_000)
        status, told, err = await run("doctor", **settings(discord, tmp_path, GRIDLOCK_SHARDS="0/1"))
        assert (status, err) == (1, "")
        assert told.endswith("Mend what is marked FAULT, and ask again.\n")
        lines = told.splitlines()
        for start, remedy in (
            ("FAULT  database: ", "docs/hosting.md lists"),
            ("FAULT  interactions: ", "Remove the Interactions Endpoint URL"),
            (" note  intents: the application may have privileged ones: message content", "Turn them off"),
            (" note  servers: the bot is in none.", f"this link: {install_link(discord._world.application_id)}"),
        ):
            assert start in told, told
            (number,) = [number for number, line in enumerate(lines) if line.startswith(start)]
            assert remedy in lines[number + 1]


async def test_the_doctor_explains_a_refused_token_and_a_missing_one(tmp_path: Path) -> None:
    async with patient_discord() as discord:
        wrong = settings(discord, tmp_path, DISCORD_TOKEN="wrong")  # noqa: S106  # that is the point
        status, told, err = await run("doctor", **wrong)
        assert (status, err) == (1, "")
        assert "FAULT  Discord: the bot cannot log in.\n       → Discord refuses the token." in told
        status, told, _ = await run("doctor", **settings(discord, tmp_path, DISCORD_TOKEN=""))
        assert (status, "There is no DISCORD_TOKEN" in told) == (1, True)


async def test_setup_prints_the_profile_enters_it_when_asked_to_and_then_has_nothing_to_do(tmp_path: Path) -> None:
    async with patient_discord() as discord:
        given = settings(discord, tmp_path)
        status, told, err = await run("setup", **given)
        assert (status, err, changes(discord)) == (0, "", [])
        assert "description: none → 'Five small board games" in told
        assert "Nothing was changed. bot.py setup --apply enters it at Discord." in told
        status, told, err = await run("setup", "--apply", **given)
        assert (status, err) == (0, "")
        assert "Discord has taken all of it." in told
        (sent,) = [request.body for request in discord.requests if request.method == "PATCH"]
        assert sent == profile()
        status, told, _ = await run("setup", **given)
        assert told.startswith("The application has the profile of the project.\n")
        assert f"The link that adds the bot to a server: {install_link(discord._world.application_id)}\n" in told
        assert discord.rejected == []


async def test_a_profile_that_discord_refuses_is_told_with_its_reason(tmp_path: Path) -> None:
    async with patient_discord() as discord:
        discord.faults.fail("PATCH", "/applications/@me", status=400, code=50035, message="Invalid Form Body")
        status, told, err = await run("setup", "--apply", **settings(discord, tmp_path))
        assert status == 2
        assert "Discord has taken" not in told
        assert err.startswith("Discord refuses the profile, and nothing was changed: 400 ")
        assert "Traceback" not in err


async def test_policy_prints_what_to_enter_without_a_token() -> None:
    status, told, err = await run("policy", GRIDLOCK_CONTACT="ada@example.org")
    assert (status, err) == (0, "")
    assert f"({PERMISSIONS.value})" in told
    assert "ada@example.org" in told
    for name in POLICIES:
        assert name in told
        assert (ROOT / name).exists()
    _, told, _ = await run("policy")
    assert "GRIDLOCK_CONTACT is not set" in told


async def test_the_link_in_the_readme_has_the_same_permissions() -> None:
    assert f"permissions={PERMISSIONS.value}" in README
