"""Suggestions on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from local_discord import Permissions
from local_discord.frontends.web.completion import NOT_LOADED, NOTHING_FITS

if TYPE_CHECKING:
    from local_discord import Member
    from local_discord.tests.support.scene import Scene
    from local_discord.tests.web.conftest import Browser


async def complete(browser: Browser, seat: Member, line: str) -> dict[str, Any]:
    return await browser.do("/complete", seat, line=line)


def texts(found: dict[str, Any]) -> list[str]:
    return [candidate["text"] for candidate in found["candidates"]]


async def test_all_commands_are_suggested_with_descriptions(playing: Browser, scene: Scene) -> None:
    found = await complete(playing, scene.ada, "/")
    assert {"text": "demo greet", "shown": "/demo greet", "note": "Says hello to somebody"} in found["candidates"]
    assert found["command"] is None


async def test_commands_without_permission_are_not_suggested(playing: Browser, scene: Scene) -> None:
    assert texts(await complete(playing, scene.ada, "/sw")) == []
    dora = scene.guild.add_member("Dora", permissions=Permissions.MANAGE_MESSAGES)
    assert texts(await complete(playing, dora, "/sw")) == ["sweep"]


async def test_the_options_of_a_command_are_returned_with_their_state(playing: Browser, scene: Scene) -> None:
    found = await complete(playing, scene.ada, "/demo greet @Bob tone:")
    assert texts(found) == ["kind", "curt"]
    options = found["command"]["options"]
    assert [(one["name"], one["required"], one["given"], one["typed"]) for one in options] == [
        ("whom", True, True, False),
        ("tone", False, False, True),
        ("times", False, False, False),
    ]


async def test_the_bot_is_asked_and_its_answers_come_first(playing: Browser, scene: Scene) -> None:
    found = await complete(playing, scene.ada, "/demo word st")
    assert texts(found) == ["a", "b", "c", "start:"]
    assert found["candidates"][0]["shown"] == "sta"


async def test_the_other_options_are_known_to_the_bot(playing: Browser, scene: Scene) -> None:
    found = await complete(playing, scene.ada, "/demo word length:2 start:x")
    assert [one["shown"] for one in found["candidates"]] == ["xaxa", "xbxb", "xcxc"]


async def test_suggestions_known_without_the_bot_remain_if_it_does_not_answer(
    playing: Browser, scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scene.guild.interactions, "answer_within", 0.0)
    found = await complete(playing, scene.ada, "/demo word ")
    assert found["note"] == NOT_LOADED
    assert texts(found) == ["start:", "length:"]


@pytest.mark.parametrize("line", ["/demo greet @Zoe", "/demo greet @Bob tone:loud", "/demo where #nowhere"])
async def test_where_nothing_can_be_chosen_it_says_so(playing: Browser, scene: Scene, line: str) -> None:
    found = await complete(playing, scene.ada, line)
    assert (texts(found), found.get("note")) == ([], NOTHING_FITS)


@pytest.mark.parametrize(
    "line", ["/demo greet @Bob", "/demo greet @Bob times:2", "/demo", "/nothing", "/demo greet @B"]
)
async def test_where_something_can_be_chosen_or_all_is_free_nothing_is_said(
    playing: Browser, scene: Scene, line: str
) -> None:
    assert "note" not in await complete(playing, scene.ada, line)


async def test_an_option_that_does_not_fit_keeps_the_bot_from_being_asked(playing: Browser, scene: Scene) -> None:
    before = len(scene.server.requests)
    assert texts(await complete(playing, scene.ada, '/demo word length:2 start:"" length:3 ')) == []
    assert len(scene.server.requests) == before


@pytest.mark.parametrize("line", ["", "hello", "/nothing ", "/demo greet @Bob kind 1 more"])
async def test_other_lines_become_nothing(playing: Browser, scene: Scene, line: str) -> None:
    assert texts(await complete(playing, scene.ada, line)) == []
