"""Entry point: run the bot, or a command on its database. Nothing imports this file."""

from __future__ import annotations

import sys

from operation.early_signals import end_on_signals


def main() -> int:
    """Run until stopped, and return the exit status."""
    end_on_signals()
    # Loading the rest takes a second or more, in which signals have to work.
    from operation.program import run_program  # noqa: PLC0415  # as above

    return run_program()


if __name__ == "__main__":
    sys.exit(main())
