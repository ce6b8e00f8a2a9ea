"""Length ranges of actuators: as written, from limits, or by pulling until nothing moves any more."""

import numpy as np

from corten.compile.derived.inverse_weights import accelerate
from corten.compile.objects.actuator_rows import Actuator
from corten.constants import MINVAL
from corten.data import DATA, Data, reset
from corten.enums import BiasType, DisableBit, GainType, TransmissionType
from corten.errors import StepError
from corten.math.elementwise import exp
from corten.mjcf.schema import declaration
from corten.model import MODEL, Model
from corten.model.checks import accept_choices
from corten.pipeline.order import step1_stages, step2_stages
from corten.pipeline.step import recover
from corten.runtime import FloatArray, helper, sqrt, stage
from corten.runtime.plan import Plan
from corten.spec import Element, Resolved, root_section

# ---------------------------------------------------------------- one actuator pulls alone until nothing moves


# only limits and equalities hold against the pull
SWITCHED_OFF = (
    *(DisableBit.FRICTIONLOSS, DisableBit.CONTACT, DisableBit.SPRING, DisableBit.DAMPER),
    *(DisableBit.GRAVITY, DisableBit.ACTUATION),
)

# steps of one simulation; MuJoCo's own settings take a thousand
MOST_STEPS = 100_000

# [s] shortest time in which velocities fade (MuJoCo's value)
LEAST_TIME = 0.01


class PullingSimulation:
    """A copy of a model in which only limits and equalities act, and one actuator pulls at a time."""

    def __init__(self, model: Model, rules: Resolved):
        self.rules, self.model = rules, model.copy()
        twin = self.model
        twin.opt.disableflags = sum(SWITCHED_OFF)
        if rules["timestep"] > 0:
            twin.opt.timestep = rules["timestep"]
        steps = rules["inttotal"] / twin.opt.timestep
        if steps > MOST_STEPS:
            raise rules.element.error(
                f"inttotal is {rules['inttotal']:g} s, which is {steps:g} steps of {twin.opt.timestep:g} s; at most "
                f"{MOST_STEPS} are allowed"
            )
        twin.actuator_forcerange[:, 1] = rules["maxforce"] if rules["maxforce"] > 0 else np.inf
        accept_choices(twin)
        self.plan = Plan([*step1_stages(twin), pull_alone, *step2_stages(twin)], (MODEL, DATA))
        self.data = Data(twin)

    def span(self, actuator: Actuator, number: int) -> tuple[float, float]:
        """Return the least and the largest length that an actuator reaches by itself; refuse a range without end."""
        try:
            shortest, longest = self.final_lengths(number, -1.0), self.final_lengths(number, 1.0)
        except StepError as trouble:
            raise actuator.element.error(f"its length range cannot be computed: {trouble}; write lengthrange") from None
        low, high = min(shortest), max(longest)
        if high <= low:
            raise actuator.element.error(f"its length range comes out as {low:g} {high:g}; write lengthrange")
        for lengths in (shortest, longest):
            if max(lengths) - min(lengths) > self.rules["tolrange"] * (high - low):
                raise actuator.element.error(
                    f"its length does not settle at the end of its range {low:g} {high:g}, but moves between "
                    f"{min(lengths):g} and {max(lengths):g}; limit its joints, or write lengthrange"
                )
        return low, high

    def final_lengths(self, number: int, side: float) -> list[float]:
        """Return the lengths of an actuator in the last interval of a simulation in which it pulls or pushes."""
        model, data, rules = self.model, self.data, self.rules
        reset(model, data)
        out = int(model.actuator_outadr[number])
        model.actuator_acc0[:] = 0
        model.actuator_acc0[out] = side * rules["accel"]
        fading = exp(-model.opt.timestep / max(LEAST_TIME, rules["timeconst"]))
        total, begin = rules["inttotal"], rules["inttotal"] - rules["interval"]
        qvel, length = data.qvel, data.actuator_length
        lengths: list[float] = []
        while data.time < total:
            qvel *= fading
            while self.plan.run(model, data, 1):
                recover(model, data, self.plan)
            if data.time > begin:
                lengths.append(float(length[out]))
        return lengths


@stage
def pull_alone(m, d) -> None:
    """Apply the force that gives the acceleration actuator_acc0 along the moment of each actuator, where it is not
    0.
    """
    wanted, limit, outadr = m.actuator_acc0, m.actuator_forcerange, m.actuator_outadr
    rownnz, rowadr, colind, moment = d.moment_rownnz, d.moment_rowadr, d.moment_colind, d.moment
    acceleration, force = d.dof_vector, d.qfrc_applied

    for a in range(m.nactuator):
        out = outadr[a]
        if wanted[out] != 0.0:
            accelerate(m, d, out)
            scale = wanted[out] / max(MINVAL, length_of(acceleration, m.nv))
            for i in range(m.nv):
                force[i] = 0.0
            for entry in range(rowadr[out], rowadr[out] + rownnz[out]):
                force[colind[entry]] = moment[entry] * scale
            size = length_of(force, m.nv)
            if size > limit[a, 1]:
                for i in range(m.nv):
                    force[i] *= limit[a, 1] / max(MINVAL, size)


@helper
def length_of(vector: FloatArray, count: int) -> float:
    """Return the length of a vector over all dofs."""
    square = 0.0
    for i in range(count):
        square += vector[i] * vector[i]
    return sqrt(square)


# ---------------------------------------------------------------- length ranges of muscles
# as written, from limits, or by pulling until nothing moves any more


def set_length_ranges(model: Model, actuators: list[Actuator], root: Element) -> None:
    """Set lengthrange of the actuators that <lengthrange> asks it for."""
    rules = _rules(root)
    if rules["mode"] == "none":
        return
    simulation: PullingSimulation | None = None
    for number, actuator in enumerate(actuators):
        gain, bias = actuator.gaintype, actuator.biastype
        wanted = gain == GainType.MUSCLE or bias == BiasType.MUSCLE
        if rules["mode"] == "muscleuser":
            wanted = wanted or gain == GainType.USER or bias == BiasType.USER
        if rules["mode"] != "all" and not wanted:
            continue
        out = actuator.outadr
        low, high = model.actuator_lengthrange[out]
        if rules["useexisting"] and low < high:
            continue
        span = limits_of(model, actuator.trnid[0], actuator.trntype) if rules["uselimit"] else None
        if span is None:
            simulation = simulation or PullingSimulation(model, rules)
            span = simulation.span(actuator, number)
        model.actuator_lengthrange[out] = span


def _rules(root: Element) -> Resolved:
    compiler = root_section(root, "compiler")
    element = None if compiler is None else compiler.first("lengthrange")
    element = Element(declaration("compiler:lengthrange")) if element is None else element
    return Resolved(element, element.attributes)


def limits_of(model: Model, target: int, kind: int) -> np.ndarray | None:
    """Return the limits of what an actuator with such a transmission pulls on, None where it has none."""
    if kind in (TransmissionType.JOINT, TransmissionType.JOINTINPARENT) and model.jnt_limited[target]:
        return model.jnt_range[target]
    if kind == TransmissionType.TENDON and model.tendon_limited[target]:
        return model.tendon_range[target]
    return None
