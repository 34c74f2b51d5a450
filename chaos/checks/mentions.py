"""A message notifies only those whom it concerns, and only for the reasons that are documented."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from chaos.checks.breach import Breach, Claim
from chaos.checks.evidence import Evidence
from chaos.players.message_reading import read_challenge
from local_discord import Message

_ABOUT_A_GAME = re.compile(
    r"^<@(?P<call>\d+)>, it is your turn in game #(?P<called>\d+)"
    r"|^<@\d+>, your time in game #(?P<warned>\d+)"
    r"|^Game #(?P<ended>\d+) · .* is over\."
    r"|^<@\d+>, <@\d+> (?:offers you a rematch of|asks to take \S+ back in) game #(?P<offered>\d+)"
    r"|^(?:<@\d+> took a move back|The move stands) in game #(?P<answered>\d+)"
)
_CANCELLED = re.compile(r" cancelled the challenge to <@(\d+)>")


def check_mentions(evidence: Evidence) -> Iterator[Breach]:
    """Look at each message that has notified somebody."""
    calls: Counter[int] = Counter()
    for message in evidence.messages.values():
        if not message.mentions:
            continue
        told = {member.id for member in message.mentions}
        about = _ABOUT_A_GAME.match(message.text)
        number = next((int(each) for each in about.groups()[1:] if each), None) if about else None
        game = None if number is None else evidence.stored.games.get(number)
        allowed = set(game.players) if game is not None else {_challenged(message)}
        if not told <= allowed:
            yield Breach(Claim.MENTION, f"{told} were notified by {message}", number)
        if about and about["call"]:
            calls[int(about["called"])] += message.nonce is not None
            if told != {int(about["call"])}:
                yield Breach(Claim.MENTION, f"{told} were notified by {message}", number)
    for number, times in calls.items():
        game = evidence.stored.games.get(number)
        if game is not None and times > game.row.version + 1:
            yield Breach(Claim.MENTION, f"{times} calls to move in {game.row.version} changes", number)


def _challenged(message: Message) -> int | None:
    read = read_challenge(message.text)
    if read is not None:
        return read[0]
    # One that is over has another text, which begins with whoever has answered or cancelled it.
    named = _CANCELLED.search(message.text) or re.search(r"<@(\d+)>", message.text)
    return int(named[1]) if named else None
