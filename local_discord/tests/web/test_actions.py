"""Actions on the page, as calls to its server."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from local_discord.frontends.web.actions import MOST_CHARACTERS

if TYPE_CHECKING:
    from local_discord import Message
    from local_discord.tests.support.scene import Scene
    from local_discord.tests.web.conftest import Browser


def newest(scene: Scene) -> Message:
    return scene.channel.messages[-1]


async def test_a_member_posts_a_message(browser: Browser, scene: Scene) -> None:
    assert await browser.do("/say", scene.bob, text=" hello ") == {}
    assert (newest(scene).author, newest(scene).content) == (scene.bob, "hello")


async def test_a_name_behind_an_at_sign_mentions_its_member(browser: Browser, scene: Scene) -> None:
    await browser.do("/say", scene.ada, text="your turn, @bob!")
    assert newest(scene).content == f"your turn, {scene.bob.mention}!"
    assert scene.bob.notifications == [newest(scene)]


@pytest.mark.parametrize("text", ["", "  \n", "x" * (MOST_CHARACTERS + 1)])
async def test_messages_that_discord_would_not_take_are_refused(browser: Browser, scene: Scene, text: str) -> None:
    assert "refused" in await browser.do("/say", scene.bob, text=text)
    assert scene.channel.messages == []


async def test_a_command_is_given(playing: Browser, scene: Scene) -> None:
    assert await playing.do("/command", scene.ada, line="/demo greet @Bob tone:Curt times:2") == {}
    assert newest(scene).text.startswith("curt: ")
    assert scene.bob.notifications == [newest(scene)]


async def test_a_file_is_attached_to_a_command(playing: Browser, scene: Scene) -> None:
    files = {"a.txt": "QSBC"}
    assert await playing.do("/command", scene.ada, line="/demo read text:a.txt", files=files) == {}
    assert newest(scene).text == "a.txt, 3 bytes, text/plain: A B"


@pytest.mark.parametrize("files", [{}, {"a.txt": "!"}, {"a.txt": 1}])
async def test_a_file_that_did_not_come_along_is_refused(
    playing: Browser, scene: Scene, files: dict[str, object]
) -> None:
    refused = await playing.do("/command", scene.ada, line="/demo read text:a.txt", files=files)
    assert "Choose the file a.txt with the button Attach." in refused["refused"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("/demo greet", "needs the option 'whom'"),
        ("/demo greet @Nobody", "There is no member"),
        ("/demo greet @Bob times:4", "takes no value above 3"),
        ("/demo greet @Bob times:two", "not a valid integer"),
        ("/demo greet @Bob tone:rude", "not among the choices"),
        ("/demo greet @Bob colour:red", "There is no option colour"),
        ("/demo slow hidden:perhaps", "neither true nor false"),
        ("/demo where #nowhere", "There is no channel"),
        ('/demo word "open', "quotation mark"),
        ("/demo", "needs one of its sub-commands"),
        ("/dance", "There is no command /dance."),
        ("/", "There is no command /."),
        ("/sweep", "There is no command /sweep."),
    ],
)
async def test_an_invalid_command_is_not_sent_to_the_bot(
    playing: Browser, scene: Scene, line: str, reason: str
) -> None:
    before = len(scene.server.requests)
    assert reason in (await playing.do("/command", scene.ada, line=line))["refused"]
    assert len(scene.server.requests) == before


async def test_a_missing_answer_is_reported(playing: Browser, scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scene.guild.interactions, "answer_within", 0.01)
    assert await playing.do("/command", scene.ada, line="/demo silent") == {"unanswered": True}


async def test_a_button_is_pressed(playing: Browser, scene: Scene) -> None:
    await playing.do("/command", scene.ada, line="/demo board")
    assert await playing.press(scene.bob, newest(scene), "count:0") == {}
    assert "Pressed 1 times" in newest(scene).text


async def test_a_button_that_is_disabled_or_gone_is_refused(playing: Browser, scene: Scene) -> None:
    await playing.do("/command", scene.ada, line="/demo board")
    assert "is disabled" in (await playing.press(scene.bob, newest(scene), "off"))["refused"]
    assert "has no button" in (await playing.press(scene.bob, newest(scene), "count:7"))["refused"]
    board = newest(scene)
    scene.channel.remove(board)
    assert "was deleted" in (await playing.press(scene.bob, board, "count:0"))["refused"]


async def test_another_members_ephemeral_message_cannot_be_pressed(playing: Browser, scene: Scene) -> None:
    await playing.do("/command", scene.ada, line="/demo where #games")
    assert "cannot see" in (await playing.press(scene.bob, newest(scene), "x"))["refused"]
    assert "cannot see" in (await playing.do("/delete", scene.bob, message=str(newest(scene).id)))["refused"]


async def test_menus_are_chosen_from(playing: Browser, scene: Scene) -> None:
    await playing.do("/command", scene.ada, line="/demo menus")
    await scene.server.until(lambda: len(scene.channel.messages) == 2, "both menus")
    fruits, players = (str(message.id) for message in scene.channel.messages)
    assert await playing.do("/choose", scene.ada, message=fruits, control="fruits", values=["fig", "plum"]) == {}
    assert scene.channel.messages[0].text == "Chosen: fig, plum"
    cleo = str(scene.cleo.id)
    assert await playing.do("/choose", scene.ada, message=players, control="players", values=[cleo]) == {}
    assert newest(scene).text == "Chosen: Cleo"


@pytest.mark.parametrize(
    ("control", "values"),
    [("fruits", []), ("fruits", ["fig", "plum", "fig"]), ("fruits", ["nut"]), ("nothing", ["fig"])],
)
async def test_a_choice_that_does_not_fit_is_refused(
    playing: Browser, scene: Scene, control: str, values: list[str]
) -> None:
    await playing.do("/command", scene.ada, line="/demo menus")
    message = str(scene.channel.messages[0].id)
    assert "refused" in await playing.do("/choose", scene.ada, message=message, control=control, values=values)


@pytest.mark.parametrize("value", ["17", "x", "\u0661", "9" * 5000])
async def test_a_former_member_cannot_be_chosen(playing: Browser, scene: Scene, value: str) -> None:
    await playing.do("/command", scene.ada, line="/demo menus")
    await scene.server.until(lambda: len(scene.channel.messages) == 2, "both menus")
    message = str(newest(scene).id)
    assert "refused" in await playing.do("/choose", scene.ada, message=message, control="players", values=[value])


async def test_a_form_is_submitted_only_by_its_member(playing: Browser, scene: Scene) -> None:
    form = (await playing.do("/command", scene.ada, line="/demo form"))["form"]
    assert form["title"] == "A question"
    (field,) = form["fields"]
    assert (field["is"], field["label"], field["required"], field["most"]) == ("input", "Your answer", True, 20)
    values = {field["control"]: "42"}
    assert "not opened for Bob" in (await playing.do("/submit", scene.bob, form=form["id"], values=values))["refused"]
    assert "must be filled in" in (await playing.do("/submit", scene.ada, form=form["id"], values={}))["refused"]
    assert await playing.do("/submit", scene.ada, form=form["id"], values=values) == {}
    assert newest(scene).text == "You said 42."
    assert "not open any more" in (await playing.do("/submit", scene.ada, form=form["id"], values=values))["refused"]


async def test_a_form_value_of_an_unknown_type_is_refused(playing: Browser, scene: Scene) -> None:
    form = (await playing.do("/command", scene.ada, line="/demo form"))["form"]
    assert "unknown kind" in (await playing.do("/submit", scene.ada, form=form["id"], values={"answer": 5}))["refused"]


async def test_menus_on_members_and_messages_are_used(playing: Browser, scene: Scene) -> None:
    assert await playing.do("/menu", scene.ada, entry="Praise", target=str(scene.bob.id)) == {}
    assert newest(scene).text == "Well done, Bob!"
    said = await scene.bob.say(scene.channel, "wise words")
    assert await playing.do("/menu", scene.ada, entry="Quote", target_message=str(said.id)) == {}
    assert newest(scene).text == "> wise words"
    assert (
        "There is no command"
        in (await playing.do("/menu", scene.ada, entry="Boo", target=str(said.author.id)))["refused"]
    )


async def test_only_own_messages_are_deleted(browser: Browser, scene: Scene) -> None:
    said = await scene.ada.say(scene.channel, "oops")
    assert "may not delete" in (await browser.do("/delete", scene.bob, message=str(said.id)))["refused"]
    assert await browser.do("/delete", scene.ada, message=str(said.id)) == {}
    assert said.deleted


async def test_a_message_for_ones_own_eyes_is_dismissed(playing: Browser, scene: Scene) -> None:
    await playing.do("/command", scene.ada, line="/demo where #games")
    assert await playing.do("/delete", scene.ada, message=str(newest(scene).id)) == {}
    assert scene.channel.messages == []


@pytest.mark.parametrize(
    "body",
    [
        "", "{", "[]", '"text"', "null", b"\xff".decode("latin-1"),
        {}, {"seat": None}, {"seat": "x"}, {"seat": 5}, {"seat": "999"}, {"seat": "\u0661"}, {"channel": "1"},
        {"text": 5}, {"seat": "9" * 5000}, "[" * 100_000, "9" * 5000,
    ],
)  # fmt: skip
async def test_calls_that_do_not_fit_are_turned_away(browser: Browser, scene: Scene, body: object) -> None:
    call = {"seat": str(scene.ada.id), "channel": str(scene.channel.id), "text": "hello"}
    sent = {**call, **body} if isinstance(body, dict) and body else body
    status, text = await browser.post("/say", sent)
    assert (status, scene.channel.messages) == (400, [])
    assert "Traceback" not in text


async def test_an_unknown_encoding_is_refused(browser: Browser) -> None:
    assert (await browser.post("/say", "{}", Content_Type="application/json; charset=nothing"))[0] == 400


async def test_the_bot_has_no_seat(browser: Browser, scene: Scene) -> None:
    call = {"seat": str(scene.guild.bot.id), "channel": str(scene.channel.id), "text": "hello"}
    assert (await browser.post("/say", json.dumps(call)))[0] == 400


async def test_members_of_other_guilds_cannot_act(browser: Browser, scene: Scene) -> None:
    elsewhere = scene.server.add_guild("Other").add_channel("hidden")
    assert "is not in" in (await browser.do("/say", scene.ada, channel=str(elsewhere.id), text="hello"))["refused"]
