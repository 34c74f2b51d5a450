"""Text of accuracies: how many decisions a player had, and how many kept the win."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from cogs.text.i18n import Words
from cogs.text.shared import listed
from gridlock_rules import VARIANTS
from gridlock_rules.wording import CountedPhrase, Phrase
from gridlock_solver.judgement.accuracy import Accuracy


def accuracy_text(accuracy: Accuracy) -> Phrase:
    """Return the decisions of a player, and how many of them kept the win."""
    decisions = CountedPhrase(accuracy.decisions, "{number} decision", "{number} decisions")
    return Phrase("{decisions}, {kept} kept", decisions=decisions, kept=accuracy.kept)


def accuracy_of_players(players: Iterable[tuple[str, Accuracy]]) -> Iterator[Phrase]:
    """Yield one line about the players of a game; nothing if none of them had a decision.

    Args:
        players: Each player as they are named, with their accuracy.
    """
    told = [
        Phrase("{player}: {accuracy}", player=name, accuracy=accuracy_text(accuracy))
        for name, accuracy in players
        if accuracy.decisions
    ]
    if told:
        yield Phrase("Accuracy · {players}", players=listed(told, " · "))


def accuracy_by_variant(by_variant: Mapping[str, Accuracy], words: Words) -> list[str]:
    """Return a heading and a line for each variant in which a person had decisions; nothing if there are none."""
    lines = [
        words(
            "{title}: {accuracy} ({percent}%)",
            title=variant.title,
            accuracy=accuracy_text(accuracy),
            percent=round(100 * accuracy.kept / accuracy.decisions),
        )
        for variant in VARIANTS
        if (accuracy := by_variant.get(variant.key, Accuracy())).decisions
    ]
    heading = words(
        "**Accuracy** (a decision is a move in a won position in which some moves keep the win and others do not):"
    )
    return [heading, *lines] if lines else []
