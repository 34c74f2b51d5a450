"""Text of accuracies: how many decisions a player had, and how many kept the win."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from cogs.text.i18n import Words
from gridlock_host.learning.accuracies import MemberAccuracy
from gridlock_rules import VARIANTS
from gridlock_rules.wording import CountedPhrase, Phrase, listed
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


def accuracy_by_variant(by_variant: Mapping[str, MemberAccuracy], words: Words) -> list[str]:
    """Return a heading and a line for each variant in which a person had decisions; nothing if there are none."""
    lines = [
        _of_variant(variant.title, by_variant[variant.key], words)
        for variant in VARIANTS
        if variant.key in by_variant and by_variant[variant.key].ever.decisions
    ]
    heading = words(
        "**Accuracy** (a decision is a move in a won position in which some moves keep the win and others do not):"
    )
    return [heading, *lines] if lines else []


def _of_variant(title: str, accuracy: MemberAccuracy, words: Words) -> str:
    said: dict[str, object] = {
        "title": title,
        "accuracy": accuracy_text(accuracy.ever),
        "percent": round(100 * accuracy.ever.kept / accuracy.ever.decisions),
    }
    line = words("{title}: {accuracy} ({percent}%)", **said)
    if not accuracy.in_season.decisions:
        return line
    season = words("this season: {accuracy}", accuracy=accuracy_text(accuracy.in_season))
    return f"{line} · {season}"
