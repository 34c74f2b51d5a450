"""Local run: the bot on the pretend server, with commands from a pipe."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from pathlib import Path

import pytest

from gridlock_host.learning.tutorial_steps import tutorial_steps
from tests.end_to_end.support.bot_commands import run, run_from_scratch
from tests.support.forked_bot import ROOT
from tests.support.patience import PATIENCE

GOLDEN_SESSION = """\
# A game of Blocking from the challenge to the leaderboard
/gridlock challenge @Bob variant:blocking size:5 first:me start:plain
/as Bob
/press Accept
/as Ada
C3
/as Bob
A1
/as Ada
E5
/as Bob
B4
/as Ada
D2
/gridlock leaderboard
"""


async def test_the_golden_game_is_played_from_a_pipe() -> None:
    status, out, err = await run_from_scratch("--local", typed=GOLDEN_SESSION)
    assert (status, err) == (0, "")
    assert "🏆 @Ada (X) won: @Bob (O) has no legal move." in out
    assert "1. @Ada 1 point · 1 played, 1 won, 0 lost (100%)" in out
    assert "2. @Bob 0 points · 1 played, 0 won, 1 lost (0%)" in out


async def test_a_game_is_learned_from_a_pipe() -> None:
    """Each step by a press, and after the last one a game begins."""
    typed = ["/gridlock learn tutorial variant:standoff"]
    for step in tutorial_steps("standoff"):
        typed += [f"/press {min(step.right or step.position.legal_moves, key=str)}", "/press Next step"]
    typed[-1] = "/press Play Standoff at level 1"
    status, out, err = await run_from_scratch("--local", typed="\n".join(typed))
    assert (status, err) == (0, "")
    assert "You know Standoff now: play it." in out
    assert out.count("Right: ") >= 5
    assert "Standoff #1" in out


async def test_a_game_is_explored_from_a_pipe() -> None:
    typed = ["/gridlock learn explore variant:dodge", "/press B2 +1", "/press Back", "/press A1 -8"]
    status, out, err = await run_from_scratch("--local", typed="\n".join(typed))
    assert (status, err) == (0, "")
    assert "X wins with 1 of 9 moves." in out
    assert "O has no legal move, so X has won." in out
    assert "Played: A1" in out


async def test_a_group_chat_and_direct_messages_are_tried_from_a_pipe() -> None:
    typed = [
        "/channel friends",
        "/gridlock challenge @Bob variant:lines first:me start:plain",
        *("/as Bob", "/press Accept", "/as Ada", "C3"),
        "/channel Gridlock",
        "/gridlock challenge @Gridlock variant:lines level:1 first:me start:plain",
        *("/press C3", "/as Bob"),
    ]
    status, out, err = await run_from_scratch("--local", typed="\n".join(typed))
    assert (status, err) == (0, "")
    group, chat = out.split("Ada> /channel Gridlock\n")
    assert "@Bob, it is your turn in game #1" in group
    assert "Lines #2" in chat
    assert "· move 3" in chat
    assert "Bob> " not in chat
    assert "Bob is in #games." in chat


async def test_workers_run_without_a_standard_error(tmp_path: Path) -> None:
    """Not even nothing, as `2> /dev/null` would: it is closed."""
    out = tmp_path / "out"
    process = await asyncio.create_subprocess_exec(
        *("sh", "-c", 'exec "$0" bot.py --local > "$1" 2>&-', sys.executable, str(out)),
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": "", "GRIDLOCK_DISCORD_API": "", "GRIDLOCK_DISCORD_GATEWAY": ""},
        stdin=asyncio.subprocess.PIPE,
    )
    await asyncio.wait_for(
        process.communicate(b"/gridlock challenge @Gridlock variant:lines first:me\nC3\n"), timeout=PATIENCE
    )
    assert process.returncode == 0
    assert "· move 3" in out.read_text()
    assert "found no good move" not in out.read_text()


@pytest.mark.parametrize(
    ("command", "status", "shown"),
    [
        # The encoding that is often set in a container.
        ('PYTHONIOENCODING=ascii "$0" bot.py --local', 0, r"(?s)Ada> /gridlock challenge @Bob\n#1 Gridlock:\n.*5\?5.*"),
        ('set -o pipefail; "$0" bot.py --local | head -1', 0, r"Ada> /gridlock challenge @Bob\n"),
        ('"$0" bot.py --local > /dev/full', 2, r"Standard input or output cannot be used: No space left on device.\n"),
    ],
)
async def test_streams_of_all_kinds_end_a_local_run_with_a_status_and_no_traceback(
    command: str, status: int, shown: str
) -> None:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("GRIDLOCK_", "DISCORD_"))}
    process = await asyncio.create_subprocess_exec(
        *("bash", "-c", command, sys.executable),
        cwd=ROOT,
        env=kept | {"DATABASE_URL": ""},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    out, _ = await asyncio.wait_for(process.communicate(b"\xef\xbb\xbf/gridlock challenge @Bob\n"), timeout=PATIENCE)
    assert process.returncode == status
    assert re.fullmatch(shown, out.decode()), out


async def test_an_invalid_line_ends_a_piped_session_with_status_1() -> None:
    status, out, _ = await run("--local", typed="/gridlock dance\n/gridlock rules\n")
    assert status == 1
    assert "games, one idea" in out


async def test_only_ada_can_change_settings_on_the_pretend_server() -> None:
    change = "/gridlock-server settings channel_add:#games games:2 moderator:@Managers"
    status, out, _ = await run("--local", typed=f"{change}\n/as Bob\n/gridlock-server settings\n/members\n")
    assert status == 1
    assert "members with the role @Managers" in out
    assert "Open games per player: 2" in out
    assert "Bob may not use /gridlock-server in #games." in out
    assert "@Ada (may manage guild)" in out


async def test_a_refused_move_is_a_valid_line() -> None:
    status, out, _ = await run("--local", typed="C3\n")
    assert status == 0
    assert "no open game" in out


async def test_every_local_run_starts_fresh_unless_a_database_is_named(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'kept.db'}"
    for environment, expected in (({}, "no open games"), ({"DATABASE_URL": url}, "Your challenge Lines")):
        await run("--local", typed="/gridlock challenge @Bob\n", **environment)
        _, out, _ = await run("--local", typed="/gridlock games\n", **environment)
        assert expected in out


async def test_the_pretend_server_is_served_with_any_shards() -> None:
    status, out, err = await run("--local", typed="/gridlock challenge @Bob\n", GRIDLOCK_SHARDS="1/4")
    assert (status, err) == (0, "")
    assert "(@Bob was mentioned)" in out


async def test_local_without_token_needs_no_token() -> None:
    status, _, _ = await run("--local-without-token", typed="/gridlock rules\n")
    assert status == 0
