"""Constraints by hand: contacts of one's own, islands, forces for given accelerations, and length ranges."""

from typing import Any

import numpy as np

import corten
from corten.compat.mujoco._errors import FatalError
from corten.compat.mujoco.arguments import NAMES, bound, expect
from corten.compat.mujoco.compiled import compiled
from corten.compat.mujoco.contacts import MjContact, contact_column
from corten.compile.derived.length_ranges import limits_of
from corten.constants import MINVAL
from corten.enums import BiasType, DisableBit, GainType, GeomType
from corten.errors import StepError
from corten.pipeline.step import run
from corten.runtime import helper, stage
from corten.runtime.entry_table import Kinds
from corten.stages.constraint.update import update_constraint

# counters of what follows from contacts, which another contact makes obsolete
OF_ROWS = ("ne", "nf", "nl", "nefc", "nJ", "nisland")

# attributes of a contact that a data stores; others follow from these
STORED_COLUMNS = [name for name in MjContact._fields if name not in ("geom1", "geom2", "H")]

# [s] shortest time in which velocities fade (MuJoCo's value)
LEAST_TIME = 0.01

MODES = NAMES["enums"]["mjtLRMode"]
MAXCONPAIR = NAMES["constants"]["mjMAXCONPAIR"]


@bound
def mj_addContact(m: Any, d: Any, con: Any) -> int:
    """Add a contact to those of a data, which grow as needed; constraints have to be made anew then."""
    data = d._data
    fields, number = data.engine_view(), data.ncon
    fields.ncon = number + 1
    if m.nflex:
        fields.nflexcon = number + 1
    data.make_room()
    fields = data.engine_view()
    for name in OF_ROWS:
        setattr(fields, name, 0)
    contact_column(data, "efc_address")[:] = -1
    for name in STORED_COLUMNS:
        if name not in ("flex", "elem", "vert") or m.nflex:
            contact_column(data, name)[number] = getattr(con, name)
    return 0


@bound
def mj_island(m: Any, d: Any) -> None:
    """Find the islands of the constraints that there are."""
    data = d._data
    if data.nefc:
        run(m._model, data, "island")
    else:
        data._views["nisland"][()] = 0


@bound
def mj_projectConstraint(m: Any, d: Any) -> None:
    """Compute efc_Y and efc_AR: these are computed whenever they are asked for."""


@bound
def mj_constraintUpdate(m: Any, d: Any, jar: np.ndarray, cost: np.ndarray | None, flg_coneHessian: int) -> None:
    """Compute efc_state, efc_force and qfrc_constraint for J qacc - aref, and the cost.

    Hessians of cones are told from qacc when a contact is asked for them.
    """
    data = d._data
    expect(cost is None or cost.size == 1, "cost should have length 1")
    expect(len(jar) == data.nefc, "size of jar should equal nefc")
    total = update_constraint(data.engine_view(), jar) if data.nefc else 0.0
    d.qfrc_constraint[:] = data.efc_J.T @ data.efc_force if data.nefc else 0.0
    if cost is not None:
        cost[0] = total


# ---------------------------------------------------------------- numbers of contacts


def _check_geoms(m: Any, g1: int, g2: int, has_margin: int) -> None:
    for geom in (g1, g2):
        if not 0 <= geom < m.ngeom:
            raise IndexError(f"geom {geom} does not exist; there are {m.ngeom}")


@compiled(result=Kinds.INT, check=_check_geoms)
@stage
def mj_maxContact(m, d) -> int:
    """Return the most contacts that two geoms may have."""
    if d.g1 < 0 or d.g1 >= m.ngeom or d.g2 < 0 or d.g2 >= m.ngeom:
        return 1
    first, second = min(m.geom_type[d.g1], m.geom_type[d.g2]), max(m.geom_type[d.g1], m.geom_type[d.g2])
    if second == GeomType.SDF:
        d.result = m.opt_sdf_initpoints
    elif first == GeomType.HFIELD or second == GeomType.HFIELD:
        d.result = 0 if second == GeomType.HFIELD else MAXCONPAIR
    elif is_round(first) or is_round(second):
        d.result = 1
    elif first == GeomType.PLANE:
        d.result = 0 if second == GeomType.PLANE else (2 if second == GeomType.CAPSULE else 4)
    elif first == GeomType.BOX and second == GeomType.BOX:
        d.result = 8
    elif first == GeomType.CAPSULE and (second == GeomType.CAPSULE or second == GeomType.BOX):
        d.result = 2 if second == GeomType.CAPSULE else 4
    # two convex geoms; margins, which the bindings ask for, make no difference in 4.0
    elif m.opt_disableflags & DisableBit.MULTICCD != 0:
        d.result = 1
    elif m.opt_disableflags & DisableBit.NATIVECCD != 0:
        d.result = 5
    else:
        d.result = 2 if first == GeomType.CAPSULE else 4
    return 0


@helper
def is_round(kind: int) -> bool:
    """Tell whether a geom touches others in one point."""
    return kind == GeomType.SPHERE or kind == GeomType.ELLIPSOID


# ---------------------------------------------------------------- actuators


@bound
def mj_setLengthRange(m: Any, d: Any, index: int, opt: Any) -> None:
    """Set actuator_lengthrange of an actuator: by limits, or by pulling until nothing moves any more."""
    if not 0 <= index < m.nactuator:
        raise FatalError("mj_setLengthRange: invalid actuator index")
    out = int(m.actuator_outadr[index])
    if not _wants_range(m, index, opt) or (opt.useexisting and np.diff(m.actuator_lengthrange[out])[0] > 0):
        return
    limits = limits_of(m._model, int(m.actuator_trnid[index, 0]), m.actuator_trntype[index]) if opt.uselimit else None
    m.actuator_lengthrange[out] = _pulled(m, index, opt) if limits is None else limits


def _wants_range(m: Any, index: int, opt: Any) -> bool:
    """Tell whether an actuator is of a kind that a range is wanted for."""
    names = {MODES["mjLRMODE_MUSCLE"]: ("MUSCLE",), MODES["mjLRMODE_MUSCLEUSER"]: ("MUSCLE", "USER")}
    gain, bias = m.actuator_gaintype[index], m.actuator_biastype[index]
    kinds = names.get(opt.mode, ())
    return opt.mode == MODES["mjLRMODE_ALL"] or any(gain == GainType[n] or bias == BiasType[n] for n in kinds)


def _pulled(m: Any, index: int, opt: Any) -> np.ndarray:
    """Return the least and the largest length that an actuator reaches if it is pulled, while all else acts as it does.

    Unlike the compiler, this leaves gravity, springs and actuators on, and takes the timestep of the model.
    """
    model, out = m._model.copy(), int(m.actuator_outadr[index])
    span, ends = model.actuator_lengthrange[out], []
    for side, sign in enumerate((-1.0, 1.0)):
        try:
            lengths = _final_lengths(model, out, sign * opt.accel, opt)
        except StepError:
            raise FatalError(f"Unstable lengthrange simulation in actuator {index}") from None
        # forces of muscles follow from their range: the second side knows the first
        span[side] = max(lengths) if side else min(lengths)
        ends.append((min(lengths), max(lengths)))
    if span[1] <= span[0]:
        raise FatalError(f"Invalid lengthrange ({span[0]:g}, {span[1]:g}) in actuator {index}")
    for low, high in ends:
        if high - low > opt.tolrange * (span[1] - span[0]):
            raise FatalError(
                f"Lengthrange computation did not converge in actuator {index}:\n"
                f"  eval ({low:g}, {high:g})\n  range ({span[0]:g}, {span[1]:g})"
            )
    return span


def _final_lengths(model: corten.Model, out: int, accel: float, opt: Any) -> list[float]:
    """Return the lengths of an actuator in the last interval of a simulation in which it accelerates its joints."""
    data, lengths = model.make_data(), []
    fading = np.exp(-model.opt.timestep / max(LEAST_TIME, opt.timeconst))
    while data.time < opt.inttotal:
        data.qvel *= fading
        corten.step1(model, data)
        force = data.actuator_moment[out] * accel
        force /= max(MINVAL, float(np.linalg.norm(corten.solve_mass(model, data, data.actuator_moment[out]))))
        size = float(np.linalg.norm(force))
        if 0 < opt.maxforce < size:
            force *= opt.maxforce / size
        data.qfrc_applied[:] = force
        corten.step2(model, data)
        if data.time > opt.inttotal - opt.interval:
            lengths.append(float(data.actuator_length[out]))
    return lengths or [0.0]


# names of inputs of actuators: charts of orientations, and signatures of servos by their bits
CHARTS = {3: ("rx", "ry", "rz"), 4: ("qw", "qx", "qy", "qz")}
INPUTS = {
    bit: name.removeprefix("mjINPUT_").lower()
    for name, bit in NAMES["enums"]["mjtCtrlInput"].items()
    if name != "mjINPUT_NONE"
}


@bound
def mj_actuatorInputName(m: Any, id: int, input: int) -> str | None:
    """Return the name of an input of an actuator, None where it has none."""
    if not 0 <= id < m.nactuator or not 0 <= input < m.actuator_ctrlnum[id]:
        return None
    if m.actuator_gaintype[id] == GainType.SO3:
        return CHARTS[int(m.actuator_ctrlnum[id])][input]
    names = [name for bit, name in INPUTS.items() if int(m.actuator_ctrlspec[id]) & bit]
    return names[input] if input < len(names) else None
