"""The documents are true: the sessions in docs/terminal.md and the permissions of the invite link work."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import discord

from local_discord import Permissions
from tests.documentation.texts import code_blocks, names, read, rows, section
from tests.end_to_end.support.bot_commands import run
from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.table import Table, reply
from tests.support.stand_in import patient_discord

README = read("README.md")
TERMINAL = read("docs/terminal.md")


async def test_the_lines_of_the_table_of_lines_work_in_order() -> None:
    """None is refused, and the move is played."""
    lines = [name for cells in rows(TERMINAL) for name in names(cells[0])]
    status, out, err = await run("--local", typed="\n".join(lines))
    assert (status, err) == (0, "")
    assert "played C3" in out
    assert "Open games per player: 2" in out


async def test_the_session_from_a_pipe_runs_and_ends_as_shown() -> None:
    heredoc = next(block for block in code_blocks(TERMINAL, "sh") if block.startswith("make run <<'END'\n"))
    ending = next(block for block in code_blocks(TERMINAL, "text") if "Leaderboard" in block)
    typed = heredoc.removeprefix("make run <<'END'\n").removesuffix("END\n")
    status, out, err = await run("--local", typed=typed)
    assert (status, err) == (0, "")
    assert out.endswith(ending)


async def test_the_game_against_the_bot_from_a_pipe_ends() -> None:
    """Each line waits for the bot's move."""
    piped = next(block for block in code_blocks(TERMINAL, "sh") if block.startswith("printf"))
    _, _, *lines = shlex.split(piped.removesuffix(" | make run\n"))
    status, out, err = await run("--local", typed="\n".join(lines))
    assert (status, err) == (0, "")
    assert "🏆 @Ada (X) won" in out
    assert "thinking" not in out


async def test_the_board_of_the_document_is_what_the_terminal_shows() -> None:
    typed = (
        "/gridlock challenge @Bob variant:blocking size:5 first:me start:plain time:none\n"
        "/as Bob\n/press Accept\n/as Ada\nC3\n/as Bob\nA1\n"
    )
    _, out, _ = await run("--local", typed=typed)
    shown = "\n".join(line.rstrip() for line in out.splitlines())
    assert code_blocks(TERMINAL, "text")[-1] in shown + "\n"


def test_the_invite_link_has_the_permissions_of_the_table() -> None:
    wanted = discord.Permissions(
        view_channel=True, send_messages=True, send_messages_in_threads=True, attach_files=True
    )
    bits = re.findall(r"^ *\| ([A-Z][\w ]+) \| (\d+) \|", section(README, "Invite it"), re.MULTILINE)
    assert {name for name, _ in bits} == {"View Channel", "Send Messages", "Send Messages in Threads", "Attach Files"}
    assert sum(int(bit) for _, bit in bits) == invited() == wanted.value
    assert "&scope=bot+applications.commands&" in README


async def test_the_permissions_of_the_invite_link_are_enough(tmp_path: Path) -> None:
    """With these permissions a game is played, boards are updated, notifications deleted, and no request fails."""
    async with patient_discord() as here:
        bot = BotProcess(here, tmp_path)
        await bot.start()
        table = Table.lay(here)
        table.channel.deny_bot(*(name for name, bit in Permissions.__members__.items() if not bit & invited()))
        assert table.channel.bot_permissions == invited()
        board = await table.begin(variant="dodge", size=4)
        await table.ada.press(board, "B2")
        await table.called(table.bob, board)
        assert await table.move(table.bob, "D4") is board
        await here.until(
            lambda: not [message for message in table.channel.messages if "it is your turn" in message.text],
            "Bob's notification to be deleted, and none for Ada, who has just moved",
        )
        await table.ada.command(table.channel, "gridlock board")
        await here.until(lambda: board.deleted, "the older copy to be deleted")
        data = await table.ada.command(table.channel, "gridlock me my-data")
        await here.until(lambda: reply(data).attachments, "the file")
        assert not [request for request in here.requests if request.status >= 400]
        assert await bot.stop() == 0


def invited() -> Permissions:
    """The permissions in the invite link of the README."""
    found = re.search(r"permissions=(\d+)", README)
    assert found
    return Permissions(int(found[1]))
