"""Structs of settings: MjOption, MjStatistic, MjVisual, and what is drawn and from where: MjvCamera, MjvOption, ..."""

from types import SimpleNamespace
from typing import Any, Self

from corten.compat.mujoco.arguments import CLASSES, NAMES, bound
from corten.compat.mujoco.struct import Struct, struct
from corten.model import Model

# ---------------------------------------------------------------- structs of a model


MjOption = struct("MjOption")
MjStatistic = struct("MjStatistic")

PARTS = ("global_", "headlight", "map", "quality", "rgba", "scale")


class _VisualPart(Struct):
    """A part of MjVisual; its fields are those that the model has."""

    __slots__ = ()


def _part_class(word: str) -> type[_VisualPart]:
    model = Model.empty()
    group = getattr(model.vis, word)
    fields = {name: _described(getattr(group, name)) for name in sorted(dir(group))}
    name = word.rstrip("_").capitalize()
    return type(
        name, (_VisualPart,), {"_fields": fields, "__slots__": (), "__module__": "corten.compat.mujoco._structs"}
    )


def _described(value: Any) -> Any:
    """Return what a field begins with, as tables of structs have it."""
    return value if not hasattr(value, "dtype") else [value.dtype.str, list(value.shape), value.tolist()]


class MjVisual:
    """Parts of a model that pictures are made with: `vis.map.znear`, `vis.global_.fovy`."""

    __slots__ = ("_parts",)
    __hash__ = None  # pyright: ignore[reportAssignmentType]

    def __init__(self) -> None:
        raise TypeError("mujoco._structs.MjVisual: No constructor defined!")

    @classmethod
    def _over(cls, source: Any) -> Self:
        visual = cls.__new__(cls)
        object.__setattr__(visual, "_parts", {part: VISUAL_PARTS[part]._over(getattr(source, part)) for part in PARTS})
        return visual

    def __getattr__(self, name: str) -> Any:
        name = "global_" if name == "global" else name
        if name not in PARTS:
            raise AttributeError(f"'MjVisual' object has no attribute '{name}'")
        return self._parts[name]

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in PARTS:
            raise AttributeError(f"'MjVisual' object has no attribute '{name}'")
        assign(self._parts[name], value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MjVisual) and all(getattr(self, part) == getattr(other, part) for part in PARTS)

    def __copy__(self) -> "MjVisual":
        return MjVisual._over(SimpleNamespace(**{part: getattr(self, part).__copy__()._store for part in PARTS}))

    def __deepcopy__(self, memo: Any) -> "MjVisual":
        return self.__copy__()

    def __repr__(self) -> str:
        return "<MjVisual\n" + "".join(f"  {part}: {getattr(self, part)!r}\n" for part in PARTS) + ">"


def assign(target: Struct | MjVisual, source: Any) -> None:
    """Copy all fields of a struct into another one."""
    for name in PARTS if isinstance(target, MjVisual) else target._fields:
        setattr(target, name, getattr(source, name))


VISUAL_PARTS = {part: _part_class(part) for part in PARTS}
for _part, _kind in VISUAL_PARTS.items():
    setattr(MjVisual, _kind.__name__, _kind)
MjVisual.__module__ = "corten.compat.mujoco._structs"
CLASSES.update(MjVisual=MjVisual)


# ---------------------------------------------------------------- structs of a scene


MjvCamera = struct("MjvCamera")
MjvOption = struct("MjvOption")
MjvPerturb = struct("MjvPerturb")
MjvFigure = struct("MjvFigure")
MjvGLCamera = struct("MjvGLCamera")
MjvLight = struct("MjvLight")
MjvGeom = struct("MjvGeom")
MjPreContact = struct("MjPreContact")
MjLogConfig = struct("MjLogConfig")
MjLogMessage = struct("MjLogMessage")
MjrVertexAttribute = struct("MjrVertexAttribute")


class MjrRect:
    """A rectangle of pixels."""

    __slots__ = ("bottom", "height", "left", "width")

    def __init__(self, left: int, bottom: int, width: int, height: int):
        self.left, self.bottom, self.width, self.height = left, bottom, width, height

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MjrRect) and all(getattr(self, n) == getattr(other, n) for n in self.__slots__)

    __hash__ = None  # pyright: ignore[reportAssignmentType]

    def __copy__(self) -> "MjrRect":
        return MjrRect(self.left, self.bottom, self.width, self.height)

    def __repr__(self) -> str:
        rows = "".join(f"  {name}: {getattr(self, name)}\n" for name in sorted(self.__slots__))
        return f"<MjrRect\n{rows}>"


MjrRect.__module__ = "corten.compat.mujoco._structs"
CLASSES.update(MjrRect=MjrRect)


@bound
def mjv_defaultCamera(cam: Any) -> None:
    """Set a camera to its defaults."""
    assign(cam, MjvCamera())


@bound
def mjv_defaultFreeCamera(m: Any, cam: Any) -> None:
    """Let a free camera look at the middle of a model from a distance that shows all of it."""
    cam.type, cam.fixedcamid, cam.trackbodyid = NAMES["enums"]["mjtCamera"]["mjCAMERA_FREE"], -1, -1
    cam.lookat = m.stat.center
    cam.distance = 1.5 * m.stat.extent
    cam.azimuth, cam.elevation = m.vis.global_.azimuth, m.vis.global_.elevation
    cam.orthographic = m.vis.global_.cam_projection if "cam_projection" in m.vis.global_._fields else 0


@bound
def mjv_defaultOption(opt: Any) -> None:
    """Set what is drawn to its defaults."""
    assign(opt, MjvOption())


@bound
def mjv_defaultPerturb(pert: Any) -> None:
    """Set a perturbation to none."""
    assign(pert, MjvPerturb())


@bound
def mjv_defaultFigure(fig: Any) -> None:
    """Set a figure to its defaults."""
    assign(fig, MjvFigure())
