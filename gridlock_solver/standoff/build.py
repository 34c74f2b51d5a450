"""Script that builds the compiled search of Standoff: `python -m gridlock_solver.standoff.build`.

It needs a C compiler: the one in the environment variable `CC`, or `cc`, `gcc` or `clang`. The result is tried before
it is used. Without a compiler nothing is built, and the search in Python is used, which is slower and finds the same.
"""

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from gridlock_rules.geometry import geometry
from gridlock_solver.search.budget import UNLIMITED
from gridlock_solver.standoff import compiled
from gridlock_solver.standoff.ground import Ground
from gridlock_solver.standoff.search import GroundSearch, PythonSearch

_COMPILERS = ("cc", "gcc", "clang")
_TRIED_SIZE = 4


class NotBuilt(Exception):
    """The search could not be built. `str(error)` is a sentence that says why."""


def build() -> Path:
    """Build the library, unless it is there already, and return its path.

    Raises:
        NotBuilt: There is no compiler, it fails, its result is wrong, or no folder can be written.
    """
    for path in compiled.library_paths():
        if path.exists():
            return path
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder) / "search.so"
        compile_to(fresh)
        return _stored(fresh)


def compile_to(path: Path) -> None:
    """Compile the search into a file, and try it.

    Raises:
        NotBuilt: There is no compiler, it fails, or its result is wrong.
    """
    command = [*_compiler(), *compiled.FLAGS, "-o", str(path), str(compiled.SOURCE)]
    try:
        done = subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603  # the user's compiler
    except OSError as error:
        raise NotBuilt(f"{command[0]} cannot be run: {error}.") from error
    if done.returncode:
        raise NotBuilt(f"{command[0]} fails:\n{done.stderr}")
    try:
        code = compiled.load(path)
    except OSError as error:
        raise NotBuilt(f"What {command[0]} makes cannot be loaded: {error}.") from error
    if _losing_first_moves(compiled.CompiledSearch(code, _TRIED_SIZE)) != _losing_first_moves(
        PythonSearch(_TRIED_SIZE)
    ):
        raise NotBuilt(f"What {command[0]} makes is wrong.")


def main() -> int:
    """Build the library, and say where it is or why there is none, unless asked to be quiet. Neither is a failure."""
    try:
        said = f"Compiled search of Standoff: {build()}"
    except NotBuilt as reason:
        said = f"Standoff is searched in Python, which is slower and finds the same. {reason}"
    if "--quiet" not in sys.argv[1:]:
        print(said)
    return 0


def _compiler() -> list[str]:
    named = os.environ.get("CC")
    if named:
        return shlex.split(named)
    found = next(filter(None, map(shutil.which, _COMPILERS)), None)
    if found is None:
        raise NotBuilt("There is no C compiler. On Debian and Ubuntu: apt install gcc libc6-dev.")
    return [found]


def _stored(fresh: Path) -> Path:
    """Move a library to the first place that can be written: at once, so that nobody loads a part of it."""
    reasons = []
    for path in compiled.library_paths():
        temporary = path.with_name(f"{path.name}.{os.getpid()}")
        try:
            path.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
            shutil.copyfile(fresh, temporary)
            temporary.chmod(0o644)
            temporary.replace(path)
        except OSError as error:
            reasons.append(str(error))
        else:
            return path
    raise NotBuilt(f"No folder can be written: {'; '.join(reasons)}.")


def _losing_first_moves(search: GroundSearch) -> list[bool]:
    board = Ground(geometry(_TRIED_SIZE).board, geometry(_TRIED_SIZE).board)
    cells = (8 * row + column for row in range(_TRIED_SIZE) for column in range(_TRIED_SIZE))
    return [search.wins(board.after(cell), UNLIMITED.begin()) for cell in cells]


if __name__ == "__main__":
    sys.exit(main())
