"""A message's components and embeds as lines."""

from typing import Any

from local_discord.frontends.terminal.rendering.markdown import Names
from local_discord.frontends.terminal.rendering.messages import component_lines, embed_lines
from local_discord.tests.support.examples import button, row

NAMES = Names(messages={"9": 3})


def test_buttons_stand_in_their_rows_and_disabled_ones_in_round_brackets() -> None:
    lines = component_lines([row(button("Accept"), button("Decline", disabled=True))], NAMES)
    assert lines == ["[Accept] (Decline)"]


def test_a_grid_of_cells_stays_a_grid() -> None:
    rows = [
        row(button("A1"), button("X", disabled=True)),
        row(button("·"), button("B2")),
        row(button("Resign")),
    ]
    assert component_lines(rows, NAMES) == ["[A1] (X)", "[·]  [B2]", "[Resign]"]


def board() -> list[dict[str, Any]]:
    cells = [["A1", "A2", "A3"], ["B1", "X", "B3"], ["C1", "C2", "C3"]]
    taken = {"X", "A2"}
    return [row(*(button(name, disabled=name in taken) for name in names)) for names in cells] + [row(button("Resign"))]


def test_a_grid_of_buttons_below_a_drawing_lists_only_what_can_be_pressed() -> None:
    drawing = {"type": 10, "content": "Board\n```\n. . .\n. X .\n. . .\n```"}
    lines = component_lines([drawing, *board()], NAMES)
    assert lines[-2:] == ["[A1] [A3] [B1] [B3] [C1] [C2] [C3]", "[Resign]"]
    inside = component_lines([{"type": 17, "components": [drawing, *board()]}], NAMES)
    assert inside == lines


def test_a_grid_of_buttons_without_a_drawing_is_the_drawing() -> None:
    assert component_lines(board(), NAMES)[:2] == ["[A1] (A2) [A3]", "[B1] (X)  [B3]"]


def test_a_grid_of_emoji_is_short_and_explained() -> None:
    def cell(name: str) -> dict[str, Any]:
        return button("", emoji={"name": name, "id": "3"}, disabled=True)

    names = [["blue_square", "blank", "blank"], ["blank", "bare_spot", "blank"], ["blank", "blank", "blue_square"]]
    lines = component_lines([row(*map(cell, line)) for line in names], NAMES)
    assert lines[:3] == ["(bs)  (b)   (b)", "(b)   (bas) (b)", "(b)   (b)   (bs)"]
    assert lines[3:] == ["bs = blue_square, b = blank, bas = bare_spot"]


def test_a_grid_of_emoji_in_a_text_is_short_and_explained() -> None:
    text = "Look:\n<:corner:1><:column_1:2><:column_2:3>\n<:row_a:4><:free_cell:5><:free_cell:5>\nYour turn <:x_y:1>"
    lines = component_lines([{"type": 10, "content": text}], NAMES)
    assert lines == ["Look:", " c  1  2", " A fc fc", "c = corner, fc = free_cell", "Your turn :x_y:"]


def test_a_button_shows_its_emoji_and_where_it_leads() -> None:
    line = row(
        button("", emoji={"name": "✅"}),
        {"type": 2, "style": 5, "label": "Board", "url": "https://discord.com/channels/1/8/9"},
    )
    assert component_lines([line], NAMES) == ["[✅] [Board -> message #3]"]


def test_an_application_emoji_is_its_name() -> None:
    line = row(button("", emoji={"name": "square", "id": "3"}), button("Go", emoji={"name": "square", "id": "3"}))
    assert component_lines([line], NAMES) == ["[:square:] [:square: Go]"]


def test_selects_show_their_options_and_what_is_chosen() -> None:
    select = {
        "type": 3,
        "custom_id": "variant",
        "placeholder": "Variant",
        "options": [
            {"label": "Lines", "value": "lines"},
            {"label": "Dodge", "value": "dodge", "default": True},
        ],
    }
    members = {"type": 5, "custom_id": "who", "disabled": True}
    assert component_lines([row(select), row(members)], NAMES) == [
        "[Variant: Lines, Dodge*]",
        "(choose)",
    ]


def test_containers_and_sections_are_shown_in_their_order() -> None:
    container = {
        "type": 17,
        "components": [
            {"type": 10, "content": "## Board\n```\n  1 2\nA . .\n```"},
            {"type": 14},
            {
                "type": 9,
                "components": [{"type": 10, "content": "Which rules?"}],
                "accessory": button("Rules"),
            },
            row(button("Resign")),
        ],
    }
    assert component_lines([container], NAMES) == [
        "Board",
        "  1 2",
        "A . .",
        "---",
        "Which rules?",
        "[Rules]",
        "[Resign]",
    ]


def test_pictures_and_files_are_named() -> None:
    components: list[dict[str, Any]] = [
        {"type": 12, "items": [{"media": {"url": "attachment://a.png"}, "description": "a board"}]},
        {"type": 13, "file": {"url": "attachment://game.txt"}},
        {
            "type": 9,
            "components": [{"type": 10, "content": "Text"}],
            "accessory": {"type": 11, "media": {"url": "attachment://b.png"}},
        },
    ]
    assert component_lines(components, NAMES) == [
        "picture: a board",
        "file: attachment://game.txt",
        "Text",
        "picture: attachment://b.png",
    ]


def test_an_embed_shows_its_texts_in_order() -> None:
    embed = {
        "author": {"name": "Ada"},
        "title": "**Standings**",
        "description": "1. Ada\n2. Bob",
        "fields": [{"name": "Played", "value": "3"}],
        "footer": {"text": "page 1"},
    }
    assert embed_lines(embed, NAMES) == [
        "Ada",
        "Standings",
        "1. Ada",
        "2. Bob",
        "Played: 3",
        "page 1",
    ]


def test_an_embed_may_lead_somewhere_and_hold_a_picture() -> None:
    embed = {"title": "Rules", "url": "https://example.org", "image": {"url": "https://example.org/a.png"}}
    assert embed_lines(embed, NAMES) == ["Rules (https://example.org)", "picture: https://example.org/a.png"]


def test_an_empty_embed_shows_nothing() -> None:
    assert embed_lines({}, NAMES) == []
