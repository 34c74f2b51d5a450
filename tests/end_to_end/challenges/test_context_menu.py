"""The entry "Challenge to Gridlock" in the menu on a member."""

from __future__ import annotations

import pytest

from local_discord import Member
from tests.end_to_end.support.table import Table, refusal, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_the_menu_on_a_member_challenges_them_to_what_the_server_plays(table: Table) -> None:
    await table.settle(variant="blocking", size=4, time="1 hour")
    used = await table.ada.context_menu(table.channel, "Challenge to Gridlock", target=table.bob)
    challenge = reply(used)
    assert "**Blocking** on 4×4" in challenge.text  # noqa: RUF001
    assert "1 hour a move" in challenge.text
    assert challenge.mentions == [table.bob]
    assert "to move" in reply(await table.bob.press(challenge, "Accept")).text


async def test_the_menu_on_a_member_refuses_what_the_command_refuses(table: Table) -> None:
    async def refused(target: Member) -> str:
        return refusal(await table.ada.context_menu(table.channel, "Challenge to Gridlock", target=target))

    assert "yourself" in await refused(table.ada)
    assert "bot" in await refused(table.guild.add_member("Cleo", bot=True))
    await table.settle(challenges=1, channel_add=table.guild.add_channel("arena"))
    assert "You can start games in" in await refused(table.bob)
    await table.settle(reset=True, challenges=1)
    await table.challenge()
    assert "allows 1 open challenge at a time, offers of rematches included, and you have 1" in await refused(table.bob)
    table.guild.remove_member(table.cleo)
    assert "not in this server" in await refused(table.cleo)


async def test_the_menu_on_a_person_challenges_them_in_a_group_chat(table: Table) -> None:
    table.ada.user.has_installed_app = True
    group = table.discord.add_group("friends", table.ada, table.bob)
    challenge = reply(await table.ada.context_menu(group, "Challenge to Gridlock", target=table.bob))
    assert "to move" in reply(await table.bob.press(challenge, "Accept")).text


async def test_the_menu_on_a_person_challenges_nobody_in_direct_messages(table: Table) -> None:
    refused = refusal(await table.ada.context_menu(table.ada.dm, "Challenge to Gridlock", target=table.bob))
    assert "Nobody else can see this chat" in refused
