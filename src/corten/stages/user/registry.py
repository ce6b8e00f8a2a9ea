"""Functions of users that take part in a step: registered by name, chosen by models in <custom> or as plugins.

A function in the kernel language, of `(m, d, i)` where `i` is an actuator, a sensor or a body. It is read when it is
registered, so that what is not of the language is refused there and never in the middle of a step.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from weakref import WeakSet

import numpy as np

from corten.enums import ForwardPart
from corten.errors import KernelError, ModelError
from corten.mjcf.value import choices
from corten.model import MODEL, Model
from corten.model.extension_fields import PLUGIN_NUMBERS, PluginKind
from corten.runtime.kernel import Helper, helper

# ---- roles: what functions take, give and may write, by their kind; what is not so is refused


# results in words, and how many numbers they are; a tuple of one number is none of them
COUNTS = {"nothing": 0, "a number": 1, "three numbers": 3, "six numbers": 6}

# arguments that are tuples, and how many numbers they have; the others are Model, Data and the number of an object
TUPLES = {"prm": PLUGIN_NUMBERS, "x": 3}


@dataclass(frozen=True, slots=True)
class Role:
    """What functions of a kind take and give, and the fields of Data that they may write."""

    returns: str
    writes: frozenset[str] = frozenset()
    takes: tuple[str, ...] = ("m", "d", "i")


ROLES = {
    "dynamics": Role("a number", frozenset({"act_dot"})),
    "gain": Role("a number"),
    "bias": Role("a number"),
    "sensor": Role("nothing", frozenset({"sensordata", "userdata"})),
    "passive": Role("nothing", frozenset({"qfrc_passive"})),
    "sdf": Role("a number", takes=("prm", "x")),
    "sdf_gradient": Role("three numbers", takes=("prm", "x")),
    "sdf_box": Role("six numbers", takes=("prm",)),
}


def fields_read(kind: str, function: Helper) -> frozenset[str]:
    """Return the fields of Data that a function reads; refuse what is not of the language or not its business."""
    from corten.data import DATA
    from corten.runtime.language.functions import read_program
    from corten.runtime.passes.dataflow import program_effects

    role, code = ROLES[kind], function.function.__code__
    place = f"{code.co_filename}:{code.co_firstlineno}: {function.name}"
    if code.co_argcount != len(role.takes):
        takes = ", ".join(role.takes)
        raise KernelError(f"{place} takes {code.co_argcount} arguments; {kind} functions take ({takes})")
    program = read_program(function, _argument_types(role))
    result, effects = program.entry.result, program_effects(program)[program.entry]
    if _count(result) != COUNTS[role.returns]:
        raise KernelError(f"{place} returns {result}; {kind} functions return {role.returns}")
    allowed = {f"{DATA.name}.{field}" for field in role.writes}
    if forbidden := sorted(effects.writes - allowed):
        may = f"may write {', '.join(sorted(allowed))} alone" if allowed else "write nothing"
        raise KernelError(f"{place} writes {', '.join(forbidden)}; {kind} functions {may}")
    return frozenset(field.partition(".")[2] for field in effects.reads if field.startswith(f"{DATA.name}."))


def _argument_types(role: Role):
    """Return the types in the kernel language of what a function takes."""
    from corten.data import DATA
    from corten.runtime.typed.types import FLOAT, INT, Struct, Tuple

    others = {"m": Struct(MODEL), "d": Struct(DATA), "i": INT}
    return tuple(Tuple((FLOAT,) * TUPLES[name]) if name in TUPLES else others[name] for name in role.takes)


def _count(result) -> int:
    """Return how many numbers a result is, -1 if it is something else."""
    from corten.runtime.typed.types import FLOAT, INT, NONE, Tuple

    if result == NONE:
        return 0
    if type(result) is Tuple and len(result.items) > 1 and all(item in (FLOAT, INT) for item in result.items):
        return len(result.items)
    return 1 if result in (FLOAT, INT) else -1


# ---- the registry


PARTS = {"pos": ForwardPart.POS, "vel": ForwardPart.VEL, "acc": ForwardPart.ACC}


@dataclass(frozen=True, slots=True, eq=False)
class UserFunction:
    """A registered function, the fields of Data that it reads, and what a plugin of its name has."""

    kind: str
    name: str
    helper: Helper
    reads: frozenset[str]
    config: Mapping[str, float]
    dim: int
    needstage: ForwardPart


_registered: dict[str, dict[str, UserFunction]] = {kind: {} for kind in ROLES}

# models whose plans hold functions of users
_users: WeakSet[Model] = WeakSet()


def register(
    kind: str,
    name: str | None = None,
    *,
    config: Mapping[str, float] | None = None,
    dim: int = 1,
    needstage: str = "acc",
) -> Callable[[Callable[..., Any] | Helper], Helper]:
    """Make a function known to models under a name, its own unless another is given.

    `kind` is "dynamics", "gain", "bias", "sensor", "passive", "sdf", "sdf_gradient" or "sdf_box". The function takes
    `(m, d, i)`, unless it is about a shape, and is written in the kernel language. Gain [N or Nm per unit of input] and
    bias [N or Nm] of actuator i, and the rate [1/s] of its last activation, are what it returns; a sensor i writes
    `d.sensordata[m.sensor_adr[i] + k]` and returns nothing. Dynamics of several activations write the rates of all but
    the last into `d.act_dot`.

    A model chooses it with `gaintype="user"` and, in <custom>, `<text name="corten.actuator.NAME.gain" data="..."/>`;
    likewise dyntype and `.dynamics`, biastype and `.bias`, and for a sensor `corten.sensor.NAME.function`.

    It is a plugin of its name, too: `<actuator><plugin plugin="NAME" .../>` takes dynamics, gain and bias of that name,
    `<sensor><plugin plugin="NAME" .../>` a sensor function, which gives `dim` numbers in the part of a step that
    `needstage` says ("pos", "vel" or "acc"). `config` are the keys of its configuration with their defaults, at most
    eight; instance p has their values in `m.plugin_prm[p]`, and p is `m.actuator_plugin[i]`, `m.sensor_plugin[i]` or
    `m.body_plugin[i]`. Functions of one name share what one of them states.

    Forces and shapes are plugins alone. In <body>, "passive" adds the force of body i to `d.qfrc_passive`. In <mesh>
    and <geom type="sdf">, "sdf" takes `(prm, x)`, the eight numbers of the configuration and a point in the frame of
    the shape, and returns the signed distance [m]; "sdf_gradient" returns its gradient, which differences give
    otherwise; "sdf_box" takes `(prm)` and returns centre and half sizes of a box that holds the shape.

    A function of the same module and qualified name replaces an earlier one, in models that exist, too; any other
    function under a name that is taken is a ValueError.
    """
    if kind not in ROLES:
        raise ValueError(f"{kind!r} is no kind of function{choices(kind, ROLES)}")
    if needstage not in PARTS:
        raise ValueError(f"needstage is {needstage!r}{choices(needstage, PARTS)}")
    defaults = {str(key): float(number) for key, number in (config or {}).items()}
    if len(defaults) > PLUGIN_NUMBERS:
        raise ValueError(f"config has {len(defaults)} keys; at most {PLUGIN_NUMBERS} are possible")
    if dim < 1:
        raise ValueError(f"dim is {dim}; a sensor has at least one number")

    def enter(function: Callable[..., Any] | Helper) -> Helper:
        own = function if isinstance(function, Helper) else helper(function)
        known = name or own.__name__
        before = _registered[kind].get(known)
        if before is not None and before.helper.name != own.name:
            raise ValueError(f"the {kind} function {known!r} is {before.helper.name} already; take another name")
        _check_config(kind, known, defaults)
        _registered[kind][known] = UserFunction(
            kind, known, own, fields_read(kind, own), defaults, int(dim), PARTS[needstage]
        )
        for model in _users:
            model._drop_plans()
        return own

    return enter


def _check_config(kind: str, name: str, config: Mapping[str, float]) -> None:
    """Refuse a configuration that another function of the same plugin states otherwise."""
    for other, functions in _registered.items():
        known = functions[name].config if other != kind and name in functions else {}
        if config and known and (list(known.items()) != list(config.items())):
            raise ValueError(f"the {other} function {name!r} has another config, {dict(known)}; both need the same")


def registered_names(kind: str) -> list[str]:
    """Return the names of all functions of a kind."""
    return sorted(_registered[kind])


def function_modules() -> tuple[str, ...]:
    """Return the modules of all functions, which another process imports to know them."""
    return tuple(
        dict.fromkeys(function.helper.__module__ for known in _registered.values() for function in known.values())
    )


def plugin_configs() -> dict[str, dict[str, float]]:
    """Return the keys and defaults of all plugins that functions are, by name; functions of one name share them."""
    configs: dict[str, dict[str, float]] = {}
    for functions in _registered.values():
        for name, function in functions.items():
            configs.setdefault(name, {}).update(function.config)
    return configs


def plugin_function(kind: str, name: str) -> UserFunction | None:
    """Return the function of a kind that a plugin has, or None."""
    return _registered[kind].get(name)


def find_plugin_function(model: Model, kind: str, instance: int) -> UserFunction:
    """Return the function of a kind that belongs to an instance of a plugin of a model."""
    name = model.plugin_names[instance]
    if name not in _registered[kind]:
        raise ModelError(
            f"the plugin {name!r} is no {kind} function that is registered in this process; import the module that "
            "registers it"
        )
    _users.add(model)
    return _registered[kind][name]


def plugin_functions(model: Model, kind: str, instances: np.ndarray) -> list[tuple[int, UserFunction]]:
    """Return the functions of a kind that instances (-1 for none) of users' plugins have, with the plugins' numbers."""
    if not model.nplugin:
        return []
    used = instances[instances >= 0]
    numbers, first = np.unique(model.plugin[used], return_index=True)
    return [
        (number, find_plugin_function(model, kind, int(used[place])))
        for number, place in zip(numbers.tolist(), first.tolist(), strict=True)
        if number >= PluginKind.USER
    ]


def find_function(model: Model, kind: str, setting: str) -> UserFunction:
    """Return the function that a setting in <custom> of a model names."""
    name = model._texts[setting]
    if name not in _registered[kind]:
        raise ModelError(
            f"{setting} is {name!r}, but no {kind} function of that name is registered in this process"
            f"{choices(name, _registered[kind])}; import the module that registers it"
        )
    _users.add(model)
    return _registered[kind][name]
