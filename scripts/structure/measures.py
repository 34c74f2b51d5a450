"""Table of measures of the structure of the code: `make measure`.

With a Git revision (`make measure BEFORE=v0.1.0`), a second column shows the measures of that revision.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from local_discord import LocalDiscord
from scripts.structure.move_probe import InteractionTrace
from scripts.structure.sources import Sources

ROOT: Final = Path(__file__).resolve().parents[2]
_PROBE: Final = ROOT / "scripts" / "structure" / "move_probe.py"
_SECONDS_TO_START, _SECONDS_TO_STOP = 60.0, 20.0
# The work after an answer takes much less time.
_SECONDS_UNTIL_IDLE: Final = 1.5

Row = tuple[str, str, str]
"""What is measured, the figure, and the aim."""


def static_rows(sources: Sources) -> list[Row]:
    """Measure the sources."""
    sizes, folders, circles = sources.sizes(), sources.fullest_folders(), sources.circles()
    bases, methods = sources.host()
    middle = round(100 * sizes["middle"] / sizes["files"])
    return [
        ("modules in the fullest folder", _listed(folders), "≤ 14"),
        ("modules; lines of the median module", f"{sizes['files']}; {sizes['median']}", "median ~140"),
        ("modules under 60 lines", f"{sizes['small']}", "few"),
        ("modules of 100 to 250 lines", f"{sizes['middle']} ({middle} %)", "most"),
        ("modules over 300 lines", f"{sizes['large']}", "0"),
        ("modules in import circles", _listed(circles) or "0", "0"),
        ("bases of the host object; its public methods", f"{bases}; {methods}", "0; services instead"),
        ("functions that only open a connection and forward", f"{len(sources.connection_forwarders())}", "0"),
        ("signatures with an interaction and its responder", f"{len(sources.paired_signatures())}", "0"),
        ("calls of `place_of`", f"{sources.calls_of_place_of()}", "0"),
        ("kinds of extras of an interaction", _count_and_names(sources.kinds_of_extras()), "1, typed"),
        ("modules named by a participle", _count_and_names(sources.participles(), most=4), "0"),
        *((f"“{word}” in tracked texts", str(number), "0") for word, number in sources.words().items()),
        ("lines of the product; of code alone", f"{sizes['total']:,}; {sizes['code']:,}", "fewer"),
    ]


def move_rows(trace: InteractionTrace) -> list[Row]:
    """Show what one typed move does."""
    before, after = trace.reads_before + trace.writes_before, trace.reads_after + trace.writes_after
    return [
        ("files that a typed move enters before its answer", str(len(trace.files_before)), "≤ 20"),
        ("transactions of a typed move before its answer", f"{before} ({trace.writes_before} writing)", "1"),
        ("transactions of a typed move after its answer", f"{after} ({trace.writes_after} writing)", "≤ 1"),
    ]


async def trace_move(root: Path) -> InteractionTrace:
    """Run the bot of a folder on the stand-in, and trace a typed move of a game between two people.

    Raises:
        RuntimeError: The bot did not start, or announced its answer instead of giving it at once.
    """
    with TemporaryDirectory(prefix="measure-") as folder:
        output = Path(folder) / "traces.json"
        async with LocalDiscord() as discord:
            await _run_probe(discord, root, Path(folder), output)
        traces = [InteractionTrace(**trace) for trace in json.loads(output.read_text(encoding="utf-8"))]
    (move,) = (trace for trace in traces[-2:] if trace.name == "gridlock move")
    if move.deferred:
        raise RuntimeError("the machine is too busy: the move was answered late")
    return move


async def _run_probe(discord: LocalDiscord, root: Path, folder: Path, output: Path) -> None:
    with (folder / "bot.log").open("w+b") as log:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, _PROBE, output), cwd=root, env=_environment(discord, folder), stdout=log, stderr=log
        )
        try:
            await discord.until_ready(within=_SECONDS_TO_START)
            await _play(discord)
        except BaseException:
            sys.stderr.write((folder / "bot.log").read_text(encoding="utf-8"))
            raise
        finally:
            if process.returncode is None:
                process.terminate()
            await asyncio.wait_for(process.wait(), _SECONDS_TO_STOP)


async def _play(discord: LocalDiscord) -> None:
    """Play three moves; the third is measured, because everything is imported by then."""
    guild = discord.add_guild("Pretend server")
    channel, ada, bob = guild.add_channel("games"), guild.add_member("Ada"), guild.add_member("Bob")
    terms: dict[str, str | int] = {"variant": "blocking", "size": 5, "first": "me"}
    if _has_starts(discord):
        terms["start"] = "plain"
    asked = await ada.command(channel, "gridlock challenge", opponent=bob, **terms)
    if asked.reply is None:
        raise RuntimeError("the bot posted no challenge")
    await bob.press(asked.reply, "Accept")
    for player, cell in ((ada, "C3"), (bob, "A1"), (ada, "E5")):
        await asyncio.sleep(_SECONDS_UNTIL_IDLE)
        await player.command(channel, "gridlock move", cell=cell)
    await asyncio.sleep(_SECONDS_UNTIL_IDLE)
    # The shutdown of the bot is counted for this interaction, not for the move.
    await bob.command(channel, "gridlock games")


def _has_starts(discord: LocalDiscord) -> bool:
    """Return whether games of this revision can begin from other boards than the empty one."""
    subcommands = [one for command in discord.commands if command["name"] == "gridlock" for one in command["options"]]
    options = [option for one in subcommands if one["name"] == "challenge" for option in one["options"]]
    return any(option["name"] == "start" for option in options)


def _environment(discord: LocalDiscord, folder: Path) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("GRIDLOCK_")}
    return inherited | {
        "DISCORD_TOKEN": discord.token,
        "DATABASE_URL": f"sqlite:///{folder / 'gridlock.db'}",
        "GRIDLOCK_SWEEP_SECONDS": "3600",
        "GRIDLOCK_DISCORD_API": discord.api_url,
        "GRIDLOCK_DISCORD_GATEWAY": discord.gateway_url,
        "GRIDLOCK_IDENTIFY_SECONDS": "0",
        "GRIDLOCK_CALLS": "0",
    }


@contextmanager
def revision(name: str) -> Iterator[Path]:
    """A folder with the tree of a Git revision, as long as the block lasts."""
    archive = subprocess.run(["git", "archive", name], cwd=ROOT, check=True, capture_output=True).stdout
    with TemporaryDirectory(prefix="measure-") as folder, tarfile.open(fileobj=BytesIO(archive)) as tar:
        tar.extractall(folder, filter="data")
        yield Path(folder).resolve()


def measure(root: Path) -> list[Row]:
    """Measure the tree in a folder: its sources, and one move of its bot."""
    return [*static_rows(Sources(root)), *move_rows(asyncio.run(trace_move(root)))]


def table(now: Sequence[Row], before: Sequence[Row] | None = None) -> str:
    """The rows as a Markdown table."""
    old = ["", *(f" {figure} |" for _, figure, _ in before)] if before else [""] * (len(now) + 1)
    heading = f"| what |{' before |' if before else ''} now | aim |\n|---|{'---|' if before else ''}---|---|"
    rows = [f"| {what} |{past} {figure} | {aim} |" for (what, figure, aim), past in zip(now, old[1:], strict=True)]
    return "\n".join([heading, *rows])


def _listed(numbers: dict[str, int]) -> str:
    ordered = sorted(numbers.items(), key=lambda item: -item[1])
    return ", ".join(f"{number} `{name}`" for name, number in ordered)


def _count_and_names(names: Sequence[str], most: int = 6) -> str:
    shown = ", ".join(f"`{name}`" for name in names)
    return f"{len(names)} ({shown})" if 0 < len(names) <= most else str(len(names))


def main() -> None:
    """Print the table, and the files that a move enters."""
    parser = argparse.ArgumentParser(description="Measure the structure of the product.")
    parser.add_argument("--before", metavar="REVISION", help="a Git revision to compare with")
    parser.add_argument("--files", action="store_true", help="list the files that a typed move enters, in order")
    arguments = parser.parse_args()
    if arguments.files:
        print("\n".join(asyncio.run(trace_move(ROOT)).files_before))
        return
    before = None
    if arguments.before:
        with revision(arguments.before) as folder:
            before = measure(folder)
    print(table(measure(ROOT), before))


if __name__ == "__main__":
    main()
