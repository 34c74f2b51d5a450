"""A process that thinks: it runs what it reads from its standard input, and writes what came of it.

It is started by its path, and imports nothing of the project but what it is given to run: so it starts in a twentieth
of a second, and does not take the memory that the bot's own imports take. It ends as soon as its standard input does,
that is, when the process that has started it is gone, however that came about, and whatever it is just computing.

A message is its length, eight bytes with the most significant one first, and a pickle. The first message is the list
of folders to import from; each one after that is a function with its arguments. It is answered by `DONE` with what
the function returned, or by `RAISED` with the traceback of what it raised.
"""

from __future__ import annotations

import os
import pickle  # what is read here comes from the process that started this one
import struct
import sys
import threading
import traceback
from queue import SimpleQueue
from typing import IO, Any, Final, NoReturn

LENGTH: Final = struct.Struct(">Q")
DONE: Final = "done"
RAISED: Final = "raised"


def main() -> NoReturn:
    """Run one function after the other."""
    answers = _claim_standard_output()
    requests: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, requests), daemon=True).start()
    sys.path[:] = pickle.loads(requests.get())  # noqa: S301  # see the import
    while True:
        message = _answer(requests.get())
        try:
            answers.write(LENGTH.pack(len(message)) + message)
            answers.flush()
        except BrokenPipeError:
            # Whoever asked has died meanwhile.
            os._exit(0)


def _claim_standard_output() -> IO[bytes]:
    """Standard output for the answers alone: whatever else is printed goes to standard error."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return answers


def _listen(source: IO[bytes], requests: SimpleQueue[bytes]) -> None:
    """Put what is read into a queue, and end the process when nothing more can come."""
    while header := source.read(LENGTH.size):
        requests.put(source.read(LENGTH.unpack(header)[0]))
    os._exit(0)


def _answer(request: bytes) -> bytes:
    try:
        function, args = pickle.loads(request)  # noqa: S301  # see the import
        return _pickled(DONE, function(*args))
    except Exception:  # noqa: BLE001  # it is told to the process that asked for it
        return _pickled(RAISED, traceback.format_exc())


def _pickled(kind: str, value: Any) -> bytes:  # noqa: ANN401  # whatever was computed
    return pickle.dumps((kind, value))


if __name__ == "__main__":
    main()
