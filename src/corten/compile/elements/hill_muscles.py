"""Hill muscles: which actuators are such, as <custom> says, with what parameters, and how their paths are measured."""

from math import isfinite, radians

import numpy as np

from corten.compile.elements.actuator_kinds import MUSCLE_TIMES
from corten.compile.elements.actuators import ON_JOINT
from corten.compile.objects.actuator_rows import Actuator, HillMuscle
from corten.compile.objects.body_rows import SCALAR, Joint
from corten.enums import BiasType, DynType, GainType, TransmissionType, WrapType
from corten.math.elementwise import cos
from corten.mjcf.value import choices
from corten.model import Model
from corten.spec import Element
from corten.spec.names import find_object_numbers, find_object_settings

# ---------------------------------------------------------------- presets
# Hill muscles of an adult by name: what is measured or fitted, and where it is published.
# biceps         long head of the biceps brachii. Holzbaur, Murray, Delp (2005), "A model of the upper extremity for
#                simulating musculoskeletal surgery and analyzing neuromuscular control", Annals of Biomedical
#                Engineering 33(6). Tendon and passive strain: Thelen (2003), "Adjustment of muscle mechanics model
#                parameters to simulate dynamic contractions in older adults", Journal of Biomechanical Engineering
#                125(1), young adults.
# quadriceps     vastus lateralis, the largest of its four heads,
# gastrocnemius  medial head, and
# soleus         Rajagopal, Dembia, DeMers, Delp, Hicks, Delp (2016), "Full-body musculoskeletal model for muscle-driven
#                simulation of human gait", IEEE Transactions on Biomedical Engineering 63(10), and the model that was
#                published with it. Tendon and passive strain: Millard et al. (2013), whose curves that model uses.
#
# Velocities, damping and time constants are those which these models share: ten optimal lengths per second, 0.1
# (Millard et al. 2013), 10 ms and 40 ms, as MuJoCo's muscle has them.


# what a word means and its unit, the least number it may have, whether that one is itself allowed, and the largest
WORDS = {
    "fmax": ("maximal isometric force [N]", 0.0, False, 1e9),
    "lopt": ("optimal fibre length [m]", 0.0, False, 1e6),
    "lslack": ("tendon slack length [m]", 0.0, True, 1e6),
    "pennation": ("pennation angle at optimal fibre length [degrees]", 0.0, True, 75.0),
    "vmax": ("maximal shortening velocity [optimal fibre lengths / s]", 0.0, False, 1e6),
    "strain": ("tendon strain at maximal isometric force, 0 if rigid", 0.0, True, 1.0),
    "passive": ("strain of passive fibres at maximal isometric force", 0.0, False, 10.0),
    "damping": ("fibre damping [maximal isometric forces / vmax]", 0.0, True, 1e3),
    "tact": ("time constant of activation [s]", 0.0, False, 1e3),
    "tdeact": ("time constant of deactivation [s]", 0.0, False, 1e3),
    "length0": ("path length at qpos0 [m]", 0.0, False, 1e6),
}

# for muscles that are no preset; what has no number here must be given
DEFAULTS = {"pennation": 0.0, "vmax": 10.0, "strain": 0.049, "passive": 0.7, "damping": 0.1}
NEEDED = ("fmax", "lopt", "lslack")

PRESETS = {
    "biceps": {"fmax": 624.3, "lopt": 0.1157, "lslack": 0.2723, "pennation": 0.0, "strain": 0.033, "passive": 0.6},
    "quadriceps": {"fmax": 5149.0, "lopt": 0.0994, "lslack": 0.2206, "pennation": 14.5},
    "gastrocnemius": {"fmax": 3116.0, "lopt": 0.0510, "lslack": 0.3987, "pennation": 9.5},
    "soleus": {"fmax": 6195.0, "lopt": 0.0440, "lslack": 0.2768, "pennation": 21.9},
}
PRESETS = {name: {**DEFAULTS, "tact": 0.01, "tdeact": 0.04, **own} for name, own in PRESETS.items()}


# ---------------------------------------------------------------- actuators that are such
#     <custom><text name="corten.actuator.NAME.muscle" data="hill soleus fmax=3000 strain=0"/></custom>
# The actuator is one that MuJoCo takes for its own muscle. Words after the preset replace its numbers


HILL_SETTING = "corten.actuator.NAME.muscle"
FIRST = "hill"

# a tendon that stretches less than this is stiffer than any: the model of a rigid one is better then
LEAST_STRAIN = 1e-3

# fibres without damping are not well posed without activation
LEAST_DAMPING = 1e-4


def choose_muscles(root: Element, actuators: list[Actuator], joints: list[Joint]) -> None:
    """Make Hill muscles of the actuators that <custom> names; those with elastic tendons get a second activation."""
    chosen = find_object_settings(root, HILL_SETTING)
    count = 0
    for number, actuator in enumerate(actuators):
        text = chosen.get(actuator.name) if actuator.name else None
        if text is None:
            continue
        _check_actuator(text, actuator, joints)
        actuator.hill = read_muscle(text)
        actuator.hill.actuatorid = number
        actuator.hillid, count = count, count + 1
        _set_dynamics(actuator, actuator.hill)


def read_muscle(text: Element) -> HillMuscle:
    """Return the parameters that a text such as `hill soleus fmax=3000` stands for, angles in radians."""
    words = text.attributes["data"].split()
    if not words or words[0] != FIRST:
        known = ", ".join(PRESETS)
        raise text.error(
            f"data must begin with '{FIRST}', followed by a preset ({known}) or by parameters, word=number"
        )
    given, preset = _split(text, words[1:])
    if preset is None:
        missing = [word for word in NEEDED if word not in given]
        if missing:
            needed = ", ".join(f"{word} ({WORDS[word][0]})" for word in missing)
            raise text.error(f"{needed} must be given, or a preset ({', '.join(PRESETS)})")
    numbers = {**(DEFAULTS if preset is None else PRESETS[preset]), **given}
    if 0 < numbers["strain"] < LEAST_STRAIN:
        raise text.error(f"strain is {numbers['strain']:g}; give at least {LEAST_STRAIN:g}, or 0 for a rigid tendon")
    if numbers["strain"] > 0 and numbers["lslack"] == 0:
        raise text.error("lslack is 0, but the tendon is elastic; give it a length, or strain=0")
    if numbers["strain"] > 0 and numbers["damping"] < LEAST_DAMPING:
        raise text.error(f"damping is {numbers['damping']:g}; with an elastic tendon it is at least {LEAST_DAMPING:g}")
    numbers["pennation"] = radians(numbers["pennation"])
    return HillMuscle(element=text, given=frozenset(given), **numbers)


def _split(text: Element, words: list[str]) -> tuple[dict[str, float], str | None]:
    """Return the numbers that are given, by their words, and the preset."""
    given: dict[str, float] = {}
    preset: str | None = None
    for place, word in enumerate(words):
        name, assigned, number = word.partition("=")
        if not assigned and place == 0:
            if word not in PRESETS:
                raise text.error(f"no preset is named '{word}'{choices(word, PRESETS)}; parameters are word=number")
            preset = word
            continue
        if name not in WORDS:
            raise text.error(f"'{name}' is no parameter of a Hill muscle{choices(name, WORDS)}")
        if name in given:
            raise text.error(f"{name} is given twice")
        given[name] = _number(text, name, number)
    return given, preset


def _number(text: Element, name: str, written: str) -> float:
    meaning, least, included, most = WORDS[name]
    try:
        number = float(written)
    except ValueError:
        raise text.error(f"{name} is '{written}'; write {name}=number, the {meaning}, without spaces") from None
    if not isfinite(number) or number < least or number > most or (number == least and not included):
        bound = f"at least {least:g}" if included else f"above {least:g}"
        raise text.error(f"{name} is {written}; the {meaning} must be {bound} and at most {most:g}")
    return number


def _check_actuator(text: Element, actuator: Actuator, joints: list[Joint]) -> None:
    """Refuse actuators that are no muscles, or pull on what has no length."""
    types = actuator.dyntype, actuator.gaintype, actuator.biastype
    if types != (DynType.MUSCLE, GainType.MUSCLE, BiasType.MUSCLE):
        raise text.error("the actuator is no muscle; make it a <muscle>, or <general> with all three types muscle")
    kind, target = actuator.trntype, actuator.trnid[0]
    if kind not in (*ON_JOINT, TransmissionType.TENDON):
        raise text.error(f"the actuator pulls on a {kind.name.lower()}; a Hill muscle pulls on a tendon or a joint")
    if kind in ON_JOINT and joints[target].type not in SCALAR:
        word = joints[target].type.name.lower()
        raise text.error(f"the actuator pulls on a {word} joint; a Hill muscle pulls on a hinge, a slide or a tendon")


def _set_dynamics(actuator: Actuator, hill: HillMuscle) -> None:
    """Set the number of activations, and time constants: as given, else as in `timeconst`, else as in the preset."""
    actuator.actnum = 2 if hill.strain > 0 else 1
    times = list(actuator.dynprm)
    for place, word in enumerate(("tact", "tdeact")):
        time = getattr(hill, word)
        if time is not None and (word in hill.given or times[place] == MUSCLE_TIMES[place]):
            times[place] = time
    actuator.dynprm = tuple(times)


# ---------------------------------------------------------------- paths


def set_muscle_paths(model: Model, actuators: list[Actuator]) -> None:
    """Set how path lengths follow from actuator lengths, once length ranges are known.

    A spatial tendon is the path. Where a length at qpos0 is given, actuator lengths are changes of the path. Otherwise
    joints and fixed tendons have no length of their own: the range of the muscle, in optimal lengths, is laid over its
    length range, as MuJoCo does it.
    """
    for actuator in actuators:
        if actuator.hill is not None:
            scale, offset = _path(model, actuator, actuator.hill)
            model.hill_scale[actuator.hillid], model.hill_offset[actuator.hillid] = scale, offset


def _path(model: Model, actuator: Actuator, hill: HillMuscle) -> tuple[float, float]:
    """Return scale and offset of a path: its length is offset + scale * actuator_length."""
    out = actuator.outadr
    if hill.length0 is not None:
        return 1.0, hill.length0 - float(model.actuator_length0[out])
    if _is_spatial(model, actuator):
        gear = actuator.output.gear[0]
        if gear <= 0:
            raise hill.element.error(f"gear of the actuator is {gear:g}; it must be positive on a spatial tendon")
        return 1.0, 0.0
    low, high = (float(x) for x in model.actuator_lengthrange[out])
    if low >= high:
        raise hill.element.error(
            "the actuator has no lengthrange to measure its path by; write lengthrange, or length0= (the path length "
            "at qpos0 [m], where gear is the moment arm [m])"
        )
    shortest, longest = actuator.gainprm[:2]
    along = hill.lopt * cos(hill.pennation)
    scale = along * (longest - shortest) / (high - low)
    return scale, hill.lslack + along * shortest - scale * low


def _is_spatial(model: Model, actuator: Actuator) -> bool:
    """Tell whether an actuator pulls on a spatial tendon."""
    if actuator.trntype != TransmissionType.TENDON:
        return False
    return bool(model.wrap_type[model.tendon_adr[actuator.trnid[0]]] != WrapType.JOINT)


# ---------------------------------------------------------------- keyframes


def spread_activations(model: Model, numbers: tuple[float, ...]) -> tuple[float, ...]:
    """Return activations of a keyframe in the order of `act`.

    MuJoCo knows one activation of each muscle, and refuses other numbers of them. As many stand for just these: fibre
    lengths become 0, which lets fibres begin in equilibrium.
    """
    if not model.nhill:
        return numbers
    fibres = model.actuator_actadr[model.hill_actuatorid[model.hill_strain > 0]]
    if not len(fibres) or len(numbers) != model.na - len(fibres):
        return numbers
    spread = np.zeros(model.na)
    spread[np.setdiff1d(np.arange(model.na), fibres)] = numbers
    return tuple(spread)


# ---------------------------------------------------------------- muscles that never relax wholly
# the least activation that <custom> gives them
# <custom><numeric name="corten.actuator.NAME.min_activation" data="0.01"/></custom>


LEAST_ACTIVATION = "corten.actuator.NAME.min_activation"


def set_least_activations(root: Element, actuators: list[Actuator]) -> None:
    """Limit the activation of the muscles that <custom> names to from their least one to 1; each step obeys that."""
    least = find_object_numbers(root, LEAST_ACTIVATION, 0, 1)
    for actuator in actuators:
        if actuator.name not in least:
            continue
        low, high = (0.0, 1.0) if not actuator.actlimited else actuator.actrange
        written = find_object_settings(root, LEAST_ACTIVATION)[actuator.name]
        if actuator.dyntype != DynType.MUSCLE:
            raise written.error(f"the actuator '{actuator.name}' has no muscle dynamics; only those have activations")
        if least[actuator.name] >= high:
            raise written.error(f"data is {least[actuator.name]:g}; it must be smaller than the largest, {high:g}")
        actuator.actlimited, actuator.actrange = True, (max(low, least[actuator.name]), high)
