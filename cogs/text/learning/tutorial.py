"""Text of the tutorial: what each step asks, and what is said of an answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cogs.text.shared import marked, sentences
from gridlock_host.learning.tutorial_steps import Goal, TutorialAnswer, TutorialStep
from gridlock_rules import cell_name, find_variant
from gridlock_rules.wording import Phrase, translatable

MOST_WORDS: Final = 25
"""The most words of what a step asks, in every language."""

_LEGAL: Final[Mapping[str, str]] = {
    "lines": translatable("{opponent} has just claimed {last}. Claim a free cell in the same row or the same column."),
    "standoff": translatable(
        "Claim a free cell that touches none of {opponent}'s cells, not even diagonally. You may touch your own."
    ),
    "dodge": translatable(
        "{opponent} has just claimed {last}. Claim a free cell that does not touch it, not even diagonally."
    ),
    "blocking": translatable("Claim a cell that is not blocked. Blocked cells share a row or a column with a marker."),
    "isolation": translatable(
        "Step to a free cell next to your token. Then choose a free cell to remove that does not touch {opponent}."
    ),
}
_ANY_LEGAL: Final = translatable("You may play {restriction}. Press one.")
_ASKED: Final[Mapping[Goal, str]] = {
    Goal.STUCK: translatable(
        "The player who cannot move loses. You have a single legal move, and after it {opponent} has none. Find it."
    ),
    Goal.WIN_IN_ONE: translatable("Win at once: one of these moves leaves {opponent} no cell to go to."),
    Goal.KEEP_WIN: translatable(
        "You are winning. One move keeps it so; every other one gives the win to {opponent}. Think of the answers."
    ),
    Goal.BLOCKS: translatable(
        "A claim blocks its row and its column for both of you. Claim a cell that blocks {one} and {two}."
    ),
    Goal.NOTHING_LOST: translatable(
        "Here no move gives a win away: each one closes one row and one column. Press any legal cell."
    ),
    Goal.PARITY: translatable(
        "Three rows are open, so three moves follow: yours, {opponent}'s, yours. An odd number is yours. Press any "
        "legal cell."
    ),
    Goal.PAIRS: translatable(
        "Equal letters are partners: {opponent} has taken {last}, so take the other {letter}. Then you always have an "
        "answer."
    ),
    Goal.MIRROR: translatable(
        "You hold the centre. Answer {last} with its mirror image: straight opposite, as far from the centre."
    ),
    Goal.CUT_OFF: translatable(
        "Cut {opponent} off: step and remove so that no path joins the tokens, and the larger part is yours."
    ),
}
_PRAISE: Final[Mapping[Goal, str]] = {
    Goal.LEGAL: translatable("Right: **{move}** is a legal move."),
    Goal.STUCK: translatable("Right: after **{move}** {opponent} cannot move, and loses."),
    Goal.WIN_IN_ONE: translatable("Right: after **{move}** {opponent} cannot move, and loses."),
    Goal.KEEP_WIN: translatable("Right: after **{move}** you win, whatever {opponent} answers."),
    Goal.BLOCKS: translatable("Right: **{move}** blocks {one} and {two}."),
    Goal.NOTHING_LOST: translatable("Right: after **{move}** two moves follow, and the last one is yours."),
    Goal.PARITY: translatable("Right: after **{move}** two moves follow, and the last one is yours."),
    Goal.PAIRS: translatable("Right: whatever {opponent} takes now, its partner is free for you."),
    Goal.MIRROR: translatable("Right: whatever {opponent} claims now, its mirror image is free for you."),
    Goal.CUT_OFF: translatable("Right: after **{move}** {opponent} cannot reach you, and runs out of steps first."),
}
_STILL_FREE: Final = translatable("After **{move}** {opponent} can still go to {cell}. Try again.")
_LOSES_TO: Final = translatable("After **{move}** {opponent} answers {reply} and wins. Try again.")
_CORRECTION: Final[Mapping[Goal, str]] = {
    Goal.BLOCKS: translatable(
        "**{move}** does not block both. The row of one of the two cells crosses the column of the other. Try again."
    ),
    Goal.PAIRS: translatable("**{move}** is not the partner of {last}. Look for the other {letter}. Try again."),
    Goal.MIRROR: translatable("**{move}** is not straight opposite {last}. Count from the centre. Try again."),
}


def heading(step: TutorialStep, of: int, *, has_emoji: bool) -> Phrase:
    """Return the game, the number of the step, and who the person is in it.

    Args:
        step: The step.
        of: How many steps the game has.
        has_emoji: Whether the board is drawn with emoji.
    """
    position = step.position
    return Phrase(
        "**{title}** · step {number} of {of} · you are {mark}, against {other}",
        title=position.variant.title,
        number=step.number,
        of=of,
        mark=marked(position, position.to_move, has_emoji=has_emoji),
        other=marked(position, position.to_move.opponent, has_emoji=has_emoji),
    )


def asked(step: TutorialStep) -> Phrase:
    """Return what a step asks, in at most `MOST_WORDS` words."""
    template = _ASKED.get(step.goal) or _LEGAL.get(step.variant_key, _ANY_LEGAL)
    return Phrase(template, **_values(step))


def pick_text(cell: int) -> Phrase:
    """Ask for the second half of a move."""
    return Phrase("You step to **{cell}**. Now choose the cell to remove.", cell=cell_name(cell))


def answer_text(step: TutorialStep, answer: TutorialAnswer) -> Phrase:
    """Return whether a legal move solves a step, and why."""
    values = _values(step) | {"move": answer.move}
    if answer.is_right:
        return Phrase(_PRAISE[step.goal], **values)
    if answer.reply is not None:
        return Phrase(_LOSES_TO, **values, reply=answer.reply)
    if step.goal in _CORRECTION:
        return Phrase(_CORRECTION[step.goal], **values)
    return Phrase(_STILL_FREE, **values, cell=cell_name(answer.after.targets[0]))


def refused_text(reason: Exception) -> Phrase:
    """Return why a press is no legal move, as the rules say it."""
    return sentences(reason.args[0], Phrase("Try again."))


def solved_text(variant_key: str) -> Phrase:
    """Say that a person has solved all steps of a game."""
    return Phrase("You know **{title}** now: play it.", title=find_variant(variant_key).title)


def letters(step: TutorialStep) -> Mapping[str, str]:
    """Return the letter of each cell of the pairs, by its name."""
    return {cell: "abcdefgh"[number] for number, pair in enumerate(step.pairs) for cell in pair}


def _values(step: TutorialStep) -> dict[str, object]:
    position = step.position
    last = str(step.moves[-1])
    values: dict[str, object] = {
        "opponent": position.variant.mark(position.to_move.opponent),
        "last": last,
        "letter": letters(step).get(last, ""),
        "restriction": position.restriction,
    }
    return values | dict(zip(("one", "two"), step.cells, strict=False))
