"""Callbacks of users in the middle of a step: controls, passive forces, sensors, time and warnings."""

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from corten.compat.mujoco.arguments import missing

CALLBACKS: dict[str, Callable[..., Any] | None] = {}

# callbacks that stop a step between its halves
INSIDE = ("mjcb_control", "mjcb_passive", "mjcb_sensor")

# callbacks that are remembered, though corten has no use for them
UNUSED = ("mju_user_malloc", "mju_user_free")

# what corten has instead of callbacks that it cannot call
INSTEAD = {
    "mjcb_act_dyn": "corten.register compiles dynamics of users into the step",
    "mjcb_act_gain": "corten.register compiles gains of users into the step",
    "mjcb_act_bias": "corten.register compiles biases of users into the step",
    "mjcb_contactfilter": "contype, conaffinity, <pair> and <exclude> choose what collides",
}

KNOWN = ("mjcb_control", "mjcb_passive", "mjcb_sensor", "mjcb_time", "mju_user_warning", *UNUSED, *INSTEAD)


# those of them that are set, and how many they are, for compiled code
_inside: set[str] = set()
INSIDE_COUNT = np.zeros(1, np.int64)


def is_inside() -> bool:
    """Tell whether a callback wants to be called within a step."""
    return bool(_inside)


def clock() -> float:
    """Return the time by which timers go [s]: that of users, if they have set one."""
    own = CALLBACKS.get("mjcb_time")
    if own is None:
        return time.perf_counter()
    value = own()
    if not isinstance(value, int | float):
        raise TypeError("mjcb_time callback did not return a number")
    return float(value)


def reset_callbacks() -> None:
    """Forget all callbacks that begin with mjcb_."""
    for name in list(CALLBACKS):
        if name.startswith("mjcb_"):
            del CALLBACKS[name]
    _inside.clear()
    INSIDE_COUNT[0] = 0


def _pair(name: str) -> tuple[Callable[[], Any], Callable[[Any], None]]:
    def get() -> Any:
        return CALLBACKS.get(name)

    def set_(callback: Any) -> None:
        if callback is not None and name in INSTEAD:
            raise missing(f"callback {name}", INSTEAD[name])
        if callback is not None and not callable(callback):
            raise TypeError("callback is not an Optional[Callable]")
        CALLBACKS[name] = callback
        if name in INSIDE:
            (_inside.discard if callback is None else _inside.add)(name)
            INSIDE_COUNT[0] = len(_inside)

    get.__name__, set_.__name__ = f"get_{name}", f"set_{name}"
    get.__doc__, set_.__doc__ = f"Return {name}, or None.", f"Set {name}; None takes it away."
    return get, set_


__all__ = []
for _name in KNOWN:
    for _function in _pair(_name):
        globals()[_function.__name__] = _function
        __all__ += [_function.__name__]
