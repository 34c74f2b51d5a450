"""Building and finding the compiled search of Standoff."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from gridlock_solver.standoff import build, compiled, solver
from gridlock_solver.standoff.search import PythonSearch
from tests.solver.support import skip_without_compiler


@pytest.fixture(autouse=True)
def nothing_is_remembered() -> Iterator[None]:
    for cached in (compiled.library, solver.remembered_search):
        cached.cache_clear()
    yield
    for cached in (compiled.library, solver.remembered_search):
        cached.cache_clear()


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """Where the library may lie: in a package, of which a file prevents that, and in a cache."""
    (tmp_path / "package").write_text("no folder can be here")
    found = tmp_path / "package" / "search.so", tmp_path / "cache" / "search.so"
    monkeypatch.setattr(compiled, "library_paths", lambda: found)
    return found


def built() -> Path:
    try:
        return build.build()
    except build.NotBuilt as reason:
        skip_without_compiler(reason)


def test_the_library_lies_in_the_cache_if_the_checkout_cannot_be_written(places: tuple[Path, Path]) -> None:
    assert built() == places[1]
    assert built() == places[1]
    assert isinstance(solver.remembered_search(5), compiled.CompiledSearch)


def test_a_library_that_others_could_have_written_is_not_loaded(places: tuple[Path, Path]) -> None:
    built()
    places[1].parent.chmod(0o777)

    assert compiled.library() is None


def test_a_file_that_is_no_library_is_not_used(places: tuple[Path, Path]) -> None:
    places[1].parent.mkdir(mode=0o755)
    places[1].write_text("no library")
    places[1].chmod(0o644)

    assert isinstance(solver.remembered_search(5), PythonSearch)


def test_the_compiled_search_can_be_turned_off(places: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    built()
    assert places[1].exists()
    monkeypatch.setenv("GRIDLOCK_COMPILED", "0")

    assert isinstance(solver.remembered_search(5), PythonSearch)


@pytest.mark.parametrize(
    ("environment", "reason"),
    [
        ({"PATH": ""}, "There is no C compiler"),
        ({"CC": "/no/compiler"}, "cannot be run"),
        ({"CC": "false"}, "false fails"),
        ({"CC": "true"}, "cannot be loaded"),
    ],
)
def test_without_a_compiler_that_works_the_script_says_so_and_does_not_fail(
    places: tuple[Path, Path],
    environment: dict[str, str],
    reason: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr("sys.argv", ["build"])
    for name, value in environment.items():
        monkeypatch.setenv(name, value)

    assert build.main() == 0
    assert reason in capsys.readouterr().out
    assert not places[1].exists()


def test_the_name_of_a_library_changes_with_its_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = [path.name for path in compiled.library_paths()]
    source = tmp_path / "search.c"
    source.write_text("int other;")
    monkeypatch.setattr(compiled, "SOURCE", source)

    assert {path.name for path in compiled.library_paths()}.isdisjoint(before)
