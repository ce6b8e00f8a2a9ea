"""The sections that hold for the whole model: <option>, <size>, <statistic>, and what <visual> says about cameras."""

from collections.abc import Mapping, Sequence
from typing import Any

from corten.compile.objects.body_rows import Body, Placed
from corten.enums import ConeType, DisableBit, EnableBit, Integrator, JacobianType, SolverType
from corten.errors import UnsupportedFeatureError
from corten.mjcf.schema import declaration
from corten.model import Model
from corten.spec import DefaultClasses, Element, Resolved, root_section
from corten.spec.build_tree import USER_KINDS
from corten.spec.names import find_setting

INTEGRATORS = {integrator.word: integrator for integrator in Integrator}
SOLVERS = {"PGS": SolverType.PGS, "CG": SolverType.CG, "Newton": SolverType.NEWTON}
WORDS = {
    "integrator": INTEGRATORS,
    "solver": SOLVERS,
    "cone": {word.name.lower(): word for word in ConeType},
    "jacobian": {word.name.lower(): word for word in JacobianType},
}
NOT_COPIED = ("actuatorgroupdisable",)

# beyond it floats skip whole numbers
LARGEST_SEED = 1 << 53

# more of these than any model has use for: beyond it a number is a mistake
MOST = {"nuserdata": 1 << 26, "nkey": 1 << 20} | {f"nuser_{kind}": 1 << 16 for kind in USER_KINDS}

# kinds of objects in bodies that have user numbers, with the tag of their elements
IN_BODIES = {"jnt": "joint", "geom": "geom", "site": "site", "cam": "camera"}


def section_values(root: Element, classes: DefaultClasses, tag: str) -> Resolved:
    """Return the attributes of a section, with defaults even where the section is missing."""
    element = root_section(root, tag)
    return classes.resolve(Element(declaration(f"{tag}:{tag}")) if element is None else element)


def read_option(root: Element, classes: DefaultClasses) -> dict[str, Any]:
    """Return the values of Model's opt_ fields."""
    values = section_values(root, classes, "option")
    if values["timestep"] <= 0:
        raise values.element.error(f"timestep is {values['timestep']:g}; it must be positive [s]")
    fields = {
        f"opt_{name}": WORDS[name][values[name]] if name in WORDS else values[name]
        for name in values
        if name not in NOT_COPIED
    }
    fields["opt_integrator"] = _custom_integrator(root, fields["opt_integrator"])
    fields |= _custom_noise(root)
    fields["opt_disableactuator"] = sum(1 << group for group in set(values["actuatorgroupdisable"] or ()))
    flags = values.element.first("flag")
    written = {} if flags is None else flags.attributes
    fields["opt_disableflags"] = sum(bit for bit in DisableBit if written.get(bit.name.lower()) == "disable")
    fields["opt_enableflags"] = sum(bit for bit in EnableBit if written.get(bit.name.lower()) == "enable")
    if flags is not None:
        if fields["opt_integrator"] == Integrator.RK4:
            _refuse_with_rk4(flags)
        if fields["opt_integrator"] == Integrator.DISCRETE:
            _refuse_with_discrete(flags)
        if written.get("ipc") == "enable":
            _refuse_with_ipc(flags, fields)
    return fields


def _refuse_with_rk4(flags: Element) -> None:
    """Refuse what RK4 cannot do: a step of several evaluations has no one acceleration to sleep by or to invert."""
    for name in ("sleep", "invdiscrete"):
        if flags.attributes.get(name) == "enable":
            message = f'{name} is "enable", which integrator "RK4" does not support; choose another integrator'
            raise flags.error(message, UnsupportedFeatureError)


def _refuse_with_discrete(flags: Element) -> None:
    """Refuse what MuJoCo refuses with DISCRETE: islands tell which trees its metric ties together."""
    if flags.attributes.get("sleep") == "enable" and flags.attributes.get("island") == "disable":
        message = 'sleep is "enable" and island "disable", which integrator "discrete" does not support'
        raise flags.error(f"{message}; enable both or choose another integrator", UnsupportedFeatureError)


def _refuse_with_ipc(flags: Element, fields: Mapping[str, Any]) -> None:
    """Refuse what MuJoCo refuses with the flag ipc; it concerns contacts of deformables, and changes nothing else."""
    if fields["opt_integrator"] != Integrator.DISCRETE:
        raise flags.error('ipc is "enable", which needs integrator "discrete"')
    if fields["opt_solver"] == SolverType.PGS:
        raise flags.error('ipc is "enable", which needs solver "Newton" or "CG"')
    for name in ("sleep", "fwdinv"):
        if flags.attributes.get(name) == "enable":
            raise flags.error(f'ipc and {name} are "enable", which do not go together')


def _custom_integrator(root: Element, otherwise: Integrator) -> Integrator:
    """Return the integrator that <custom><text name="corten.integrator"/> chooses; it goes before <option>.

    MuJoCo does not know corten's own integrator, but loads a file that names it there.
    """
    element = find_setting(root, "corten.integrator")
    if element is None:
        return otherwise
    word = element.attributes["data"]
    if word not in INTEGRATORS:
        raise element.error(f"corten.integrator is {word!r} (allowed: {', '.join(INTEGRATORS)})")
    return INTEGRATORS[word]


def _custom_noise(root: Element) -> dict[str, Any]:
    """Return whether sensors have noise and its seed, as numerics in <custom> say."""
    values = {}
    for name, most in (("sensor_noise", 1), ("sensor_noise_seed", LARGEST_SEED)):
        element = find_setting(root, f"corten.{name}")
        data = (0.0,) if element is None else element.attributes.get("data", ())
        whole = len(data) == 1 and data[0] == int(data[0]) and 0 <= data[0] <= most
        if element is not None and not whole:
            raise element.error(f"corten.{name} must be one whole number from 0 to {most}")
        values[f"opt_{name}"] = int(data[0])
    return values


def read_sizes(
    root: Element, classes: DefaultClasses, bodies: list[Body], others: Mapping[str, Sequence[Placed]]
) -> dict[str, int]:
    """Return nuserdata, nkey and the user numbers of each kind: as written, else as many as the longest list needs."""
    values = section_values(root, classes, "size")
    for name, most in MOST.items():
        if values[name] > most:
            raise values.element.error(f"{name} is {values[name]}; at most {most} are allowed")
    sizes = {"nuserdata": max(values["nuserdata"], 0), "nkey": max(values["nkey"], 0)}
    lists = {kind: [p for body in bodies for p in body.elements[tag]] for kind, tag in IN_BODIES.items()}
    lists["body"] = [body.placed for body in bodies if body.placed is not None]
    lists |= {kind: list(placed) for kind, placed in others.items()}
    for kind, placed in lists.items():
        written = values[f"nuser_{kind}"]
        sizes[f"nuser_{kind}"] = _longest_user(placed, classes) if written == -1 else written
    return sizes


def _longest_user(placed: Sequence[Placed], classes: DefaultClasses) -> int:
    """Return how many user numbers the element has that has most."""
    if not classes.mention("user"):
        placed = [each for each in placed if "user" in each.element.attributes]
    return max((len(each.user) for each in placed), default=0)


def near_plane(root: Element, classes: DefaultClasses) -> float:
    """Return visual/map/znear, which is the focal length of a camera that gives none."""
    visual = root_section(root, "visual")
    element = None if visual is None else visual.first("map")
    return 0.01 if element is None else classes.resolve(element)["znear"]


def override_statistics(model: Model, root: Element) -> None:
    """Replace computed statistics by those that the model writes."""
    element = root_section(root, "statistic")
    for name, value in ({} if element is None else element.attributes).items():
        setattr(model, f"stat_{name}", value)


# ---------------------------------------------------------------- the section <visual>
# what pictures of the model are made with


PARTS = ("global", "quality", "headlight", "map", "scale", "rgba")

# words of headlight/active, which are numbers in the Model
ACTIVE = {"false": 0, "true": 1, "auto": 2}


def read_visual(root: Element, classes: DefaultClasses) -> dict[str, Any]:
    """Return the values of Model's vis_ fields."""
    visual = root_section(root, "visual")
    fields: dict[str, Any] = {}
    for part in PARTS:
        element = None if visual is None else visual.first(part)
        values = classes.resolve(Element(declaration(f"visual:{part}")) if element is None else element)
        fields |= {f"vis_{part}_{name}": values[name] for name in values}
    active = fields["vis_headlight_active"]
    fields["vis_headlight_active"] = ACTIVE[active] if active in ACTIVE else int(active)
    return fields
