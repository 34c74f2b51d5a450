"""The prompt, driven by keys."""

from __future__ import annotations

import asyncio
import os
import termios
from typing import TYPE_CHECKING, Self

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from local_discord.frontends.terminal import run_terminal
from local_discord.frontends.terminal.client import Client
from local_discord.frontends.terminal.tty import ClientCompleter, run_tty
from local_discord.tests.support.scene import PATIENCE

if TYPE_CHECKING:
    from local_discord.tests.terminal.conftest import Stage

END_OF_INPUT, INTERRUPT, TAB = "\x04", "\x03", "\t"


def seated(stage: Stage, lines: list[str], bare_text: str | None = None) -> Client:
    return Client(stage.discord, stage.guild, stage.channel, stage.ada, write=lines.append, bare_text=bare_text)


async def sit(stage: Stage, keys: str) -> list[str]:
    """Type keys at once, and return the output."""
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


@pytest.mark.parametrize("keys", [END_OF_INPUT, "/quit\r"])
async def test_two_ways_to_leave(keys: str, stage: Stage) -> None:
    assert len(await sit(stage, keys)) == 1


async def test_ctrl_c_clears_the_line_and_asks_before_it_leaves(stage: Stage) -> None:
    lines = await sit(stage, f"half a li{INTERRUPT}{INTERRUPT}whole\r{INTERRUPT}{INTERRUPT}")
    asked = "Press Ctrl+C again to leave, or go on typing."
    assert lines[1:] == [asked, "#1 Ada:", "   whole", asked]


async def test_ctrl_c_asks_again_once_a_line_was_begun_since(stage: Stage) -> None:
    lines = await sit(stage, f"{INTERRUPT}half a li{INTERRUPT}{INTERRUPT}{INTERRUPT}")
    assert lines[1:] == ["Press Ctrl+C again to leave, or go on typing."] * 2


@pytest.mark.parametrize("word", ["quit", "EXIT"])
async def test_a_word_leaves_where_lines_are_no_messages(word: str, stage: Stage) -> None:
    lines: list[str] = []
    with create_pipe_input() as typing, create_app_session(input=typing, output=DummyOutput()):
        typing.send_text(f"{word}\r")
        assert await run_tty(seated(stage, lines, "demo guess {text}")) == 0


@pytest.mark.parametrize(
    ("environment", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)]
)
async def test_a_terminal_that_takes_colours_gets_them(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], *, coloured: bool
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in {"PROMPT_TOOLKIT_NO_CPR": "1", "TERM": "xterm", **environment}.items():
        monkeypatch.setenv(name, value)
    with Screen() as screen:
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(run_on(screen, stage, "Nice to see you."))
            await screen.shows("Nice to see you.")
            screen.type("hello there\r")
            await screen.shows("\x1b[1;36m#1 Ada:\x1b[0m" if coloured else "#1 Ada:\r\n")
            screen.type(END_OF_INPUT)


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
        await asyncio.wait_for(news.wait(), PATIENCE)
        typing.send_text("ine\r" + END_OF_INPUT)
        assert await sitting == 0
    assert lines[-1] == "   half a line"


async def completed(stage: Stage, line: str, bare_text: str | None = None) -> list[tuple[str, str]]:
    """Return the suggestions at the end of a line: inserted text, and text in the list."""
    completer = ClientCompleter(seated(stage, [], bare_text))
    offered = completer.get_completions_async(Document(line), CompleteEvent())
    return [(one.text, one.display_text) async for one in offered]


async def test_the_bots_autocomplete_choices_are_suggested(stage: Stage) -> None:
    assert await completed(stage, "/demo guess word:app") == [("apple", "Apple"), ('"apple pie"', "Apple Pie")]
    assert await completed(stage, "apple p", "demo guess {text}") == [("apple pie", "Apple Pie")]


async def test_buttons_menu_values_and_fields_are_suggested(stage: Stage) -> None:
    await stage.play("/demo greet @Bob", "/demo menu")
    assert await completed(stage, "/press w") == [("Wave back", "Wave back")]
    assert await completed(stage, "/choose ") == [("apple", "apple"), ("Pear", "Pear")]
    assert await completed(stage, "/channel h") == [("hall", "hall")]


async def test_a_bot_that_cannot_be_asked_offers_nothing(stage: Stage) -> None:
    stage.guild.remove_member(stage.ada)
    assert await completed(stage, "/demo guess word:app") == []


async def test_output_is_shown_above_the_prompt(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    # This terminal does not answer queries for the cursor's position.
    monkeypatch.setenv("PROMPT_TOOLKIT_NO_CPR", "1")
    monkeypatch.setenv("TERM", "xterm")
    with Screen() as screen:
        async with asyncio.TaskGroup() as tasks:
            sitting = tasks.create_task(run_on(screen, stage, "Nice to see you."))
            await screen.shows("Nice to see you.")
            await screen.shows("Ada>")
            screen.type("hello there\r")
            await screen.shows("   hello there")
            screen.type(END_OF_INPUT)
        assert sitting.result() == 0


async def test_a_line_that_is_too_long_is_broken_between_words(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROMPT_TOOLKIT_NO_CPR", "1")
    monkeypatch.setenv("TERM", "xterm")
    with Screen(columns=40) as screen:
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(run_on(screen, stage, "Here you are Ada, who may do whatever she likes."))
            await screen.shows("Here you are Ada, who may do whatever\r\nshe likes.\r\n")
            screen.type(f"{'five ' * 9}\r")
            await screen.shows(f"   {' '.join(['five'] * 7)}\r\n   five five\r\n")
            screen.type(END_OF_INPUT)


async def run_on(screen: Screen, stage: Stage, greeting: str) -> int:
    """Run the terminal as Ada on a pseudo-terminal."""
    return await run_terminal(
        stage.discord,
        stage.guild,
        stage.channel,
        seat=stage.ada,
        greeting=greeting,
        stdin=screen.stdin,
        stdout=screen.stdout,
    )


class Screen:
    """A pseudo-terminal, and the text written on it."""

    def __init__(self, columns: int = 80) -> None:
        self._controller, terminal = os.openpty()
        termios.tcsetwinsize(terminal, (24, columns))
        self.stdin = os.fdopen(terminal, "r", encoding="utf-8")
        self.stdout = os.fdopen(os.dup(terminal), "w", encoding="utf-8")
        self._text = b""
        self._changed = asyncio.Event()

    def __enter__(self) -> Self:
        asyncio.get_running_loop().add_reader(self._controller, self._read)
        return self

    def __exit__(self, *_: object) -> None:
        asyncio.get_running_loop().remove_reader(self._controller)
        self.stdin.close()
        self.stdout.close()
        os.close(self._controller)

    def type(self, keys: str) -> None:
        """Type keys."""
        os.write(self._controller, keys.encode())

    async def shows(self, text: str) -> None:
        """Wait until it shows a text."""
        async with asyncio.timeout(10):
            while text.encode() not in self._text:
                self._changed.clear()
                await self._changed.wait()

    def _read(self) -> None:
        self._text += os.read(self._controller, 65536)
        self._changed.set()
