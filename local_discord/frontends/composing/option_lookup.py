"""Asking the bot what an option could be, where only the bot knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from local_discord.frontends.composing.completion import Candidate
from local_discord.frontends.composing.words import quote

if TYPE_CHECKING:
    from local_discord import Channel, Member
    from local_discord.frontends.composing.completion import Completion


async def ask_bot(member: Member, channel: Channel, completion: Completion) -> list[Candidate]:
    """Returns what the bot offers for the option that is being typed, best first.

    Args:
        member: Who types.
        channel: Where.
        completion: What is known of the line; without a question in it, nothing is asked.

    Raises:
        Refused: The bot cannot be asked, because another option of the line is not valid.
        Unanswered: No answer came in time.
    """
    question = completion.question
    if question is None:
        return []
    values = {**question.others, question.option: question.typed}
    offered = await member.autocomplete(channel, question.path, focused=question.option, **values)
    spell = quote if completion.quoted else str
    return [Candidate(spell(str(value)), name) for name, value in offered]
