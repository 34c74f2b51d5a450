"""The welcome card of a server that the bot joins, and `/gridlock help`, which shows it privately."""

from __future__ import annotations

import pytest
import pytest_asyncio

from local_discord import Channel, Message
from tests.end_to_end.support.bot_process import BotProcess, until
from tests.end_to_end.support.delivery import only_by_gateway
from tests.end_to_end.support.table import Table, labels, refusal, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")

HELLO = "Hi, I am Gridlock!"
BUTTONS = ["Play me", "Challenge anyone", "Puzzle of the day", "Learn a game", "The games", "Server settings"]


async def ready(bot: BotProcess) -> None:
    """Wait until discord.py takes a new server for one that the bot joins, and not for one that it announces."""
    await until(lambda: "ready as" in bot.log)


@pytest_asyncio.fixture(autouse=True, loop_scope="session")
async def bot_is_ready(bot: BotProcess) -> None:
    await ready(bot)


def joined(table: Table) -> None:
    """Let the bot join the server, which counts as one that has the bot already."""
    table.guild.remove_bot()
    table.guild.invite_bot()


def cards(channel: Channel) -> list[Message]:
    return [message for message in channel.history.values() if HELLO in message.text]


def is_board_of(message: Message, title: str, size: int) -> bool:
    """Whether a message shows a board of a variant and size."""
    return f"**{title}** #" in message.text and f" · {size}" in message.text


async def welcomed(table: Table, channel: Channel) -> Message:
    await table.discord.until(lambda: cards(channel), "the welcome card")
    return cards(channel)[-1]


async def settled(table: Table) -> None:
    """Wait until the bot has done what comes before this answer."""
    await table.answer(await table.cleo.command(table.channel, "gridlock games"))


@only_by_gateway("it tells at once that the bot has joined a server")
async def test_a_server_is_welcomed_in_its_system_channel(table: Table) -> None:
    table.guild.system_channel = table.guild.add_channel("system")
    joined(table)
    card = await welcomed(table, table.guild.system_channel)
    assert labels(card) == BUTTONS
    assert not card.ephemeral
    assert not table.ada.notifications
    assert cards(table.channel) == []


@only_by_gateway("it tells at once that the bot has joined a server")
async def test_without_a_system_channel_it_is_the_first_where_the_bot_may_write(table: Table) -> None:
    open_channel = table.guild.add_channel("open")
    table.guild.system_channel = table.channel
    table.channel.deny_bot("SEND_MESSAGES")
    joined(table)
    await welcomed(table, open_channel)
    assert cards(table.channel) == []


async def test_where_the_bot_may_write_nowhere_it_is_silent(table: Table) -> None:
    table.channel.deny_bot("SEND_MESSAGES")
    joined(table)
    await settled(table)
    assert cards(table.channel) == []


@only_by_gateway("it tells at once that the bot has joined a server")
async def test_a_server_is_welcomed_once(table: Table) -> None:
    joined(table)
    await welcomed(table, table.channel)
    for _ in range(2):
        joined(table)
    table.guild.make_unavailable()
    table.guild.make_available()
    await settled(table)
    assert len(cards(table.channel)) == 1


@only_by_gateway("it tells at once that the bot has joined a server")
async def test_a_restart_welcomes_nobody(own_table: Table, own_bot: BotProcess) -> None:
    await ready(own_bot)
    joined(own_table)
    await welcomed(own_table, own_table.channel)
    other = Table.lay(own_table.discord, "A server from before")
    await own_bot.kill()
    await own_bot.start()
    for table in (own_table, other):
        await settled(table)
    assert len(cards(own_table.channel)) == 1
    assert cards(other.channel) == []


@only_by_gateway("it tells at once that the bot has joined a server")
async def test_the_card_is_in_the_language_of_the_server(table: Table) -> None:
    table.all_read("de")
    await table.settle(language="de")
    joined(table)
    await table.discord.until(lambda: table.posts("Hallo, ich bin Gridlock!"), "the card in German")
    assert labels(table.posts("Hallo, ich bin Gridlock!")[0])[:2] == ["Gegen mich spielen", "Alle herausfordern"]
    shown = reply(await table.ada.command(table.channel, "gridlock help"))
    assert "Hallo, ich bin Gridlock!" in shown.text
    page = reply(await table.ada.press(shown, "Die Spiele"))
    assert "Sind diese Zeile und diese Spalte voll, verlierst du." in page.text


async def test_help_shows_the_card_privately(table: Table) -> None:
    shown = reply(await table.ada.command(table.channel, "gridlock help"))
    assert shown.ephemeral
    assert HELLO in shown.text
    assert labels(shown) == BUTTONS


async def test_play_me_begins_an_easy_game_with_real_choices(table: Table) -> None:
    shown = reply(await table.ada.command(table.channel, "gridlock help"))
    board = await table.answer(await table.ada.press(shown, "Play me"))
    assert is_board_of(board, "Dodge", 5)
    assert "level 1" in board.text


@only_by_gateway("it tells at once that the bot has joined a server")
async def test_challenge_anyone_posts_an_open_challenge(table: Table) -> None:
    joined(table)
    card = await welcomed(table, table.channel)
    challenge = await table.answer(await table.ada.press(card, "Challenge anyone"))
    assert not challenge.ephemeral
    assert "**Dodge** on 5" in challenge.text
    assert "at once" not in challenge.text


async def test_the_cards_game_is_the_one_that_the_server_has_settled(table: Table) -> None:
    await table.settle(variant="lines", size=4)
    shown = reply(await table.ada.command(table.channel, "gridlock help"))
    assert is_board_of(await table.answer(await table.ada.press(shown, "Play me")), "Lines", 4)


async def test_the_games_have_a_page_each_to_try(table: Table) -> None:
    shown = reply(await table.ada.command(table.channel, "gridlock help"))
    page = reply(await table.ada.press(shown, "The games"))
    assert page.ephemeral
    assert "## Lines" in page.text
    menu = page.selects[0]
    assert [label for _, label in menu.options] == ["Lines", "Standoff", "Dodge", "Blocking", "Isolation"]
    for title in ("Standoff", "Dodge", "Blocking", "Isolation"):
        await table.ada.choose(page, menu.custom_id, [title.lower()])
        assert f"## {title}" in page.text
        assert "3. If " in page.text
        assert "   1 " in page.text
    board = await table.answer(await table.ada.press(page, "Try it"))
    assert is_board_of(board, "Isolation", 5)
    assert "level 1" in board.text


async def test_the_card_and_the_page_of_a_game_lead_to_the_tutorial(table: Table) -> None:
    shown = reply(await table.ada.command(table.channel, "gridlock help"))
    opened = reply(await table.ada.press(shown, "Learn a game"))
    assert opened.ephemeral
    assert "**Lines** · step 1 of 5 · you are 🟦 X, against 🟠 O" in opened.text
    page = reply(await table.ada.press(shown, "The games"))
    await table.ada.choose(page, page.selects[0].custom_id, ["dodge"])
    assert "**Dodge** · step 1 of 5" in reply(await table.ada.press(page, "Learn it")).text


@only_by_gateway("it tells at once that the bot has joined a server")
async def test_the_settings_are_for_managers(table: Table) -> None:
    joined(table)
    card = await welcomed(table, table.channel)
    assert "Manage Server" in refusal(await table.ada.press(card, "Server settings"))
    panel = await table.answer(await table.manager().press(card, "Server settings"))
    assert "Default game: Lines" in panel.text
    assert panel.selects


async def test_the_bot_is_easy_in_the_first_games_and_then_plays_as_usual(table: Table) -> None:
    levels = []
    for _ in range(4):
        asked = await table.ada.command(
            table.channel, "gridlock challenge", opponent=table.guild.bot, variant="dodge", first="me"
        )
        board = await table.answer(asked)
        levels.append(next(level for level in (1, 3) if f"level {level}" in board.text))
        await table.ada.press(board, "B2")
        await table.shows(board, "Game over")
    assert levels == [1, 1, 1, 3]


async def test_the_command_against_the_bot_keeps_the_book_s_board_and_says_what_that_means(table: Table) -> None:
    asked = await table.ada.command(table.channel, "gridlock challenge", opponent=table.guild.bot, variant="dodge")
    assert is_board_of(reply(asked), "Dodge", 3)
    await table.discord.until(lambda: table.posts("the first move can win Dodge at once"), "the warning")


async def test_a_board_that_the_first_move_wins_comes_with_a_warning(table: Table) -> None:
    challenge = await table.challenge(variant="dodge")
    assert "the first move can win Dodge at once. `size:5` makes a game of it." in challenge.text
    assert "at once" not in (await table.challenge(variant="dodge", size=5)).text
