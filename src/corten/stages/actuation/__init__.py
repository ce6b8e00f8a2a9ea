"""Actuators: from controls to forces."""

import numpy as np

from corten.enums import BiasType, DynType, GainType, JointType, TransmissionType
from corten.model import Model
from corten.model.extension_fields import PluginKind
from corten.runtime.kernel import Stage
from corten.stages.actuation.activation import activation_rates, retain_rates, stop_sleeping_actuators, wrap_setpoints
from corten.stages.actuation.dcmotor import restore_velocity, save_velocity
from corten.stages.actuation.force import actuation, general_actuation
from corten.stages.actuation.hill import hill_actuation, hill_fibres
from corten.stages.actuation.hill_steps import advance_fibres, finish_fibres, limit_fibre_rates
from corten.stages.actuation.pid_plugin import controller_rates, plugin_actuation
from corten.stages.actuation.servo import servo_actuation, servo_rates, shorten_rotations
from corten.stages.history import control_stages
from corten.stages.sleep import for_sleep
from corten.stages.user import user_rate_stages, user_term_stages
from corten.stages.variants import Variant, Variants, always

__all__ = [
    "FORCES",
    "activation_rates",
    "actuation",
    "actuation_stages",
    "advance_fibres",
    "finish_fibres",
    "general_actuation",
    "has_motor_states",
    "has_servos",
    "hill_actuation",
    "hill_fibres",
    "limit_fibre_rates",
    "restore_velocity",
    "save_velocity",
    "servo_actuation",
    "servo_rates",
    "setpoint_stages",
    "shorten_rotations",
    "wrap_setpoints",
]


def actuation_stages(model: Model) -> list[Stage]:
    """Return the stages that turn controls and activations into forces."""
    if not model.nactuator and not model.ngravcomp:
        return []
    servos, controllers = has_servos(model), has_controllers(model)
    rates = []
    if model.na or model.nhill or servos or controllers:
        rates = [*for_sleep(model, retain_rates), activation_rates, *user_rate_stages(model)]
        rates += [servo_rates] if servos else []
        rates += [controller_rates] if controllers else []
    fibres = [hill_fibres] if model.nhill else []
    stop = for_sleep(model, *([stop_sleeping_actuators] if model.nactuator else []))
    return [*control_stages(model), *rates, *user_term_stages(model), *fibres, *FORCES.pick(model).stages, *stop]


def has_servos(model: Model) -> bool:
    """Tell whether a model has PID servos, DC motors or orientation servos."""
    kinds = (
        (model.actuator_dyntype, (DynType.DCMOTOR, DynType.PID)),
        (model.actuator_gaintype, (GainType.DCMOTOR, GainType.SO3, GainType.PID)),
        (model.actuator_biastype, (BiasType.DCMOTOR, BiasType.SO3)),
    )
    return any(bool(np.isin(values, servos).any()) for values, servos in kinds)


def has_motor_states(model: Model) -> bool:
    """Tell whether a model has DC motors with activations."""
    return bool(np.any((model.actuator_dyntype == DynType.DCMOTOR) & (model.actuator_actnum > 0)))


def has_controllers(model: Model) -> bool:
    """Tell whether PID controllers of a plugin give forces of a model's actuators."""
    by_plugin = model.actuator_plugin[model.actuator_plugin >= 0]
    return bool((model.plugin[by_plugin] == PluginKind.PID).any())


def _is_general(model: Model) -> bool:
    """Tell whether forces depend on more than controls, lengths and velocities of single actuators."""
    muscle = np.any(model.actuator_gaintype == GainType.MUSCLE) or np.any(model.actuator_biastype == BiasType.MUSCLE)
    on_tendon = np.any(model.actuator_trntype == TransmissionType.TENDON)
    return bool(model.na or muscle or on_tendon or user_term_stages(model))


FORCES = Variants(
    "actuator forces",
    Variant((plugin_actuation,), has_controllers, "PID controllers of a plugin"),
    Variant((servo_actuation,), has_servos, "PID servos, DC motors or orientation servos"),
    Variant((hill_actuation,), lambda model: model.nhill, "Hill muscles"),
    Variant((general_actuation,), _is_general, "activations, muscles, actuators on tendons or functions of users"),
    Variant((actuation,), always, "controls alone"),
)


def setpoint_stages(model: Model) -> list[Stage]:
    """Return the stages that keep setpoints of rotations within a turn, if there are activations that are such."""
    kind, target = model.actuator_trntype, model.actuator_trnid
    follows = (model.actuator_dyntype != DynType.NONE) & (model.actuator_dyntype <= DynType.FILTEREXACT)
    on_ball = kind <= TransmissionType.JOINTINPARENT
    on_ball[on_ball] = model.jnt_type[target[on_ball, 0]] == JointType.BALL
    on_sites = (kind == TransmissionType.SITE) & (target[:, 1] >= 0)
    turned = (model.actuator_gaintype == GainType.SO3) & (model.actuator_dyntype == DynType.INTEGRATOR)
    wrapping = [wrap_setpoints] if np.any(follows & (on_ball | on_sites)) else []
    return [*wrapping, *([shorten_rotations] if turned.any() else [])]
