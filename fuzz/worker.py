"""One target in a process of its own, which libFuzzer ends.

Called as ``python -m fuzz.worker MODULE CHECK SEEDS FOLDER ...``: the first three name the target, the folder receives
the texts to begin with and all that lead further, and options of libFuzzer follow. Whatever a check raises ends the
process with an error; so does a text on which it takes too long.
"""

from __future__ import annotations

import sys
from pathlib import Path

import atheris

from fuzz.targets import Target

_INSTRUMENTED = ["cogs", "gridlock_host", "gridlock_rules", "local_discord", "operation"]


def text_of(data: bytes) -> str:
    """The text that bytes stand for. What is no UTF-8 becomes halves of characters, which JSON can hold."""
    return data.decode(errors="surrogateescape")


def main() -> None:
    """Fuzz the target that the command line names."""
    program, module, check_name, seeds_name, folder, *options = sys.argv
    with atheris.instrument_imports(include=_INSTRUMENTED):
        check, seeds = Target(module, check_name, seeds_name).load()
    for number, text in enumerate(seeds):
        (Path(folder) / f"seed{number}").write_bytes(text.encode(errors="surrogateescape"))
    atheris.Setup([program, folder, *options], lambda data: check(text_of(data)))
    atheris.Fuzz()


if __name__ == "__main__":
    main()
