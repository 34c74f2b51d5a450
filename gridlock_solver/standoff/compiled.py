"""The compiled search of Standoff, if it has been built: `python -m gridlock_solver.standoff.build` builds it.

The library is one file for each version of `search.c` and kind of machine. It lies in the folder `built` of this
package, or, if that cannot be written, in the user's own cache folder.
"""

import ctypes
import hashlib
import os
import platform
import sysconfig
from functools import cache
from pathlib import Path
from threading import Lock

from gridlock_solver.search.budget import Allowance, Exhausted
from gridlock_solver.standoff.ground import Ground

SOURCE = Path(__file__).with_name("search.c")
_COUNTING = ("-mpopcnt",) if platform.machine() in ("x86_64", "AMD64") else ()
"""Every processor that numpy runs on counts bits by an instruction."""

FLAGS = ("-O2", *_COUNTING, "-std=c99", "-D_POSIX_C_SOURCE=199309L", "-shared", "-fPIC")

_SWITCH = "GRIDLOCK_COMPILED"
"""The environment variable that turns the compiled search off if it is 0."""

_ENTRIES = 1 << 21
"""The grounds that are remembered for a board: 50 MB, of which only what has been filled is used."""

_ENTRIES_OF_SMALL_BOARDS = 1 << 17
_SMALL = 6
_EXHAUSTED = -1


def library_paths() -> tuple[Path, ...]:
    """Return where the library of this version and machine may lie, the best place first."""
    kind = f"{sysconfig.get_platform()} {' '.join(FLAGS)}".encode()
    name = f"standoff-{hashlib.sha256(SOURCE.read_bytes() + kind).hexdigest()[:16]}.so"
    caches = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")  # noqa: PTH111  # never raises
    return SOURCE.parent / "built" / name, Path(caches) / "gridlock" / name


@cache
def library() -> ctypes.CDLL | None:
    """Return the library; None if it has not been built, cannot be loaded, or is turned off."""
    if os.environ.get(_SWITCH) == "0":
        return None
    in_package, in_cache = library_paths()
    for path in (in_package, *([in_cache] if _is_private(in_cache) else [])):
        try:
            return load(path)
        except OSError:
            continue
    return None


def load(path: Path) -> ctypes.CDLL:
    """Return the library in a file.

    Raises:
        OSError: It cannot be loaded.
    """
    loaded = ctypes.CDLL(str(path))
    loaded.standoff_open.argtypes = [ctypes.c_int, ctypes.c_uint64]
    loaded.standoff_open.restype = ctypes.c_void_p
    loaded.standoff_close.argtypes = [ctypes.c_void_p]
    loaded.standoff_close.restype = None
    loaded.standoff_wins.argtypes = [
        ctypes.c_void_p,
        ctypes.c_uint64,
        ctypes.c_uint64,
        ctypes.c_int,
        ctypes.POINTER(ctypes.c_int64),
        ctypes.c_double,
    ]
    loaded.standoff_wins.restype = ctypes.c_int
    return loaded


class CompiledSearch:
    """Search of the grounds of one size of board. Threads take turns."""

    def __init__(self, code: ctypes.CDLL, size: int, entries: int | None = None) -> None:
        """Prepare a search.

        Args:
            code: The library.
            size: Number of rows, and of columns.
            entries: How many grounds are remembered, a power of two.

        Raises:
            MemoryError: There is no memory for so many.
        """
        self._code = code
        self._lock = Lock()
        usual = _ENTRIES_OF_SMALL_BOARDS if size <= _SMALL else _ENTRIES
        self._search = code.standoff_open(size, usual if entries is None else entries)
        if not self._search:
            raise MemoryError

    def wins(self, ground: Ground, allowance: Allowance) -> bool:
        """Return whether the player to move wins.

        Raises:
            Exhausted: The allowance is spent.
        """
        positions = ctypes.c_int64(allowance.positions)
        with self._lock:
            value = self._code.standoff_wins(self._search, *ground, ctypes.byref(positions), allowance.seconds)
        allowance.positions = positions.value
        if value == _EXHAUSTED:
            raise Exhausted
        return bool(value)

    def __del__(self) -> None:
        if getattr(self, "_search", None):
            self._code.standoff_close(self._search)


def _is_private(path: Path) -> bool:
    """Return whether a file is there that nobody but this user and the superuser can have written."""
    try:
        stats = path.stat(), path.parent.stat()
    except OSError:
        return False
    return all(one.st_uid in (0, os.getuid()) and not one.st_mode & 0o022 for one in stats)
