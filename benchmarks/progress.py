"""Saying how far a benchmark is, beside its table and not in it."""

import sys


def say(text: str) -> None:
    """Print a line of progress on standard error."""
    print(text, file=sys.stderr, flush=True)
