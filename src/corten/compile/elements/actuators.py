"""Actuators: what they pull on, their types, parameters and limits."""

from corten.compile.context import Context, dedup_key
from corten.compile.elements.actuator_inputs import check_servo, count_states, make_controls, resolve_inputs
from corten.compile.elements.actuator_kinds import NONE, Drive
from corten.compile.elements.joints import range_counts
from corten.compile.elements.plugins import pid_activations
from corten.compile.elements.scaled_actuators import scale_actuator
from corten.compile.objects.actuator_rows import Actuator, ActuatorTraits, ForceOutput, Signals
from corten.compile.objects.addresses import Addresses, check_history
from corten.compile.objects.body_rows import SCALAR, Joint, Placed
from corten.compile.objects.constraint_rows import Tendon
from corten.compile.objects.custom_rows import Plugin
from corten.enums import BiasType, DynType, GainType, TransmissionType, WrapType
from corten.model.extension_fields import PluginKind
from corten.model.signals import Interpolation
from corten.spec import DefaultClasses, Element, root_section
from corten.spec.frames import IDENTITY
from corten.stages.user import plugin_function

# attribute: (what it means, kind of the object)
TRANSMISSIONS = {
    "joint": (TransmissionType.JOINT, "joint"),
    "jointinparent": (TransmissionType.JOINTINPARENT, "joint"),
    "tendon": (TransmissionType.TENDON, "tendon"),
    "cranksite": (TransmissionType.SLIDERCRANK, "site"),
    "site": (TransmissionType.SITE, "site"),
    "body": (TransmissionType.BODY, "body"),
}
ON_JOINT = (TransmissionType.JOINT, TransmissionType.JOINTINPARENT)

# stands for more than one actuator, which have to be searched for
SEVERAL = -2


def read_actuators(root: Element, classes: DefaultClasses) -> list[Placed]:
    """Return the elements of <actuator> with their attributes."""
    section = root_section(root, "actuator")
    return [] if section is None else [Placed(element, IDENTITY, classes) for element in section.children]


def compile_actuators(placed: list[Placed], classes: DefaultClasses, context: Context) -> list[Actuator]:
    """Return all actuators; their controls and forces follow one another."""
    actuators, addresses = [], Addresses()
    for each in placed:
        actuator = _actuator(each, classes, context)
        actuator.ctrladr = addresses.take("ctrl", actuator.ctrlnum)
        actuator.outadr = addresses.take("out", actuator.outnum)
        actuators.append(actuator)
    return actuators


def _actuator(placed: Placed, classes: DefaultClasses, context: Context) -> Actuator:
    key = dedup_key(placed, "joint")
    like: Actuator | None = context.patterns.get(key)
    if like is None:
        drive = _make_drive(placed.element, classes)
        made = _make_actuator(placed, drive, context)
        plain = made.plugin < 0 and context.scaling is None and drive.inheritrange <= 0
        if plain and made.trntype == TransmissionType.JOINT:
            # it has nothing from the joint that it pulls on but its number
            context.patterns[key] = made
        return made
    return Actuator(
        element=placed.element,
        name=placed.name,
        trnid=(context.ids["joint"][placed.element.attributes["joint"]], -1),
        actnum=like.actnum,
        dynprm=like.dynprm,
        actlimited=like.actlimited,
        actrange=like.actrange,
        shared=like.shared,
    )


def _make_drive(element: Element, classes: DefaultClasses) -> Drive:
    drive = Drive(element)
    for each in (*classes.history(element), element):
        drive.write(each)
    return drive


def _make_actuator(placed: Placed, drive: Drive, context: Context) -> Actuator:
    element = placed.element
    plugin = context.objects.plugins.of(element, "actuator") if element.tag == "plugin" else -1
    if plugin >= 0:
        apply_plugin(drive, context.objects.plugins.instances[plugin])
    trntype, trnid = _transmission(placed, drive, context)
    signals = Signals() if context.scaling is None else scale_actuator(drive, context.scaling)
    ctrlspec, ctrlnum = resolve_inputs(drive)
    check_servo(
        drive, ctrlspec, trntype, context.objects.joints[trnid[0]].type if _turns_joint(trntype, trnid) else None
    )
    check_history(drive.element, drive.nsample, drive.delay, ctrlnum)
    _inherit_range(drive, trntype, trnid[0], context)
    autolimits = context.settings.autolimits
    ctrllimited = range_counts(drive.element, "ctrl", drive.ctrlrange, drive.ctrllimited, autolimits)
    forcelimited = range_counts(drive.element, "force", drive.forcerange, drive.forcelimited, autolimits)
    actlimited = range_counts(drive.element, "act", drive.actrange, drive.actlimited, autolimits)
    _check(drive, actlimited, trntype, plugin >= 0)
    if drive.armature and trntype == TransmissionType.TENDON:
        _check_heavy_tendon(element, context.objects.tendons[trnid[0]])
    traits = ActuatorTraits(
        trntype=trntype,
        dyntype=drive.dyntype,
        gaintype=drive.gaintype,
        biastype=drive.biastype,
        ctrlnum=ctrlnum,
        ctrlspec=ctrlspec,
        outnum=3 if trntype == TransmissionType.SO3 else 1,
        cranklength=drive.cranklength,
        gainprm=drive.gainprm,
        biasprm=drive.biasprm,
        actearly=drive.actearly,
        history=(drive.nsample, int(Interpolation[drive.interp.upper()])),
        delay=drive.delay,
        damping=drive.damping[0],
        dampingpoly=drive.damping[1:],
        armature=drive.armature,
        group=drive.group,
        user=context.user_numbers(placed, "actuator"),
        forcelimited=forcelimited,
        forcerange=drive.forcerange,
        plugin=plugin,
        signals=signals,
        controls=make_controls(drive, ctrlspec, ctrlnum, ctrllimited),
        output=ForceOutput(gear=drive.gear, lengthrange=drive.lengthrange),
    )
    return Actuator(
        element=element,
        name=placed.name,
        trnid=trnid,
        actnum=_count_activations(drive),
        dynprm=drive.dynprm,
        actlimited=actlimited,
        actrange=drive.actrange,
        shared=traits,
    )


def _turns_joint(trntype: TransmissionType, trnid: tuple[int, int]) -> bool:
    """Tell whether an actuator turns a joint, and not a site."""
    return trntype == TransmissionType.SO3 and trnid[1] < 0


def _count_activations(drive: Drive) -> int:
    if drive.dyntype in (DynType.PID, DynType.DCMOTOR):
        return count_states(drive)
    if drive.gaintype == GainType.SO3:
        return 3 if drive.dyntype == DynType.INTEGRATOR else max(drive.actdim, 0)
    return max(drive.actdim, int(drive.dyntype != DynType.NONE))


def set_activation_addresses(actuators: list[Actuator]) -> None:
    """Let the activations of actuators follow one another, once it is known how many each has."""
    addresses = Addresses()
    for actuator in actuators:
        actuator.actadr = addresses.take_or_none("act", actuator.actnum)


def mark_damped(actuators: list[Actuator], joints: list[Joint], tendons: list[Tendon]) -> None:
    """Tell joints and tendons which actuator adds damping or inertia to them; -2 stands for several."""
    for number, actuator in enumerate(actuators):
        adds = actuator.damping or any(actuator.dampingpoly) or actuator.armature
        if adds and actuator.trntype != TransmissionType.SO3:
            pulled = tendons if actuator.trntype == TransmissionType.TENDON else joints
            target = pulled[actuator.trnid[0]]
            target.actuatorid = number if target.actuatorid == -1 else SEVERAL


def _transmission(placed: Placed, drive: Drive, context: Context) -> tuple[TransmissionType, tuple[int, int]]:
    """Return the transmission and the numbers of its objects, -1 for none."""
    element, written = placed.element, placed.element.attributes
    given = [word for word in TRANSMISSIONS if word in written]
    if len(given) != 1:
        what = f"{' and '.join(given)} are given" if given else "it pulls on nothing"
        known = [word for word in TRANSMISSIONS if word in element.declaration.attributes]
        raise element.error(f"{what}; give one of {', '.join(known)}")
    trntype, kind = TRANSMISSIONS[given[0]]
    first, second = context.ids[kind][written[given[0]]], -1
    if trntype == TransmissionType.SLIDERCRANK:
        if "slidersite" not in written:
            raise element.error("slidersite is missing; a crank needs a slider")
        if drive.cranklength <= 0:
            raise element.error(f"cranklength is {drive.cranklength:g}; the rod must have a positive length [m]")
        second = context.ids["site"][written["slidersite"]]
    elif "cranklength" in written or "slidersite" in written:
        raise element.error("cranklength and slidersite belong to a crank; give cranksite, or leave them out")
    if trntype == TransmissionType.SITE and "refsite" in written:
        second = context.ids["site"][written["refsite"]]
    elif "refsite" in written:
        raise element.error("refsite belongs to an actuator on a site; give site, or leave it out")
    turns = drive.gaintype == GainType.SO3 and (trntype == TransmissionType.JOINT or second >= 0)
    if turns and trntype in (TransmissionType.JOINT, TransmissionType.SITE):
        trntype = TransmissionType.SO3
    return trntype, (first, second)


def _inherit_range(drive: Drive, trntype: TransmissionType, target: int, context: Context) -> None:
    """Set the range of control or activation of a servo to that of what it pulls on, scaled about its middle."""
    element, share = drive.element, drive.inheritrange
    servo = drive.gaintype == GainType.FIXED and drive.gainprm[0] == -drive.biasprm[1]
    servo = servo or drive.gaintype == GainType.PID
    if not servo or drive.biastype != BiasType.AFFINE or share <= 0:
        return
    if drive.dyntype in (DynType.NONE, DynType.FILTEREXACT, DynType.PID):
        name = "ctrlrange"
    elif drive.dyntype == DynType.INTEGRATOR:
        name = "actrange"
    else:
        raise element.error("inheritrange is given, but this is no servo of position or integrated velocity")
    if trntype == TransmissionType.JOINT:
        pulled = context.objects.joints[target]
        if pulled.type not in SCALAR:
            raise element.error("inheritrange is given, but the joint is no hinge or slide, which alone have a range")
    elif trntype == TransmissionType.TENDON:
        pulled = context.objects.tendons[target]
    else:
        raise element.error("inheritrange is given, but only joints and tendons have a range")
    low, high = pulled.range
    if low == high:
        raise element.error("inheritrange is given, but what the actuator pulls on has no range")
    middle, radius = 0.5 * (high + low), 0.5 * (high - low) * share
    setattr(drive, name, (middle - radius, middle + radius))


def _check(drive: Drive, actlimited: bool, trntype: TransmissionType, by_plugin: bool) -> None:
    """Refuse parameters that contradict each other."""
    element, dyntype, actdim = drive.element, drive.dyntype, drive.actdim
    if actlimited and dyntype == DynType.NONE:
        raise element.error("actrange is given, but dyntype is none; such an actuator has no activation to limit")
    counted = dyntype in (DynType.PID, DynType.DCMOTOR) or drive.gaintype == GainType.SO3
    several = actdim > 1 and dyntype != DynType.USER
    if counted or by_plugin:
        pass
    elif several or (actdim == 1 and dyntype == DynType.NONE) or (actdim == 0 and dyntype != DynType.NONE):
        count = "1 or more" if dyntype == DynType.USER else int(dyntype != DynType.NONE)
        raise element.error(f"actdim is {actdim}; with dyntype {dyntype.name.lower()} it is {count}, leave it out")
    if (any(drive.damping) or drive.armature) and trntype not in (
        *ON_JOINT,
        TransmissionType.TENDON,
        TransmissionType.SO3,
    ):
        raise element.error("damping and armature act on joints and tendons only; leave them out")
    if drive.gaintype == GainType.MUSCLE:
        _check_muscle(element, "gainprm", drive.gainprm)
    if drive.biastype == BiasType.MUSCLE:
        _check_muscle(element, "biasprm", drive.biasprm)


def _check_muscle(element: Element, name: str, prm: tuple[float, ...]) -> None:
    low, high, _, scale, lmin, lmax, vmax, fpmax, fvmax = prm[:9]
    if low >= high:
        raise element.error(f"the muscle's range is {low:g} {high:g}; the first number must be smaller ({name})")
    if lmin >= 1 or lmax <= 1:
        raise element.error(f"lmin is {lmin:g} and lmax {lmax:g}; 1 must lie between them ({name})")
    if min(scale, vmax, fpmax, fvmax) <= 0:
        raise element.error(f"scale, vmax, fpmax and fvmax of a muscle must be positive ({name})")


def _check_heavy_tendon(element: Element, tendon: Tendon) -> None:
    """Refuse a drive whose armature would be inertia of a tendon that wraps geoms."""
    if any(wrap.type in (WrapType.SPHERE, WrapType.CYLINDER) for wrap in tendon.path):
        raise element.error(f"armature is given, but the tendon '{tendon.name}' wraps geoms; it cannot have inertia")


# ---------------------------------------------------------------- actuators whose force is that of a plugin


# dynamics whose activation stands behind those of the plugin
FOLLOWING = (DynType.INTEGRATOR, DynType.FILTER, DynType.FILTEREXACT)


def apply_plugin(drive: Drive, plugin: Plugin) -> None:
    """Let a plugin give the force of an actuator: refuse a wrong number of activations, choose a user's functions."""
    if plugin.kind == PluginKind.USER:
        _choose_types(drive, plugin.plugin)
        return
    needed = pid_activations(plugin.prm) + int(drive.dyntype in FOLLOWING)
    has = drive.actdim if drive.actdim >= 0 else int(drive.dyntype != DynType.NONE)
    if has != needed:
        raise drive.element.error(
            f'the number of its activations is {has}, but {plugin.plugin} needs {needed}; add actdim="{needed}"'
        )


def _choose_types(drive: Drive, name: str) -> None:
    """Set the types of an actuator by the functions that users have registered under a name."""
    if plugin_function("dynamics", name) is not None:
        drive.dyntype = DynType.USER
    if plugin_function("bias", name) is not None:
        drive.biastype = BiasType.USER
    if plugin_function("gain", name) is not None:
        drive.gaintype = GainType.USER
    else:
        drive.gainprm = NONE
