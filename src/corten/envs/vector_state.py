"""What a vector of environments goes on from, as plain dicts of arrays, numbers and texts that pickle and copy."""

import enum
from pathlib import PurePath
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType, SimpleNamespace
from typing import Any

import numpy as np
from gymnasium import Space

from corten.batch import BatchSim
from corten.batch.distributions import Distribution
from corten.model import Model
from corten.runtime.kernel import Helper

# of what a task does not change, and what is therefore no part of its state
FUNCTIONS = (type, ModuleType, FunctionType, MethodType, BuiltinFunctionType, Helper)
CONSTANT = (*FUNCTIONS, Model, Distribution, PurePath, Space)

# the key of what stands for a random generator
GENERATOR = "bit_generator"


# ---------------------------------------------------------------- random generators


def generator_state(generator: np.random.Generator) -> dict[str, Any]:
    """Return where a random generator is."""
    return {GENERATOR: generator.bit_generator.state}


def set_generator(generator: np.random.Generator, state: dict[str, Any]) -> None:
    """Let a random generator go on from where another one of its kind was."""
    wanted, own = state[GENERATOR]["bit_generator"], generator.bit_generator.state["bit_generator"]
    if wanted != own:
        raise ValueError(f"the state is that of a random generator {wanted}; this one is {own}")
    generator.bit_generator.state = state[GENERATOR]


# ---------------------------------------------------------------- attributes of a task


def attributes_state(owner: object, sim: BatchSim) -> dict[str, Any]:
    """Return copies of the arrays, numbers, texts and random generators that an object has as attributes.

    What does not change (models, functions, distributions, paths, spaces) and views of the batch's own arrays are no
    part of it; what else there is, is refused.
    """
    memory = [rows.memory for rows in sim._envs.rows.all] + list(sim._envs.varied.arrays.values())
    found = {}
    for name, value in vars(owner).items():
        if isinstance(value, CONSTANT) or value is sim:
            continue
        if isinstance(value, np.ndarray) and any(np.may_share_memory(value, part) for part in memory):
            continue
        found[name] = _plain(value, f"{type(owner).__name__}.{name}")
    return found


def _plain(value: Any, name: str) -> Any:
    """Return a copy of a value that consists of arrays, numbers and texts."""
    if isinstance(value, np.ndarray) and not value.dtype.hasobject:
        return np.array(value)
    if value is None or isinstance(value, bool | int | float | complex | str | bytes | enum.Enum | np.generic):
        return value
    if isinstance(value, np.random.Generator):
        return generator_state(value)
    if isinstance(value, SimpleNamespace):
        return {key: _plain(item, f"{name}.{key}") for key, item in vars(value).items()}
    if type(value) is dict:
        return {key: _plain(item, f"{name}[{key!r}]") for key, item in value.items()}
    if type(value) is list or isinstance(value, tuple):
        items = [_plain(item, f"{name}[{i}]") for i, item in enumerate(value)]
        return items if isinstance(value, list) else _tuple_like(value, items)
    if type(value) in (set, frozenset) and all(isinstance(item, int | float | str) for item in value):
        return type(value)(value)
    kind = type(value).__name__
    raise TypeError(
        f"{name} is a {kind}, which is no array and no number: override get_state and set_state of the task"
    )


def set_attributes(owner: object, state: dict[str, Any]) -> None:
    """Give an object the attributes that another one had; arrays and random generators stay the same objects."""
    for name, value in state.items():
        vars(owner)[name] = _restored(vars(owner).get(name), value)


def _restored(present: Any, value: Any) -> Any:
    """Return what a value becomes, in the place of what there is."""
    if isinstance(value, np.ndarray):
        same = isinstance(present, np.ndarray) and present.shape == value.shape and present.dtype == value.dtype
        if same and present.flags.writeable:
            present[...] = value
            return present
        return value.copy()
    if isinstance(present, np.random.Generator):
        set_generator(present, value)
        return present
    if isinstance(value, dict) and value.keys() == {GENERATOR}:
        made = np.random.Generator(getattr(np.random, value[GENERATOR]["bit_generator"])())
        set_generator(made, value)
        return made
    if isinstance(present, SimpleNamespace):
        for key, item in value.items():
            setattr(present, key, _restored(getattr(present, key, None), item))
        return present
    if isinstance(value, dict):
        known = present if isinstance(present, dict) else {}
        return {key: _restored(known.get(key), item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        known = present if isinstance(present, list | tuple) and len(present) == len(value) else [None] * len(value)
        items = [_restored(own, item) for own, item in zip(known, value, strict=True)]
        return items if isinstance(value, list) else _tuple_like(value, items)
    return value


def _tuple_like(value: tuple[Any, ...], items: list[Any]) -> tuple[Any, ...]:
    """Return items as a tuple, or as one with names where the value is such."""
    return type(value)._make(items) if hasattr(value, "_make") else tuple(items)  # pyright: ignore
