"""Actions of members: challenges and forget-me; and the rows about a member."""

from __future__ import annotations

from local_discord import Interaction, Member
from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.table import Table, reply


async def forget(table: Table, person: Member | None = None) -> None:
    """Erase the data of a member, by default Ada."""
    person = person or table.ada
    question = reply(await person.command(table.channel, "gridlock me forget-me"))
    await person.press(question, "Yes, delete everything")
    await table.discord.until(lambda: "is deleted" in question.text, f"{person.name} to be told")


def naming(bot: BotProcess, user_id: int) -> list[str]:
    """The tables of the bot's database that contain an id, also within a text."""
    tables = [name for (name,) in bot.read_rows("SELECT name FROM sqlite_master WHERE type = 'table'")]
    rows = {name: bot.read_rows(f"SELECT * FROM {name}") for name in tables}  # noqa: S608
    return [name for name in tables if any(str(user_id) in str(value) for row in rows[name] for value in row)]


async def challenge(table: Table, who: str, whom: str) -> Interaction:
    opponent = getattr(table, whom)
    asked: Interaction = await getattr(table, who).command(table.channel, "gridlock challenge", opponent=opponent)
    return asked
