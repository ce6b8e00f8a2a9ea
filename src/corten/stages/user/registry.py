"""Functions of users that take part in a step: registered by name, chosen by models in <custom>.

A function `(m, d, i)` in the kernel language, where `i` is an actuator or a sensor. It is read when it is registered,
so that what is not of the language is refused there and never in the middle of a step.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from weakref import WeakSet

from corten.data import DATA
from corten.errors import KernelError, ModelError
from corten.mjcf.value import choices
from corten.model import MODEL, Model
from corten.runtime.kernel import Helper, helper


@dataclass(frozen=True, slots=True)
class Role:
    """What functions of a kind give, and the fields of Data that they may write."""

    returns: bool
    writes: frozenset[str] = frozenset()


ROLES = {
    "dynamics": Role(True, frozenset({"act_dot"})),
    "gain": Role(True),
    "bias": Role(True),
    "sensor": Role(False, frozenset({"sensordata", "userdata"})),
}


@dataclass(frozen=True, slots=True, eq=False)
class UserFunction:
    """A registered function, and the fields of Data that it reads."""

    kind: str
    name: str
    helper: Helper
    reads: frozenset[str]


_registered: dict[str, dict[str, UserFunction]] = {kind: {} for kind in ROLES}

# models whose plans hold functions of users
_users: WeakSet[Model] = WeakSet()


def register(kind: str, name: str | None = None) -> Callable[[Callable[..., Any] | Helper], Helper]:
    """Make a function known to models under a name, its own unless another is given.

    `kind` is "dynamics", "gain", "bias" or "sensor". The function takes `(m, d, i)` and is written in the kernel
    language. Gain [N or Nm per unit of input] and bias [N or Nm] of actuator i, and the rate [1/s] of its last
    activation, are what it returns; a sensor i writes `d.sensordata[m.sensor_adr[i] + k]` and returns nothing. Dynamics
    of several activations write the rates of all but the last into `d.act_dot`.

    A model chooses it with `gaintype="user"` and, in <custom>, `<text name="corten.actuator.NAME.gain" data="..."/>`;
    likewise dyntype and `.dynamics`, biastype and `.bias`, and for a sensor `corten.sensor.NAME.function`.

    A function of the same module and qualified name replaces an earlier one, in models that exist, too; any other
    function under a name that is taken is a ValueError.
    """
    if kind not in ROLES:
        raise ValueError(f"{kind!r} is no kind of function{choices(kind, ROLES)}")

    def enter(function: Callable[..., Any] | Helper) -> Helper:
        own = function if isinstance(function, Helper) else helper(function)
        known = name or own.__name__
        before = _registered[kind].get(known)
        if before is not None and before.helper.name != own.name:
            raise ValueError(f"the {kind} function {known!r} is {before.helper.name} already; take another name")
        _registered[kind][known] = UserFunction(kind, known, own, _read(kind, own))
        for model in _users:
            model._plans.clear()
        return own

    return enter


def registered_names(kind: str) -> list[str]:
    """Return the names of all functions of a kind."""
    return sorted(_registered[kind])


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


def _read(kind: str, function: Helper) -> frozenset[str]:
    """Return the fields of Data that a function reads; refuse what is not of the language or not its business."""
    from corten.runtime.language.functions import read_program
    from corten.runtime.passes.effects import program_effects
    from corten.runtime.typed.types import FLOAT, INT, NONE, Struct

    code = function.function.__code__
    place = f"{code.co_filename}:{code.co_firstlineno}: {function.name}"
    if code.co_argcount != 3:
        raise KernelError(f"{place} takes {code.co_argcount} arguments; a function of users takes (m, d, i)")
    program = read_program(function, (Struct(MODEL), Struct(DATA), INT))
    tree, effects = program.entry, program_effects(program)[program.entry]
    role = ROLES[kind]
    if (tree.result in (FLOAT, INT)) != role.returns or (not role.returns and tree.result != NONE):
        wanted = "a number" if role.returns else "nothing"
        raise KernelError(f"{place} returns {tree.result}; a {kind} function returns {wanted}")
    allowed = {f"{DATA.name}.{field}" for field in role.writes}
    if forbidden := sorted(effects.writes - allowed):
        may = f"may write {', '.join(sorted(allowed))} alone" if allowed else "writes nothing"
        raise KernelError(f"{place} writes {', '.join(forbidden)}; a {kind} function {may}")
    return frozenset(field.partition(".")[2] for field in effects.reads if field.startswith(f"{DATA.name}."))
