"""Bot process that records the files and transactions of each interaction.

`python scripts/structure/move_probe.py FILE` starts the `bot.py` of the current folder, and writes an
`InteractionTrace` for each interaction into FILE, as JSON, when the bot has ended. It imports nothing of the project,
so it can trace any revision.
"""

from __future__ import annotations

import json
import runpy
import sys
import threading
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import Engine

_DEFERRED = (5, 6)


@dataclass
class InteractionTrace:
    """The work for one interaction, before and after its answer is sent.

    Work that runs at the same time for another reason is counted too, so nothing else should happen then.

    Attributes:
        name: The command, or the custom id of a button.
        deferred: Whether the response was deferred first.
        files_before: The product's files of which a function was called before the answer.
        files_after: Those after it.
        reads_before: The transactions before the answer that only read.
        writes_before: Those that write.
        reads_after: The transactions after the answer that only read.
        writes_after: Those that write.
    """

    name: str
    deferred: bool = False
    files_before: list[str] = field(default_factory=list)
    files_after: list[str] = field(default_factory=list)
    reads_before: int = 0
    writes_before: int = 0
    reads_after: int = 0
    writes_after: int = 0


class Probe:
    """Records calls and transactions by interaction.

    Args:
        root: The folder of the product.
    """

    def __init__(self, root: Path) -> None:
        self.traces: list[InteractionTrace] = []
        self._phase = "after"
        self._root = f"{root}/"

    def install(self) -> None:
        """Follow all calls of functions and all transactions from now on."""
        event.listen(Engine, "connect", self._follow_connection)
        threading.setprofile(self._note_call)
        sys.setprofile(self._note_call)

    def _note_call(self, frame: FrameType, what: str, _: object) -> None:
        if what != "call":
            return
        match frame.f_code.co_name:
            case "parse_interaction_create":
                self._begin(frame.f_locals["data"])
            case "create_interaction_response":
                self._note_answer(int(frame.f_locals["params"].payload["type"]))
            case "_callback" if "kind" in frame.f_locals:
                # The bot sends its answers without discord.py.
                self._note_answer(frame.f_locals["kind"].value)
            case "<module>":
                pass
            case _:
                self._note_file(frame.f_code.co_filename)

    def _begin(self, data: Mapping[str, Any]) -> None:
        given = data["data"]
        words = [given.get("name") or given.get("custom_id"), *(option["name"] for option in given.get("options", ()))]
        self.traces.append(InteractionTrace(" ".join(words)))
        self._phase = "before"

    def _note_answer(self, kind: int) -> None:
        if kind in _DEFERRED:
            self.traces[-1].deferred = True
        else:
            self._phase = "after"

    def _note_file(self, file: str) -> None:
        if not self.traces or not file.startswith(self._root) or "/site-packages/" in file or file == __file__:
            return
        entered = self.traces[-1].files_before if self._phase == "before" else self.traces[-1].files_after
        name = file.removeprefix(self._root)
        if name not in entered:
            entered.append(name)

    def _follow_connection(self, connection: Any, _record: object) -> None:  # noqa: ANN401  # SQLAlchemy's adapter
        """Follow the statements of an SQLite connection, whatever runs them."""
        if not hasattr(connection, "run_async"):
            # A synchronous engine on a connection that is followed already.
            return
        is_writing = False

        def note(statement: str) -> None:
            nonlocal is_writing
            verb = statement.split(maxsplit=1)[0]
            if verb == "BEGIN":
                is_writing = statement != verb
                self._note_transaction("writes" if is_writing else "reads")
            elif verb in ("COMMIT", "ROLLBACK"):
                is_writing = False
            elif verb == "SELECT" and not is_writing:
                self._note_transaction("reads")

        connection.run_async(lambda driver: driver.set_trace_callback(note))

    def _note_transaction(self, kind: str) -> None:
        if self.traces:
            name = f"{kind}_{self._phase}"
            setattr(self.traces[-1], name, getattr(self.traces[-1], name) + 1)


def main() -> None:
    """Run the bot as if it had been started by its own file."""
    output = Path(sys.argv.pop(1))
    root = Path.cwd()
    sys.path[0] = str(root)
    probe = Probe(root)
    probe.install()
    try:
        runpy.run_path(str(root / "bot.py"), run_name="__main__")
    finally:
        sys.setprofile(None)
        output.write_text(json.dumps([asdict(trace) for trace in probe.traces]), encoding="utf-8")


if __name__ == "__main__":
    main()
