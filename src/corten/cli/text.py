"""What the commands print: tables, trees and words that stand out, as plain text."""

import math
import os
import re
import sys
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from corten.enums import JointType

if TYPE_CHECKING:
    import numpy as np

    from corten.cli.run import RunResult
    from corten.data import Data
    from corten.model import Model
    from corten.runtime.progress_bar import Bar

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


# ---------------------------------------------------------------- progress and outcome of a run


# models with more joints than this are shown by the places of their bodies
MOST_JOINTS = 12
MOST_ROWS = 24


def progress_bar(description: str, seconds: float) -> "Bar":
    """Return a bar of simulated seconds."""
    from corten.runtime.progress_bar import Bar

    return Bar(description, seconds, lambda done, total: f"{done:.2f} of {total:.2f} s")


def show_run(description: str, model: "Model", data: "Data", result: "RunResult") -> None:
    """Show how a run went and where it ended."""
    from corten.runtime.notices import counted

    simulated = result.steps * model.opt.timestep
    rows = [("model", description)]
    if result.steps:
        rows.append(("simulated", f"{simulated:.6g} s in {counted(result.steps, 'step')}"))
        rows.append(("took", f"{result.wall_seconds:.3g} s"))
        rows.append(("speed", f"{bold(f'{result.steps / result.wall_seconds:,.0f}')} steps per second"))
        rows.append(
            ("real-time factor", f"{bold(f'{simulated / result.wall_seconds:,.1f}')} times as fast as real time")
        )
        first, last = sum(result.first_energy), sum(result.last_energy)
        rows.append(("energy", f"{first:.6g} J at the start, {last:.6g} J at the end"))
        rows.append(("energy drift", _drift(model, result)))
    else:
        rows.append(("simulated", "nothing: this is the beginning"))
        rows.append(("energy", f"{sum(result.first_energy):.6g} J"))
    show("\n".join(columns(rows)))
    show()
    show(joint_table(model, data) if model.njnt <= MOST_JOINTS else body_table(model, data))


def _drift(model: "Model", result: "RunResult") -> str:
    """Say how much energy came or went, and why that may be right."""
    text = f"{result.drift:+.3g} J"
    if result.drift < 0 and (model.dof_damping.any() or model.dof_dampingpoly.any()):
        return f"{text}, as the model is damped"
    if result.most_kinetic > 0:
        text += f", {_percent(result.drift / result.most_kinetic)} of the peak kinetic energy"
    return text


def _percent(share: float) -> str:
    """Return a share in percent with two digits that count, and no exponent unless it is tiny."""
    percent = 100 * share
    return f"{percent:+,.0f} %" if abs(percent) >= 10 else f"{percent:+.2g} %"


def joint_table(model: "Model", data: "Data") -> str:
    """Return the final coordinates, joint by joint."""
    rows = []
    for number in range(model.njnt):
        kind = JointType(int(model.jnt_type[number]))
        name = model.name("joint", number) or f"joint {number}"
        rows.append((name, kind.name.lower(), _position(kind, data.joint(number).qpos)))
    return table(("joint", "kind", "position"), rows, title=f"final pose, time {data.time:.6g} s")


def _position(kind: JointType, qpos: "np.ndarray") -> str:
    if kind == JointType.SLIDE:
        return f"{_number(qpos[0])} m"
    if kind == JointType.HINGE:
        return f"{_number(qpos[0])} rad ({math.degrees(qpos[0]):.1f}°)"
    quaternion = f"quat {_numbers(qpos[-4:])}"
    return quaternion if kind == JointType.BALL else f"{_numbers(qpos[:3])} m, {quaternion}"


def body_table(model: "Model", data: "Data") -> str:
    """Return where the moving bodies ended."""
    moving = [body for body in range(1, model.nbody) if model.body_weldid[body] != 0]
    rows = [(model.name("body", body) or f"body {body}", *map(_number, data.xpos[body])) for body in moving[:MOST_ROWS]]
    if len(moving) > MOST_ROWS:
        rows.append((f"and {len(moving) - MOST_ROWS} more", "", "", ""))
    return table(("body", "x [m]", "y [m]", "z [m]"), rows, title=f"final pose, time {data.time:.6g} s")


def _numbers(values: "np.ndarray") -> str:
    return "(" + " ".join(map(_number, values)) + ")"


def _number(value: float) -> str:
    """Return a number with four digits, and zero without a sign."""
    return f"{round(float(value), 4) + 0.0:.4f}"
