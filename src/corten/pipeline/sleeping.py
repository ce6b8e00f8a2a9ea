"""Plans of models in which trees may sleep (EnableBit.SLEEP): the same stages, with those of sleep among them."""

import numpy as np

from corten.data import Data
from corten.enums import EnableBit
from corten.errors import UnsupportedFeatureError
from corten.model import Model
from corten.pipeline import order
from corten.runtime.kernel import Stage
from corten.runtime.plan import STEP_SHIFT, Failure, Plan
from corten.stages import sleep
from corten.stages.actuation import (
    activation_rates,
    actuation,
    advance_fibres,
    general_actuation,
    hill_actuation,
    setpoint_stages,
)
from corten.stages.collision.broad.ordering import order_candidates
from corten.stages.collision.contacts.gather import gather_contacts
from corten.stages.constraint import check_rows, clear_rows, contact_rows
from corten.stages.inertia import factor_mass
from corten.stages.integrate import advance, rk4_begin
from corten.stages.kinematics import place_bodies
from corten.stages.passive import passive, spring
from corten.stages.sensor import count_stages
from corten.stages.smooth import acceleration
from corten.stages.tendon import tendon
from corten.stages.transmission import joint_transmission, transmission

# what stands around the stages for all trees
BEFORE: dict[Stage, list[Stage]] = {
    place_bodies: [sleep.keep_readings, sleep.keep_poses],
    clear_rows: [sleep.wake_equalities],
    spring: [sleep.keep_passive],
    joint_transmission: [sleep.keep_lengths],
    transmission: [sleep.keep_lengths],
    activation_rates: [sleep.keep_rates],
    acceleration: [sleep.keep_smooth],
    advance: [sleep.fall_asleep],
}
AFTER: dict[Stage, list[Stage]] = {
    place_bodies: [sleep.wake_touched],
    tendon: [sleep.wake_coupled_tendons, sleep.mark_sleeping_tendons, sleep.wake_tendons],
    factor_mass: [sleep.drop_sleeping_tendons],
    passive: [sleep.hold_passive],
    gather_contacts: [sleep.mute_contacts],
    joint_transmission: [sleep.drop_sleeping_moments],
    transmission: [sleep.drop_sleeping_moments],
    actuation: [sleep.hold_actuators],
    general_actuation: [sleep.hold_actuators],
    hill_actuation: [sleep.hold_actuators],
    acceleration: [sleep.hold_smooth],
}


def may_sleep(model: Model) -> bool:
    """Tell whether trees of a model may sleep."""
    return bool(model.opt_enableflags & EnableBit.SLEEP)


def let_sleep(model: Model, stages: list[Stage]) -> list[Stage]:
    """Return the stages of a plan with those of sleep among them."""
    if rk4_begin in stages:
        raise UnsupportedFeatureError("sleep with integrator 'RK4' is not supported")
    interaction = order.interaction_stages(model)
    readings = (
        order.position_sensors(model),
        order.velocity_sensors(model),
        order.acceleration_sensors(model, interaction),
    )
    last_readings = {group[-1] for group in readings if group}
    last_rows = contact_rows if contact_rows in stages else check_rows
    idle = _idle_stages(model)
    result: list[Stage] = []
    for stage in _with_two_narrow_phases(stages):
        result += BEFORE.get(stage, [])
        result += [sleep.drop_sleeping_rows] if stage is last_rows else []
        result.append(sleep.advance_awake if stage is advance else stage)
        result += AFTER.get(stage, [])
        result += [sleep.hold_readings] if stage in last_readings else []
    return [stage for stage in result if stage not in idle]


def _idle_stages(model: Model) -> set[Stage]:
    """Return the stages of sleep for which the model has nothing to do."""
    served = (
        ({sleep.wake_equalities, sleep.wake_coupled_tendons}, model.neq),
        ({sleep.mark_sleeping_tendons, sleep.wake_tendons, sleep.drop_sleeping_tendons}, model.ntendon),
        ({sleep.hold_actuators}, model.nactuator),
        ({sleep.keep_readings, sleep.hold_readings}, model.nsensor),
    )
    return {stage for stages, wanted in served if not wanted for stage in stages}


def _with_two_narrow_phases(stages: list[Stage]) -> list[Stage]:
    """Return the stages with a second narrow phase, for those whom contacts woke."""
    if order_candidates not in stages:
        return stages
    first, last = stages.index(order_candidates) + 1, stages.index(gather_contacts)
    narrow = stages[first:last]
    both = [sleep.set_pairs_aside, *narrow, sleep.wake_by_contact, *narrow]
    return [*stages[:first], *both, *stages[last:]]


def rest_stages(model: Model) -> list[Stage]:
    """Return the stages that finish a step in which trees fell asleep: what depends on velocities is computed again."""
    again = [*order.velocity_stages(model), *order.velocity_sensors(model), *order.second_half(model)]
    last = [sleep.advance_motion, *([advance_fibres] if model.nhill else []), *count_stages(model)]
    return [sleep.advance_memory, *setpoint_stages(model), *let_sleep(model, again), *last]


class SleepPlan:
    """A plan that is finished in another way in steps in which trees fall asleep."""

    def __init__(self, plan: Plan, rest: Plan):
        self._plan, self._rest = plan, rest
        self.stages = plan.stages

    def run(self, model: Model, data: Data, nstep: int) -> int:
        """Run steps; return 0, or why the last one failed."""
        done = 0
        while done < nstep:
            result = self._plan.run(model, data, nstep - done)
            failure = Failure.read(result)
            done += failure.done
            if result and failure.status == sleep.FELL_ASLEEP:
                result = self._rest.run(model, data, 1)
            elif not result:
                return 0
            if result:
                return result & (1 << STEP_SHIFT) - 1 | done << STEP_SHIFT
            done += 1
        return 0

    def profile(self, model: Model, data: Data, nstep: int) -> np.ndarray:
        """Run steps and return the clock ticks that each stage took until trees fell asleep."""
        ticks = np.zeros(len(self.stages), np.int64)
        for _ in range(nstep):
            ticks += self._plan.profile(model, data, 1)
            if bool((data.tree_awake != (data.tree_asleep < 0)).any()):
                self._rest.run(model, data, 1)
        return ticks
