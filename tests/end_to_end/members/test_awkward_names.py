"""Member names that could break a text or notify others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from local_discord import INVITED_BOT, Member, Message, Permissions
from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.table import Table, game_id, refusal, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")

NAMES = {
    "a backtick": "Bob`s",
    "a code block": "```\nA  X  X  X\n```",
    "everybody": "@everyone",
    "everybody here": "`@here`",
    "another member": "<@{cleo}> <@&{role}>",
    "line breaks": "Bob\n\n# Cleo\r\u2028won",
    "right to left": "\u202eboB\u2066\u200f",
    "markup": "**_~~||[Bob](https://example.org)||~~_**",
}


@pytest.fixture(params=NAMES)
def crowd(table: Table, request: pytest.FixtureRequest) -> Table:
    """A server in which the bot may notify everybody, with an opponent of that name in Bob's place."""
    guild = table.discord.add_guild("Awkward", bot_permissions=INVITED_BOT | Permissions.MENTION_EVERYONE)
    ada, cleo, role = guild.add_member("Ada"), guild.add_member("Cleo"), guild.add_role("players")
    cleo.roles.append(role)
    name = NAMES[request.param].format(cleo=cleo.id, role=role.id)
    return replace(
        table, guild=guild, channel=guild.add_channel("games"), ada=ada, cleo=cleo, bob=guild.add_member(name)
    )


def code_block(board: Message) -> list[str]:
    """The lines of the drawing on a board; there is one, and it is closed."""
    before, drawing, after = board.text.split("```")
    assert "`" not in before
    assert "`" not in after.replace("`+`", "").replace("`[ ]`", ""), "only the legend has them"
    return drawing.strip("\n").split("\n")


def notified(member: Member) -> list[str]:
    return [message.text for message in member.notifications]


async def test_player_names_do_not_change_a_board(crowd: Table) -> None:
    ada, bob, name = crowd.ada, crowd.bob, crowd.bob.name
    challenge = reply(await bob.command(crowd.channel, "gridlock challenge", opponent=ada, variant="lines", first="me"))
    assert challenge.text.startswith(f"{ada.mention}, {bob.mention} challenges you to **Lines** on")
    board = reply(await ada.press(challenge, "Accept"))
    await crowd.called(bob, board)
    await bob.press(board, "C3")
    await crowd.called(ada, board)
    assert f"{ada.mention} (O) **to move** · 🟦 {bob.mention} (X)" in board.text
    drawing = code_block(board)
    assert drawing[0] == "   1  2  3  4  5 "
    assert {len(line) for line in drawing} == {len(drawing[0])}
    assert "".join(drawing).isascii()
    listed = reply(await ada.command(crowd.channel, "gridlock games")).text
    assert listed.startswith(f"**Your turn**: #{game_id(board)} · Lines")
    assert f" against {bob.mention}, 1 move: " in listed
    assert len(listed.splitlines()) == 1
    await crowd.resign(bob, board)
    await crowd.discord.until(lambda: [text for text in notified(ada) if "is over" in text], "Ada to hear of the end")
    for message in crowd.channel.messages:
        assert name not in message.text
        assert set(message.mentions) <= {ada, bob}
    assert notified(crowd.cleo) == []


async def test_member_names_do_not_change_lists(crowd: Table) -> None:
    ada, bob, name = crowd.ada, crowd.bob, crowd.bob.name
    await crowd.resign(bob, await crowd.both_move(await crowd.begin(variant="dodge", size=3)))
    await bob.command(crowd.channel, "gridlock me block", member=crowd.cleo)
    told = [
        await bob.command(crowd.channel, "gridlock leaderboard"),
        await ada.command(crowd.channel, "gridlock stats", member=bob),
        await ada.command(crowd.channel, "gridlock me block", member=bob),
        await ada.command(crowd.channel, "gridlock me block"),
    ]
    standings, stats, blocked, blocks = (reply(one).text for one in told)
    assert f"\n1\\. {ada.mention} **1 point**" in standings
    assert f"\n2\\. {bob.mention} **0 points**" in standings
    assert f"\n{bob.mention} has rank 2 of 2." in standings
    for text in (stats, blocked, blocks):
        assert bob.mention in text
    for text in (standings, stats, blocked, blocks):
        assert name not in text
    assert all(not reply(one).mentions for one in told)
    assert notified(crowd.cleo) == []


async def test_a_choice_shows_a_name_in_one_line(crowd: Table) -> None:
    """Choices are plain text to Discord, so only what would disorder the line is taken out."""
    board = await crowd.begin()
    ((label, value),) = await crowd.ada.autocomplete(crowd.channel, "gridlock resign", focused="game", game="")
    assert value == game_id(board)
    assert label.startswith(f"#{value} · Lines")
    assert label.count(" · ") == 3
    assert label.endswith(" · your turn")
    assert label.isprintable()


@pytest.mark.parametrize("typed", ["`@everyone`", "```\n@here", "<@1> \u202e C3", "@everyone " * 30])
async def test_typed_text_breaks_no_message(table: Table, bot: BotProcess, typed: str) -> None:
    await table.begin()
    logged_before = len(bot.log)
    for command, options in (("move", {"cell": typed}), ("board", {"game": typed}), ("accept", {"challenge": typed})):
        said = await table.ada.command(table.channel, f"gridlock {command}", **options)
        sentence = refusal(said)
        assert sentence.count("`") % 2 == 0
        assert "```" not in sentence
        assert sentence.isprintable()
        assert reply(said).mentions == []
    assert "incident" not in bot.log[logged_before:]
