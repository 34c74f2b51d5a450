"""What a person on the page does, as calls to its server."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from local_discord.frontends.web.actions import MOST_CHARACTERS

if TYPE_CHECKING:
    from local_discord import Message
    from local_discord.tests.support.table import Table
    from local_discord.tests.web.conftest import Browser


def newest(table: Table) -> Message:
    return table.channel.messages[-1]


async def test_somebody_says_something(browser: Browser, table: Table) -> None:
    assert await browser.do("/say", table.bob, text=" hello ") == {}
    assert (newest(table).author, newest(table).content) == (table.bob, "hello")


async def test_a_name_behind_an_at_sign_mentions_its_member(browser: Browser, table: Table) -> None:
    await browser.do("/say", table.ada, text="your turn, @bob!")
    assert newest(table).content == f"your turn, {table.bob.mention}!"
    assert table.bob.notifications == [newest(table)]


@pytest.mark.parametrize("text", ["", "  \n", "x" * (MOST_CHARACTERS + 1)])
async def test_messages_that_discord_would_not_take_are_refused(browser: Browser, table: Table, text: str) -> None:
    assert "refused" in await browser.do("/say", table.bob, text=text)
    assert table.channel.messages == []


async def test_a_command_is_given(playing: Browser, table: Table) -> None:
    assert await playing.do("/command", table.ada, line="/demo greet @Bob tone:Curt times:2") == {}
    assert newest(table).text.startswith("curt: ")
    assert table.bob.notifications == [newest(table)]


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
async def test_a_command_that_is_not_right_is_refused_before_the_bot_hears_of_it(
    playing: Browser, table: Table, line: str, reason: str
) -> None:
    before = len(table.server.requests)
    assert reason in (await playing.do("/command", table.ada, line=line))["refused"]
    assert len(table.server.requests) == before


async def test_a_bot_that_does_not_answer_is_told_of(
    playing: Browser, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table.guild.interactions, "answer_within", 0.01)
    assert await playing.do("/command", table.ada, line="/demo silent") == {"unanswered": True}


async def test_a_button_is_pressed(playing: Browser, table: Table) -> None:
    await playing.do("/command", table.ada, line="/demo board")
    assert await playing.press(table.bob, newest(table), "count:0") == {}
    assert "Pressed 1 times" in newest(table).text


async def test_a_button_that_is_disabled_or_gone_is_refused(playing: Browser, table: Table) -> None:
    await playing.do("/command", table.ada, line="/demo board")
    assert "is disabled" in (await playing.press(table.bob, newest(table), "off"))["refused"]
    assert "has no button" in (await playing.press(table.bob, newest(table), "count:7"))["refused"]
    board = newest(table)
    table.channel.remove(board)
    assert "was deleted" in (await playing.press(table.bob, board, "count:0"))["refused"]


async def test_what_is_for_other_eyes_cannot_be_pressed(playing: Browser, table: Table) -> None:
    await playing.do("/command", table.ada, line="/demo where #games")
    assert "cannot see" in (await playing.press(table.bob, newest(table), "x"))["refused"]
    assert "cannot see" in (await playing.do("/delete", table.bob, message=str(newest(table).id)))["refused"]


async def test_menus_are_chosen_from(playing: Browser, table: Table) -> None:
    await playing.do("/command", table.ada, line="/demo menus")
    await table.server.until(lambda: len(table.channel.messages) == 2, "both menus")
    fruits, players = (str(message.id) for message in table.channel.messages)
    assert await playing.do("/choose", table.ada, message=fruits, control="fruits", values=["fig", "plum"]) == {}
    assert table.channel.messages[0].text == "Chosen: fig, plum"
    cleo = str(table.cleo.id)
    assert await playing.do("/choose", table.ada, message=players, control="players", values=[cleo]) == {}
    assert newest(table).text == "Chosen: Cleo"


@pytest.mark.parametrize(
    ("control", "values"),
    [("fruits", []), ("fruits", ["fig", "plum", "fig"]), ("fruits", ["nut"]), ("nothing", ["fig"])],
)
async def test_a_choice_that_does_not_fit_is_refused(
    playing: Browser, table: Table, control: str, values: list[str]
) -> None:
    await playing.do("/command", table.ada, line="/demo menus")
    message = str(table.channel.messages[0].id)
    assert "refused" in await playing.do("/choose", table.ada, message=message, control=control, values=values)


@pytest.mark.parametrize("value", ["17", "x", "\u0661", "9" * 5000])
async def test_whoever_is_not_there_cannot_be_chosen(playing: Browser, table: Table, value: str) -> None:
    await playing.do("/command", table.ada, line="/demo menus")
    await table.server.until(lambda: len(table.channel.messages) == 2, "both menus")
    message = str(newest(table).id)
    assert "refused" in await playing.do("/choose", table.ada, message=message, control="players", values=[value])


async def test_a_form_is_opened_and_submitted_by_whom_it_was_opened_for(playing: Browser, table: Table) -> None:
    form = (await playing.do("/command", table.ada, line="/demo form"))["form"]
    assert form["title"] == "A question"
    (field,) = form["fields"]
    assert (field["is"], field["label"], field["required"], field["most"]) == ("input", "Your answer", True, 20)
    values = {field["control"]: "42"}
    assert "not opened for Bob" in (await playing.do("/submit", table.bob, form=form["id"], values=values))["refused"]
    assert "must be filled in" in (await playing.do("/submit", table.ada, form=form["id"], values={}))["refused"]
    assert await playing.do("/submit", table.ada, form=form["id"], values=values) == {}
    assert newest(table).text == "You said 42."
    assert "not open any more" in (await playing.do("/submit", table.ada, form=form["id"], values=values))["refused"]


async def test_a_value_of_a_kind_that_no_field_has_is_refused(playing: Browser, table: Table) -> None:
    form = (await playing.do("/command", table.ada, line="/demo form"))["form"]
    assert "unknown kind" in (await playing.do("/submit", table.ada, form=form["id"], values={"answer": 5}))["refused"]


async def test_menus_on_members_and_messages_are_used(playing: Browser, table: Table) -> None:
    assert await playing.do("/menu", table.ada, entry="Praise", target=str(table.bob.id)) == {}
    assert newest(table).text == "Well done, Bob!"
    said = await table.bob.say(table.channel, "wise words")
    assert await playing.do("/menu", table.ada, entry="Quote", target_message=str(said.id)) == {}
    assert newest(table).text == "> wise words"
    assert (
        "There is no command"
        in (await playing.do("/menu", table.ada, entry="Boo", target=str(said.author.id)))["refused"]
    )


async def test_own_messages_are_deleted_and_those_of_others_are_not(browser: Browser, table: Table) -> None:
    said = await table.ada.say(table.channel, "oops")
    assert "may not delete" in (await browser.do("/delete", table.bob, message=str(said.id)))["refused"]
    assert await browser.do("/delete", table.ada, message=str(said.id)) == {}
    assert said.deleted


async def test_a_message_for_ones_own_eyes_is_dismissed(playing: Browser, table: Table) -> None:
    await playing.do("/command", table.ada, line="/demo where #games")
    assert await playing.do("/delete", table.ada, message=str(newest(table).id)) == {}
    assert table.channel.messages == []


@pytest.mark.parametrize(
    "body",
    [
        "", "{", "[]", '"text"', "null", b"\xff".decode("latin-1"),
        {}, {"seat": None}, {"seat": "x"}, {"seat": 5}, {"seat": "999"}, {"seat": "\u0661"}, {"channel": "1"},
        {"text": 5}, {"seat": "9" * 5000}, "[" * 100_000, "9" * 5000,
    ],
)  # fmt: skip
async def test_calls_that_do_not_fit_are_turned_away(browser: Browser, table: Table, body: object) -> None:
    call = {"seat": str(table.ada.id), "channel": str(table.channel.id), "text": "hello"}
    sent = {**call, **body} if isinstance(body, dict) and body else body
    status, text = await browser.post("/say", sent)
    assert (status, table.channel.messages) == (400, [])
    assert "Traceback" not in text


async def test_an_encoding_that_there_is_not_is_turned_away(browser: Browser) -> None:
    assert (await browser.post("/say", "{}", Content_Type="application/json; charset=nothing"))[0] == 400


async def test_nobody_sits_in_the_bots_seat(browser: Browser, table: Table) -> None:
    call = {"seat": str(table.guild.bot.id), "channel": str(table.channel.id), "text": "hello"}
    assert (await browser.post("/say", json.dumps(call)))[0] == 400


async def test_nobody_acts_in_a_guild_that_is_not_theirs(browser: Browser, table: Table) -> None:
    elsewhere = table.server.add_guild("Other").add_channel("hidden")
    assert "is not in" in (await browser.do("/say", table.ada, channel=str(elsewhere.id), text="hello"))["refused"]
