"""The documents are true: names, links, settings, commands and games."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from cogs.commands.gridlock import every_command
from gridlock_host.errors import Busy, StoreFailed
from gridlock_host.storage.faults import Fault
from gridlock_rules import VARIANTS
from tests.documentation.texts import by_path, code_blocks, names, read, rows, section
from tests.support.forked_bot import ROOT

ENV_EXAMPLE = read(".env.example")
FOLDERS = ["docs", "data", "gridlock_rules", "local_discord", "tests"]
GAMES = read("docs/games.md")
RULINGS = read("docs/rulings.md")
COUNTED_IN = [ROOT / name for name in ("pyproject.toml", "operation/command_line.py", "gridlock_rules/__init__.py")]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.md"))])


def commands(text: str) -> str:
    """The code of a document, which includes all commands."""
    return "\n".join([*re.findall(r"`([^`\n]+)`", text), *code_blocks(text, r"\w*")])


@pytest.mark.parametrize("document", [*DOCUMENTS, ROOT / ".env.example"], ids=by_path)
def test_make_targets_in_documents_exist(document: Path) -> None:
    named = set(re.findall(r"\bmake ([a-z-]+)", commands(document.read_text(encoding="utf-8"))))
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert named <= set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))


@pytest.mark.parametrize("document", DOCUMENTS, ids=by_path)
def test_programs_and_options_in_documents_exist(document: Path) -> None:
    typed = commands(document.read_text(encoding="utf-8"))
    for python, module, rest in re.findall(r"(\S*python) -m ([\w.]+)([^#\n]*)", typed):
        assert python == ".venv/bin/python", f"{module} needs the packages that are there"
        path = ROOT / module.replace(".", "/")
        if module != "pytest":
            source = (path / "__main__.py" if path.is_dir() else path.with_suffix(".py")).read_text(encoding="utf-8")
            options = set(re.findall(r"--[\w-]+", rest)) - {"--help"}
            assert {option for option in options if f'"{option}"' not in source} == set(), module


def test_the_readme_names_the_targets_that_check() -> None:
    assert {"make test", "make check", "make bench"} <= set(re.findall(r"^make \w+", read("README.md"), re.MULTILINE))


def settings_read() -> set[str]:
    """The environment variables that the program reads."""
    sources = (ROOT / "operation" / "configuration").glob("*.py")
    nodes = [node for path in sources for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    arguments = [call.args[0] for call in nodes if isinstance(call, ast.Call) and call.args]
    texts = [argument.value for argument in arguments if isinstance(argument, ast.Constant)]
    return {text for text in texts if isinstance(text, str) and re.fullmatch(r"[A-Z]+(_[A-Z]+)+", text)}


def test_settings_md_lists_exactly_the_settings() -> None:
    documented = {
        name for cells in rows(section(read("docs/settings.md"), "Environment variables")) for name in names(cells[0])
    }
    assert documented == settings_read() != set()


def test_env_example_lists_all_settings_and_no_secret() -> None:
    assert set(re.findall(r"^#?([A-Z_]+)=", ENV_EXAMPLE, re.MULTILINE)) == settings_read()
    assert re.findall(r"^[A-Z_]+=.*", ENV_EXAMPLE, re.MULTILINE) == ["DISCORD_TOKEN="]


def test_commands_md_lists_exactly_the_commands() -> None:
    """Names and options; required options are bold."""
    registered = {
        f"/{command.qualified_name}": [(option.display_name, option.required) for option in command.parameters]
        for command in every_command()
    }
    documented = {
        names(command)[0]: [(name, f"**`{name}`**" in options) for name in names(options)]
        for command, options in rows(read("docs/commands.md"))
    }
    assert documented == registered
    assert list(documented) == list(registered), "Discord lists them in the order of docs/commands.md"


@pytest.mark.parametrize("title", [variant.title for variant in VARIANTS])
def test_every_game_is_described(title: str) -> None:
    text = f"gridlock_rules/texts/{title.lower()}.md"
    assert f"- [{title}]({text}): " in read("README.md"), f"README.md: add a line for {title} under 'The games'"
    assert f"| [{title}](../{text}) |" in GAMES, f"docs/games.md: add a row for {title}"
    assert f"\n## {title}\n" in RULINGS, f"docs/rulings.md: add a section for {title}"


def test_the_games_stand_in_the_order_of_the_registry() -> None:
    titles = [variant.title for variant in VARIANTS]
    assert re.findall(r"^\| \[(\w+)\]", GAMES, re.MULTILINE) == titles, "docs/games.md"
    assert re.findall(r"^- \[(\w+)\]\(gridlock_rules", read("README.md"), re.MULTILINE) == titles, (
        "README.md: 'The games'"
    )
    assert [title for title in re.findall(r"^## (\w+)$", RULINGS, re.MULTILINE) if title in titles] == titles


def test_no_document_counts_the_games() -> None:
    """A new game would make the number wrong."""
    counted = re.compile(r"\b(four|five|six|seven) (small |different |board )*(games|variants)\b", re.IGNORECASE)
    texts = {
        path: path.read_text(encoding="utf-8") for path in [*DOCUMENTS, *COUNTED_IN] if path.name != "CHANGELOG.md"
    }
    assert {by_path(path): found[0] for path, text in texts.items() if (found := counted.search(text))} == {}


def slug(heading: str) -> str:
    """The anchor of a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def links(document: Path) -> list[str]:
    """The relative links of a document."""
    text = re.sub(r"^ *```.*?^ *```$", "", document.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    return [link for link in re.findall(r"\[[^\]\n]+\]\(([^)\s]+)\)", text) if "://" not in link]


@pytest.mark.parametrize("document", DOCUMENTS, ids=by_path)
def test_relative_links_lead_to_files_and_headings(document: Path) -> None:
    for link in links(document):
        name, _, anchor = link.partition("#")
        target = (document.parent / name).resolve() if name else document
        assert target.is_relative_to(ROOT), link
        assert target.exists(), link
        if anchor:
            headings = re.findall(r"^#+ (.+)$", target.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in map(slug, headings), link


def test_every_document_is_linked_from_the_readme() -> None:
    found, new = set[Path](), {ROOT / "README.md"}
    while new:
        found |= new
        linked = {(document.parent / link.partition("#")[0]).resolve() for document in new for link in links(document)}
        new = {path for path in linked if path.suffix == ".md"} - found
    assert found >= {path for path in DOCUMENTS if path.parent in (ROOT, ROOT / "docs")}


def test_storage_md_explains_every_fault_of_the_database() -> None:
    explained = " ".join((ROOT / "docs" / "storage.md").read_text(encoding="utf-8").split())
    logged = {re.split(r"[.:]", fault.value)[0] for fault in Fault}
    assert {words for words in logged | {str(StoreFailed()), str(Busy())} if words not in explained} == set()


def test_every_lesson_names_existing_tests() -> None:
    """A lesson links to the file of each of its tests; the words of the link are the test's name."""
    table = (ROOT / "docs" / "lessons.md").read_text(encoding="utf-8").split("|---|---|---|\n", 1)[1]
    for lesson in table.splitlines():
        tests = re.findall(r"\[([\w ]+)\]\(\.\./(tests/[\w/]+\.py)\)", lesson)
        assert tests, lesson
        for name, path in tests:
            assert f"def test_{name.replace(' ', '_')}(" in (ROOT / path).read_text(encoding="utf-8"), name


def test_lock_files_hold_no_download_addresses() -> None:
    for path in ROOT.glob("requirements*.txt"):
        assert "://" not in path.read_text(encoding="utf-8"), path.name


def test_a_procfile_host_starts_the_bot() -> None:
    assert (ROOT / "Procfile").read_text(encoding="utf-8") == "worker: python bot.py\n"
