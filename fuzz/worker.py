"""Worker process that fuzzes one target until libFuzzer ends it.

Called as ``python -m fuzz.worker MODULE CHECK SEEDS FOLDER ...``: the first three name the target, the folder holds
the corpus, and options of libFuzzer follow. An exception or a timeout ends the process with an error.
"""

from __future__ import annotations

import sys
from pathlib import Path

import atheris

from fuzz.runner import Target

_INSTRUMENTED = ["cogs", "gridlock_host", "gridlock_rules", "local_discord", "operation"]


def text_of(data: bytes) -> str:
    """Decode bytes as UTF-8; invalid bytes become lone surrogates, which JSON can hold."""
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
