"""Actions of members about what is kept of them: tables, records, files, and the deletion of it all."""

from __future__ import annotations

from typing import Any, Final

from chaos.players.actions import Actor
from chaos.players.visible_messages import FORGOTTEN, has
from gridlock_rules import VARIANTS

_ORDERS: Final = ("points", "win rate", "rating", "rating against the bot")
_SEASONS: Final = (1, 2, 3, 9)
_A_THIRD: Final = 0.3
_SURE: Final = 0.8


async def see_leaderboard(actor: Actor) -> bool:
    """Ask for the table of a season, of a variant, by points or by rating."""
    options: dict[str, Any] = {"by": actor.rng.choice(_ORDERS)}
    if actor.rng.random() < _A_THIRD:
        options["season"] = actor.rng.choice(_SEASONS)
    elif actor.rng.random() < _A_THIRD:
        options["variant"] = actor.rng.choice(VARIANTS).key
    await actor.attempt(actor.member.command(actor.world.place(actor.rng), "gridlock leaderboard", **options))
    return True


async def see_records(actor: Actor) -> bool:
    """Ask for seasons, statistics, one's games against another member, or all of them as a file."""
    other = actor.rng.choice(actor.world.members)
    command, options = actor.rng.choice(
        (
            ("gridlock seasons", {}),
            ("gridlock stats", {"member": other}),
            ("gridlock versus", {"member": other}),
            ("gridlock export", {}),
        )
    )
    await actor.attempt(actor.member.command(actor.world.place(actor.rng), command, **options))
    return True


async def forget(actor: Actor) -> bool:
    """Have everything deleted, or think better of it. A new person takes the place of one who was forgotten."""
    asked = await actor.attempt(actor.member.command(actor.world.place(actor.rng), "gridlock me forget-me"))
    question = None if asked is None else asked.reply
    if question is None or not has(question, "forget"):
        return True
    label = "Yes, delete everything" if actor.rng.random() < _SURE else "No, keep it"
    await actor.attempt(actor.member.press(question, label))
    if question.text == FORGOTTEN:
        actor.member = actor.world.replace(actor.member)
    return True
