"""The form of `/gridlock play`, in which a game is chosen and proposed."""

from __future__ import annotations

from typing import Final

import pytest

from local_discord import Interaction, Member
from local_discord.model.interaction import Modal
from tests.end_to_end.support.table import Table, labels, refusal, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")

Values = dict[str, str | list[str] | bool]
FIELDS: Final = ["game", "rival", "person", "time", "order"]


async def opened(table: Table, member: Member | None = None) -> Modal:
    """The form, opened by Ada or another member."""
    asked = await (member or table.ada).command(table.channel, "gridlock play")
    assert asked.modal is not None
    return asked.modal


async def submitted(table: Table, **values: str | list[str] | bool) -> Interaction:
    """Fill in the form as Ada, and submit it; the other fields stay as they are."""
    return await table.ada.submit(await opened(table), values)


def chosen(form: Modal) -> dict[str, str]:
    """What is chosen in each field that nobody has touched."""
    return {
        field["custom_id"]: option["value"]
        for field in form.fields
        for option in field.get("options", ())
        if option.get("default")
    }


async def test_the_form_as_it_is_challenges_anybody(table: Table) -> None:
    form = await opened(table)
    assert [field["custom_id"] for field in form.fields] == FIELDS
    assert chosen(form) == {"game": "dodge/5", "rival": "person", "time": "1 day/1", "order": "random/"}
    challenge = reply(await table.ada.submit(form, {}))
    assert "Dodge" in challenge.text
    board = reply(await table.bob.press(challenge, "Accept"))
    assert "5×5" in board.text  # noqa: RUF001


async def test_everything_is_chosen_for_a_challenge_to_a_person(table: Table) -> None:
    answered = await submitted(
        table,
        game=["dodge/6"],
        person=[str(table.bob.id)],
        time=["1 hour/3"],
        order=["opponent/"],
    )
    challenge = reply(answered)
    for text in (table.bob.mention, "Dodge", "6×6", "1 hour", "3"):  # noqa: RUF001
        assert text in challenge.text
    assert challenge in table.bob.notifications
    board = reply(await table.bob.press(challenge, "Accept"))
    assert f"{table.bob.mention} (X) **to move**" in board.text


async def test_a_level_starts_a_game_against_the_bot(table: Table) -> None:
    board = reply(await submitted(table, game=["standoff/4"], rival=["2"], order=["me/"]))
    for text in ("Standoff", "4×4", "level 2"):  # noqa: RUF001
        assert text in board.text
    assert "A1" in labels(board)


async def test_the_bot_can_be_chosen_as_the_person(table: Table) -> None:
    bot = table.guild.bot
    for rival in ("person", "1"):
        board = reply(await submitted(table, rival=[rival], person=[str(bot.id)], order=["me/"]))
        assert "level" in board.text


async def test_a_person_and_a_level_together_are_refused(table: Table) -> None:
    refused = await submitted(table, rival=["2"], person=[str(table.bob.id)])
    assert "Choose one of the two" in refusal(refused)
    assert all(message.ephemeral for message in table.channel.messages)


async def test_oneself_is_refused_as_an_opponent(table: Table) -> None:
    assert "yourself" in refusal(await submitted(table, person=[str(table.ada.id)]))


async def test_a_person_who_cannot_see_the_channel_is_refused(table: Table) -> None:
    hidden = table.guild.add_channel("hidden")
    hidden.hide_from(table.bob)
    asked = await table.ada.command(hidden, "gridlock play")
    assert asked.modal is not None
    refused = await table.ada.submit(asked.modal, {"person": [str(table.bob.id)]})
    assert "cannot see this channel" in refusal(refused)


async def test_the_form_proposes_the_servers_defaults(table: Table) -> None:
    await table.settle(variant="isolation", size=7, time="3 days")
    assert chosen(await opened(table)) | {"order": ""} == {
        "game": "isolation/7",
        "rival": "person",
        "time": "3 days/1",
        "order": "",
    }


async def test_the_form_is_german_for_a_german_reader(table: Table) -> None:
    table.all_read("de")
    form = await opened(table)
    assert form.title == "Gridlock spielen"
    assert "Die Person unten" in str(form.components)
    challenge = reply(await table.ada.submit(form, {}))
    assert "Accept" in labels(challenge)
    assert "Wähle eines von beiden" in refusal(await submitted(table, rival=["2"], person=[str(table.bob.id)]))


@pytest.mark.parametrize(
    "values",
    [
        {"game": ["lines/99"]},
        {"order": ["me/handicap"]},
        {"time": ["1 day/2"]},
        {"order": ["handicap/4"]},
        {"rival": ["6"]},
    ],
)
async def test_a_forged_value_is_refused(table: Table, values: Values) -> None:
    form = await opened(table)
    for field in form.fields:
        field.pop("options", None)
    given: Values = {"game": ["lines/5"], "rival": ["person"], "time": ["1 day/1"], "order": ["me/"]}
    assert "does not have that choice" in refusal(await table.ada.submit(form, given | values))
    assert all(message.ephemeral for message in table.channel.messages)
