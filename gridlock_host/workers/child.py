"""Script of a worker process: runs the functions that it reads from standard input, and writes their results.

It is started by its path and imports only what the functions need. So it starts in a twentieth of a second, without the
memory for the bot's own imports. It ends as soon as its standard input is closed: when its parent process is gone, for
any reason, and whatever it is computing.

A message is its length, eight bytes in big-endian order, and a pickle. The first message is the list of folders to
import from; each of the others is a function with its arguments. The answer is `DONE` with the result of the function,
or `RAISED` with the traceback of its exception.
"""

from __future__ import annotations

import os
import pickle  # what is read here comes from the process that started this one
import struct
import sys
import threading
import traceback
from contextlib import suppress
from queue import SimpleQueue
from typing import IO, Any, Final, NoReturn

LENGTH: Final = struct.Struct(">Q")
DONE: Final = "done"
RAISED: Final = "raised"

# A search lasts a second, and the bot answers in milliseconds: it goes first where there is no processor for both.
_NICENESS: Final = 5


def main() -> NoReturn:
    """Run functions one after the other."""
    answers = _claim_standard_output()
    # A sandbox may forbid it. The worker can do without.
    with suppress(OSError):
        os.nice(_NICENESS)
    requests: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, requests), daemon=True).start()
    sys.path[:] = pickle.loads(requests.get())  # noqa: S301  # see the import
    while True:
        message = _answer(requests.get())
        try:
            answers.write(LENGTH.pack(len(message)) + message)
            answers.flush()
        except BrokenPipeError:
            # The parent process has died.
            os._exit(0)


def _claim_standard_output() -> IO[bytes]:
    """Reserve standard output for answers, and redirect `print` to standard error."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return answers


def _listen(source: IO[bytes], requests: SimpleQueue[bytes]) -> None:
    """Put requests into a queue, and end the process when standard input is closed."""
    while header := source.read(LENGTH.size):
        requests.put(source.read(LENGTH.unpack(header)[0]))
    os._exit(0)


def _answer(request: bytes) -> bytes:
    try:
        function, args = pickle.loads(request)  # noqa: S301  # see the import
        return _pickled(DONE, function(*args))
    except Exception:  # noqa: BLE001  # it is reported to the parent process
        return _pickled(RAISED, traceback.format_exc())


def _pickled(kind: str, value: Any) -> bytes:  # noqa: ANN401  # whatever was computed
    return pickle.dumps((kind, value))


if __name__ == "__main__":
    main()
