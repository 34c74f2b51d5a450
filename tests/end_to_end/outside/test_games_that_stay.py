"""What stays of games outside of servers with the bot: replays, reviews, pictures, exports, and who sees them."""

from __future__ import annotations

import pytest
import pytest_asyncio

from local_discord import Message
from tests.end_to_end.support.outside import FOREIGN_SERVER, GROUP, Place
from tests.end_to_end.support.table import Table, game_id, labels, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(loop_scope="session", params=[GROUP, FOREIGN_SERVER])
async def place(table: Table, request: pytest.FixtureRequest) -> Place:
    return Place.add(table, request.param)


@pytest_asyncio.fixture(loop_scope="session")
async def finished(place: Place) -> Message:
    """The board of a finished game of Ada and Bob."""
    return await place.finish()


async def test_a_finished_game_is_replayed_from_its_board(place: Place, finished: Message) -> None:
    replay = reply(await place.bob.press(finished, "Replay"))
    assert replay.ephemeral
    assert "Replay of game" in replay.text
    await place.bob.press(replay, labels(replay)[0])
    assert "move 0 of 2" in replay.text
    assert place.calls_by_channel() == []


async def test_a_finished_game_is_reviewed(place: Place, finished: Message) -> None:
    review = reply(await place.ada.press(finished, "Review"))
    assert review.ephemeral
    assert "went wrong" not in review.text
    assert "only in servers" not in review.text


async def test_a_review_is_shared_once(place: Place, finished: Message) -> None:
    shared = reply(await place.ada.press(finished, "Share"))
    assert not shared.ephemeral
    again = reply(await place.bob.press(finished, "Share")) if "Share" in labels(finished) else None
    assert again is None or again.ephemeral
    assert place.calls_by_channel() == []


async def test_a_picture_is_shared(place: Place, finished: Message) -> None:
    picture = await place.answer(place.ada, "gridlock replay", **{"game": f"#{game_id(finished)}", "as": "png"})
    assert picture.ephemeral
    pressed = await place.ada.press(picture, "Share")
    (shared,) = await place.discord.until(lambda: pressed.followups, "the picture to be shared")
    assert not shared.ephemeral
    assert shared.attachments


async def test_an_exported_game_is_imported(place: Place, finished: Message) -> None:
    exported = await place.answer(place.ada, "gridlock export", game=f"#{game_id(finished)}")
    line = exported.text.strip("`\n")
    opened = await place.answer(place.ada, "gridlock import", line=line)
    assert "B2" in opened.text
    all_of_them = await place.answer(place.ada, "gridlock export")
    assert all_of_them.attachments


async def test_the_finished_games_of_another_person_are_those_against_the_one_who_asks(
    place: Place, finished: Message, table: Table
) -> None:
    number = f"#{game_id(finished)}"
    assert number in (await place.answer(place.ada, "gridlock games", member=place.bob)).text
    listed = reply(await table.cleo.command(table.cleo.dm, "gridlock games", show="finished"))
    assert number not in listed.text


async def test_strangers_see_no_game_of_other_chats(finished: Message, table: Table) -> None:
    table.cleo.user.has_installed_app = True
    elsewhere, number = table.cleo.dm, f"#{game_id(finished)}"
    for command in ("replay", "export", "learn review", "board"):
        refused = reply(await table.cleo.command(elsewhere, f"gridlock {command}", game=number))
        assert "no game" in refused.text, command


async def test_a_game_against_the_bot_is_proposed_with_the_form(place: Place) -> None:
    form = (await place.ada.command(place.channel, "gridlock play")).modal
    assert form is not None
    board = reply(await place.ada.submit(form, {"rival": ["1"], "order": ["me/plain"]}))
    assert "to move" in board.text
    assert place.calls_by_channel() == []


async def test_help_and_puzzle_offer_nothing_that_belongs_to_a_server(place: Place) -> None:
    card = await place.answer(place.ada, "gridlock help")
    assert "Settings" not in labels(card)
    puzzle = await place.answer(place.ada, "gridlock learn puzzle")
    await place.ada.press(puzzle, labels(puzzle)[0])
    assert labels(puzzle) == []
    board = reply(await place.ada.press(card, "Play me"))
    assert "5×5 · move 1" in board.text  # noqa: RUF001
