"""Controls of actuators: how many there are, what they mean, and the ranges that limit them."""

from typing import TYPE_CHECKING

from corten.compile.objects.actuator_rows import Control
from corten.enums import BiasType, DynType, GainType, JointType, TransmissionType
from corten.mjcf.value import choices
from corten.model.signals import CtrlChart, CtrlInput
from corten.spec import Element

if TYPE_CHECKING:
    from corten.compile.elements.actuator_kinds import Drive

# words of single inputs, in the order in which they follow each other
INPUTS = {kind.name.lower(): kind for kind in CtrlInput if kind != CtrlInput.NONE}
ALONE = {"expmap": CtrlChart.EXPMAP, "quat": CtrlChart.QUAT, "none": CtrlInput.NONE}

SERVO = CtrlInput.POS | CtrlInput.VEL | CtrlInput.FF
DECLARED = (0, CtrlInput.POS, CtrlInput.VEL, CtrlInput.PRESSURE)


def read_input(element: Element, text: str) -> int:
    """Return what the words of `input` stand for: 0 if there are none, and the kind of gain decides."""
    if text in ALONE:
        return int(ALONE[text])
    spec = 0
    for word in text.split():
        if word not in INPUTS:
            raise element.error(f"input has the word '{word}', which is none{choices(word, (*INPUTS, *ALONE))}")
        if INPUTS[word] <= spec:
            raise element.error(f"input is '{text}'; its words must follow {' '.join(INPUTS)}")
        spec |= INPUTS[word]
    return spec


def count_bits(spec: int) -> int:
    """Return the number of single inputs in a combination."""
    return sum(bool(spec & kind) for kind in INPUTS.values())


def resolve_inputs(drive: "Drive") -> tuple[int, int]:
    """Return what the controls of an actuator are, and how many there are; refuse what its gain cannot take."""
    element, spec = drive.element, drive.ctrlspec
    match drive.gaintype:
        case GainType.SO3:
            spec = spec or CtrlChart.EXPMAP
            if spec not in tuple(CtrlChart):
                raise element.error("input of an orientation must be expmap or quat")
            return spec, 4 if spec == CtrlChart.QUAT else 3
        case GainType.PID:
            spec = spec or CtrlInput.POS | CtrlInput.VEL
            if spec & ~SERVO:
                raise element.error("inputs of a pid are pos, vel and ff, or some of them")
        case GainType.DCMOTOR:
            spec = spec or CtrlInput.VOLTAGE
            if spec != CtrlInput.NONE and spec & ~(SERVO | CtrlInput.VOLTAGE):
                raise element.error("inputs of a dcmotor are none, or pos, vel, ff and voltage, or some of them")
        case GainType.MUSCLE | GainType.USER:
            if spec:
                raise element.error("input is given, but the gain of the actuator takes no such word; leave it out")
            return 0, 1
        case _:
            if spec not in DECLARED:
                raise element.error("input must be one of pos, vel and pressure, for there is a single control")
            return spec, 1
    return int(spec), count_bits(int(spec))


def make_controls(drive: "Drive", spec: int, count: int, limited: bool) -> list[Control]:
    """Return the controls: ctrlrange limits each; those of a pid have ranges of their own but for the position."""
    controls = [Control(ctrllimited=limited, ctrlrange=drive.ctrlrange) for _ in range(count)]
    if drive.gaintype == GainType.PID:
        place = int(bool(spec & CtrlInput.POS))
        for kind, limits in ((CtrlInput.VEL, drive.velrange), (CtrlInput.FF, drive.ffrange)):
            if spec & kind:
                controls[place] = Control(ctrllimited=limits[0] < limits[1], ctrlrange=limits)
                place += 1
    return controls


def count_states(drive: "Drive") -> int:
    """Return the number of activations that a pid or dcmotor needs: one for each of its features."""
    dyn, gain = drive.dynprm, drive.gainprm
    if drive.dyntype == DynType.PID:
        return int(dyn[1] > 0) + int(gain[0] > 0)
    return sum(number > 0 for number in (dyn[7], gain[5], dyn[2], dyn[5], dyn[0]))


# ---------------------------------------------------------------- contradictions


def check_servo(drive: "Drive", spec: int, trntype: TransmissionType, joint: JointType | None) -> None:
    """Refuse parameters of orientations, pids and dcmotors that contradict each other; `joint` is what they turn."""
    if drive.gaintype == GainType.SO3 or drive.biastype == BiasType.SO3:
        _check_orientation(drive, spec, trntype, joint)
    if drive.gaintype == GainType.PID:
        _check_pid(drive, spec, trntype)
    elif drive.dyntype == DynType.PID:
        raise drive.element.error("dyntype is pid, but gaintype is not; both belong together")
    if drive.gaintype == GainType.DCMOTOR or drive.biastype == BiasType.DCMOTOR:
        _check_motor(drive, spec)
    if drive.dyntype == DynType.DCMOTOR and not drive.actearly:
        raise drive.element.error("actearly is false, but the force of a dcmotor follows its next activation")
    if drive.dyntype in (DynType.PID, DynType.DCMOTOR):
        needed = count_states(drive)
        if drive.actdim >= 0 and drive.actdim != needed:
            raise drive.element.error(f"actdim is {drive.actdim}, but the parameters need {needed} activations")
        if drive.dyntype == DynType.PID and not needed:
            raise drive.element.error("dyntype is pid, but neither ki nor slewmax is positive; make it none")


def _check_orientation(drive: "Drive", spec: int, trntype: TransmissionType, joint: JointType | None) -> None:
    element = drive.element
    if drive.gaintype != GainType.SO3 or drive.biastype != BiasType.SO3:
        raise element.error("gaintype and biastype must both be so3, or neither")
    if drive.dyntype not in (DynType.NONE, DynType.INTEGRATOR):
        raise element.error("gaintype so3 needs the dyntype none or integrator")
    if drive.gainprm[0] != -drive.biasprm[1]:
        raise element.error("gaintype so3 needs gainprm[0] and biasprm[1] that differ in sign alone")
    if trntype != TransmissionType.SO3:
        raise element.error("an orientation is that of a ball joint, or of a site against a refsite; name one of these")
    if joint is not None and joint != JointType.BALL:
        raise element.error("the joint is no ball; only such have an orientation")
    if drive.dyntype == DynType.INTEGRATOR and drive.actdim > 0 and drive.actdim != 3:
        raise element.error(f"actdim is {drive.actdim}; an integrated orientation has 3 activations")
    if drive.dyntype == DynType.INTEGRATOR and spec == CtrlChart.QUAT:
        raise element.error("input is quat, but the dyntype is integrator; make one of them expmap or none")
    if drive.forcelimited != "false" and drive.forcerange[0] != 0:
        raise element.error("forcerange bounds the size of the torque; its first number must be 0")


def _check_pid(drive: "Drive", spec: int, trntype: TransmissionType) -> None:
    element, dyn = drive.element, drive.dynprm
    if drive.biastype != BiasType.AFFINE:
        raise element.error("gaintype pid needs the biastype affine")
    if drive.dyntype not in (DynType.NONE, DynType.PID):
        raise element.error("gaintype pid needs the dyntype none or pid")
    if drive.dyntype == DynType.NONE and drive.gainprm[0]:
        raise element.error("gainprm[0], the integral gain of a pid, is given; it needs the dyntype pid")
    if trntype == TransmissionType.BODY:
        raise element.error("a pid cannot act on the contacts of a body, which have no length")
    if drive.dyntype == DynType.PID:
        if dyn[0] < 0 or dyn[1] < 0:
            raise element.error("imax (dynprm[0]) and slewmax (dynprm[1]) must not be negative")
        if not spec & CtrlInput.POS:
            raise element.error("an integral or a limited rate needs the input pos")


def _check_motor(drive: "Drive", spec: int) -> None:
    element, gain = drive.element, drive.gainprm
    if drive.gaintype == GainType.DCMOTOR:
        controlled = spec != CtrlInput.NONE and spec & SERVO
        if controlled and gain[1] <= 0:
            raise element.error("the inputs pos, vel and ff need a positive motor constant")
        if not controlled and (any(gain[4:7]) or drive.dynprm[7] > 0):
            raise element.error("gains and slewmax of a controller need one of the inputs pos, vel and ff")
        if gain[5] > 0 and not spec & CtrlInput.POS:
            raise element.error("the integral gain of a controller needs the input pos")
    states = {DynType.NONE: 0, DynType.DCMOTOR: count_states(drive)}.get(drive.dyntype, 1)
    if (drive.gaintype == GainType.DCMOTOR or drive.dynprm[5] > 0) and states != count_states(drive):
        raise element.error("the parameters of a dcmotor need activations; make its dyntype dcmotor, too")
