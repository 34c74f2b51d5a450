"""Translations: every text is in every catalog, complete and within Discord's limits."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from gettext import c2py
from string import Formatter

import pytest
from babel.messages import Catalog, Message

from cogs.text.i18n import DEFAULT, LANGUAGES, babel_locale
from gridlock_rules import VARIANTS, Variant
from scripts.catalogs import (
    FOLDER,
    KEYWORDS,
    ROOT,
    SOURCES,
    Extracted,
    descriptions,
    extract,
    read,
    untranslated,
    updated,
)

OTHERS = [language for language in LANGUAGES if language != DEFAULT]
# These translate or join phrases whose text stands elsewhere.
SAYS_ANY_TEXT = {
    "cogs/commands/option_checks.py",
    "cogs/text/i18n.py",
    "cogs/text/command_i18n.py",
    "gridlock_rules/wording.py",
    "cogs/text/drawn.py",
    "cogs/text/learning/hints.py",
    "gridlock_solver/explanation.py",
    "cogs/text/learning/tutorial.py",
}


@pytest.fixture(scope="module")
def program() -> list[Extracted]:
    """The texts in the program."""
    return extract()


def messages(language: str) -> list[Message]:
    return [message for message in read(FOLDER / f"{language}.po") if message.id]


def forms(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ())


def placeholders(text: str) -> set[tuple[str, str | None]]:
    return {(name, layout) for _, name, layout, _ in Formatter().parse(text) if name is not None}


def in_quotes(text: str) -> set[str]:
    """The commands, options and values that a text quotes."""
    return set(re.findall(r"`[^`]+`", text))


def cells_in(text: str) -> set[str]:
    """The cells that a text names; Japanese puts no blanks between words."""
    return set(re.findall(r"\b[A-H][1-8]\b", text, re.ASCII))


def test_there_is_a_catalog_for_each_language() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.po")) == sorted(OTHERS)


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalog_has_all_texts_and_no_others(language: str, program: list[Extracted]) -> None:
    assert {forms(message.id) for message in messages(language)} == {
        forms(message.id) for message in untranslated(language, program) if message.id
    }, "run `make words`, and translate what is new"
    assert updated(FOLDER / f"{language}.po", program) == (FOLDER / f"{language}.po").read_bytes()


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_is_translated(language: str) -> None:
    assert [message.id for message in messages(language) if message.fuzzy or not all(forms(message.string))] == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_placeholders_and_quoted_names_of_its_text(language: str) -> None:
    """A plural form may have those of any form of the text, because not all forms contain the number."""
    for message in messages(language):
        wanted = [(placeholders(text), in_quotes(text)) for text in forms(message.id)]
        for said in forms(message.string):
            assert (placeholders(said), in_quotes(said)) in wanted, message.id


@pytest.mark.parametrize("language", OTHERS)
def test_a_counted_text_has_each_plural_form_of_the_language(language: str) -> None:
    """The header says which forms there are, and that is what Babel knows of the language."""
    catalog = read(FOLDER / f"{language}.po")
    known = Catalog(locale=babel_locale(language))
    assert (catalog.num_plurals, catalog.plural_expr) == (known.num_plurals, known.plural_expr)
    counted = [message for message in catalog if message.pluralizable]
    assert len(counted) > 10
    assert [message.id for message in counted if len(forms(message.string)) != known.num_plurals] == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_number_that_is_left_out_of_a_form_stands_for_one_number_alone(language: str) -> None:
    """Otherwise the form is shown for numbers that it does not name, such as 21 in Polish."""
    catalog = read(FOLDER / f"{language}.po")
    rule = c2py(catalog.plural_expr)
    for message in (message for message in catalog if message.pluralizable):
        for form, said in enumerate(forms(message.string)):
            numbers = [number for number in range(200) if rule(number) == form]
            if len(numbers) > 1 and "{number}" in "".join(forms(message.id)[1:]):
                assert "{number}" in said, message.id


@pytest.mark.parametrize("language", OTHERS)
def test_descriptions_of_commands_and_games_are_short_enough(language: str) -> None:
    said = {message.id: str(message.string) for message in messages(language) if not message.pluralizable}
    short = [*descriptions(), *(variant.summary for variant in VARIANTS)]
    assert [text for text in short if text not in said] == [], "run `make words`, and translate them"
    assert [said[text] for text in short if not 1 <= len(said[text]) <= 100] == []


def calls() -> Iterator[tuple[str, ast.Call, str]]:
    """All calls that make a translated text: the file, the call and the function."""
    for path in SOURCES:
        where = path.relative_to(ROOT).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
                if name in KEYWORDS:
                    yield where, node, name


def test_translated_texts_are_literals_in_the_code() -> None:
    """A text that is put together at run time would be in no catalog."""
    for where, call, name in calls():
        if where not in SAYS_ANY_TEXT:
            for number in KEYWORDS[name]:
                text = call.args[number - 1]
                assert isinstance(text, ast.Constant), f"{where}:{call.lineno}"
                assert text.value, f"{where}:{call.lineno}"


def test_the_extraction_finds_every_text(program: list[Extracted]) -> None:
    """Babel overlooks texts inside f-strings, for example."""
    found = {form for each in program for form in forms(each.text)}
    for where, call, name in calls():
        for text in (call.args[number - 1] for number in KEYWORDS[name]):
            if isinstance(text, ast.Constant):
                assert text.value in found, f"{where}:{call.lineno}"


def test_the_bot_speaks_of_itself_as_i(program: list[Extracted]) -> None:
    """Only other bots are called bots."""
    said = [form for each in program for form in forms(each.text)]
    said += [form for language in OTHERS for message in messages(language) for form in forms(message.string)]
    assert [text for text in said if re.search(r"\b(the bot|(der|den|dem|des) bots?)\b", text, re.IGNORECASE)] == []


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_a_rule_text_has_the_same_boards_and_names_in_every_language(variant: Variant, language: str) -> None:
    """It also has as many headings, and fits into a message."""
    path = ROOT / "gridlock_rules" / "texts" / language / f"{variant.key}.md"
    assert path.is_file(), f"{path.relative_to(ROOT)}: translate the rules of {variant.title}"
    original, text = variant.rule_text, variant.rule_text_in(language)
    boards = re.findall(r"```\n.*?```", original, re.DOTALL)
    assert re.findall(r"```\n.*?```", text, re.DOTALL) == boards
    assert text.startswith(f"# {variant.title}\n")
    assert text.count("\n#") == original.count("\n#")
    assert text.count("\n- ") == original.count("\n- ")
    assert in_quotes(text.replace("```", "")) == in_quotes(original.replace("```", ""))
    assert cells_in(text) == cells_in(original)
    assert not re.search(r"\dx\d", text)
    assert 500 < len(text) < 3_900
