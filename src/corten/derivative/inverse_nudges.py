"""Inverse dynamics about a state, compiled: what its force, sensors and mass matrix owe to qpos, qvel and qacc."""

from dataclasses import replace
from functools import partial

from corten.data import DATA, Data
from corten.derivative.arrangement import CONTROL, FIRST, VELOCITY, WHOLE, Columns
from corten.derivative.transition_nudges import copy_row, nudge_qpos, turn_by_nothing
from corten.derivative.work_space import MIDDLE, Differentiated
from corten.model import Model
from corten.pipeline.step import run
from corten.runtime import helper, stage
from corten.runtime.fields import F8, I4, I8, Field, Layout, Size
from corten.runtime.storage import Storage

# what is nudged, and what is looked at; actuator forces count where they are no external ones
NUDGED = ("qpos", "qvel", "qacc")
RESULTS = ("qfrc_inverse", "sensordata", "M")
ACTUATED_RESULTS = (*RESULTS, "qfrc_actuator")

SIZES = ("nq", "nv", "nsensordata", "nC")

INVERSE_NUDGES = Layout(
    "InverseNudges",
    (
        *(replace(DATA.sizes[name], counted_by="") for name in SIZES),
        Size("nnudge", "nudges"),
        Size("nrow", "rows: the middle, and as many nudges as there is room for"),
        Size("ncolumn", "quotients that there is room for"),
        Size("nout", "numbers of a quotient: nv + nsensordata + nC"),
    ),
    (
        *(replace(DATA.fields[name], block=MIDDLE) for name in NUDGED),
        Field("eps", F8, (), "size of a nudge"),
        Field("sides", I4, (), "nudges to a quotient: 1"),
        Field("first", I8, (), "first nudge that has a row"),
        Field("count", I8, (), "nudges that have rows"),
        Field("first_column", I8, (), "first column of quotients"),
        Field("column", I8, ("nnudge",), "what is nudged: dof of qpos, of qvel or of qacc"),
        Field("way", F8, ("nnudge",), "1: forward"),
        Field("turned", F8, (2, "nq"), "qpos integrated along nothing, forward and back"),
        Field("row_qpos", F8, ("nrow", "nq"), "nudged qpos"),
        Field("row_qvel", F8, ("nrow", "nv"), "nudged qvel"),
        Field("row_qacc", F8, ("nrow", "nv"), "nudged qacc"),
        Field("next_qfrc_inverse", F8, ("nrow", "nv"), "force of inverse dynamics"),
        Field("next_qfrc_actuator", F8, ("nrow", "nv"), "force of actuators, 0 where they are external"),
        Field("next_sensordata", F8, ("nrow", "nsensordata"), "readings of sensors"),
        Field("next_M", F8, ("nrow", "nC"), "mass matrix"),
        Field("quotient", F8, ("ncolumn", "nout"), "derivatives of [force s M] by what is nudged"),
    ),
    "corten.derivative.inverse_nudges:INVERSE_NUDGES",
)


class InverseNudges(Storage):
    """Nudges of inverse dynamics, their rows and quotients."""

    layout = INVERSE_NUDGES


@stage
def write_inverse_nudges(m, d) -> None:
    """Write the rows of the middle and of some nudges."""
    nv = m.nv
    copy_middle(m, d, 0)
    turn_by_nothing(m, d, 0, d.eps)
    for row in range(1, d.count + 1):
        column = d.column[d.first + row - 1]
        copy_middle(m, d, row)
        if column < nv:
            nudge_qpos(m, d, row, column, 1.0)
        elif column < 2 * nv:
            d.row_qvel[row, column - nv] += d.eps
        else:
            d.row_qacc[row, column - 2 * nv] += d.eps


@helper
def copy_middle(m, d, row: int) -> None:
    """Let a row be the middle."""
    copy_row(d.row_qpos, row, d.qpos, m.nq)
    copy_row(d.row_qvel, row, d.qvel, m.nv)
    copy_row(d.row_qacc, row, d.qacc, m.nv)


@stage
def form_inverse_quotients(m, d) -> None:
    """Form (f(x + h) - f(x)) / h of force, sensors and mass matrix."""
    nv, ns, eps = m.nv, m.nsensordata, d.eps
    inverse, actuator, sensor, mass = d.next_qfrc_inverse, d.next_qfrc_actuator, d.next_sensordata, d.next_M

    for row in range(1, d.count + 1):
        place = d.column[d.first + row - 1] - d.first_column
        for i in range(nv):
            change = (inverse[row, i] - actuator[row, i]) - (inverse[0, i] - actuator[0, i])
            d.quotient[place, i] = change / eps
        for i in range(ns):
            d.quotient[place, nv + i] = (sensor[row, i] - sensor[0, i]) / eps
        for i in range(m.nC):
            d.quotient[place, nv + ns + i] = (mass[row, i] - mass[0, i]) / eps


# ---------------------------------------------------------------- what is differentiated


def _columns(model: Model, by_state: bool, by_acceleration: bool) -> Columns:
    nv = model.nv
    return Columns(nv if by_state else 0, range(2 * nv, 3 * nv if by_acceleration else 2 * nv))


def _nout(model: Model) -> int:
    return model.nv + model.nsensordata + model.nC


def compute_inverse(model: Model, data: Data, *, actuation: bool) -> None:
    """Compute inverse dynamics with sensors, and with actuator forces if they are asked for."""
    run(model, data, "actuated_inverse" if actuation else "inverse_with_sensors")


def _differentiated(actuation: bool) -> Differentiated:
    whole = "actuated_inverse" if actuation else "inverse_with_sensors"
    velocity = "actuated_inverse_from_velocity" if actuation else "inverse_from_velocity"
    return Differentiated(
        InverseNudges,
        write_inverse_nudges,
        form_inverse_quotients,
        NUDGED,
        ACTUATED_RESULTS if actuation else RESULTS,
        {FIRST: whole, CONTROL: "inverse_from_acceleration", VELOCITY: velocity, WHOLE: whole},
        _columns,
        _nout,
        partial(compute_inverse, actuation=actuation),
    )


# by whether actuator forces are taken off
INVERSE = {actuation: _differentiated(actuation) for actuation in (False, True)}
