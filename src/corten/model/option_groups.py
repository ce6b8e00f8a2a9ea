"""`model.opt`, `model.stat` and `model.vis`: groups of fields that MuJoCo keeps in structs of their own."""

from enum import IntEnum
from typing import TYPE_CHECKING, Any

from corten.enums import ConeType, Integrator, JacobianType, SolverType

if TYPE_CHECKING:
    from corten.model.model import Model

CHOICES: dict[str, type[IntEnum]] = {
    "integrator": Integrator,
    "cone": ConeType,
    "jacobian": JacobianType,
    "solver": SolverType,
}
POSITIVE = ("timestep",)


class Group:
    """A view on the fields of a Model that begin with a prefix."""

    __slots__ = ("_model", "_prefix")

    def __init__(self, model: "Model", prefix: str):
        object.__setattr__(self, "_model", model)
        object.__setattr__(self, "_prefix", prefix)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._model, self._prefix + name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._model, self._prefix + name, value)

    def __dir__(self) -> list[str]:
        prefix = self._prefix
        return [name.removeprefix(prefix) for name in self._model.layout.fields if name.startswith(prefix)]

    def __repr__(self) -> str:
        rows = (f"{name} = {getattr(self, name)}" for name in sorted(self.__dir__()))
        return f"<{self._prefix.rstrip('_')}: {', '.join(rows)}>"


class Options(Group):
    """`model.opt`: may be set between steps; the plan follows."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        value = super().__getattr__(name)
        return CHOICES[name](value) if name in CHOICES else value

    def __setattr__(self, name: str, value: Any) -> None:
        if name in CHOICES:
            try:
                value = int(CHOICES[name](value))
            except ValueError:
                allowed = ", ".join(f"{member.name} ({member.value})" for member in CHOICES[name])
                raise ValueError(f"opt.{name} is {value!r}; allowed are {allowed}") from None
        if name in POSITIVE and not value > 0:
            raise ValueError(f"opt.{name} is {value!r}; it must be positive")
        super().__setattr__(name, value)


class Visual:
    """`model.vis`: groups of fields that pictures are made with; each may be set at any time."""

    __slots__ = ("global_", "headlight", "map", "quality", "rgba", "scale")

    global_: Group
    headlight: Group
    map: Group
    quality: Group
    rgba: Group
    scale: Group

    def __init__(self, model: "Model"):
        for name in self.__slots__:
            object.__setattr__(self, name, Group(model, f"vis_{name.rstrip('_')}_"))

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"vis.{name} cannot be replaced; set its fields, such as vis.map.znear = 0.1")

    def __repr__(self) -> str:
        return f"<vis: {', '.join(self.__slots__)}>"
