"""What people see of a run: a bar while it lasts, and where it ended."""

from typing import TYPE_CHECKING

import numpy as np

from corten.bar import Bar
from corten.cli.text import bold, columns, show, table
from corten.enums import JointType
from corten.notices import counted

if TYPE_CHECKING:
    from corten.cli.run import RunResult
    from corten.data import Data
    from corten.model import Model

# models with more joints than this are shown by the places of their bodies
MOST_JOINTS = 12
MOST_ROWS = 24


def progress_bar(description: str, seconds: float) -> Bar:
    """Return a bar of simulated seconds."""
    return Bar(description, seconds, lambda done, total: f"{done:.2f} of {total:.2f} s")


def show_run(description: str, model: "Model", data: "Data", result: "RunResult") -> None:
    """Show how a run went and where it ended."""
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
    if result.most_kinetic > 0:
        text += f", {_percent(result.drift / result.most_kinetic)} of the peak kinetic energy"
    if result.drift < 0 and (np.any(model.dof_damping) or np.any(model.dof_dampingpoly)):
        text += " (damped model)"
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


def _position(kind: JointType, qpos: np.ndarray) -> str:
    if kind == JointType.SLIDE:
        return f"{_number(qpos[0])} m"
    if kind == JointType.HINGE:
        return f"{_number(qpos[0])} rad ({np.degrees(qpos[0]):.1f}°)"
    quaternion = f"quat {_numbers(qpos[-4:])}"
    return quaternion if kind == JointType.BALL else f"{_numbers(qpos[:3])} m, {quaternion}"


def body_table(model: "Model", data: "Data") -> str:
    """Return where the moving bodies ended."""
    moving = [body for body in range(1, model.nbody) if model.body_weldid[body] != 0]
    rows = [(model.name("body", body) or f"body {body}", *map(_number, data.xpos[body])) for body in moving[:MOST_ROWS]]
    if len(moving) > MOST_ROWS:
        rows.append((f"and {len(moving) - MOST_ROWS} more", "", "", ""))
    return table(("body", "x [m]", "y [m]", "z [m]"), rows, title=f"final pose, time {data.time:.6g} s")


def _numbers(values: np.ndarray) -> str:
    return "(" + " ".join(map(_number, values)) + ")"


def _number(value: float) -> str:
    """Return a number with four digits, and zero without a sign."""
    return f"{round(float(value), 4) + 0.0:.4f}"
