"""What people see: progress bars and tables."""

from typing import TYPE_CHECKING

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Table

from corten.enums import JointType
from corten.notices import counted

if TYPE_CHECKING:
    from corten.cli.run import RunResult
    from corten.data import Data
    from corten.model import Model

# models with more joints than this are shown by the places of their bodies
MOST_JOINTS = 12
MOST_ROWS = 24


def console() -> Console:
    """Return the console for results."""
    return Console(highlight=False)


def progress_bar() -> Progress:
    """Return a bar of simulated seconds on standard error, for terminals only, which vanishes when it is done."""
    screen = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:.2f} of {task.total:.2f} s"),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        console=screen,
        transient=True,
        disable=not screen.is_terminal,
    )


def table(*columns: str, title: str | None = None) -> Table:
    """Return an empty table whose first column is words and whose other columns are numbers."""
    result = Table(
        box=SIMPLE_HEAD, title=title, title_justify="left", title_style="bold", show_edge=False, pad_edge=False
    )
    for place, column in enumerate(columns):
        result.add_column(escape(column), justify="right" if place else "left", overflow="fold")
    return result


def show_run(description: str, model: "Model", data: "Data", result: "RunResult") -> None:
    """Show how a run went and where it ended."""
    simulated = result.steps * model.opt.timestep
    rows = Table.grid(padding=(0, 3))
    rows.add_row("model", description)
    if result.steps:
        rows.add_row("simulated", f"{simulated:.6g} s in {counted(result.steps, 'step')}")
        rows.add_row("took", f"{result.wall_seconds:.3g} s")
        rows.add_row("speed", f"[bold]{result.steps / result.wall_seconds:,.0f}[/] steps per second")
        rows.add_row("real-time factor", f"[bold]{simulated / result.wall_seconds:,.1f}[/] times as fast as real time")
        first, last = sum(result.first_energy), sum(result.last_energy)
        rows.add_row("energy", f"{first:.6g} J at the start, {last:.6g} J at the end")
        rows.add_row("energy drift", _drift(model, result))
    else:
        rows.add_row("simulated", "nothing: this is the beginning")
        rows.add_row("energy", f"{sum(result.first_energy):.6g} J")
    out = console()
    out.print(rows)
    out.print()
    out.print(joint_table(model, data) if model.njnt <= MOST_JOINTS else body_table(model, data))


def _drift(model: "Model", result: "RunResult") -> str:
    """Say how much energy came or went, and why that may be right."""
    text = f"{result.drift:+.3g} J"
    if result.most_kinetic > 0:
        text += f", {_percent(result.drift / result.most_kinetic)} of the peak kinetic energy"
    if result.drift < 0 and (np.any(model.dof_damping) or np.any(model.dof_dampingpoly)):
        text += " (damped model)"
    return text


def _percent(share: float) -> str:
    """Return a share in percent with two digits that count, and no exponent unless it is tiny."""
    percent = 100 * share
    return f"{percent:+,.0f} %" if abs(percent) >= 10 else f"{percent:+.2g} %"


def joint_table(model: "Model", data: "Data") -> Table:
    """Return the final coordinates, joint by joint."""
    result = table("joint", "kind", "position", title=f"final pose, time {data.time:.6g} s")
    for number in range(model.njnt):
        kind = JointType(int(model.jnt_type[number]))
        name = escape(model.name("joint", number)) or f"joint {number}"
        result.add_row(name, kind.name.lower(), _position(kind, data.joint(number).qpos))
    return result


def _position(kind: JointType, qpos: np.ndarray) -> str:
    if kind == JointType.SLIDE:
        return f"{_number(qpos[0])} m"
    if kind == JointType.HINGE:
        return f"{_number(qpos[0])} rad ({np.degrees(qpos[0]):.1f}°)"
    quaternion = f"quat {_numbers(qpos[-4:])}"
    return quaternion if kind == JointType.BALL else f"{_numbers(qpos[:3])} m, {quaternion}"


def body_table(model: "Model", data: "Data") -> Table:
    """Return where the moving bodies ended."""
    result = table("body", "x [m]", "y [m]", "z [m]", title=f"final pose, time {data.time:.6g} s")
    moving = [body for body in range(1, model.nbody) if model.body_weldid[body] != 0]
    for body in moving[:MOST_ROWS]:
        result.add_row(escape(model.name("body", body)) or f"body {body}", *map(_number, data.xpos[body]))
    if len(moving) > MOST_ROWS:
        result.add_row(f"and {len(moving) - MOST_ROWS} more")
    return result


def _numbers(values: np.ndarray) -> str:
    return "(" + " ".join(map(_number, values)) + ")"


def _number(value: float) -> str:
    """Return a number with four digits, and zero without a sign."""
    return f"{round(float(value), 4) + 0.0:.4f}"
