"""Nudged states and controls, and difference quotients of what steps make of them, compiled.

Row 0 is the middle, from where nothing is nudged. A nudge moves one coordinate of x = [qpos qvel act] or one control by
eps, forward (way 1) or back (-1); qpos is moved in its tangent space. Quotients of one-sided differences take a nudge
and the middle, those of centred ones two nudges that follow each other.
"""

from dataclasses import replace

from corten.data import DATA
from corten.derivative.arrangement import CONTROL, FIRST, VELOCITY, WHOLE, Columns
from corten.derivative.work_space import MIDDLE, Differentiated
from corten.enums import JointType
from corten.math.quaternion import integrate_quat, quat_sub
from corten.model import Model
from corten.pipeline.step import step
from corten.runtime import FloatArray, helper, stage
from corten.runtime.fields import F8, I4, I8, Field, Layout, Size
from corten.runtime.storage import Storage

# what is nudged, and what is looked at after a step
NUDGED = ("qpos", "qvel", "act", "ctrl")
NEXT = ("qpos", "qvel", "act", "sensordata")

SIZES = ("nq", "nv", "na", "nu", "nsensordata")

NUDGES = Layout(
    "Nudges",
    (
        *(replace(DATA.sizes[name], counted_by="") for name in SIZES),
        Size("nnudge", "nudges"),
        Size("nrow", "rows: the middle, and as many nudges as there is room for"),
        Size("ncolumn", "quotients that there is room for"),
        Size("nout", "numbers of a quotient: 2 nv + na + nsensordata"),
    ),
    (
        *(replace(DATA.fields[name], block=MIDDLE) for name in NUDGED),
        Field("eps", F8, (), "size of a nudge"),
        Field("sides", I4, (), "nudges to a quotient: 1, or 2 for centred differences"),
        Field("first", I8, (), "first nudge that has a row"),
        Field("count", I8, (), "nudges that have rows"),
        Field("first_column", I8, (), "first column of quotients"),
        Field("column", I8, ("nnudge",), "what is nudged: coordinate of x, or 2 nv + na + number of the control"),
        Field("way", F8, ("nnudge",), "1 forward, -1 back"),
        Field("went", F8, ("nnudge",), "way that a nudge has gone: 0 where the range of a control has no room"),
        Field("turned", F8, (2, "nq"), "qpos integrated along nothing, forward and back"),
        Field("row_qpos", F8, ("nrow", "nq"), "nudged qpos"),
        Field("row_qvel", F8, ("nrow", "nv"), "nudged qvel"),
        Field("row_act", F8, ("nrow", "na"), "nudged act"),
        Field("row_ctrl", F8, ("nrow", "nu"), "nudged ctrl"),
        Field("next_qpos", F8, ("nrow", "nq"), "qpos after a step"),
        Field("next_qvel", F8, ("nrow", "nv"), "qvel after a step"),
        Field("next_act", F8, ("nrow", "na"), "act after a step"),
        Field("next_sensordata", F8, ("nrow", "nsensordata"), "readings of sensors of a step"),
        Field("quotient", F8, ("ncolumn", "nout"), "derivatives of [x' s] by what is nudged"),
    ),
    "corten.derivative.transition_nudges:NUDGES",
)

# row of the middle
MIDDLE_ROW = 0


class Nudges(Storage):
    """Nudges of a step, their rows and quotients."""

    layout = NUDGES


# ---------------------------------------------------------------- nudges


@stage
def write_nudges(m, d) -> None:
    """Write the rows of the middle and of some nudges."""
    copy_middle(m, d, MIDDLE_ROW)
    turn_by_nothing(m, d, 0, d.eps)
    turn_by_nothing(m, d, 1, -d.eps)
    for row in range(1, d.count + 1):
        n = d.first + row - 1
        column, way = d.column[n], d.way[n]
        copy_middle(m, d, row)
        d.went[n] = way
        if column < m.nv:
            nudge_qpos(m, d, row, column, way)
        elif column < 2 * m.nv:
            d.row_qvel[row, column - m.nv] += way * d.eps
        elif column < 2 * m.nv + m.na:
            d.row_act[row, column - 2 * m.nv] += way * d.eps
        else:
            d.went[n] = nudge_control(m, d, row, column - 2 * m.nv - m.na, way)


@helper
def copy_middle(m, d, row: int) -> None:
    """Let a row be the middle."""
    copy_row(d.row_qpos, row, d.qpos, m.nq)
    copy_row(d.row_qvel, row, d.qvel, m.nv)
    copy_row(d.row_act, row, d.act, m.na)
    copy_row(d.row_ctrl, row, d.ctrl, m.nu)


@helper
def copy_row(rows: FloatArray, row: int, values: FloatArray, count: int) -> None:
    """Copy numbers into a row."""
    for i in range(count):
        rows[row, i] = values[i]


@helper
def turn_by_nothing(m, d, side: int, h: float) -> None:
    """Integrate qpos along a velocity of 0 for a time h, which makes units of quaternions."""
    jnt_type, qposadr, turned = m.jnt_type, m.jnt_qposadr, d.turned

    for i in range(m.nq):
        turned[side, i] = d.qpos[i]
    for j in range(m.njnt):
        if jnt_type[j] == JointType.FREE or jnt_type[j] == JointType.BALL:
            place = qposadr[j] + (3 if jnt_type[j] == JointType.FREE else 0)
            w, x, y, z = integrate_quat(middle_quat(d, place), (0.0, 0.0, 0.0), h)
            turned[side, place], turned[side, place + 1] = w, x
            turned[side, place + 2], turned[side, place + 3] = y, z


@helper
def nudge_qpos(m, d, row: int, dof: int, way: float) -> None:
    """Move a row's qpos along one dof: qpos + h e_dof, in the tangent space where it is a quaternion."""
    side, h = (0 if way > 0.0 else 1), way * d.eps
    for i in range(m.nq):
        d.row_qpos[row, i] = d.turned[side, i]
    j = m.dof_jntid[dof]
    place, axis = m.jnt_qposadr[j], dof - m.jnt_dofadr[j]
    kind = m.jnt_type[j]
    if kind == JointType.FREE and axis >= 3:
        turn_row(d, row, place + 3, axis - 3, h)
    elif kind == JointType.BALL:
        turn_row(d, row, place, axis, h)
    else:
        d.row_qpos[row, place + axis] += h


@helper
def turn_row(d, row: int, place: int, axis: int, h: float) -> None:
    """Turn the quaternion at some place about one of its own axes."""
    omega = (1.0 if axis == 0 else 0.0, 1.0 if axis == 1 else 0.0, 1.0 if axis == 2 else 0.0)
    w, x, y, z = integrate_quat(middle_quat(d, place), omega, h)
    d.row_qpos[row, place], d.row_qpos[row, place + 1] = w, x
    d.row_qpos[row, place + 2], d.row_qpos[row, place + 3] = y, z


@helper
def middle_quat(d, place: int) -> tuple[float, float, float, float]:
    """Return the quaternion at some place of the middle's qpos."""
    return (d.qpos[place], d.qpos[place + 1], d.qpos[place + 2], d.qpos[place + 3])


@helper
def nudge_control(m, d, row: int, i: int, way: float) -> float:
    """Move a control within its range; return the way that it went.

    A control that has no room forward goes back where one-sided differences ask for one nudge alone.
    """
    u, h = d.ctrl[i], d.eps
    ahead, back = True, True
    if m.actuator_ctrllimited[i] != 0:
        low, high = m.actuator_ctrlrange[i, 0], m.actuator_ctrlrange[i, 1]
        inside = u >= low and u <= high
        ahead, back = inside and u + h <= high, inside and u - h >= low
    went = 0.0
    if way > 0.0 and ahead:
        went = 1.0
    elif back and (way < 0.0 or d.sides == 1):
        went = -1.0
    if went != 0.0:
        d.row_ctrl[row, i] = u + went * h
    return went


# ---------------------------------------------------------------- quotients


@stage
def form_quotients(m, d) -> None:
    """Form (f(x + h) - f(x)) / h, or (f(x + h) - f(x - h)) / 2 h, of state and sensors after steps."""
    first, eps = d.first, d.eps
    nx = 2 * m.nv + m.na

    for q in range(d.count // d.sides):
        row = 1 + q * d.sides
        n = first + row - 1
        place = d.column[n] - d.first_column
        before, after, width = MIDDLE_ROW, row, eps
        if d.sides == 2:
            # a side without room holds the middle
            before = row + 1
            width = 2.0 * eps if d.went[n] != 0.0 and d.went[n + 1] != 0.0 else eps
        elif d.went[n] < 0.0:
            before, after = row, MIDDLE_ROW
        subtract_qpos(m, d, place, before, after, width)
        for i in range(m.nv):
            d.quotient[place, m.nv + i] = (d.next_qvel[after, i] - d.next_qvel[before, i]) / width
        for i in range(m.na):
            d.quotient[place, 2 * m.nv + i] = (d.next_act[after, i] - d.next_act[before, i]) / width
        for i in range(m.nsensordata):
            change = d.next_sensordata[after, i] - d.next_sensordata[before, i]
            d.quotient[place, nx + i] = change / width


@helper
def subtract_qpos(m, d, place: int, before: int, after: int, width: float) -> None:
    """Write the difference of two configurations in the tangent space, over the width of the nudge."""
    jnt_type, qposadr, dofadr = m.jnt_type, m.jnt_qposadr, m.jnt_dofadr
    qpos, quotient = d.next_qpos, d.quotient

    for j in range(m.njnt):
        q, dof, kind = qposadr[j], dofadr[j], jnt_type[j]
        # [m] or [rad] that add up like numbers
        plain = 1
        if kind == JointType.FREE:
            plain = 3
        elif kind == JointType.BALL:
            plain = 0
        for k in range(plain):
            quotient[place, dof + k] = (qpos[after, q + k] - qpos[before, q + k]) / width
        if kind == JointType.FREE or kind == JointType.BALL:
            turn = quat_sub(next_quat(d, after, q + plain), next_quat(d, before, q + plain))
            quotient[place, dof + plain] = turn[0] / width
            quotient[place, dof + plain + 1] = turn[1] / width
            quotient[place, dof + plain + 2] = turn[2] / width


@helper
def next_quat(d, row: int, place: int) -> tuple[float, float, float, float]:
    """Return the quaternion at some place of qpos after the step of a row."""
    qpos = d.next_qpos
    return (qpos[row, place], qpos[row, place + 1], qpos[row, place + 2], qpos[row, place + 3])


# ---------------------------------------------------------------- what is differentiated


def _columns(model: Model, by_state: bool, by_control: bool) -> Columns:
    nx = 2 * model.nv + model.na
    others = range(2 * model.nv if by_state else nx, nx + model.nu if by_control else nx)
    return Columns(model.nv if by_state else 0, others)


def _nout(model: Model) -> int:
    return 2 * model.nv + model.na + model.nsensordata


def _differentiated(end: str) -> Differentiated:
    whole, velocity, control = f"step{end}", f"step_from_velocity{end}", f"step_from_control{end}"
    plans = {FIRST: whole, CONTROL: control, VELOCITY: velocity, WHOLE: whole}
    return Differentiated(Nudges, write_nudges, form_quotients, NUDGED, NEXT, plans, _columns, _nout, step)


# by whether sensors are looked at
STEP = {True: _differentiated(""), False: _differentiated("_without_sensors")}
