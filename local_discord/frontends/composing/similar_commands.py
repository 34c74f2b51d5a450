"""Guessing which command was meant by a name that none has."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

_MOST_GUESSES = 3
_ALIKE = 0.7


def nearest(typed: Sequence[str], paths: Sequence[str]) -> list[str]:
    """Returns the commands that a line may have been meant to begin with, the likeliest first, three at most.

    Args:
        typed: The words of the line, in lower case.
        paths: The commands there are, such as `game challenge`. Who leaves out their first words is understood.
    """
    likeness: dict[str, float] = {}
    for spelling, meant in _spellings(paths):
        begun = " ".join(typed[: len(spelling)])
        ratio = SequenceMatcher(None, " ".join(spelling), begun).ratio()
        likeness[meant] = max(ratio, likeness.get(meant, 0.0))
    alike = [meant for meant, ratio in likeness.items() if ratio >= _ALIKE]
    return sorted(alike, key=lambda meant: -likeness[meant])[:_MOST_GUESSES]


def _spellings(paths: Sequence[str]) -> Iterator[tuple[list[str], str]]:
    """What may be typed for each command: all of its words, or its last ones."""
    for path in paths:
        words = path.split()
        for left_out in range(len(words)):
            yield words[left_out:], path
