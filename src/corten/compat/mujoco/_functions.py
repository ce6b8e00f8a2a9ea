"""All functions of the bindings: those that corten can compute, and refusals of the others by name."""

from collections.abc import Callable
from typing import Any, NoReturn

from corten.compat.mujoco import (  # noqa: F401
    bias,
    box_qp,
    constraints,
    derivatives,
    factors,
    jacobians,
    lookups,
    matrices,
    motion,
    mouse,
    numbers,
    options,
    parts,
    printing,
    rays,
    rotations,
    scene,
    sparse,
    states,
    stepping,
    vectors,
)
from corten.compat.mujoco.arguments import FUNCTIONS, NAMES, missing


def _refusal(name: str) -> Callable[..., NoReturn]:
    def refuse(*args: Any, **kwargs: Any) -> NoReturn:
        raise missing(f"function {name}", "docs/compat.md lists what there is")

    refuse.__name__ = refuse.__qualname__ = name
    refuse.__doc__ = f"{name} is not there: calling it raises NotImplementedError."
    return refuse


# functions that are not there yet
REFUSED = {name: _refusal(name) for name in NAMES["modules"]["_functions"] if name not in FUNCTIONS}

globals().update(FUNCTIONS)
globals().update(REFUSED)

__all__ = [*NAMES["modules"]["_functions"]]  # pyright: ignore[reportUnsupportedDunderAll]
