from __future__ import annotations

from pathlib import Path

from scripts.structure.measures import static_rows, table
from scripts.structure.sources import Sources

FILES = {
    "bot.py": "from cogs import boards\n",
    "cogs/__init__.py": "",
    "cogs/boards.py": """
        from __future__ import annotations
        from typing import TYPE_CHECKING
        if TYPE_CHECKING:
            from cogs.drawing import Board

        def show(interaction, answer):
            interaction.extras["answer"] = answer
            return place_of(interaction)
        """,
    "cogs/drawing.py": """
        from cogs.boards import show
        '''Whoever moves meanwhile.'''
        """,
    "gridlock_host/host.py": """
        class Games:
            def move(self): ...

        class SessionManager(Games):
            def games(self): ...
            def _load(self): ...

            async def game(self, number):
                '''One game.'''
                async with self._database.reading() as connection:
                    return await load(connection, number)

            async def both(self, number):
                async with self._database.reading() as connection:
                    first = await load(connection, number)
                    return first, await load(connection, number + 1)
        """,
}


def sources(folder: Path) -> Sources:
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text.replace("\n        ", "\n"), encoding="utf-8")
    return Sources(folder)


def test_imports_for_type_checkers_make_a_circle(tmp_path: Path) -> None:
    assert sources(tmp_path).circles() == {"cogs": 2}


def test_init_files_count_neither_as_modules_of_a_folder_nor_in_the_median(tmp_path: Path) -> None:
    measured = sources(tmp_path)
    assert measured.fullest_folders() == {"cogs": 2, "gridlock_host": 1}
    assert measured.sizes()["files"] == 4


def test_comments_docstrings_and_blank_lines_are_no_code(tmp_path: Path) -> None:
    path = tmp_path / "cogs" / "boards.py"
    path.parent.mkdir()
    path.write_text('"""Boards."""\n\n# Why.\nSIZE = (\n    3\n)\n', encoding="utf-8")
    assert Sources(tmp_path).sizes()["code"] == 3


def test_the_methods_of_bases_are_methods_of_the_host(tmp_path: Path) -> None:
    assert sources(tmp_path).host() == (1, 4)


def test_only_a_function_with_one_call_forwards_a_connection(tmp_path: Path) -> None:
    assert sources(tmp_path).connection_forwarders() == ["gridlock_host.host.game"]


def test_signs_of_a_missing_request_are_found(tmp_path: Path) -> None:
    measured = sources(tmp_path)
    assert measured.paired_signatures() == ["cogs.boards.show"]
    assert measured.calls_of_place_of() == 1
    assert measured.kinds_of_extras() == ["answer"]


def test_words_and_participles_are_found(tmp_path: Path) -> None:
    measured = sources(tmp_path)
    assert measured.participles() == ["cogs.drawing"]
    assert measured.words() == {"somebody": 0, "whoever": 1, "meanwhile": 1}


def test_the_table_compares_two_trees(tmp_path: Path) -> None:
    rows = static_rows(sources(tmp_path))
    assert "| modules in import circles | 2 `cogs` | 2 `cogs` | 0 |" in table(rows, rows)
    assert "| modules in import circles | 2 `cogs` | 0 |" in table(rows)
