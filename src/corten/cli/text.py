"""What the commands print: tables, trees and words that stand out, as plain text."""

import os
import re
import sys
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from shutil import get_terminal_size

_STYLE = re.compile(r"\x1b\[\d*m")


def bold(text: str) -> str:
    """Return text that stands out on a terminal."""
    return f"\x1b[1m{text}\x1b[0m"


def dim(text: str) -> str:
    """Return text that stands back on a terminal."""
    return f"\x1b[2m{text}\x1b[0m"


def show(text: str = "", indent: int = 0) -> None:
    """Print text: in the width of a terminal, and without styles and folds where it goes elsewhere."""
    if sys.stdout.isatty():
        text = "\n".join(_folded(line, screen_width(), indent) for line in text.split("\n"))
    elif indent:
        text = textwrap.indent(text, " " * indent)
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        text = _STYLE.sub("", text)
    encoding = sys.stdout.encoding or "utf-8"
    print(text.encode(encoding, "replace").decode(encoding))


def screen_width() -> int:
    """Return how many characters a line of the terminal has."""
    return max(get_terminal_size().columns, 40)


def _folded(line: str, width: int, indent: int) -> str:
    """Return a line in pieces that fit, broken between words; what was laid out in columns is as wide as it is."""
    space = " " * indent
    if len(_STYLE.sub("", line)) + indent <= width or "  " in line:
        return space + line
    # a style has no width, and never stands within a word
    return textwrap.fill(line, width, initial_indent=space, subsequent_indent=space, break_on_hyphens=False)


def columns(rows: Iterable[Sequence[str]], gap: int = 3, numbers: bool = False) -> list[str]:
    """Return rows as lines, one column under the other; columns of numbers are flush right, but for the first.

    On a terminal the last column is folded where the line would be too long.
    """
    rows = [tuple(row) for row in rows]
    widths = [max(map(_width, cells)) for cells in zip_longest(*rows, fillvalue="")]
    left = sum(widths[:-1]) + gap * (len(widths) - 1)
    room = max(screen_width() - left, 20) if sys.stdout.isatty() and not numbers else None
    lines: list[str] = []
    for *first, last in rows:
        pieces = textwrap.wrap(last, room) if room and _width(last) > room else [last]
        for cells in zip_longest(*([cell] for cell in first), pieces, fillvalue=""):
            padded = (_padded(cells[i], width, numbers and i > 0) for i, width in enumerate(widths))
            lines.append((" " * gap).join(padded).rstrip())
    return lines


def table(head: Sequence[str], rows: Sequence[Sequence[str]], title: str = "", last: Sequence[str] = ()) -> str:
    """Return a table with words in its first column and numbers in the others, and a last row under a line."""
    lines = columns([head, *rows, *([last] if last else [])], numbers=True)
    rule = "─" * max(map(_width, lines))
    body = [lines[0], rule, *lines[1 : len(rows) + 1], *([rule, lines[-1]] if last else [])]
    return "\n".join([bold(title), *body] if title else body)


@dataclass
class Branch:
    """Something in a tree, and what hangs on it."""

    text: str
    branches: list["Branch"] = field(default_factory=list)

    def add(self, text: str) -> "Branch":
        """Return a new branch of this one."""
        self.branches.append(Branch(text))
        return self.branches[-1]

    def lines(self) -> list[str]:
        """Return the tree as lines."""
        found, waiting = list[str](), list[tuple[Branch, str, str]]([(self, "", "")])
        while waiting:
            branch, first, rest = waiting.pop()
            found.append(first + branch.text)
            ends = [("├── ", "│   ")] * (len(branch.branches) - 1) + [("└── ", "    ")]
            below = [(each, rest + end, rest + on) for each, (end, on) in zip(branch.branches, ends, strict=False)]
            waiting += reversed(below)
        return found


def _width(text: str) -> int:
    return len(_STYLE.sub("", text))


def _padded(text: str, width: int, right: bool) -> str:
    space = " " * (width - _width(text))
    return space + text if right else text + space
