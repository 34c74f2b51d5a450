"""Hostile names of people, channels, roles and servers: the texts of the bot do not change."""

from __future__ import annotations

import re
from typing import Final

import pytest
import pytest_asyncio
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from local_discord import INVITED_BOT, Member, Message, Permissions
from local_discord.frontends.terminal.rendering.markdown import without_control_codes
from local_discord.frontends.terminal.screen import Screen
from tests.end_to_end.support.table import Table, reply
from tests.hostile.laws import Witness
from tests.hostile.texts import texts

pytestmark = pytest.mark.asyncio(loop_scope="module")

PLAIN: Final = ("Ada", "Bob", "Cleo", "games", "players", "Pretend server")
# A middle dot separates the parts of a choice.
names = (texts | st.text(min_size=1)).map(lambda text: text.replace("\u00b7", "")[:32] or "Ada")
crowds = st.tuples(*[names] * len(PLAIN))


class Play:
    """A day in a server, and all texts of that day."""

    def __init__(self, witness: Witness, called: tuple[str, ...]) -> None:
        ada, bob, cleo, channel, role, server = called
        everything = INVITED_BOT | Permissions.MENTION_EVERYONE
        self.witness = witness
        self.guild = witness.discord.add_guild(server, bot_permissions=everything)
        self.people = [self.guild.add_member(name) for name in (ada, bob, cleo)]
        self.manager = self.guild.add_member("Manager", permissions=Permissions.MANAGE_GUILD)
        self.channel = self.guild.add_channel(channel)
        self.role = self.guild.add_role(role)
        self.answers: list[Message] = []
        self.labels: list[str] = []

    async def run(self) -> None:
        """Cause all texts that mention a person or thing."""
        ada, bob, cleo = self.people
        await self.tell(
            self.manager, "gridlock-server settings", channel_add=self.channel, moderator=self.role, log=self.channel
        )
        table = Table(self.witness.discord, self.guild, self.channel, ada, bob, cleo)
        over = await table.begin(variant="dodge", size=3)
        await ada.press(over, "B2")
        await self.witness.at_rest()
        board = await table.begin()
        await ada.press(board, "C3")
        self.labels = [
            label
            for command in ("gridlock resign", "gridlock learn review")
            for label, _ in await bob.autocomplete(self.channel, command, focused="game", game="")
        ]
        await self.tell(ada, "gridlock challenge", opponent=cleo)
        await self.tell(bob, "gridlock games")
        await self.tell(cleo, "gridlock learn review")
        await self.tell(bob, "gridlock leaderboard")
        await self.tell(cleo, "gridlock stats", member=bob)
        await self.tell(bob, "gridlock me block", member=cleo)
        await self.tell(bob, "gridlock me block")
        await self.tell(self.manager, "gridlock-server moderate ban", member=cleo, reason=cleo.name)
        await self.tell(self.manager, "gridlock-server moderate log")
        await table.resign(bob, board)
        await self.witness.at_rest()

    async def tell(self, member: Member, command: str, /, **options: object) -> None:
        """Send a command, and record the answer."""
        sending = member.command(self.channel, command, **options)  # type: ignore[arg-type]
        interaction = await self.witness.see(self.guild, sending)
        self.answers.append(reply(interaction))

    def transcript(self) -> list[str]:
        """The texts, without ids, which differ by server, and without the reason of the ban."""
        said = [message.text for message in (*self.channel.messages, *self.answers)]
        return [re.sub(r"\d{3,}|#\d+", "N", re.sub(r"(<t:\d+:R>: ).*", r"\1why", text)) for text in said]

    def notified(self) -> list[int]:
        """How often each person was notified."""
        return [len(member.notifications) for member in (*self.people, self.manager)]

    def on_terminal(self) -> list[str]:
        """The texts as a terminal shows them."""
        lines = Screen(self.guild).everything(self.people[0], self.channel)
        return [without_control_codes(line) for line in lines]


async def played(witness: Witness, called: tuple[str, ...]) -> Play:
    play = Play(witness, called)
    await play.run()
    return play


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def plain(witness: Witness) -> Play:
    """The day with ordinary names."""
    return await played(witness, PLAIN)


@settings(max_examples=5, phases=[Phase.explicit, Phase.generate], suppress_health_check=[HealthCheck.too_slow])
@example(called=("\u202e\u3164\u200b", "```\nA  X  X\n```", "@everyone", "\n# games", "`", "<@&1>"))
@given(called=crowds)
async def test_texts_are_the_same_with_any_names(witness: Witness, plain: Play, called: tuple[str, ...]) -> None:
    play = await played(witness, called)
    assert play.transcript() == plain.transcript()
    assert play.notified() == plain.notified()
    for label in play.labels:
        assert label.isprintable()
        assert not re.search(r" ·\s*(·|$)", label), "an empty name"
    on_terminal = play.on_terminal()
    assert len(on_terminal) == len(plain.on_terminal())
    assert all(line.replace("\t", "").isprintable() for line in on_terminal)
