"""Pictures of all emoji and of boards made of them: dark, light, and as people with deuteranopia see them."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from playwright.async_api import Browser

WIDTH = 1120
# Discord's emoji in texts, and a larger size in which details show.
_IN_TEXT, _LARGE = 22, 44
_SIGNS = {
    ".": "free_cell", "l": "legal_cell", "x": "barred_cell", "#": "blocked_cell", "r": "removed_cell",
    "R": "removed_cell_last_move", "p": "blue_ground", "q": "orange_ground", "b": "blue_square_cell",
    "B": "blue_square_last_cell", "o": "orange_circle_cell", "O": "orange_circle_last_cell", "t": "blue_token_cell",
    "U": "orange_token_last_cell",
}  # fmt: skip
_BOARDS = (
    ("bppppppp", "pppp.qqb", "ppb.qoqq", "pppp.qoq", "ppppp.qq", "qqq.ppbp", "qoqq.ppp", "qqqOqppp"),
    ("blllllll", "llllxxxb", "llblxoxx", "llllxxox", "lllllxxx", "xxxllbll", "xoxxxlll", "xxxOxlll"),
    ("....r", ".r.lt", "..lRl", ".Urr.", "....."),
    ("b####", "#.#..", "##B##", "#.#..", "#.#.."),
)
_THEMES = {"dark": ("#323339", "#dfe0e2", "#46474e"), "light": ("#ffffff", "#2f3035", "#e3e4e8")}
DEUTERANOPIA = "0.367 0.861 -0.228 0 0  0.280 0.673 0.047 0 0  -0.012 0.043 0.969 0 0  0 0 0 1 0"
"""How people with deuteranopia see: Machado, Oliveira and Fernandes, 2009, at full strength."""


async def take_sheets(browser: Browser, emoji: Path, folder: Path) -> None:
    """Take the pictures.

    Args:
        browser: A browser.
        emoji: The folder of the emoji.
        folder: Where the pictures go.
    """
    page = await browser.new_page(viewport={"width": WIDTH, "height": 400})
    for name, theme, seen in (("dark", "dark", ""), ("light", "light", ""), ("deuteranopia", "dark", "url(#seen)")):
        await page.set_content(_document(emoji, *_THEMES[theme], seen))
        await page.locator("main").screenshot(path=folder / f"emoji-{name}.png")
    await page.close()


def _document(emoji: Path, ground: str, text: str, button: str, seen: str) -> str:
    boards = "".join(f"<p>{_board(emoji, rows)}</p>" for rows in _BOARDS)
    names = sorted(path.stem for path in emoji.glob("*.png"))
    marks = (name for name in names if not name.endswith("cell") and not name.startswith(("row", "column", "corner")))
    buttons = "".join(f"<b>{_picture(emoji, name, _IN_TEXT)}</b>" for name in marks)
    each = "".join(f"<i>{_picture(emoji, n, _IN_TEXT)} {_picture(emoji, n, _LARGE)}<br>{n}</i>" for n in names)
    return f"""<style>
        body {{ margin: 0 }}
        main {{ display: flow-root; padding: 14px; background: {ground}; color: {text}; font: 11px sans-serif }}
        main {{ filter: {seen or "none"} }}
        p {{ display: inline-block; margin: 0 22px 8px 0; line-height: {_IN_TEXT}px; vertical-align: top }}
        b {{ display: inline-block; margin: 3px; padding: 6px 20px; border-radius: 8px; background: {button} }}
        i {{ display: inline-block; width: 148px; margin: 5px 4px; font-style: normal }}
        img {{ vertical-align: bottom }}
        </style><svg width="0" height="0" style="position: absolute">
        <filter id="seen" color-interpolation-filters="linearRGB"><feColorMatrix values="{DEUTERANOPIA}"/></filter>
        </svg>
        <main><div>{boards}</div><div>{buttons}</div><div>{each}</div></main>"""


def _board(emoji: Path, rows: Sequence[str]) -> str:
    names = [["corner", *(f"column_{place + 1}" for place in range(len(rows)))]]
    names += [[f"row_{chr(ord('a') + place)}", *(_SIGNS[sign] for sign in row)] for place, row in enumerate(rows)]
    return "<br>".join("".join(_picture(emoji, name, _IN_TEXT) for name in row) for row in names)


def _picture(emoji: Path, name: str, side: int) -> str:
    content = base64.b64encode((emoji / f"{name}.png").read_bytes()).decode()
    return f'<img src="data:image/png;base64,{content}" alt="{name}" width="{side}" height="{side}">'
