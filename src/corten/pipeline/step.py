"""Forward dynamics, steps and inverse dynamics: each runs one plan."""

import math
import operator
import time
from collections.abc import Callable
from typing import NoReturn

import numpy as np

from corten.constants import NEW_WARNING
from corten.data import Data
from corten.data.pair import exclusive
from corten.enums import ConstraintType, JointType, StepErrorKind
from corten.errors import StepError
from corten.model import Model
from corten.pipeline.plans import get_plan
from corten.pipeline.step_warnings import warn_bad_control
from corten.runtime.call import REFUSED
from corten.runtime.plan import CHANGED, Failure, Plan
from corten.stages.integrate import restore_state
from corten.stages.kinematics import restore_sleepers, save_sleepers

# kinds of constraints that belong to one object: the kind of its name, and how to call it
OWNERS = {
    ConstraintType.EQUALITY: ("equality", "equality"),
    ConstraintType.FRICTION_TENDON: ("tendon", "friction loss of tendon"),
    ConstraintType.LIMIT_JOINT: ("joint", "limit of joint"),
    ConstraintType.LIMIT_TENDON: ("tendon", "limit of tendon"),
}


# a call takes no more steps than this: a plan counts them in 43 bits
MOST_STEPS = 2**40

# steps of the first portion of a long call, and how long a portion may take [s]
FIRST_PORTION, LONG_PORTION = 16, 0.05


def step(model: Model, data: Data, nstep: int = 1) -> None:
    """Advance the state by `nstep` time steps with the integrator of `model.opt`.

    Ctrl-C ends it after a whole step.
    """
    if type(nstep) is int and nstep == 1:
        # the shortest way for what users call once for every action
        try:
            status = data._runs["step"](model)
        except (AttributeError, KeyError):
            status = REFUSED
        if status:
            finish(model, data, "step", status)
        return
    with exclusive(model, data):
        take_in_portions(check_count(nstep), lambda count: _advance(model, data, count))


def check_count(nstep: int) -> int:
    """Return a number of steps; refuse what is none."""
    try:
        count = operator.index(nstep)
    except TypeError:
        raise TypeError(f"nstep is {nstep!r}; it must be a whole number of steps") from None
    if not 0 <= count <= MOST_STEPS:
        raise ValueError(f"nstep is {count}; it must be from 0 to {MOST_STEPS}")
    return count


def take_in_portions(nstep: int, take: Callable[[int], None]) -> None:
    """Take many steps in portions of some hundredths of a second: Python sees Ctrl-C only between them."""
    portion = FIRST_PORTION
    while nstep:
        count, start = min(portion, nstep), time.perf_counter()
        take(count)
        nstep -= count
        seconds = time.perf_counter() - start
        portion = next_portion(portion, count, seconds, LONG_PORTION)


def next_portion(portion: int, count: int, seconds: float, most: float, growth: int = 2) -> int:
    """Return how many steps to take at once after `count` of a portion, which took some seconds, to stay below `most`.

    Portions that are short enough grow; what is left at the end of a call tells nothing about them unless it is slow.
    """
    if seconds > most:
        return max(1, count // 2)
    return growth * count if growth * seconds < most and count == portion else portion


def _advance(model: Model, data: Data, nstep: int) -> None:
    plan = model._plans.get("step") or get_plan(model, "step")
    if status := plan.run(model, data, nstep):
        _go_on(model, data, plan, status, nstep)


def _go_on(model: Model, data: Data, plan: Plan, status: int, nstep: int) -> None:
    """Take the rest of `nstep` steps after a plan stopped with a status."""
    while status:
        failure = Failure.read(status)
        if failure.status == CHANGED:
            plan = get_plan(model, "step")
        else:
            recover(model, data, plan)
            nstep -= failure.done
        status = plan.run(model, data, nstep)


def forward(model: Model, data: Data) -> None:
    """Compute everything that follows from the state and the inputs, up to the acceleration; time stands still."""
    run(model, data, "forward")


def step1(model: Model, data: Data) -> None:
    """Run the part of a step that does not depend on controls: positions and velocities."""
    run(model, data, "step1")


def step2(model: Model, data: Data) -> None:
    """Finish a step begun with `step1`, after controls and forces were set. RK4 is not split: Euler stands in."""
    run(model, data, "step2")


def inverse(model: Model, data: Data) -> None:
    """Compute `qfrc_inverse`, the external force that explains `qacc` in the current state."""
    run(model, data, "inverse")


def run(model: Model, data: Data, kind: str) -> None:
    """Run a plan once."""
    try:
        status = data._runs[kind](model)
    except (AttributeError, KeyError):
        status = REFUSED
    if status:
        finish(model, data, kind, status)


def finish(model: Model, data: Data, kind: str, status: int) -> None:
    """Do a run that the native function of a Data has not taken, or that it stopped with a status."""
    if status == REFUSED:
        with exclusive(model, data):
            plan = model._plans.get(kind) or get_plan(model, kind)
            _bind(model, data, kind, plan)
            _repeat(model, data, kind, plan, plan.run(model, data, 1))
        return
    # the native function has taken the lock and left it to whoever finishes the run
    try:
        _repeat(model, data, kind, data._bound_plans[kind], status)
    finally:
        data._thread_lock.release()


def _repeat(model: Model, data: Data, kind: str, plan: Plan, status: int) -> None:
    """Do a run again as long as it stops with a status: with another plan, or with more room."""
    while status:
        if status == CHANGED:
            plan = get_plan(model, kind)
            _bind(model, data, kind, plan)
        else:
            recover(model, data, plan)
        status = plan.run(model, data, 1)


def _bind(model: Model, data: Data, kind: str, plan: Plan) -> None:
    """Let a Data remember how to run a plan once, for its own model: others may share the plan."""
    if data.model is model:
        native = plan.bind(model, data, data._thread_lock, model._version)
        if native is not None:
            data._runs[kind], data._bound_plans[kind] = native, plan


def recover(model: Model, data: Data, plan: Plan) -> None:
    """Go back to the beginning of a step that stopped and see to it that it can be done again; else raise.

    It stopped for want of room, or to tell for the first time of trouble that it survives: the Data says which.
    """
    restore_state(model, data)
    if save_sleepers in plan.stages:
        restore_sleepers(model, data)
    if data.error_kind == NEW_WARNING:
        warn_bad_control(model, data)
    else:
        _make_room(model, data)


def _make_room(model: Model, data: Data) -> None:
    """Enlarge what a step ran out of, so that it can be done again; raise if that is not why it failed."""
    if data.error_kind != StepErrorKind.CAPACITY:
        _raise(model, data)
    if 0 < data.contact_limit < data.ncon:
        found, fields = data.ncon, data.engine_view()
        fields.ncon = fields.nunsorted = 0
        raise _error(data, f"{found} contacts were found, more than data.contact_limit = {data.contact_limit} allows")
    if not data.make_room():
        raise _error(data, "a step ran out of room that cannot grow")
    # a step that is done again has not failed
    data.engine_view().error_where = -1


def _error(data: Data, message: str) -> StepError:
    """Return the error, to be raised, of what the Data says of its last step."""
    return StepError(message, StepErrorKind(data.error_kind), data.error_where)


def _raise(model: Model, data: Data) -> NoReturn:
    kind, where = StepErrorKind(data.error_kind), data.error_where
    if kind is StepErrorKind.BAD_QACC and (row := _bad_row(data)) is not None:
        # the acceleration is bad because a constraint is: that is what failed
        fields = data.engine_view()
        fields.error_kind, fields.error_where = StepErrorKind.SOLVER_FAILED, row
        raise _error(data, f"constraint row {row} of {_constraint_name(model, data, row)} is not finite")
    if kind is StepErrorKind.SOLVER_FAILED:
        name = _constraint_name(model, data, where)
        raise _error(data, f"the solver missed its tolerance in the island of constraint row {where} of {name}")
    if kind in (StepErrorKind.BAD_QPOS, StepErrorKind.BAD_QVEL, StepErrorKind.BAD_QACC):
        field = {1: "qpos", 2: "qvel", 3: "qacc"}[int(kind)]
        value = float(getattr(data, field)[where])
        joint = _joint_of(model, field, where)
        problem = "not a number" if math.isnan(value) else "too large (beyond 1e10)"
        message = (
            f"{field}[{where}] of {joint} is {value}: {problem}; the simulation is unstable, try a smaller timestep"
        )
        raise _error(data, message)
    if kind is StepErrorKind.ACTUATOR_STATES:
        name = model.name("actuator", where) or str(where)
        message = (
            f"the parameters of actuator {name} need other activations than the {model.actuator_actnum[where]} that it "
            "has; change them in MJCF, or keep zero what was zero and positive what was positive"
        )
        raise _error(data, message)
    joint = _joint_of(model, "qvel", where)
    raise _error(data, f"the mass matrix cannot be factored at dof {where} of {joint}: its pivot is not positive")


def _bad_row(data: Data) -> int | None:
    """Return the first constraint row with a number that is not finite."""
    columns = (data.efc_D, data.efc_R, data.efc_aref)
    bad = np.flatnonzero(~np.isfinite(columns).all(axis=0) | ~np.isfinite(data.efc_J).all(axis=1))
    return int(bad[0]) if len(bad) else None


def _constraint_name(model: Model, data: Data, row: int) -> str:
    """Return what a constraint row belongs to, for people."""
    kind, number = ConstraintType(int(data.efc_type[row])), int(data.efc_id[row])
    if kind >= ConstraintType.CONTACT_FRICTIONLESS:
        if data.contact_geom[number, 1] < 0:
            return f"the contact of {model.name('flex', int(data.contact_flex[number, 1])) or 'a flex'}"
        geoms = (model.name("geom", int(geom)) or str(geom) for geom in data.contact_geom[number])
        return f"the contact of geoms {' and '.join(geoms)}"
    if kind is ConstraintType.FRICTION_DOF:
        return f"the friction loss of {_joint_of(model, 'qvel', number)}"
    owner, words = OWNERS[kind]
    name = model.name(owner, number)
    return f"the {words} {name!r}" if name else f"the {words} {number}"


def _joint_of(model: Model, field: str, where: int) -> str:
    """Return the joint that a coordinate or dof belongs to, for people."""
    addresses = model.jnt_qposadr if field == "qpos" else model.jnt_dofadr
    number = int((addresses <= where).sum()) - 1
    kind = JointType(int(model.jnt_type[number])).name.lower()
    return f"{kind} joint {model.name('joint', number)!r}" if model.name("joint", number) else f"{kind} joint {number}"
