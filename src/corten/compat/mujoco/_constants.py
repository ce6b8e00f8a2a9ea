"""MuJoCo's constants: numbers, and tables of words."""

from typing import Any

from corten.compat.mujoco.arguments import NAMES


def _frozen(value: Any) -> Any:
    """Return lists as tuples, as the bindings have them."""
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


globals().update({name: _frozen(value) for name, value in NAMES["constants"].items()})

__all__ = [*NAMES["constants"]]  # pyright: ignore[reportUnsupportedDunderAll]
