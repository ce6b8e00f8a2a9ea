"""One decorator owns compilation: `@stage` for the parts of a step, `@helper` for the functions they call.

Both keep the Python function, so a kernel can always run as plain Python. `CORTEN_KERNELS` chooses how stages run:
`compiled` (the default), `checked` (compiled, every index tested) or `python` (for debuggers and coverage). A program
is built for a `Target`, by which helpers choose among versions of themselves.
"""

import functools
import hashlib
import os
import types as python_types
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from corten.errors import KernelError
from corten.runtime.value_types import constant_text, is_record, record_text

if TYPE_CHECKING:
    from corten.runtime.fields import Layout


@dataclass(frozen=True, slots=True)
class Target:
    """A machine, the precision of its floats, and whether derivatives are wanted in place of values.

    Machines on the CPU: `scalar` runs one environment. `lanes` runs `width` environments to an instruction, on memory
    in which the lane is innermost; `strided` is scalar code for one lane of that memory.
    """

    machine: str = "scalar"
    precision: str = "float64"
    derivative: bool = False
    width: int = 1


@dataclass(frozen=True, slots=True)
class Condition:
    """The targets that a version is for; what is left open (None) may be anything."""

    machine: str | None = None
    precision: str | None = None
    derivative: bool = False

    def holds(self, target: Target) -> bool:
        """Tell whether a version with this condition serves a target; a rule for derivatives serves nothing else."""
        named = self.machine in (None, target.machine) and self.precision in (None, target.precision)
        return named and self.derivative is target.derivative

    @property
    def strictness(self) -> int:
        """How many things the condition names."""
        return (self.machine is not None) + (self.precision is not None)


SCALAR = Target()


def scalar_target(layout: "Layout") -> Target:
    """Return what runs one environment whose Data is laid out so."""
    return Target(precision=layout.precision)


# ---------------------------------------------------------------- kernels and helpers


class Mode(Enum):
    """How stages run."""

    COMPILED = "compiled"
    CHECKED = "checked"
    PYTHON = "python"


def kernel_mode() -> Mode:
    """Return the mode that `CORTEN_KERNELS` asks for."""
    wanted = os.environ.get("CORTEN_KERNELS", "compiled")
    try:
        return Mode(wanted)
    except ValueError:
        allowed = ", ".join(mode.value for mode in Mode)
        raise ValueError(f"CORTEN_KERNELS is {wanted!r}; allowed are {allowed}") from None


class Helper:
    """A function in the kernel language that kernels may call; from Python it is the plain function."""

    # whether ints may leave their range, from which they come back at the other end
    wraps = False

    def __init__(self, function: Callable[..., Any]):
        self.function = function
        self.name = f"{function.__module__}.{function.__qualname__}"
        self.__doc__ = function.__doc__
        self.__name__ = function.__name__
        self.__module__ = function.__module__
        self.__wrapped__ = function
        self._versions: dict[Condition, Helper] = {}
        self._own: dict[tuple[Any, ...], tuple[bytes, list[Helper]]] = {}

    def version(self, *, machine: str | None = None, precision: str | None = None) -> "Callable[[Any], Helper]":
        """Declare a version of this helper for a machine, a precision, or both: `@name.version(machine="wgsl")`."""
        if machine is None and precision is None:
            raise KernelError(f"{_place(self.function)}: a version is for a machine or a precision")
        return functools.partial(self._add, Condition(machine, precision))

    def derivative(self, function: Callable[..., Any]) -> "Helper":
        """Declare the rule that takes the place of this helper where derivatives are wanted: `@name.derivative`."""
        return self._add(Condition(derivative=True), function)

    def _add(self, condition: Condition, function: Callable[..., Any]) -> "Helper":
        own, other = self.function.__code__, _checked_signature(function).__code__
        if own.co_varnames[: own.co_argcount] != other.co_varnames[: other.co_argcount]:
            wanted = ", ".join(own.co_varnames[: own.co_argcount])
            raise KernelError(f"{_place(function)}: a version of {self.name} takes ({wanted}) as it does")
        if condition in self._versions:
            raise KernelError(f"{_place(function)}: {self.name} has another version for the same target")
        self._versions[condition] = Helper(function)
        return self._versions[condition]

    def for_target(self, target: Target) -> "Helper":
        """Return the version for a target: the one that names most of it, else the helper itself."""
        fitting = {condition: version for condition, version in self._versions.items() if condition.holds(target)}
        most = max((condition.strictness for condition in fitting), default=0)
        best = [version for condition, version in fitting.items() if condition.strictness == most]
        if len(best) > 1:
            raise KernelError(f"{_place(self.function)}: two versions serve {target}; declare one for both")
        return best[0] if best else self

    def __call__(self, *arguments: Any) -> Any:
        return self.function(*arguments)

    def __repr__(self) -> str:
        return f"<{type(self).__name__.lower()} {self.name}>"

    def fingerprint(self, digest: "hashlib._Hash", layouts: tuple[Any, ...], seen: set["Helper"]) -> None:
        """Feed everything that the machine code depends on: this code, its constants, fields and callees."""
        if self in seen:
            return
        seen.add(self)
        key = layouts, len(self._versions)
        if key not in self._own:
            self._own[key] = self._own_fingerprint(layouts)
        own, callees = self._own[key]
        digest.update(own)
        for callee in callees:
            callee.fingerprint(digest, layouts, seen)

    def amount(self, layouts: tuple[Any, ...]) -> int:
        """Return how many bytes of byte code there are to compile, those of all callees included."""
        reached: set[Helper] = set()
        self.fingerprint(hashlib.sha256(), layouts, reached)
        return sum(len(each.function.__code__.co_code) for each in reached)

    def _own_fingerprint(self, layouts: tuple[Any, ...]) -> "tuple[bytes, list[Helper]]":
        """Return what this code alone depends on, and the helpers that it calls or has as versions."""
        from corten.runtime.syntax_digest import function_syntax

        syntax = function_syntax(self.function)
        texts = [self.name, syntax.digest, "wraps" if self.wraps else ""]
        texts += [_fields_text(name, layouts) for name in syntax.names]
        callees: list[Helper] = []
        for name, value in _referenced_globals(self.function, syntax.names):
            texts += [name, self._value_text(value, callees)]
        for condition, version in self._versions.items():
            texts.append(repr(condition))
            callees.append(version)
        return "\n".join(texts).encode(), callees

    def _value_text(self, value: Any, callees: "list[Helper]") -> str:
        """Return a text of a value that the code mentions; helpers are added to `callees`."""
        if isinstance(value, Helper):
            callees.append(value)
            return value.name
        if isinstance(value, type) and issubclass(value, Enum):
            return _enum_text(value)
        if isinstance(value, python_types.ModuleType):
            from corten.runtime.syntax_digest import function_syntax

            names = [name for name in function_syntax(self.function).names if hasattr(value, name)]
            return ", ".join(f"{name}={self._value_text(getattr(value, name), callees)}" for name in names)
        if is_record(value):
            return record_text(value)
        if isinstance(value, tuple) and not hasattr(value, "float32"):
            kind = record_text(type(value)) if is_record(type(value)) else ""
            return f"{kind}({', '.join(self._value_text(item, callees) for item in value)})"
        if callable(value):
            return f"{value.__module__}.{value.__qualname__}"
        return constant_text(value)


class Stage(Helper):
    """A kernel of (m, d): one entry of a plan. Calling it runs it on a Model and a Data."""

    def __call__(self, *arguments: Any) -> Any:
        from corten.runtime.build import run_stage

        return run_stage(self, *arguments)


def helper(function: Callable[..., Any]) -> Helper:
    """Mark a function as callable from kernels."""
    return Helper(_checked_signature(function))


def wrapping(declared: Helper) -> Helper:
    """Let the ints of a helper leave their range; elsewhere a compiler may take it that they never do."""
    declared.wraps = True
    return declared


def stage(function: Callable[..., Any]) -> Stage:
    """Mark a function of (m, d) as a stage."""
    function = _checked_signature(function)
    if function.__code__.co_varnames[: function.__code__.co_argcount] != ("m", "d"):
        raise KernelError(f"{_place(function)}: a stage takes (m, d)")
    return Stage(function)


def bind(template: Stage, **values: Any) -> Stage:
    """Return a stage with the code of another in which some global names stand for other values."""
    code = template.function
    twin = python_types.FunctionType(code.__code__, {**code.__globals__, **values}, code.__name__)
    twin.__doc__, twin.__module__, twin.__qualname__ = code.__doc__, code.__module__, code.__qualname__
    return Stage(twin)


def _referenced_globals(function: Callable[..., Any], names: Iterable[str]) -> Iterator[tuple[str, Any]]:
    """Yield those of some names that stand for something outside of the function, with their values."""
    code = function.__code__
    cells = dict(zip(code.co_freevars, function.__closure__ or (), strict=True))
    for name in names:
        if name in cells:
            yield name, cells[name].cell_contents
        elif name in function.__globals__:
            yield name, function.__globals__[name]


@functools.cache
def _enum_text(value: type[Enum]) -> str:
    return repr([(member.name, member.value) for member in value])


@functools.cache
def _fields_text(name: str, layouts: tuple[Any, ...]) -> str:
    """Return the place and shape of a field or size of that name in each layout."""
    texts = []
    for layout in layouts:
        if name in layout.fields:
            field = layout.fields[name]
            shape = [layout.size_slot.get(extent, -1) if isinstance(extent, str) else extent for extent in field.shape]
            varies = "varying" if name in layout.varying else ""
            texts.append(f"{layout.name}.{name}:{layout.address_slot[name]}{field.kind}{field.shape}{shape}{varies}")
        elif name in layout.sizes:
            texts.append(f"{layout.name}.{name}:{layout.size_slot[name]}")
    return ", ".join(texts)


def _checked_signature(function: Callable[..., Any]) -> Callable[..., Any]:
    code = function.__code__
    variadic = code.co_flags & 0x0C
    if variadic or code.co_kwonlyargcount or function.__defaults__:
        raise KernelError(f"{_place(function)}: kernels take positional arguments without defaults")
    return function


def _place(function: Callable[..., Any]) -> str:
    code = function.__code__
    return f"{code.co_filename}:{code.co_firstlineno}: {function.__qualname__}"
