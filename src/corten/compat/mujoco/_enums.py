"""MuJoCo's enums, with its values: members compare, index and calculate like the integers that they are."""

from enum import IntEnum

from corten.compat.mujoco.arguments import NAMES


class _Enum(IntEnum):
    """An enum whose members are shown with the name of the enum, as those of the bindings are."""

    def __str__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


for _name, _members in NAMES["enums"].items():
    globals()[_name] = _Enum(_name, _members, module=__name__)

__all__ = [*NAMES["enums"]]  # pyright: ignore[reportUnsupportedDunderAll]
