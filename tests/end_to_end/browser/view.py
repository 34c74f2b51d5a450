"""One member's view on the page, as a person uses it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.async_api import expect

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.async_api import Locator, Page


class View:
    """A pane of the page.

    Attributes:
        page: The page.
        element: The pane.
        line: Where one types.
    """

    def __init__(self, page: Page, name: str) -> None:
        self.page = page
        self.element = page.get_by_role("region", name=f"{name}'s view")
        self.line = self.element.get_by_role("combobox")

    async def give(self, line: str) -> None:
        """Types a line and sends it."""
        await self.line.fill(line)
        await self.element.get_by_role("button", name="Send as").click()

    async def press(self, label: str) -> None:
        """Presses the button of this label on the newest message that has it enabled."""
        buttons = self.element.get_by_role("toolbar").get_by_role("button", name=label, exact=True, disabled=False)
        await buttons.last.click()

    async def take_seat_of(self, name: str) -> None:
        """Lets another member have this pane; if they sit in the other one, the two change places."""
        await self.element.get_by_role("button", name="take another seat").click()
        await self.page.get_by_role("menuitemradio", name=name).click()

    async def sees(self, text: str) -> None:
        """Waits until a message shows a text."""
        await expect(self.message(text)).to_be_visible()

    async def sees_no(self, text: str) -> None:
        """Waits until no message shows a text."""
        await expect(self.element.get_by_role("article").filter(has_text=text)).to_have_count(0)

    def message(self, text: str) -> Locator:
        """The newest message that shows a text."""
        return self.element.get_by_role("article").filter(has_text=text).last

    @property
    def suggestions(self) -> Locator:
        """What is suggested for the line."""
        return self.element.get_by_role("option")

    async def is_offered(self, texts: Sequence[str]) -> None:
        """Waits until exactly these texts are suggested, each at the start of its entry."""
        await expect(self.suggestions.locator("span")).to_have_text(list(texts))


async def begin(ada: View, bob: View, terms: str) -> None:
    """Lets Ada challenge Bob, and Bob accept; returns when Ada can move, if it is she who begins."""
    await ada.give(f"/gridlock challenge @Bob {terms}")
    await bob.press("Accept")
    await ada.sees("to move")


async def play_by_buttons(views: Sequence[View], cells: Sequence[str], *, played: int = 0) -> None:
    """Lets two members press cells in turn, each when the board shows the move before.

    Args:
        views: The views of those who play; the first made the game's first move.
        cells: What is pressed.
        played: How many moves have been made already.
    """
    for ply, cell in enumerate(cells, start=played):
        view = views[ply % 2]
        await view.press(cell)
        await view.sees(f"Last move ({ply + 1})")
