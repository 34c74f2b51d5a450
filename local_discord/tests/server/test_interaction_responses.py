"""Callbacks and follow-ups of interactions."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from local_discord import Interaction, LocalDiscord, Message
from local_discord.tests.support.rest import Rest, sending
from local_discord.tests.support.scene import Clock, Scene

BUTTON = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}
MODAL = {
    "custom_id": "form",
    "title": "A form",
    "components": [{"type": 1, "components": [{"type": 4, "custom_id": "a", "label": "A", "style": 1}]}],
}


@pytest.fixture
async def sent(server: LocalDiscord, scene: Scene, rest: Rest) -> AsyncIterator[Interaction]:
    """A slash command that waits for its answer."""
    await rest.register({"name": "say", "description": "Says"})
    async with sending(server, scene.ada.command(scene.channel, "say")) as sent:
        yield sent


@pytest.fixture
async def board(scene: Scene, rest: Rest) -> Message:
    """A message with a button."""
    row = {"type": 1, "components": [BUTTON]}
    await rest.post(scene.channel.id, {"content": "board", "components": [row]})
    return scene.channel.messages[0]


async def test_an_answer_after_three_seconds_is_too_late(clock: Clock, rest: Rest, sent: Interaction) -> None:
    clock.advance(3.1)
    reply = await rest.answer(sent, 4, {"content": "hello"})
    assert (reply.status, reply.code) == (404, 10062)
    assert sent.reply is None


async def test_an_answer_to_a_patient_member_is_too_late_all_the_same(
    server: LocalDiscord, clock: Clock, rest: Rest, sent: Interaction
) -> None:
    server._interactions.patience = 60.0
    clock.advance(3.1)
    assert (await rest.answer(sent, 4, {"content": "hello"})).code == 10062


async def test_an_answer_within_three_seconds_counts(clock: Clock, rest: Rest, sent: Interaction) -> None:
    clock.advance(2.9)
    assert (await rest.answer(sent, 4, {"content": "hello"})).status == 200
    assert sent.reply is not None


async def test_a_second_answer_is_refused_and_breaks_a_rule(
    server: LocalDiscord, rest: Rest, sent: Interaction
) -> None:
    sent.deliveries = 1
    await rest.answer(sent, 4, {"content": "hello"})
    reply = await rest.answer(sent, 4, {"content": "again"})
    assert (reply.status, reply.code) == (400, 40060)
    assert [request.code for request in server.rejected] == [40060]
    assert len(sent.callbacks) == 1


async def test_a_second_answer_to_a_repeated_delivery_breaks_no_rule(
    server: LocalDiscord, rest: Rest, sent: Interaction
) -> None:
    sent.deliveries = 2
    replies = [await rest.answer(sent, 4, {"content": "hello"}) for _ in range(2)]
    assert [reply.status for reply in replies] == [200, 400]
    assert not server.rejected


async def test_a_wrong_interaction_token_is_refused(server: LocalDiscord, rest: Rest, sent: Interaction) -> None:
    sent.token = "wrong"  # noqa: S105 - that is the point
    reply = await rest.answer(sent, 4, {"content": "hello"})
    assert (reply.status, reply.code) == (404, 10062)
    follow = await rest.send("POST", f"/webhooks/{server.application_id}/wrong", {"content": "x"})
    assert (follow.status, follow.code) == (404, 10015)


async def test_a_refused_answer_leaves_the_interaction_open(rest: Rest, sent: Interaction) -> None:
    reply = await rest.answer(sent, 4, {"content": "x" * 2001})
    assert reply.errors_at("data", "content") == ["BASE_TYPE_MAX_LENGTH"]
    assert len(sent.refusals) == 1
    assert (await rest.answer(sent, 4, {"content": "x"})).status == 200


@pytest.mark.parametrize("kind", [1, 6, 7, 8, 10, None])
async def test_a_callback_of_the_wrong_type_is_refused(rest: Rest, sent: Interaction, kind: int) -> None:
    reply = await rest.answer(sent, kind, {"content": "x", "choices": []})
    assert reply.errors_at("type") == ["BASE_TYPE_CHOICES"]


async def test_autocomplete_takes_choices_only(server: LocalDiscord, scene: Scene, rest: Rest) -> None:
    option = {"type": 3, "name": "word", "description": "A word", "autocomplete": True}
    await rest.register({"name": "say", "description": "Says", "options": [option]})
    async with sending(server, scene.ada.autocomplete(scene.channel, "say", focused="word")) as sent:
        for kind in (4, 5, 6, 7, 9):
            reply = await rest.answer(sent, kind, {"content": "x"})
            assert reply.errors_at("type") == ["BASE_TYPE_CHOICES"]


async def test_a_component_can_be_answered_without_showing_anything(
    server: LocalDiscord, scene: Scene, rest: Rest, board: Message
) -> None:
    async with sending(server, scene.ada.press(board, "Go")) as sent:
        assert (await rest.answer(sent, 6)).status == 200
        assert sent.reply is None
        path = f"/webhooks/{server.application_id}/{sent.token}/messages/@original"
        await rest.send("PATCH", path, {"content": "changed"})
    assert (board.text, board.edited) == ("changed", 1)
    assert sent.reply is board


async def test_a_component_interaction_carries_the_whole_message(
    server: LocalDiscord, scene: Scene, board: Message
) -> None:
    async with sending(server, scene.ada.press(board, "Go")) as sent:
        assert sent.payload["message"] == board.to_json()
        assert sent.payload["data"] == {"component_type": 2, "custom_id": "go", "id": 2}
        assert sent.payload["member"]["permissions"] == str(int(scene.ada.permissions))


async def test_a_deleted_message_cannot_be_updated(
    server: LocalDiscord, scene: Scene, rest: Rest, board: Message
) -> None:
    async with sending(server, scene.ada.press(board, "Go")) as sent:
        scene.channel.remove(board)
        reply = await rest.answer(sent, 7, {"content": "x"})
        assert (reply.status, reply.code) == (404, 10008)


async def test_a_modal_is_answered_like_the_interaction_that_opened_it(
    server: LocalDiscord, scene: Scene, rest: Rest, board: Message
) -> None:
    async with sending(server, scene.ada.press(board, "Go")) as pressed:
        await rest.answer(pressed, 9, MODAL)
    assert pressed.modal is not None
    async with sending(server, scene.ada.submit(pressed.modal, {"a": "x"})) as submitted:
        assert (await rest.answer(submitted, 9, MODAL)).errors_at("type") == ["BASE_TYPE_CHOICES"]
        assert (await rest.answer(submitted, 7, {"content": "done"})).status == 200
    assert board.text == "done"


async def test_a_form_opened_by_a_command_has_no_message_to_update(
    server: LocalDiscord, scene: Scene, rest: Rest, sent: Interaction
) -> None:
    await rest.answer(sent, 9, MODAL)
    assert sent.modal is not None
    async with sending(server, scene.ada.submit(sent.modal, {"a": "x"})) as submitted:
        assert (await rest.answer(submitted, 7, {"content": "x"})).errors_at("type") == ["BASE_TYPE_CHOICES"]


async def test_nothing_can_follow_before_the_first_answer(server: LocalDiscord, rest: Rest, sent: Interaction) -> None:
    reply = await rest.send("POST", f"/webhooks/{server.application_id}/{sent.token}", {"content": "x"})
    assert (reply.status, reply.code) == (404, 10015)


async def test_a_token_lives_fifteen_minutes(server: LocalDiscord, clock: Clock, rest: Rest, sent: Interaction) -> None:
    await rest.answer(sent, 4, {"content": "hello"})
    path = f"/webhooks/{server.application_id}/{sent.token}"
    clock.advance(15 * 60)
    assert (await rest.send("POST", path, {"content": "x"})).status == 200
    clock.advance(1)
    for method, end in (("POST", ""), ("PATCH", "/messages/@original"), ("GET", "/messages/@original")):
        reply = await rest.send(method, path + end, {"content": "x"})
        assert (reply.status, reply.code) == (401, 50027)
    assert not server.rejected


async def test_a_deferred_answer_can_be_filled_by_an_edit(server: LocalDiscord, rest: Rest, sent: Interaction) -> None:
    reply = await rest.answer(sent, 5, {"flags": 64})
    assert reply.body["interaction"]["response_message_loading"]
    assert sent.reply is not None
    assert sent.reply.thinking
    path = f"/webhooks/{server.application_id}/{sent.token}/messages/@original"
    await rest.send("PATCH", path, {"content": "done"})
    assert (sent.reply.text, sent.reply.thinking, sent.reply.ephemeral) == ("done", False, True)


async def test_a_token_gives_access_to_messages_of_its_interaction_only(
    server: LocalDiscord, rest: Rest, sent: Interaction, board: Message
) -> None:
    await rest.answer(sent, 4, {"content": "one"})
    path = f"/webhooks/{server.application_id}/{sent.token}"
    followed = await rest.send("POST", path, {"content": "two"})
    own = f"{path}/messages/{followed.body['id']}"
    assert (await rest.send("GET", own)).body["content"] == "two"
    assert (await rest.send("DELETE", own)).status == 204
    for message_id in (followed.body["id"], board.id):
        reply = await rest.send("GET", f"{path}/messages/{message_id}")
        assert (reply.status, reply.code) == (404, 10008)
