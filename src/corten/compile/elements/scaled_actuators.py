"""Actuators of scaled objects: gains, limits and controls.

A control is what it is declared to be: a position or velocity follows the coordinate that the actuator pulls on, a
pressure its units, and any other command stays the same number, so that the gain changes in its place.
"""

from typing import TYPE_CHECKING

from corten.compile.objects.actuator_rows import Signals
from corten.enums import BiasType, DynType, GainType
from corten.model.signals import CtrlInput
from corten.passes.scale_frames.references import Coordinate, pulled_coordinate
from corten.passes.scale_frames.scaled_tree import ScaledTree, force_factors
from corten.passes.scale_frames.scaling import Factor, times

if TYPE_CHECKING:
    from corten.compile.elements.actuator_kinds import Drive


def scale_actuator(drive: "Drive", tree: ScaledTree) -> Signals:
    """Scale the parameters of an actuator."""
    own = pulled_coordinate(drive.element, drive.gear, tree)
    if own.scaling.is_unit and own.factor == 1.0:
        return Signals()
    _refuse_unknown(drive, own)
    signals, input_unit = _signals(drive, own)
    force, slope = own.force, own.force / own.unit
    _scale_parameters(drive, own, force / input_unit)
    _set(drive, "forcerange", force)
    _set(drive, "ffrange", force)
    _set(drive, "velrange", own.factor)
    _set(drive, "lengthrange", own.factor)
    _set(drive, "ctrlrange", signals.ctrl[0])
    _set(drive, "actrange", signals.act)
    _set(drive, "cranklength", own.scaling.length)
    slopes = force_factors(own.scaling, own.is_length)
    _set(drive, "damping", slopes["damping"])
    _set(drive, "armature", slope)
    if own.is_length and any(drive.gear[3:]):
        length = own.scaling.length
        _set(drive, "gear", (1.0, 1.0, 1.0, length, length, length))
    return signals


def _set(drive: "Drive", name: str, factor: Factor) -> None:
    setattr(drive, name, times(getattr(drive, name), factor))


def _refuse_unknown(drive: "Drive", own: Coordinate) -> None:
    """Refuse parameters whose units nobody knows, where units of force change."""
    if drive.element.tag == "plugin":
        raise drive.element.error("a plugin cannot be scaled, but what it pulls on is")
    if own.scaling.force_length == own.scaling.force_mass == 1.0:
        return
    kinds = drive.dyntype.name, drive.gaintype.name, drive.biastype.name
    for kind in ("DCMOTOR", "USER"):
        if kind in kinds:
            raise drive.element.error(
                f'an actuator of type {kind.lower()} cannot be scaled, but what it pulls on is; use scaling="geometry"'
            )


def _signals(drive: "Drive", own: Coordinate) -> tuple[Signals, float]:
    """Return the factors of controls and activation, and that of the unit of what the gain multiplies."""
    spec = drive.ctrlspec
    if drive.gaintype in (GainType.FIXED, GainType.AFFINE):
        if spec in (CtrlInput.POS, CtrlInput.VEL):
            return Signals((own.factor,), own.factor), own.unit
        if spec == CtrlInput.PRESSURE:
            pressure = own.scaling.power(-1, 1)
            return Signals((pressure,), pressure), pressure
    if drive.gaintype in (GainType.PID, GainType.DCMOTOR):
        kinds = {CtrlInput.POS: own.factor, CtrlInput.VEL: own.factor, CtrlInput.FF: own.force}
        spec = spec or (CtrlInput.POS | CtrlInput.VEL if drive.gaintype == GainType.PID else CtrlInput.VOLTAGE)
        inputs = tuple(kinds.get(kind, 1.0) for kind in CtrlInput if spec & kind)
        return Signals(inputs or (1.0,), own.factor if drive.gaintype == GainType.PID else 1.0), 1.0
    return Signals(), 1.0


def _scale_parameters(drive: "Drive", own: Coordinate, gain: float) -> None:
    force, slope = own.force, own.force / own.unit
    match drive.gaintype:
        case GainType.FIXED | GainType.AFFINE:
            _set(drive, "gainprm", (gain, gain / own.unit, gain / own.unit))
        case GainType.MUSCLE:
            drive.gainprm = _muscle(drive.gainprm, force)
        case GainType.PID | GainType.SO3:
            _set(drive, "gainprm", (slope,))
    match drive.biastype:
        case BiasType.AFFINE | BiasType.SO3:
            # a positive third number is a damping ratio
            _set(drive, "biasprm", (force, slope, slope if drive.biasprm[2] < 0 else 1.0))
        case BiasType.MUSCLE:
            drive.biasprm = _muscle(drive.biasprm, force)
    if drive.dyntype == DynType.PID:
        _set(drive, "dynprm", (own.factor, own.factor))


def _muscle(prm: tuple[float, ...], force: float) -> tuple[float, ...]:
    """Scale the peak force of a muscle; a negative one follows from the inertia that it moves."""
    return times(prm, (1.0, 1.0, force)) if prm[2] > 0 else prm
