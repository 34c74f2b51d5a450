"""The front end for terminals, driven by keys."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from local_discord.terminal.client import Client
from local_discord.terminal.tty import ClientCompleter, run_tty

if TYPE_CHECKING:
    from tests.local_discord.terminal.conftest import Stage

END_OF_INPUT, INTERRUPT, TAB = "\x04", "\x03", "\t"


def seated(stage: Stage, lines: list[str], bare_text: str | None = None) -> Client:
    return Client(stage.discord, stage.guild, stage.channel, stage.ada, write=lines.append, bare_text=bare_text)


async def sit(stage: Stage, keys: str) -> list[str]:
    """Types keys all at once and returns what was shown."""
    lines: list[str] = []
    with create_pipe_input() as typing, create_app_session(input=typing, output=DummyOutput()):
        typing.send_text(keys)
        assert await run_tty(seated(stage, lines)) == 0
    return lines


async def test_typed_lines_are_served(stage: Stage) -> None:
    lines = await sit(stage, f"hello\r\r/demo whisper secret\r/jump\r{END_OF_INPUT}")
    assert lines == [
        "/help lists what can be typed, /quit leaves.",
        "#1 Ada:",
        "   hello",
        "#2 Bot (only you can see this):",
        "   psst: secret",
        "! There is no command /jump. /help lists what can be typed.",
    ]


@pytest.mark.parametrize("keys", [END_OF_INPUT, INTERRUPT, "/quit\r"])
async def test_there_are_three_polite_ways_to_leave(keys: str, stage: Stage) -> None:
    assert len(await sit(stage, keys)) == 1


async def test_news_appear_while_a_line_is_being_typed(stage: Stage) -> None:
    news = asyncio.Event()
    lines: list[str] = []
    client = seated(stage, lines)

    def write(line: str) -> None:
        lines.append(line)
        if "hello from Bob" in line:
            news.set()

    client.write = write
    with create_pipe_input() as typing, create_app_session(input=typing, output=DummyOutput()):
        sitting = asyncio.create_task(run_tty(client))
        typing.send_text("half a l")
        await stage.bob.say(stage.channel, "hello from Bob")
        await asyncio.wait_for(news.wait(), 10)
        typing.send_text("ine\r" + END_OF_INPUT)
        assert await sitting == 0
    assert lines[-1] == "   half a line"


async def completed(stage: Stage, line: str, bare_text: str | None = None) -> list[tuple[str, str]]:
    """What is offered at the end of a line: the text put in, and what the list shows."""
    completer = ClientCompleter(seated(stage, [], bare_text))
    offered = completer.get_completions_async(Document(line), CompleteEvent())
    return [(one.text, one.display_text) async for one in offered]


async def test_the_bot_is_asked_what_it_would_offer(stage: Stage) -> None:
    assert await completed(stage, "/demo guess word:app") == [("apple", "Apple"), ('"apple pie"', "Apple Pie")]
    assert await completed(stage, "apple p", "demo guess {text}") == [("apple pie", "Apple Pie")]


async def test_what_can_be_pressed_chosen_and_filled_in_is_offered(stage: Stage) -> None:
    await stage.play("/demo greet @Bob", "/demo menu")
    assert await completed(stage, "/press w") == [("Wave back", "Wave back")]
    assert await completed(stage, "/choose ") == [("apple", "apple"), ("Pear", "Pear")]
    assert await completed(stage, "/channel h") == [("hall", "hall")]


async def test_a_bot_that_cannot_be_asked_offers_nothing(stage: Stage) -> None:
    stage.guild.remove_member(stage.ada)
    assert await completed(stage, "/demo guess word:app") == []
